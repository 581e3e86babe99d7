/* The driver's own part of a launch: cuLaunchKernel called directly, with the same code and arguments. */
#ifndef TRI_BENCH_DRIVER_H
#define TRI_BENCH_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct DriverKernel DriverKernel;

/* The kernel of the cubin in the current primary context of device 0; NULL where that fails. */
DriverKernel *driver_kernel_new(const void *cubin, const char *name);
void driver_kernel_free(DriverKernel *k);
/* One launch of one CTA of 32 threads: the arguments as one block of bytes, or, where block is NULL, each by
 * its address. */
bool driver_launch(const DriverKernel *k, void *stream, void *block, size_t bytes, void **args);

#endif
