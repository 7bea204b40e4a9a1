// Random numbers, and what uses them.
include "GraphBase.td"
