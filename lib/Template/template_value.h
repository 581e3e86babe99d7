/* What a template parameter may be, and whether a text is a value of it. */
#ifndef TRI_TEMPLATE_TEMPLATE_VALUE_H
#define TRI_TEMPLATE_TEMPLATE_VALUE_H

#include "Support/arena.h"
#include "Template/template_line.h"

#include <stdint.h>

typedef enum { PARAM_INTEGER, PARAM_BOOL, PARAM_FLOAT, PARAM_TYPE } ParamKind;

typedef struct {
  ParamKind kind;
  Span value;       /* in the file: what a definition replaces */
  const char *type; /* "i32", "index", "f32"; "" for a bool or a type */
} ParamShape;

/* Whether "128 : i32", "true", "0.5 : f32" (sigil '#') or a type (sigil '!') can be a parameter. On failure
 * *problem is a sentence. */
bool param_shape(Arena *a, char sigil, Span value, ParamShape *shape, const char **problem);

typedef struct {
  const char *text; /* as it is put into the file */
  int64_t number;   /* of an integer or a bool */
} ParamValue;

/* Reads text as a value of the shape. On failure *problem is "an integer from -128 to 255 (i8)" or the like:
 * what was expected. */
bool param_value(Arena *a, const ParamShape *shape, Span text, ParamValue *value, const char **problem);

/* Whether two values of one shape are the same. */
bool param_same(const ParamShape *shape, const ParamValue *x, const ParamValue *y);

#endif
