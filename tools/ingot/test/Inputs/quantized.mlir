// Half of the products are in the middle between two steps of what quantizes them.
func.func @main(%x: tensor<40x8xf32> {graph.name = "x"}, %w: tensor<8x24xf32> {graph.name = "w"})
    -> (tensor<40x24xi16> {graph.name = "y"}) {
  %n = graph.none : () -> none
  %s = graph.constant {value = dense<0.1> : tensor<f32>} : tensor<f32>
  %t = graph.constant {value = dense<0.02> : tensor<f32>} : tensor<f32>
  %z = graph.constant {value = dense<128> : tensor<ui8>} : tensor<ui8>
  %0 = graph.quantize_linear %x, %s, %z {to = ui8} : (tensor<40x8xf32>, tensor<f32>, tensor<ui8>) -> tensor<40x8xui8> loc("x.steps")
  %1 = graph.dequantize_linear %0, %s, %z {to = f32} : (tensor<40x8xui8>, tensor<f32>, tensor<ui8>) -> tensor<40x8xf32> loc("x.numbers")
  %2 = graph.quantize_linear %w, %s, %n {to = i8} : (tensor<8x24xf32>, tensor<f32>, none) -> tensor<8x24xi8> loc("w.steps")
  %3 = graph.dequantize_linear %2, %s, %n {to = f32} : (tensor<8x24xi8>, tensor<f32>, none) -> tensor<8x24xf32> loc("w.numbers")
  %4 = graph.matmul %1, %3 : (tensor<40x8xf32>, tensor<8x24xf32>) -> tensor<40x24xf32> loc("product")
  %5 = graph.quantize_linear %4, %t, %n {to = i16} : (tensor<40x24xf32>, tensor<f32>, none) -> tensor<40x24xi16> loc("y.steps")
  return %5 : tensor<40x24xi16>
}
