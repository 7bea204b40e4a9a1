// The largest number is 100, of which bf16 has every half.
func.func @main(%x: tensor<4xbf16> {graph.name = "x"}) -> (tensor<4xbf16> {graph.name = "y"}) {
  %a = graph.constant {value = dense<[100.0, 50.0, 0.0, 0.0]> : tensor<4xbf16>} : tensor<4xbf16>
  %b = graph.constant {value = dense<[0.0, 50.0, 0.0, 0.0]> : tensor<4xbf16>} : tensor<4xbf16>
  %0 = graph.add %x, %a : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16> loc("/sum")
  %1 = graph.sub %0, %b : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16> loc("/rest")
  return %1 : tensor<4xbf16>
}
