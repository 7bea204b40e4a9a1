// Reductions along axes, softmax, running sums, losses.
include "GraphBase.td"
