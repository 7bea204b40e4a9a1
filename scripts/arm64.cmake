set(debian arm64)
set(processor aarch64)
set(INGOT_EMULATED_MACHINE armv8.2-a+dotprod+fp16) # which the kernels' tests are built for
include(${CMAKE_CURRENT_LIST_DIR}/emulated.cmake)
