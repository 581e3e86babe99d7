/* What an argument is to be: the text behind ARG= on the command line, or in the file's `tri.arg`.
 *
 *   98432                     a scalar: an integer expression, a number, true, false
 *   randn(128, n / 2)         a fill; the extents are integer expressions
 *   @x.npy                    a file's contents
 *   randn(n):f32   0.5:f16    with its type, for arguments of which the kernel's text does not tell it
 *   randn(n)@x.npy:w          a fill, written to the file after the run
 *   @x.npy:w                  the default fill, written to the file after the run
 *   @x.npy:rw                 read before, written after
 *
 * A file's name that ends in ":w" is written "name:w:r".
 *
 * Parsing looks at the form alone; values come with fill_values (fill.h), when names are known. */
#ifndef TRI_RUN_SPEC_H
#define TRI_RUN_SPEC_H

#include "array.h"

typedef enum {
  FILL_NONE, /* no fill is given */
#define F(id, name, before, behind, usage, help) FILL_##id,
#include "fills.def"
#undef F
  FILL_COUNT
} FillKind;

typedef struct {
  const char *name;
  int before, behind; /* values around the extents */
  const char *usage, *help;
} FillForm;
extern const FillForm fill_forms[FILL_COUNT];

enum { MAX_FILL_ARGUMENTS = MAX_RANK + 2 };

typedef struct {
  const char *text;   /* the whole */
  const char *scalar; /* NULL where it is a fill or a file */
  TriType type;       /* TRI_NONE where it is not said */
  FillKind fill;
  int n;
  const char *argument[MAX_FILL_ARGUMENTS]; /* of the fill, trimmed */
  const char *file;                         /* NULL without '@' */
  bool read, write;
} Spec;

/* name is the argument's, for errors. What is given back lives in p's arena. */
bool spec_parse(const char *name, const char *text, Spec *spec, Problem *p);

#endif
