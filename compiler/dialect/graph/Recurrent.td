// Recurrent layers, whole.
include "GraphBase.td"
