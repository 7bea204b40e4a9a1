// Normalizations: statistics of the data, or learned ones, applied to it.
include "GraphBase.td"
