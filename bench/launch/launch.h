/* What launching costs the host. */
#ifndef TRI_BENCH_LAUNCH_H
#define TRI_BENCH_LAUNCH_H

/* Prints nanoseconds of one launch with 4 and with 19 arguments on device 0, by tri and by the driver alone,
 * one JSON object a line, the median of so many batches of launches. Gives the program's exit status: 77
 * where there is no device. */
enum { LAUNCH_BATCHES = 200 };
int bench_launch(int batches);

/* Runs the first kernel of the file once, on arguments made of zeros, and prints where the time from the
 * start of the process to the result went. */
int bench_first(const char *file);

#endif
