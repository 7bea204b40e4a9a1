/* The C API used from C: load, ports, compile, run with own buffers, errors. */
#include "ingot/ingot_c.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;
#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                    \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (0)

/* Takes an error: true if there was none. */
static int ok(ingot_error *error) {
  int fine = ingot_error_get_kind(error) == INGOT_OK;
  if (!fine)
    fprintf(stderr, "error: %s\n", ingot_error_message(error));
  ingot_error_free(error);
  return fine;
}

/* Takes an error: true if it is of this kind and its message holds this text. */
static int is(ingot_error *error, ingot_error_kind kind, const char *text) {
  int same = ingot_error_get_kind(error) == kind && strstr(ingot_error_message(error), text);
  if (!same)
    fprintf(stderr, "found: %d %s\n", (int)ingot_error_get_kind(error), ingot_error_message(error));
  ingot_error_free(error);
  return same;
}

static void testErrors(const char *path) {
  ingot_model *model = NULL;
  EXPECT(is(ingot_model_load("/does/not/exist.onnx", NULL, &model), INGOT_RUNTIME, "cannot open"));
  EXPECT(model == NULL);
  EXPECT(is(ingot_model_load(NULL, NULL, &model), INGOT_USAGE, "NULL"));
  EXPECT(is(ingot_model_load_memory("garbage", 7, NULL, &model), INGOT_BAD_MODEL, ""));
  ingot_dim dim = {"bach", 2};
  ingot_load_options options = {sizeof options, &dim, 1};
  EXPECT(is(ingot_model_load(path, &options, &model), INGOT_USAGE, "did you mean 'batch'?"));
  options.struct_size = 0;
  EXPECT(is(ingot_model_load(path, &options, &model), INGOT_USAGE, "struct_size"));
  EXPECT(ingot_error_get_kind(NULL) == INGOT_OK);
  ingot_error_free(NULL);
  ingot_model_free(NULL);
  ingot_program_free(NULL);
}

static void testPorts(const ingot_model *model) {
  ingot_port port;
  EXPECT(ingot_model_input_count(model) == 1 && ingot_model_output_count(model) == 1);
  EXPECT(ok(ingot_model_input(model, 0, &port)));
  EXPECT(!strcmp(port.name, "x") && !strcmp(port.type, "f32[batch,4]"));
  EXPECT(port.element == INGOT_F32 && port.rank == 2);
  EXPECT(port.dims[0] == INGOT_UNKNOWN_DIM && port.dims[1] == 4);
  EXPECT(!strcmp(port.dim_names[0], "batch") && !strcmp(port.dim_names[1], ""));
  EXPECT(ok(ingot_model_output(model, 0, &port)));
  EXPECT(!strcmp(port.name, "y"));
  EXPECT(is(ingot_model_input(model, 1, &port), INGOT_USAGE, "port 1 of 1"));
}

static void testRun(const ingot_program *program) {
  float x[8] = {0, 1, 2, 3, 4, 5, 6, 7}, y[8];
  int64_t inDims[2] = {2, 4}, outDims[4];
  ingot_buffer in = {INGOT_F32, 2, inDims, x, sizeof x};
  ingot_buffer out = {INGOT_F32, 4, outDims, y, sizeof y};
  EXPECT(ok(ingot_program_run(program, &in, 1, &out, 1, NULL)));
  EXPECT(out.element == INGOT_F32 && out.rank == 2 && out.bytes == sizeof y);
  EXPECT(outDims[0] == 2 && outDims[1] == 4);
  for (int i = 0; i < 8; ++i)
    EXPECT(fabsf(y[i] - (x[i] + 1 + i % 4)) < 1e-6f);

  /* Only measured, then with too little room. */
  ingot_buffer measured = {0, 0, NULL, NULL, 0};
  EXPECT(ok(ingot_program_run(program, &in, 1, &measured, 1, NULL)));
  EXPECT(measured.bytes == sizeof y && measured.rank == 2);
  ingot_buffer small = {INGOT_F32, 4, outDims, y, 4};
  EXPECT(is(ingot_program_run(program, &in, 1, &small, 1, NULL), INGOT_USAGE, "32 bytes"));
  EXPECT(small.bytes == sizeof y);

  /* Wrong inputs never reach the model. */
  int64_t wrongDims[2] = {4, 2};
  ingot_buffer wrong = {INGOT_F32, 2, wrongDims, x, sizeof x};
  out.bytes = sizeof y;
  EXPECT(is(ingot_program_run(program, &wrong, 1, &out, 1, NULL), INGOT_USAGE,
            "given f32[4,2], wanted f32[batch,4]"));
  wrong.bytes = 31;
  EXPECT(is(ingot_program_run(program, &wrong, 1, &out, 1, NULL), INGOT_USAGE, "31 bytes"));
  wrong.bytes = sizeof x;
  wrong.element = 999;
  EXPECT(is(ingot_program_run(program, &wrong, 1, &out, 1, NULL), INGOT_USAGE, "element 999"));
  EXPECT(is(ingot_program_run(program, NULL, 0, &out, 1, NULL), INGOT_USAGE, "0 inputs given"));
  EXPECT(is(ingot_program_run(program, &in, 1, NULL, 0, NULL), INGOT_USAGE, "0 outputs given"));

  ingot_run_options tight = {.struct_size = sizeof tight, .max_memory = 8};
  EXPECT(is(ingot_program_run(program, &in, 1, &out, 1, &tight), INGOT_RUNTIME, "memory limit"));
}

/* Only the bits of the type count, whatever else stands in its bytes. */
static void testSmallTypes(const char *path) {
  ingot_model *model = NULL;
  ingot_program *program = NULL;
  EXPECT(ok(ingot_model_load(path, NULL, &model)));
  if (model)
    EXPECT(ok(ingot_model_compile(model, NULL, &program)));
  ingot_model_free(model);
  uint8_t small[3] = {0x17, 0x18, 0xff}, flags[3] = {0, 1, 200};
  int64_t dims[1] = {3}, wideDims[1], flagDims[1];
  int32_t wide[3] = {0}, wideFlags[3] = {0};
  ingot_buffer in[2] = {{INGOT_I4, 1, dims, small, 3}, {INGOT_BOOL, 1, dims, flags, 3}};
  ingot_buffer out[2] = {{INGOT_I32, 1, wideDims, wide, sizeof wide},
                         {INGOT_I32, 1, flagDims, wideFlags, sizeof wideFlags}};
  if (program)
    EXPECT(ok(ingot_program_run(program, in, 2, out, 2, NULL)));
  EXPECT(wide[0] == 7 && wide[1] == -8 && wide[2] == -1);
  EXPECT(wideFlags[0] == 0 && wideFlags[1] == 1 && wideFlags[2] == 1);
  EXPECT(small[0] == 0x17);
  ingot_program_free(program);
}

static void countProgress(void *user, const char *stage, int64_t done, int64_t total) {
  *(int *)user += strlen(stage) > 0 && done <= total;
}

/* The context owns its buffers; runs again and again. */
static void testContext(const char *path) {
  ingot_model *model = NULL;
  ingot_program *program = NULL;
  ingot_context *context = NULL;
  int calls = 0;
  ingot_compile_options options = {.struct_size = sizeof options, .target = "cpu", .threads = 1};
  options.progress = countProgress;
  options.progress_user = &calls;
  EXPECT(ok(ingot_model_load(path, NULL, &model)));
  EXPECT(ok(ingot_model_compile_with(model, &options, &program)));
  options.specialize = 9;
  ingot_program *none = NULL;
  EXPECT(is(ingot_model_compile_with(model, &options, &none), INGOT_USAGE, "specialization 9"));
  ingot_model_free(model);

  /* The batch is not known before a context says it. */
  EXPECT(is(ingot_context_create(program, NULL, 0, NULL, &context), INGOT_USAGE, "f32[batch,4]"));
  int64_t dims[2] = {2, 4};
  ingot_buffer type = {INGOT_F32, 2, dims, NULL, 0};
  EXPECT(ok(ingot_context_create(program, &type, 1, NULL, &context)));
  EXPECT(calls > 0);
  ingot_report report = {.struct_size = sizeof report};
  EXPECT(ok(ingot_program_report(program, &report)));
  EXPECT(report.segments == 1 && report.steps >= 1 && report.host_steps == 0 && report.whole == 1);
  EXPECT(report.weight_bytes >= 16 && report.code_bytes > 0 && report.compile_seconds > 0);
  ingot_program_free(program); /* the context outlives it */

  ingot_buffer in, out;
  EXPECT(ingot_context_input_count(context) == 1 && ingot_context_output_count(context) == 1);
  EXPECT(ok(ingot_context_input(context, 0, &in)));
  EXPECT(in.element == INGOT_F32 && in.rank == 2 && in.dims[0] == 2 && in.bytes == 32);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 8; ++i)
      ((float *)in.data)[i] = (float)(i + round);
    EXPECT(ok(ingot_context_run(context)));
    EXPECT(ok(ingot_context_output(context, 0, &out)));
    for (int i = 0; i < 8; ++i)
      EXPECT(((float *)out.data)[i] == (float)(i + round + 1 + i % 4));
  }
  ingot_cancellation *cancellation = ingot_cancellation_create();
  ingot_run_options run = {.struct_size = sizeof run, .cancellation = cancellation};
  EXPECT(ok(ingot_context_run_with(context, &run)));
  ingot_cancellation_cancel(cancellation);
  EXPECT(is(ingot_context_run_with(context, &run), INGOT_CANCELLED, "the run was cancelled"));
  ingot_cancellation_free(cancellation);
  run.cancellation = NULL;
  run.deadline = 1; /* the machine has run for longer */
  EXPECT(is(ingot_context_run_with(context, &run), INGOT_CANCELLED, "deadline"));
  run.deadline = -1;
  EXPECT(is(ingot_context_run_with(context, &run), INGOT_USAGE, "deadline"));
  EXPECT(ok(ingot_context_run(context)));
  EXPECT(is(ingot_context_output(context, 1, &out), INGOT_USAGE, "value 1 of 1"));
  EXPECT(is(ingot_context_run(NULL), INGOT_USAGE, "NULL"));
  ingot_context_free(context);
  ingot_context_free(NULL);
}

static void testPool(const char *path) {
  ingot_thread_pool *pool = NULL;
  EXPECT(is(ingot_thread_pool_create(0, &pool), INGOT_USAGE, "a pool of 0 threads"));
  EXPECT(ok(ingot_thread_pool_create(2, &pool)));
  ingot_model *model = NULL;
  ingot_program *program = NULL;
  EXPECT(ok(ingot_model_load(path, NULL, &model)));
  ingot_compile_options options = {.struct_size = sizeof options, .pool = pool};
  options.program_memory = -1;
  EXPECT(is(ingot_model_compile_with(model, &options, &program), INGOT_USAGE, "program_memory"));
  options.program_memory = 1 << 20;
  options.precision = INGOT_I8;
  EXPECT(is(ingot_model_compile_with(model, &options, &program), INGOT_USAGE, "precision"));
  options.precision = 0, options.math = 3;
  EXPECT(is(ingot_model_compile_with(model, &options, &program), INGOT_USAGE, "INGOT_MATH_FAST"));
  options.math = INGOT_MATH_FAST;
  options.precision = INGOT_BF16;
  EXPECT(ok(ingot_model_compile_with(model, &options, &program)));
  ingot_thread_pool_free(pool); /* the program keeps it */
  if (program)
    testRun(program);
  ingot_program_free(program);
  ingot_model_free(model);
}

/* Sizes of a range are compiled for before the first run. */
static void testRanges(const char *path) {
  ingot_model *model = NULL;
  ingot_program *program = NULL;
  ingot_dim_range ranges[2] = {{"batch", 1, 8}, {"batch", 2, 3}};
  ingot_compile_options options = {.struct_size = sizeof options, .ranges = ranges};
  EXPECT(ok(ingot_model_load(path, NULL, &model)));
  options.range_count = 2;
  EXPECT(is(ingot_model_compile_with(model, &options, &program), INGOT_USAGE, "batch=2..3"));
  options.range_count = 1, ranges[0].name = "bach";
  EXPECT(is(ingot_model_compile_with(model, &options, &program), INGOT_USAGE, "'batch'"));
  ranges[0].name = NULL;
  EXPECT(is(ingot_model_compile_with(model, &options, &program), INGOT_USAGE, "range 0"));
  ranges[0].name = "batch";
  EXPECT(ok(ingot_model_compile_with(model, &options, &program)));
  ingot_report report = {.struct_size = sizeof report};
  EXPECT(ok(ingot_program_report(program, &report)));
  EXPECT(report.ahead_sizes > 0 && report.ahead_code_bytes > 0 && report.ahead_refused == 0 &&
         report.ahead_seconds > 0);
  if (program)
    testRun(program);
  ingot_program_free(program);
  ingot_model_free(model);
}

static void *readAll(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = malloc(1 << 16);
  *size = file ? fread(bytes, 1, 1 << 16, file) : 0;
  if (file)
    fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: c_api_test add.onnx small-types.mlir\n");
    return 2;
  }
  EXPECT(ingot_abi_version() == INGOT_ABI_VERSION);
  EXPECT(strlen(ingot_version()) >= 5);
  EXPECT(ingot_target_count() >= 1 && !strcmp(ingot_target_name(0), "interpreter"));
  EXPECT(ingot_target_name(1000) == NULL);
  EXPECT(ingot_element_bytes(INGOT_F16) == 2 && ingot_element_bytes(INGOT_I4) == 1 &&
         ingot_element_bytes(INGOT_STRING) == 0 && ingot_element_bytes(-1) == 0);
  testErrors(argv[1]);
  testSmallTypes(argv[2]);
  testContext(argv[1]);
  testPool(argv[1]);
  testRanges(argv[1]);

  ingot_model *model = NULL;
  ingot_program *program = NULL;
  size_t size = 0;
  void *bytes = readAll(argv[1], &size);
  EXPECT(ok(ingot_model_load_memory(bytes, size, NULL, &model)));
  free(bytes);
  if (model) {
    testPorts(model);
    EXPECT(is(ingot_model_compile(model, "toaster", &program), INGOT_USAGE, "interpreter"));
    EXPECT(ok(ingot_model_compile(model, NULL, &program)));
  }
  ingot_model_free(model); /* the program outlives it */
  if (program)
    testRun(program);
  ingot_program_free(program);

  ingot_dim dim = {"batch", 2};
  ingot_load_options options = {sizeof options, &dim, 1};
  EXPECT(ok(ingot_model_load(argv[1], &options, &model)));
  ingot_port port;
  EXPECT(ok(ingot_model_input(model, 0, &port)));
  EXPECT(!strcmp(port.type, "f32[2,4]") && port.dims[0] == 2);
  ingot_model_free(model);
  return failures ? 1 : 0;
}
