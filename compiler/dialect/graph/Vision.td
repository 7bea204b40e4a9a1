// Vision: pooling, resampling, regions of interest, image decoding.
include "GraphBase.td"
