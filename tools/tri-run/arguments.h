/* The kernel's arguments: each parameter with its spec, resolved to a scalar or an array.
 *
 * A scalar may be an expression over other scalars and template parameters; they are evaluated as they are
 * asked for, and a cycle is an error. An argument without a spec takes its tri.arg.
 *
 *   arguments_bind     specs, scalars, grid names: everything that can be wrong is said here
 *   arguments_fill     allocates and fills the arrays
 *
 * Invariant: after arguments_bind every argument has a spec; after arguments_fill, args[i] is what the launch
 * takes for parameter i. */
#ifndef TRI_RUN_ARGUMENTS_H
#define TRI_RUN_ARGUMENTS_H

#include "file.h"
#include "fill.h"
#include "npy.h"
#include "options.h"

typedef enum { SCALAR_UNKNOWN, SCALAR_ASKED, SCALAR_KNOWN } ScalarState;

typedef struct {
  TriParameter *parameter; /* ours: after arguments_bind with the type that is passed */
  bool given;              /* on the command line */
  Spec spec;
  ScalarState state;
  Number scalar;
  Fill fill; /* of a buffer that is not read from a file */
  Npy npy;   /* of a file that is read */
  Array array;
  bool poisoned; /* filled by empty(…) */
  Output *output;
} Argument;

typedef struct {
  Argument *at;
  size_t n;
  const TriParam *params; /* of the template */
  size_t n_params;
  uint64_t seed;
  const char *file;  /* the kernel's, for examples in errors */
  bool has_grid;     /* one is known, from --grid or tri.grid */
  const char *known; /* "n, BLOCK": what expressions may name */
  Problem *p;
} Arguments;

/* Finds each parameter's spec, evaluates scalars, reads and checks files, resolves fills. */
bool arguments_bind(Arguments *a, const TriKernel *k, const TriModule *m, const Options *o, Problem *p);
/* Opens what is written after the run; nothing is changed yet. */
bool arguments_open_outputs(Arguments *a);
bool arguments_fill(Arguments *a, TriArg *args);
/* The buffer that a table of pointers points into; NULL for other arguments. */
Argument *argument_pointed_to(Arguments *a, const Argument *table);
/* Writes the outputs after the run. */
bool arguments_write(Arguments *a);
void arguments_free(Arguments *a);

Argument *argument_named(Arguments *a, const char *name);
/* An error that lists the arguments, with the nearest one: "--print: the kernel has no argument 'q'…". */
bool no_such_argument(const Arguments *a, const char *what, const char *name);

/* Names in expressions: scalar integer arguments, then the template's integer parameters. */
Names arguments_names(Arguments *a);

#endif
