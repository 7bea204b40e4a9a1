// Round trip of every type a graph value can have, and of the names on a function.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s

// CHECK-LABEL: func.func @floats
// CHECK-SAME: tensor<1xf64>, %{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1xf16>, %{{.*}}: tensor<1xbf16>
// CHECK-SAME: tensor<1xf8E4M3FN>, %{{.*}}: tensor<1xf8E4M3FNUZ>, %{{.*}}: tensor<1xf8E5M2>, %{{.*}}: tensor<1xf8E5M2FNUZ>
// CHECK-SAME: tensor<1xf8E8M0FNU>, %{{.*}}: tensor<1xf4E2M1FN>, %{{.*}}: tensor<1xf6E2M3FN>, %{{.*}}: tensor<1xf6E3M2FN>
func.func @floats(%a: tensor<1xf64>, %b: tensor<1xf32>, %c: tensor<1xf16>, %d: tensor<1xbf16>,
                  %e: tensor<1xf8E4M3FN>, %f: tensor<1xf8E4M3FNUZ>, %g: tensor<1xf8E5M2>,
                  %h: tensor<1xf8E5M2FNUZ>, %i: tensor<1xf8E8M0FNU>, %j: tensor<1xf4E2M1FN>,
                  %k: tensor<1xf6E2M3FN>, %l: tensor<1xf6E3M2FN>) -> tensor<1xf4E2M1FN> {
  %y = graph.identity %j : (tensor<1xf4E2M1FN>) -> tensor<1xf4E2M1FN>
  return %y : tensor<1xf4E2M1FN>
}

// CHECK-LABEL: func.func @integers
// CHECK-SAME: tensor<1xi2>, %{{.*}}: tensor<1xui2>, %{{.*}}: tensor<1xi4>, %{{.*}}: tensor<1xui4>
// CHECK-SAME: tensor<1xi8>, %{{.*}}: tensor<1xui8>, %{{.*}}: tensor<1xi64>, %{{.*}}: tensor<1xui64>, %{{.*}}: tensor<1xi1>
func.func @integers(%a: tensor<1xi2>, %b: tensor<1xui2>, %c: tensor<1xi4>, %d: tensor<1xui4>,
                    %e: tensor<1xi8>, %f: tensor<1xui8>, %g: tensor<1xi64>, %h: tensor<1xui64>,
                    %i: tensor<1xi1>) -> tensor<1xi2> {
  %y = graph.identity %a : (tensor<1xi2>) -> tensor<1xi2>
  return %y : tensor<1xi2>
}

// CHECK-LABEL: func.func @containers
// CHECK-SAME: !graph.seq<tensor<?xf32>>, %{{.*}}: !graph.opt<tensor<2x!graph.string>>
func.func @containers(%a: !graph.seq<tensor<?xf32>>, %b: !graph.opt<tensor<2x!graph.string>>)
    -> !graph.seq<tensor<?xf32>> {
  %y = graph.identity %a : (!graph.seq<tensor<?xf32>>) -> !graph.seq<tensor<?xf32>>
  return %y : !graph.seq<tensor<?xf32>>
}

// CHECK-LABEL: func.func @quantized
// CHECK: graph.identity %{{.*}} : (tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>)
func.func @quantized(%a: tensor<2x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.1:3>> {
  %y = graph.identity %a : (tensor<2x!quant.uniform<i8:f32, 0.1:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.1:3>>
  return %y : tensor<2x!quant.uniform<i8:f32, 0.1:3>>
}

// CHECK-LABEL: func.func @names
// CHECK-SAME: tensor<?x3xf32> {graph.dims = ["batch", ""], graph.name = "x"}
func.func @names(%x: tensor<?x3xf32> {graph.name = "x", graph.dims = ["batch", ""]}) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @constants
// CHECK: graph.constant {value = dense<["a", "bc"]> : tensor<2x!graph.string>}
// CHECK: graph.constant {value = dense<[1, -2]> : tensor<2xi4>}
// CHECK: graph.none
func.func @constants() -> tensor<2x!graph.string> {
  %a = graph.constant {value = dense<["a", "bc"]> : tensor<2x!graph.string>} : tensor<2x!graph.string>
  %b = graph.constant {value = dense<[1, -2]> : tensor<2xi4>} : tensor<2xi4>
  %c = graph.none : () -> none
  return %a : tensor<2x!graph.string>
}
