#include "Conversion/lower_box.h"

/* How a thread's registers lie in the box: vectors of consecutive elements. */
typedef struct {
  bool scalar;
  TriLayout layout;
  Access access;
  MlirValue thread; /* the number of the element in register 0 */
  uint32_t reached; /* bits of numbers that depend on the thread */
} Lie;

enum { WIDEST = 16 }; /* bytes of one instruction */

/* Registers from 0 on that hold consecutive elements, at most `most`. */
static int run_of(TriLayout l, int most)
{
  int n = 0;
  while (n < l.in[TRI_REGISTER] && l.col[n] == 1u << n && 2 << n <= most)
    n++;
  return 1 << n;
}

static uint32_t thread_bits(TriLayout l)
{
  uint32_t reached = 0;
  for (int i = tri_layout_first(l, TRI_LANE); i < tri_layout_in_bits(l); i++)
    reached |= l.col[i];
  return reached;
}

static Lie lie_of(Lowering *l, MlirOperation op, MlirType t)
{
  Lie lie = {.scalar = !mlirTypeIsARankedTensor(t)};
  MlirType element = tri_type_element(t);
  if (lie.scalar) {
    lie.access = access_of(element, 1);
    return lie;
  }
  layout_of_type(t, &lie.layout);
  lie.access = access_of(element, run_of(lie.layout, WIDEST / element_bytes(element)));
  lie.thread = thread_element(l, at(l, op), lie.layout);
  lie.reached = thread_bits(lie.layout);
  return lie;
}

static MlirValue address_of_number(Lowering *l, MlirOperation op, MlirValue box, MlirValue number, int bytes)
{
  Builder b = at(l, op);
  MlirType i32 = int_type(l, 32);
  int shift = __builtin_ctz((unsigned)bytes);
  MlirValue past = shift ? build(b, "arith.shli", i32, VALS(number, int_const(l, b, i32, shift))) : number;
  return build(b, "arith.addi", i32, VALS(box, past));
}

/* Where the vector at register r lies: an address, and bytes beyond it. */
static MlirValue place_of(Lowering *l, MlirOperation op, const Lie *lie, MlirValue box, uint32_t r,
                          int64_t *beyond)
{
  *beyond = 0;
  if (lie->scalar)
    return box;
  uint32_t mine = tri_layout_element(lie->layout, (TriSlot){{r, 0, 0, 0}});
  MlirValue number = lie->thread;
  if (mine & lie->reached)
    number = register_element(l, at(l, op), lie->layout, lie->thread, r);
  else
    *beyond = (int64_t)mine * lie->access.element;
  return address_of_number(l, op, box, number, lie->access.element);
}

void put_in_box(Lowering *l, MlirOperation op, int id, MlirValue box, MlirType t, Parts p)
{
  Builder b = at(l, op);
  Lie lie = lie_of(l, op, t);
  MlirValue owner = owns(l, b, t), elements[MAX_VECTOR], words[MAX_WORDS];
  uint32_t copies = lie.scalar ? 0 : tri_layout_copies(lie.layout).at[TRI_REGISTER];
  for (uint32_t r = 0; r < register_count(t); r += (uint32_t)lie.access.vector) {
    if (r & copies)
      continue;
    int64_t beyond;
    for (int i = 0; i < lie.access.vector; i++)
      elements[i] = as_bits(l, b, p.at[p.n == 1 ? 0 : r + (uint32_t)i], t);
    pack_words(l, b, lie.access, elements, words);
    MlirValue place = place_of(l, op, &lie, box, r, &beyond);
    store_scratch(l, op, id, place, beyond, lie.access, words, owner);
  }
}

Parts take_from_box(Lowering *l, MlirOperation op, int id, MlirValue box, MlirType t)
{
  Builder b = at(l, op);
  Lie lie = lie_of(l, op, t);
  Parts p = new_parts(l, register_count(t));
  MlirValue elements[MAX_VECTOR], words[MAX_WORDS];
  for (uint32_t r = 0; r < p.n; r += (uint32_t)lie.access.vector) {
    int64_t beyond;
    MlirValue place = place_of(l, op, &lie, box, r, &beyond);
    load_scratch(l, op, id, place, beyond, lie.access, words);
    unpack_words(l, b, lie.access, words, elements);
    for (int i = 0; i < lie.access.vector; i++)
      p.at[r + (uint32_t)i] = from_bits(l, b, elements[i], t);
  }
  return p;
}

MlirValue box_element(Lowering *l, MlirOperation op, int id, MlirValue box, MlirType element,
                      MlirValue number)
{
  Builder b = at(l, op);
  Access a = access_of(element, 1);
  MlirValue word, bits;
  load_scratch(l, op, id, address_of_number(l, op, box, number, a.element), 0, a, &word);
  unpack_words(l, b, a, &word, &bits);
  return from_bits(l, b, bits, element);
}
