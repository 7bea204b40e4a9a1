// Signal processing: Fourier transforms and windows.
include "GraphBase.td"
