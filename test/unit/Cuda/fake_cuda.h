/* A stand-in for libcuda.so.1: one GPU that is the PTX simulator, its memory the host's. It checks what a
 * driver checks (contexts, PTX versions, targets, sizes), fails where a test tells it to, and counts what was
 * not given back. Programs get it by TRI_CUDA_DRIVER; a test by dlopen of the same file, then
 *
 *   FakeCuda *fake = dlsym(library, "fake_cuda");
 *   fake->fail = "cuMemAlloc_v2", fake->fail_with = 2; */
#ifndef TRI_TEST_FAKE_CUDA_H
#define TRI_TEST_FAKE_CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  /* what the machine is */
  int devices, version, major, minor;
  size_t memory;
  /* the function of this symbol fails with this result; after so many calls of it that succeed */
  const char *fail;
  unsigned fail_with;
  int fail_after;
  const char *log; /* what assembling says when it fails */
  int max_threads; /* of a kernel, as its registers allow */
  bool do_not_run; /* launches are recorded alone */
  /* what happened */
  int assembled, launches;
  unsigned grid[3], block[3], shared;
  void *stream;
  unsigned char params[4352];
  size_t param_bytes;
  bool special; /* the launched PTX is compiled under more promises */
  /* what there is */
  int contexts, allocations, streams, events, modules, links;
  size_t allocated;
} FakeCuda;

#endif
