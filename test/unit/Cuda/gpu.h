/* A test on the fake driver's GPU: a device, and the kernel that most tests launch. */
#ifndef TRI_TEST_CUDA_GPU_H
#define TRI_TEST_CUDA_GPU_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_cuda.h"
#include "tri/device.h"

/* The fake driver that TRI_CUDA_DRIVER names. */
FakeCuda *fake_driver(void);

/* The error of the thread's last device call that failed has the text in it. */
void expect_device_error(const char *text);

/* Everything that was taken from the driver was given back. */
void expect_nothing_left(void);

/* out[i] = x[i] * by + i over n elements, 32 to a program; x has no promise, by is an i32. */
extern const char scale_text[];
TriKernel *kernel_of(TriCompiler *c, const char *text);
/* Whether out is that. */
bool scaled(const int32_t *out, const int32_t *x, int32_t by, int32_t n);

#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
