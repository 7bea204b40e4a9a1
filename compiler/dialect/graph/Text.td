// String operators.
include "GraphBase.td"
