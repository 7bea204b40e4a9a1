/* The C API of Ingot: load a model, look at its ports, compile it, run it with your own buffers.
 *
 *   ingot_model *model = NULL;
 *   ingot_program *program = NULL;
 *   ingot_error *error = ingot_model_load("digits.onnx", NULL, &model);
 *   if (!error) error = ingot_model_compile(model, NULL, &program);
 *   int64_t dims[4] = {1, 1, 8, 8}, scores_dims[8];
 *   float pixels[64] = {0}, scores[10];
 *   ingot_buffer in = {INGOT_F32, 4, dims, pixels, sizeof pixels};
 *   ingot_buffer out = {INGOT_F32, 8, scores_dims, scores, sizeof scores};
 *   if (!error) error = ingot_program_run(program, &in, 1, &out, 1, NULL);
 *   if (error) fprintf(stderr, "%s\n", ingot_error_message(error));
 *   ingot_error_free(error);
 *   ingot_program_free(program);
 *   ingot_model_free(model);
 *
 * Every function that can fail returns NULL or an error that the caller frees. Nothing throws and
 * nothing aborts on bad input. Models and programs may be used from any number of threads at a
 * time, a context from one. The *_free functions take NULL. Texts are UTF-8 and live as long as the
 * object they come from.
 *
 * The ABI only grows: functions and enumerators are added, option structs grow at their end and say
 * their size, nothing changes its meaning while INGOT_ABI_VERSION stays. */
#ifndef INGOT_INGOT_C_H
#define INGOT_INGOT_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INGOT_ABI_VERSION 1

/* The version of the library; a program compares it with INGOT_ABI_VERSION before anything else. */
uint32_t ingot_abi_version(void);
/* "0.1.0". */
const char *ingot_version(void);

/*===--- errors ---===*/

typedef enum ingot_error_kind {
  INGOT_OK = 0,
  INGOT_RUNTIME = 1,     /* file, memory, a bad value during a run */
  INGOT_USAGE = 2,       /* a wrong argument */
  INGOT_UNSUPPORTED = 3, /* a valid model that this build or target does not handle */
  INGOT_MISMATCH = 4,
  INGOT_BAD_MODEL = 5, /* malformed, or against an operator's rules */
  INGOT_CANCELLED = 6, /* the run was called off, or its deadline came */
} ingot_error_kind;

typedef struct ingot_error ingot_error;

/* INGOT_OK for NULL. */
ingot_error_kind ingot_error_get_kind(const ingot_error *error);
/* All that is wrong, one finding a line, with the nodes' names; "" for NULL. */
const char *ingot_error_message(const ingot_error *error);
void ingot_error_free(ingot_error *error);

/*===--- types ---===*/

/* Element types; the numbers are those of ONNX. Types of fewer than 8 bits take a byte each. */
typedef enum ingot_element {
  INGOT_F32 = 1,
  INGOT_U8 = 2,
  INGOT_I8 = 3,
  INGOT_U16 = 4,
  INGOT_I16 = 5,
  INGOT_I32 = 6,
  INGOT_I64 = 7,
  INGOT_STRING = 8, /* cannot be passed in buffers */
  INGOT_BOOL = 9,
  INGOT_F16 = 10,
  INGOT_F64 = 11,
  INGOT_U32 = 12,
  INGOT_U64 = 13,
  INGOT_C64 = 14,
  INGOT_C128 = 15,
  INGOT_BF16 = 16,
  INGOT_F8E4M3FN = 17,
  INGOT_F8E4M3FNUZ = 18,
  INGOT_F8E5M2 = 19,
  INGOT_F8E5M2FNUZ = 20,
  INGOT_U4 = 21,
  INGOT_I4 = 22,
  INGOT_F4E2M1 = 23,
  INGOT_F8E8M0 = 24,
  INGOT_U2 = 25,
  INGOT_I2 = 26,
  INGOT_F6E2M3 = 27,
  INGOT_F6E3M2 = 28,
} ingot_element;

/* Bytes of one element in a buffer; 0 for strings and unknown numbers. */
size_t ingot_element_bytes(int32_t element);

#define INGOT_UNKNOWN_DIM (-1)

/* An input or output. Its pointers live as long as the model. */
typedef struct ingot_port {
  const char *name;
  const char *type;             /* for people: "f32[batch,1,8,8]" */
  int32_t element;              /* ingot_element; 0 if it is no tensor */
  int32_t rank;                 /* -1 if it is not known */
  const int64_t *dims;          /* INGOT_UNKNOWN_DIM where a size is not known */
  const char *const *dim_names; /* "" for a dimension without a name */
} ingot_port;

/* A dense row-major tensor in the caller's memory. */
typedef struct ingot_buffer {
  int32_t element; /* ingot_element */
  int32_t rank;    /* of an output before the run: how many dims there is room for */
  int64_t *dims;
  void *data;
  size_t bytes; /* of data */
} ingot_buffer;

/*===--- models ---===*/

typedef struct ingot_model ingot_model;

/* A size for a symbolic dimension. */
typedef struct ingot_dim {
  const char *name;
  int64_t size;
} ingot_dim;

typedef struct ingot_load_options {
  size_t struct_size; /* sizeof(ingot_load_options) */
  const ingot_dim *dims;
  size_t dim_count;
} ingot_load_options;

/* `options` may be NULL everywhere. */
ingot_error *ingot_model_load(const char *path, const ingot_load_options *options,
                              ingot_model **model);
/* Copies the bytes. A model in memory cannot use external data. */
ingot_error *ingot_model_load_memory(const void *bytes, size_t size,
                                     const ingot_load_options *options, ingot_model **model);
void ingot_model_free(ingot_model *model);

size_t ingot_model_input_count(const ingot_model *model);
size_t ingot_model_output_count(const ingot_model *model);
/* Fills `port`; fails beyond the count. */
ingot_error *ingot_model_input(const ingot_model *model, size_t index, ingot_port *port);
ingot_error *ingot_model_output(const ingot_model *model, size_t index, ingot_port *port);

/*===--- programs ---===*/

typedef struct ingot_program ingot_program;

/* How many targets this build has, and their names; NULL beyond the count. */
size_t ingot_target_count(void);
const char *ingot_target_name(size_t index);

/* A target of NULL is "cpu". The program outlives the model if need be. */
ingot_error *ingot_model_compile(const ingot_model *model, const char *target,
                                 ingot_program **program);
void ingot_program_free(ingot_program *program);

/* The threads that run compiled programs. All programs share the process's pool, which grows to the
 * most threads that any of them asks for, unless they are given another one. */
typedef struct ingot_thread_pool ingot_thread_pool;

/* A pool for that many threads, the caller of a run among them. It never grows. Its threads end
 * when it is freed and no program uses it any more. */
ingot_error *ingot_thread_pool_create(int32_t threads, ingot_thread_pool **pool);
void ingot_thread_pool_free(ingot_thread_pool *pool);

/* What of a model becomes part of the machine code of its kernels. */
typedef enum ingot_specialization {
  INGOT_SPECIALIZE_DEFAULT = 0,
  INGOT_SPECIALIZE_NONE = 1,   /* nothing */
  INGOT_SPECIALIZE_SHAPES = 2, /* sizes, strides and attributes */
  INGOT_SPECIALIZE_ALL = 3     /* addresses, too */
} ingot_specialization;

/* How compiled code may compute. */
typedef enum ingot_math {
  INGOT_MATH_DEFAULT = 0,
  INGOT_MATH_STRICT = 1, /* floats of up to 32 bits in f32, sums of products as they are */
  INGOT_MATH_FAST = 2    /* where that is faster: products of weights kept in f16 in f16, and
                          * convolutions by transforms that take more rounding */
} ingot_math;

/* Sizes from `first` to `last` of a dimension that the model leaves open, by its name. */
typedef struct ingot_dim_range {
  const char *name;
  int64_t first, last;
} ingot_dim_range;

typedef struct ingot_compile_options {
  size_t struct_size;      /* sizeof(ingot_compile_options) */
  const char *target;      /* NULL: "cpu" */
  int32_t threads;         /* that a run may use, its caller among them; 0: as many as cores
                            * that the process may use, or as the pool has */
  int32_t specialize;      /* ingot_specialization */
  int32_t no_optimize;     /* not 0: operators as the model has them; but products of integers
                            * that were dequantized are of the integers, always */
  int32_t flush_denormals; /* not 0: compiled code takes denormal numbers for zero */
  /* Called while compiling, one call at a time, from any thread; `total` is 0 where it is not
   * known. May be NULL. */
  void (*progress)(void *user, const char *stage, int64_t done, int64_t total);
  void *progress_user;
  const char *cpu; /* the processor that code is made for; NULL: the one of this machine */
  const ingot_thread_pool *pool; /* NULL: the process's; need not outlive the call */
  int64_t program_memory;        /* bytes kept for input types that it has met; 0: a quarter of the
                                    machine's */
  int32_t precision;             /* INGOT_F32, INGOT_F16 or INGOT_BF16: everything is computed in
                                    f32, and weights are rounded to this type, which they are kept
                                    in; 0: as the model has it */
  int32_t no_background; /* not 0: the first run with new sizes waits for its program, instead of
                          * running with kernels that are made for all sizes meanwhile */
  int32_t math;          /* ingot_math */
  /* Sizes to be ready for: kernels that are made for all sizes are compiled for these now, so that
   * the first run of any of them is answered at once. Where the model leaves more open, the first
   * run brings the rest, and waits. */
  const ingot_dim_range *ranges;
  size_t range_count;
} ingot_compile_options;

ingot_error *ingot_model_compile_with(const ingot_model *model,
                                      const ingot_compile_options *options,
                                      ingot_program **program);

/* What was compiled last; zeros where nothing is compiled before it runs. */
typedef struct ingot_report {
  size_t struct_size; /* sizeof(ingot_report), set by the caller */
  int64_t weight_bytes;
  int64_t arena_bytes; /* memory between the steps, one for each context */
  int64_t code_bytes;
  double compile_seconds;
  int64_t segments;          /* parts compiled as one */
  int64_t steps;             /* of all segments */
  int64_t host_steps;        /* of them on the reference kernels */
  int32_t whole;             /* 1: one segment is all there is */
  double compiled_operators; /* the share of operators that are machine code, 0 to 1 */
  double compiled_macs;      /* the same of multiply-accumulates */
  int64_t ahead_sizes;       /* of the ranges: sizes that kernels were made for, */
  int64_t ahead_refused;     /* sizes that were tried and that the model does not take, */
  int64_t ahead_code_bytes;  /* of the kernels, */
  double ahead_seconds;      /* and how long that took */
} ingot_report;

ingot_error *ingot_program_report(const ingot_program *program, ingot_report *report);

/* Calls runs off, from any thread. A run looks between its steps, and not inside of them; it fails
 * with INGOT_CANCELLED then, as it does at its deadline. */
typedef struct ingot_cancellation ingot_cancellation;

ingot_cancellation *ingot_cancellation_create(void);
/* For good: it is not used again. */
void ingot_cancellation_cancel(ingot_cancellation *cancellation);
/* The runs that were given it go on as they would without. */
void ingot_cancellation_free(ingot_cancellation *cancellation);

typedef struct ingot_run_options {
  size_t struct_size; /* sizeof(ingot_run_options) */
  int64_t max_memory; /* bytes of tensors at a time; 0: half of the machine's memory */
  double timeout;     /* seconds; 0: none */
  uint64_t seed;      /* of random operators that bring none of their own */
  const ingot_cancellation
      *cancellation; /* ends the run when it is cancelled; NULL: nothing does */
  int64_t deadline;  /* nanoseconds of CLOCK_MONOTONIC when the run must be over; 0: none */
} ingot_run_options;

/* Runs with one buffer per input, in the order of the model, and writes the outputs into the
 * caller's buffers: element, rank and dims are set to what the output is, and `bytes` to its size.
 * When a buffer has too little room for data or dims, that is the error, and element, rank and
 * bytes of every output say what is needed. An output whose data is NULL is only measured. Inputs
 * are only read. */
ingot_error *ingot_program_run(const ingot_program *program, const ingot_buffer *inputs,
                               size_t input_count, ingot_buffer *outputs, size_t output_count,
                               const ingot_run_options *options);

/*===--- contexts ---===*/

/* What one caller needs to run a program again and again: it owns the buffers of inputs and
 * outputs. A run of a program that is whole allocates nothing. Any number of contexts share a
 * program, which they outlive if need be. */
typedef struct ingot_context ingot_context;

/* `types` gives element, rank and dims of each input, of which nothing else is read; NULL for those
 * of the model when all their sizes are known. Only models whose inputs are all tensors of numbers.
 */
ingot_error *ingot_context_create(const ingot_program *program, const ingot_buffer *types,
                                  size_t type_count, const ingot_run_options *options,
                                  ingot_context **context);
void ingot_context_free(ingot_context *context);

size_t ingot_context_input_count(const ingot_context *context);
size_t ingot_context_output_count(const ingot_context *context);
/* The memory of an input, which is zero at first, for the caller to write. Dims are not to be
 * written. It stays where it is as long as the context. */
ingot_error *ingot_context_input(ingot_context *context, size_t index, ingot_buffer *buffer);
/* What the last run gave. Valid until the next run. Before the first run of a program that is not
 * whole there are no outputs. */
ingot_error *ingot_context_output(ingot_context *context, size_t index, ingot_buffer *buffer);
ingot_error *ingot_context_run(ingot_context *context);
/* The same with cancellation and deadline of these options; nothing else is read of them. */
ingot_error *ingot_context_run_with(ingot_context *context, const ingot_run_options *options);

#ifdef __cplusplus
}
#endif

#endif
