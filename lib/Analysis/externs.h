/* Functions of device libraries that have code of ours, so that no library is needed: a part of libdevice. */
#ifndef TRI_ANALYSIS_EXTERNS_H
#define TRI_ANALYSIS_EXTERNS_H

#include "mlir-c/IR.h"
#include "tri/tri.h"

#include <stdbool.h>

typedef struct {
  const char *symbol;
  TriType args[3]; /* TRI_NONE after the last */
  TriType result;
  TriExactness exactness;
  double ulp; /* of the result's type, next to the correctly rounded result */
} ExternFunction;

extern const ExternFunction extern_functions[];
extern const size_t extern_function_count;

/* The function that the tri.extern_call calls, with these types; NULL where it has no code. */
const ExternFunction *extern_function_of(MlirOperation op);

/* False, after an error that says what is amiss, where the tri.extern_call has no code. */
bool require_extern_function(MlirOperation op);

#endif
