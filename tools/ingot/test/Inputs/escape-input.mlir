// Names that would colour the terminal.
func.func @main(%x: tensor<?xf32> {graph.name = "x\1B[31m", graph.dims = ["\1B[32m"]})
    -> (tensor<?xf32> {graph.name = "y"}) {
  %0 = graph.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
