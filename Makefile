# Two commands for a bare Debian 12 machine: `make run` and `make test`. `make help` lists the rest.
# Each installs what is missing (scripts/install-deps) and builds what it needs.
JOBS ?= $(shell nproc)

.PHONY: emulate-kernels help build run test check asan sanitize kernels-asan tsan soak amd64 arm64 fuzz mutate differential docs format lint clean deps

help:
	@echo "make run     read a handwritten digit with the model that ships"
	@echo "make test    all tests: make check, then make sanitize"
	@echo "make check   conformance, units, text tests, a mutation run"
	@echo "make sanitize  the same under AddressSanitizer and UndefinedBehaviorSanitizer, with short fuzz runs"
	@echo "make kernels-asan  the vector kernels under the same sanitizers"
	@echo "make tsan    the engine and the threads of the API under ThreadSanitizer"
	@echo "make soak    64 threads with one program and new shapes for SOAK_SECONDS (default 600)"
	@echo "make amd64   the code for x86-64 on a machine of another kind, in QEMU; make arm64: the code for AArch64"
	@echo "make emulate-kernels  the tuned kernels of other architectures (AArch64, RISC-V), in QEMU"
	@echo "make build   programs into build/bin"
	@echo "make fuzz    fuzz targets for FUZZ_SECONDS (default 600) each"
	@echo "make mutate  MUTATIONS (default 20000) mutated models, compiled for the cpu and run"
	@echo "make differential  GRAPHS (default 5000) random graphs from SEED (default: the day's), compiled and interpreted"
	@echo "make docs    operator pages into build/docs"
	@echo "make format  clang-format; make lint: clang-tidy"

deps:
	@scripts/install-deps

build: deps
	@cmake --preset release >build-configure.log 2>&1 || (cat build-configure.log; false)
	@rm -f build-configure.log
	@cmake --build build -j$(JOBS)

run: build
	build/bin/ingot run models/digits/digits.onnx --input image=@models/digits/samples/7.png \
	  --image --show --top=3

check: build
	ctest --test-dir build --output-on-failure -j$(JOBS)

asan: deps
	cmake --preset asan
	cmake --build build-asan -j$(JOBS)

test: check sanitize

sanitize: asan
	ctest --test-dir build-asan --output-on-failure -j$(JOBS)

kernels-asan: deps
	cmake --preset asan
	cmake --build build-asan -j$(JOBS) --target kernels_vector16_test
	build-asan/bin/kernels_vector16_test

tsan: deps
	cmake --preset tsan
	cmake --build build-tsan -j$(JOBS) --target runtime_threads_test runtime_engine_test weight_store_test api_test threads_test soak_test
	build-tsan/bin/runtime_threads_test
	build-tsan/bin/runtime_engine_test
	build-tsan/bin/weight_store_test
	build-tsan/bin/api_test
	build-tsan/bin/threads_test
	INGOT_SOAK_SECONDS=$(or $(SOAK_SECONDS),60) build-tsan/bin/soak_test

# Full speed; under ThreadSanitizer: make tsan SOAK_SECONDS=600
soak: build
	INGOT_SOAK_SECONDS=$(or $(SOAK_SECONDS),600) build/bin/soak_test

# With AVX2, then with SSE only.
amd64: deps
	scripts/sysroot amd64 build-amd64/sysroot
	cmake --preset amd64
	cmake --build build-amd64 -j$(JOBS)
	QEMU_CPU=max ctest --test-dir build-amd64 --output-on-failure -j$(JOBS) -R $(or $(TESTS),'kernels|codegen|conformance-cpu-none|conformance-cpu-plain')
	QEMU_CPU=qemu64 ctest --test-dir build-amd64 --output-on-failure -j$(JOBS) -R 'conformance-cpu-plain'

# With NEON and the 16-bit arithmetic of Neoverse N1, then with all that QEMU knows. The kernels: make emulate-kernels.
arm64: deps
	scripts/sysroot arm64 build-arm64/sysroot
	cmake --preset arm64
	cmake --build build-arm64 -j$(JOBS) --target ingot-conformance ingot-differential
	QEMU_CPU=neoverse-n1 ctest --test-dir build-arm64 --output-on-failure -j$(JOBS) -R $(or $(TESTS),'conformance-cpu-none|conformance-cpu-plain')
	QEMU_CPU=max ctest --test-dir build-arm64 --output-on-failure -j$(JOBS) -R 'conformance-cpu-plain'

emulate-kernels: build
	scripts/emulate-kernels build

fuzz: asan
	scripts/fuzz build-asan $(or $(FUZZ_SECONDS),600)

mutate: asan
	build-asan/bin/ingot-mutate --suite=/usr/include/onnx/backend/test/data --count=$(or $(MUTATIONS),20000)

differential: build
	build/bin/ingot-differential --jit --random=$(or $(GRAPHS),5000) $(addprefix --seed=,$(SEED)) --output=build

docs: build
	@cmake --build build --target docs

format:
	git ls-files '*.cpp' '*.h' '*.c' | xargs clang-format-22 -i

lint: build
	scripts/lint build

clean:
	rm -rf build
