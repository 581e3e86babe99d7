/* A picture of a layout for people. */
#include "Layout/text.h"
#include "Layout/writer.h"
#include <string.h>

static const char *cell(Arena *a, TriLayout l, uint32_t element)
{
  TriSlot s;
  if (!tri_layout_owner(l, element, &s))
    return "-";
  F2 f = tri_layout_matrix(l);
  unsigned long long owners = 1ull << (f.n - f2_rank(f));
  const char *cta = l.in[TRI_CTA] ? arena_printf(a, "C%u", s.at[TRI_CTA]) : "";
  const char *copies = owners > 1 ? arena_printf(a, "*%llu", owners) : "";
  uint32_t thread = (s.at[TRI_WARP] << l.in[TRI_LANE]) + s.at[TRI_LANE];
  return arena_printf(a, "%sT%u:%u%s", cta, thread, s.at[TRI_REGISTER], copies);
}

static const char *heading(Arena *a, TriLayout l)
{
  return arena_printf(a, "%s elements, %llu registers x %llu lanes x %llu warps x %llu CTAs",
                      tri_layout_print_extent(a, l), 1ull << l.in[TRI_REGISTER], 1ull << l.in[TRI_LANE],
                      1ull << l.in[TRI_WARP], 1ull << l.in[TRI_CTA]);
}

static uint32_t clipped(int bits, int most)
{
  return bits < 31 && 1 << bits <= most ? 1u << bits : (uint32_t)most;
}

typedef struct {
  uint32_t rows, columns;
  bool cut_rows, cut_columns;
  int column_bits;
} Window;

static Window window_of(TriLayout l, int rows, int columns)
{
  int column_bits = l.rank > 0 ? l.out[l.rank - 1] : 0, row_bits = l.rank > 1 ? l.out[l.rank - 2] : 0;
  Window w = {clipped(row_bits, rows), clipped(column_bits, columns), .column_bits = column_bits};
  w.cut_rows = (uint64_t)w.rows < 1ull << row_bits;
  w.cut_columns = (uint64_t)w.columns < 1ull << column_bits;
  return w;
}

/* The element at a place of the window. */
static uint32_t at(Window w, uint32_t row, uint32_t column)
{
  return (uint32_t)((uint64_t)row << w.column_bits) | column;
}

static int widest_cell(Arena *a, TriLayout l, Window w)
{
  size_t width = 4;
  for (uint32_t i = 0; i < w.rows; i++)
    for (uint32_t j = 0; j < w.columns; j++) {
      size_t n = strlen(cell(a, l, at(w, i, j)));
      width = n > width ? n : width;
    }
  return (int)width;
}

char *tri_layout_draw(Arena *a, TriLayout l, int rows, int columns)
{
  Window w = window_of(l, rows, columns);
  int width = widest_cell(a, l, w);
  Writer text = {.arena = a};
  put(&text, "%s\n    ", heading(a, l));
  for (uint32_t j = 0; j < w.columns; j++)
    put(&text, " %*u", width, j);
  for (uint32_t i = 0; i < w.rows; i++) {
    put(&text, "\n%4u", i);
    for (uint32_t j = 0; j < w.columns; j++)
      put(&text, " %*s", width, cell(a, l, at(w, i, j)));
    put(&text, "%s", w.cut_columns ? " ..." : "");
  }
  put(&text, "\n%s", w.cut_rows ? " ...\n" : "");
  return text.at;
}
