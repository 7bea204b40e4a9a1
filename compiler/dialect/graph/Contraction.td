// Contractions: sums of products. Matrix products and convolutions.
include "GraphBase.td"
