# Builds for the machine of the toolchain file that includes this (`make amd64`, `make arm64`); the programs run in QEMU.
# Wants `debian`, an architecture as Debian calls it, and `processor`, the same as LLVM and QEMU do.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${processor})
set(CMAKE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build-${debian}/sysroot)
set(CMAKE_C_COMPILER_TARGET ${processor}-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET ${processor}-linux-gnu)
set(CMAKE_FIND_ROOT_PATH ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${processor} -L ${CMAKE_SYSROOT})
