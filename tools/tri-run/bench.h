/* --bench: how long the kernel takes on the GPU, beside a copy on the device that moves as many bytes.
 *
 * The buffers are copied to the device once, as they are after the run that was shown and checked; then
 * kernel and copy alternate, each behind a flush of the L2, for half a second (tri_device_time). */
#ifndef TRI_RUN_BENCH_H
#define TRI_RUN_BENCH_H

#include "report.h"

#include "tri/device.h"

#include <jansson.h>

struct Bench {
  TriTimes times;
  int64_t bytes; /* that a launch moves: tri.bytes, else those of the buffers it reads and of those it writes;
                    0: not known */
  int64_t flops; /* tri.flops; 0: the kernel does not say */
};

/* What tri.bytes and tri.flops say of this launch; before the run, since they may be wrong. */
bool bench_prepare(const TriKernel *k, Arguments *a, Bench *b, Problem *p);
/* args are the launch's, on the host. */
bool bench_run(TriKernel *k, const TriLaunch *launch, Bench *b, Problem *p);

void bench_print(FILE *f, Arena *a, const Bench *b);
json_t *bench_json(const Bench *b);

#endif
