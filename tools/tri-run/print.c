#include "print.h"
#include "element.h"

#include <string.h>

enum { LINE_WIDTH = 80, ALL_SHOWN = 1000, EDGE = 3, PRINT_DIGITS = 8, LINE_DIGITS = 6 };

static const char *text_at(const Array *a, int64_t i, bool poisoned, int digits, char text[ELEMENT_TEXT])
{
  return poisoned && array_is_poison(a, i) ? strcpy(text, "·")
                                           : element_text(a->type, array_at(a, i), digits, text);
}

/* Columns of a UTF-8 text. */
static int width_of(const char *text)
{
  int n = 0;
  for (; *text; text++)
    n += (*text & 0xc0) != 0x80;
  return n;
}

const char *array_line(Arena *a, const Array *array, bool poisoned, int edge)
{
  const char *line = "";
  char text[ELEMENT_TEXT];
  bool all = array->count <= 2 * edge;
  for (int64_t i = 0; i < array->count; i++) {
    if (!all && i == edge) {
      line = arena_printf(a, "%s  …", line);
      i = array->count - edge;
    }
    line = arena_printf(a, "%s%s%s", line, i ? "  " : "", text_at(array, i, poisoned, LINE_DIGITS, text));
  }
  return array->count ? line : "(no elements)";
}

typedef struct {
  FILE *f;
  const Array *array;
  bool poisoned, summarised;
  int width; /* of a column */
} Printer;

/* The next index of an axis to show: it jumps over the middle of a long axis. */
static bool is_gap(const Printer *p, int axis, int64_t i)
{
  return p->summarised && i == EDGE && p->array->shape.extent[axis] > 2 * EDGE;
}

static int64_t behind_gap(const Printer *p, int axis) { return p->array->shape.extent[axis] - EDGE; }

/* Calls visit on the number of every element that is shown. */
static void each_shown(Printer *p, int axis, int64_t number, void (*visit)(Printer *, int64_t))
{
  if (axis == p->array->shape.rank) {
    visit(p, number);
    return;
  }
  int64_t n = p->array->shape.extent[axis];
  for (int64_t i = 0; i < n; i++) {
    i = is_gap(p, axis, i) ? behind_gap(p, axis) : i;
    each_shown(p, axis + 1, number * n + i, visit);
  }
}

static void widen(Printer *p, int64_t number)
{
  char text[ELEMENT_TEXT];
  int width = width_of(text_at(p->array, number, p->poisoned, PRINT_DIGITS, text));
  p->width = width > p->width ? width : p->width;
}

static void print_element(Printer *p, int64_t number)
{
  char text[ELEMENT_TEXT];
  text_at(p->array, number, p->poisoned, PRINT_DIGITS, text);
  fprintf(p->f, "%*s%s", p->width - width_of(text), "", text);
}

/* A row of the last axis, wrapped; indent is the column behind its bracket. */
static void print_row(Printer *p, int axis, int64_t number, int indent)
{
  int64_t n = p->array->shape.extent[axis];
  int column = indent;
  for (int64_t i = 0; i < n; i++) {
    bool gap = is_gap(p, axis, i);
    int width = gap ? 3 : p->width;
    if (i && column + 1 + width > LINE_WIDTH - 1) {
      fprintf(p->f, "\n%*s", indent, "");
      column = indent;
    } else if (i)
      column += fprintf(p->f, " ");
    column += width;
    if (gap) {
      fprintf(p->f, "...");
      i = behind_gap(p, axis) - 1;
    } else
      print_element(p, number * n + i);
  }
}

static void print_axis(Printer *p, int axis, int64_t number)
{
  int rank = p->array->shape.rank;
  int64_t n = p->array->shape.extent[axis];
  fprintf(p->f, "[");
  if (axis == rank - 1)
    print_row(p, axis, number, rank);
  for (int64_t i = 0; axis < rank - 1 && i < n; i++) {
    if (i)
      fprintf(p->f, "%.*s%*s", rank - 1 - axis, "\n\n\n\n\n\n\n\n", axis + 1, "");
    if (is_gap(p, axis, i)) {
      fprintf(p->f, "...");
      i = behind_gap(p, axis) - 1;
    } else
      print_axis(p, axis + 1, number * n + i);
  }
  fprintf(p->f, "]");
}

void array_print(FILE *f, const Array *array, bool poisoned)
{
  Printer p = {f, array, poisoned, array->count > ALL_SHOWN, 1};
  if (array->count)
    each_shown(&p, 0, 0, widen);
  if (array->shape.rank == 0)
    print_element(&p, 0);
  else if (array->count)
    print_axis(&p, 0, 0);
  else
    fprintf(f, "[]");
  fprintf(f, "\n");
}
