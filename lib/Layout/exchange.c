#include "Layout/exchange.h"
#include "Layout/cost.h"
#include <assert.h>

enum { ALL_WAYS = (1 << TRI_WAYS) - 1 };

/* Names of f's registers by those of g: f(it(r)) == g(r). */
static F2 renaming(TriLayout f, TriLayout g)
{
  F2 names;
  bool ok = f2_factor(tri_layout_part(f, TRI_REGISTER), tri_layout_part(g, TRI_REGISTER), &names);
  assert(ok);
  (void)ok;
  return names;
}

static void take_shuffles(TriExchange *x)
{
  x->shuffle = tri_shuffle_of(&x->conversion, x->element);
  x->kind = x->shuffle.shuffles ? TRI_EXCHANGE_SHUFFLES : TRI_EXCHANGE_REGISTERS;
  x->shuffles = x->shuffle.shuffles;
  x->selects = x->shuffle.selects;
  x->cost = TRI_COST_SHUFFLE * x->shuffles + TRI_COST_SELECT * x->selects;
}

static void take_passage(TriExchange *x, TriPassage p)
{
  x->kind = TRI_EXCHANGE_SHARED;
  x->passage = p;
  x->shuffles = 0;
  x->selects = p.write.selects + p.read.selects;
  x->instructions = p.write.instructions + p.read.instructions;
  x->wavefronts = p.write.wavefronts + p.read.wavefronts;
  x->shared_bytes = p.bytes;
  x->cost = tri_passage_cost(&p);
}

bool tri_exchange(TriLayout from, TriLayout to, int element, TriExchange *x)
{
  TriLayout source = tri_layout_canonical(from), result = tri_layout_canonical(to);
  *x = (TriExchange){.element = element};
  if (from.in[TRI_CTA] || !tri_layout_conversion(source, result, &x->conversion))
    return false;
  x->before = renaming(from, source);
  x->after = renaming(result, to);
  if (x->conversion.move <= TRI_MOVE_LANES)
    take_shuffles(x);
  if (x->conversion.move <= TRI_MOVE_LANES && x->cost <= TRI_COST_WARP_BARRIER)
    return true;
  TriPassage p = tri_passage_of(&x->conversion, element, ALL_WAYS);
  if (x->conversion.move == TRI_MOVE_WARPS || tri_passage_cost(&p) < x->cost)
    take_passage(x, p);
  return true;
}

void tri_exchange_without_stmatrix(TriExchange *x)
{
  if (x->kind == TRI_EXCHANGE_SHARED && x->passage.write.way != TRI_BY_REGISTERS)
    take_passage(x, tri_passage_of(&x->conversion, x->element, 1u << TRI_BY_REGISTERS));
}

/* ---- text ---------------------------------------------------------------------------------------- */

static const char *plural(uint32_t n) { return n == 1 ? "" : "s"; }

/* ", 8 selects", or nothing. */
static const char *select_text(Arena *a, const TriExchange *x)
{
  return x->selects ? arena_printf(a, ", %u select%s", x->selects, plural(x->selects)) : "";
}

static const char *way_text(TriWay way, const char *plain, const char *transposed)
{
  return way == TRI_BY_REGISTERS ? "" : way == TRI_BY_MATRIX ? plain : transposed;
}

char *tri_exchange_text(Arena *a, const TriExchange *x)
{
  const TriPassage *p = &x->passage;
  switch (x->kind) {
  case TRI_EXCHANGE_REGISTERS:
    return arena_printf(a, "registers%s", select_text(a, x));
  case TRI_EXCHANGE_SHUFFLES:
    return arena_printf(a, "%u shuffle%s%s", x->shuffles, plural(x->shuffles), select_text(a, x));
  case TRI_EXCHANGE_SHARED:
    break;
  }
  return arena_printf(a, "shared %u bytes%s, %u wavefront%s%s%s%s", x->shared_bytes,
                      p->in_warp ? " in warps" : "", x->wavefronts, plural(x->wavefronts),
                      way_text(p->write.way, ", stmatrix", ", stmatrix.trans"),
                      way_text(p->read.way, ", ldmatrix", ", ldmatrix.trans"), select_text(a, x));
}
