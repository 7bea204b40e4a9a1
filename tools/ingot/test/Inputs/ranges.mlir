// Open dimensions with names.
func.func @main(%x: tensor<?x?xf32> {graph.name = "x", graph.dims = ["m", "n"]},
                %y: tensor<?xf32> {graph.name = "y", graph.dims = ["n"]}) -> (tensor<?x?xf32> {graph.name = "z"}) {
  %0 = graph.add %x, %y : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
