// Attention and its companions, whole.
include "GraphBase.td"
