set(debian amd64)
set(processor x86_64)
set(INGOT_EMULATED_MACHINE x86-64-v3) # which the kernels' tests are built for
include(${CMAKE_CURRENT_LIST_DIR}/emulated.cmake)
