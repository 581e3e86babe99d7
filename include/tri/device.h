/* libtri on CUDA devices: kernels on the caller's own device memory and streams. Needs no CUDA header; the
 * driver is found at run time.
 *
 *   TriDevice *d = tri_device_open(0);
 *   TriFunction *f = d ? tri_kernel_load(k, d, NULL, 0) : NULL;
 *   float *x = tri_device_alloc(d, n * sizeof *x);
 *   TriArg args[] = {tri_buffer(x, 0), tri_int(n)};
 *   tri_function_launch(f, stream, (int64_t[]){97, 1, 1}, args, 2);
 *   tri_device_wait(d, stream);
 *
 * The driver is libcuda.so.1, or the library that the environment's TRI_CUDA_DRIVER names ("none" for a
 * machine without).
 *
 * A device is the driver's primary context of one GPU: what the CUDA runtime, and whoever else in the process
 * uses it, allocates there is valid here, and the other way round. A stream is a CUstream (a cudaStream_t is
 * one) as void *, NULL for the default stream. Device pointers are void *.
 *
 * Any thread may use a device and a function, several at once; no call changes the thread's current context.
 * Errors are a status and tri_device_error(), both of the calling thread. tri_kernel_load compiles, so it
 * belongs to its compiler's thread and reports there: tri_error(compiler). */
#ifndef TRI_DEVICE_H
#define TRI_DEVICE_H

#include <tri/tri.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TriDevice TriDevice;
typedef struct TriFunction TriFunction;

/* What went wrong in this thread's last call here that failed; "" where none has. */
TRI_API const char *tri_device_error(void);

/* ---- devices ---- */

/* How many CUDA devices there are; 0, with the reason in tri_device_error(), where none can be used. */
TRI_API int tri_device_count(void);

/* The device, from 0; every open is paired with a close. NULL after an error. */
TRI_API TriDevice *tri_device_open(int ordinal);
TRI_API void tri_device_close(TriDevice *d);

typedef struct {
  const char *name; /* "NVIDIA H200" */
  const char *arch; /* what kernels are compiled for: "sm_90a" */
  int ordinal;
  int major, minor; /* compute capability */
  int driver;       /* the newest CUDA version that the driver knows: 13000 for 13.0 */
  int ptx;          /* the PTX version that kernels are compiled to: 87 for 8.7 */
  int multiprocessors;
  size_t memory_bytes, l2_bytes;
  size_t shared_bytes; /* most that one CTA may have */
} TriDeviceInfo;
TRI_API const TriDeviceInfo *tri_device_info(const TriDevice *d);

/* ---- memory and streams ---- */

/* At least 256-byte aligned. NULL after an error; not for 0 bytes, where it gives a pointer to nothing. */
TRI_API void *tri_device_alloc(TriDevice *d, size_t bytes);
TRI_API TriStatus tri_device_free(TriDevice *d, void *p); /* NULL is nothing */
/* In the order of the stream; each end is host or device memory. The host end must stay until the copy is
 * done: tri_device_wait. */
TRI_API TriStatus tri_device_copy(TriDevice *d, void *to, const void *from, size_t bytes, void *stream);
TRI_API TriStatus tri_device_fill(TriDevice *d, void *p, unsigned char value, size_t bytes, void *stream);

/* A stream that does not wait for the default stream. NULL after an error. */
TRI_API void *tri_stream_new(TriDevice *d);
TRI_API void tri_stream_free(TriDevice *d, void *stream);
/* Returns when the stream has done all that it was given; faults of kernels are reported here, failed
 * tri.asserts with their lines, and what kernels have printed is written to standard error. Nobody else may
 * launch on the stream meanwhile. */
TRI_API TriStatus tri_device_wait(TriDevice *d, void *stream);

/* ---- kernels on a device ---- */

/* The kernel compiled and loaded; it needs neither the kernel nor its compiler any more, and keeps the device
 * open. Compiled code is taken from the cache, where there is some: see tri_compiler_cache.
 *
 * With the arguments of a launch to come it is also compiled for launches like that one: integers and
 * addresses that are multiples of 16 there are compiled as such, which makes masks and vectors cheaper. Each
 * launch takes the faster code where its arguments allow that; what a launch computes never depends on it.
 * NULL after an error. */
TRI_API TriFunction *tri_kernel_load(TriKernel *k, TriDevice *d, const TriArg *like, size_t n_like);
TRI_API void tri_function_free(TriFunction *f);
/* Threads of a CTA and dynamic shared bytes of a kernel from PTX, for every launch from now on; what the PTX
 * requires (.reqntid) cannot be changed. Zeros: as the kernel says. */
TRI_API TriStatus tri_function_block(TriFunction *f, const int block[3], int64_t shared);

typedef struct {
  int threads;             /* of a CTA */
  int registers;           /* of a thread */
  size_t local_bytes;      /* of a thread: spills and arrays */
  size_t shared_bytes;     /* of a CTA */
  bool cached;             /* taken from the cache */
  double compile_seconds;  /* to PTX; 0 where cached */
  double assemble_seconds; /* PTX to machine code by the driver; 0 where cached */
  double load_seconds;     /* machine code onto the device, cache included */
  const void *cubin;       /* the machine code, of cubin_bytes */
  size_t cubin_bytes;
} TriFunctionInfo;
/* Of the code that a launch with these arguments would run; args NULL for the general code. */
TRI_API TriFunctionInfo tri_function_info(const TriFunction *f, const TriArg *args, size_t n_args);

/* Gives the grid to the stream and returns. Buffers are device pointers (TriArg.data; bytes is not looked
 * at). Checks the number and kinds of the arguments, the grid and tri.divisibility; a zero extent runs
 * nothing. Allocates nothing,
 * but the first launch of a kernel with tri.print or tri.assert on a stream makes its buffer there (1 MiB of
 * the host's memory). */
TRI_API TriStatus tri_function_launch(const TriFunction *f, void *stream, const int64_t grid[3],
                                      const TriArg *args, size_t n_args);

/* ---- time ---- */

typedef struct {
  int warmup, repetitions; /* 0: chosen so that seconds are spent */
  double seconds;          /* 0: 0.5 */
  int launches;            /* of work, and copies, between two events, whose own cost so shrinks; 0: 1 */
  bool warm_l2;            /* do not write the L2 full before each repetition */
  size_t copy_bytes;       /* beside each repetition time a copy on the device of so many bytes; 0: none */
} TriTiming;

/* Of one thing: median, 20th and 80th percentile, fastest; seconds on the device. */
typedef struct {
  double median, p20, p80, least;
} TriSpread;

typedef struct {
  int repetitions;
  TriSpread work, copy; /* copy: zeros where none was asked for */
} TriTimes;

/* Times what one work(data, i, stream) gives to the stream, with events around it, i counting from 0 so that
 * inputs can be rotated. Work and copy alternate, so that both see the same clocks. Stops at the first
 * failure of work, with its status. */
TRI_API TriStatus tri_device_time(TriDevice *d, TriStatus (*work)(void *data, int i, void *stream),
                                  void *data, const TriTiming *timing, TriTimes *times);

#ifdef __cplusplus
}
#endif
#endif
