/* Files: reading one whole, and writing one so that it is there complete or not at all.
 *
 * A regular file is written under a temporary name beside it, which is made when the output is opened, before
 * the kernel runs, and renamed when all is written. Anything else (/dev/stdout, a pipe) is written in place.
 *
 *   Output *o = output_open("y.npy", p);         NULL and a problem: no such folder, a directory, no
 * permission … output_write(o, data, bytes) && output_commit(o, p)
 *
 * Invariant: while outputs are open, output_discard_all (also called on SIGINT, SIGTERM, SIGHUP) leaves no
 * temporary file behind and no target changed. */
#ifndef TRI_RUN_FILE_H
#define TRI_RUN_FILE_H

#include "problem.h"

#include <stdio.h>

typedef struct {
  const char *at; /* NUL-terminated */
  size_t bytes;
} Text;

/* The whole file, or standard input for "-". */
bool file_read(const char *path, Text *text, Problem *p);

typedef struct Output Output;

/* Opening one path twice is a problem: one would overwrite the other. */
Output *output_open(const char *path, Problem *p);
/* The stream to write to. */
FILE *output_stream(Output *o);
/* Flushes and puts the file in place; false with a problem where anything failed since it was opened. */
bool output_commit(Output *o, Problem *p);
/* Forgets every output that is not committed. */
void output_discard_all(void);

/* Whether all that went to standard output arrived; a full disk or a closed pipe is a problem. */
bool standard_output_arrived(Problem *p);

#endif
