/* Which buffer an address lies in, and what is said where it lies in none. */
#include "Interpreter/memory.h"

#include <inttypes.h>
#include <stdio.h>

/* Addresses below are null pointers with an offset: no host maps its first page. */
static const uint64_t null_page = 4096;

static bool in_range(const Range *r, uint64_t address, int64_t bytes)
{
  return address >= r->start && address - r->start <= r->bytes &&
         (uint64_t)bytes <= r->bytes - (address - r->start);
}

/* The last range that starts at or below the address; n_ranges where there is none. */
static size_t range_below(const Exec *x, uint64_t address)
{
  size_t low = 0, high = x->n_ranges;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (x->range[middle].start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low ? low - 1 : x->n_ranges;
}

bool access_allowed(Exec *x, uint64_t address, int64_t bytes)
{
  if (address % (uint64_t)bytes || address < null_page || !x->n_ranges)
    return false;
  if (in_range(&x->range[x->last_range], address, bytes))
    return true;
  size_t k = range_below(x, address);
  if (k == x->n_ranges || !in_range(&x->range[k], address, bytes))
    return false;
  x->last_range = k;
  return true;
}

bool run_allowed(Exec *x, uint64_t address, int64_t n, int64_t bytes)
{
  uint64_t last = address + (uint64_t)(n - 1) * (uint64_t)bytes;
  return address <= last && access_allowed(x, address, bytes) && access_allowed(x, last, bytes) &&
         address >= x->range[x->last_range].start;
}

bool write_allowed(Exec *x, const Inst *i, int64_t k, uint64_t address, int64_t bytes)
{
  const Cell *value = in_cell(x, i, 0);
  if (!access_allowed(x, address, bytes))
    fault_access(x, i, in_slot(x, i, 0), k, "writes", address, bytes);
  else if (value->undefined && value->undefined[k])
    fault_undefined(x, i, 0, k, "writes a value that");
  return !x->faulted;
}

bool operands_defined(Exec *x, const Inst *i, int ptr, int mask)
{
  const uint8_t *bad_mask = mask < 0 ? NULL : in_cell(x, i, mask)->undefined;
  const uint8_t *bad_address = in_cell(x, i, ptr)->undefined;
  const uint8_t *on = mask < 0 ? NULL : in_cell(x, i, mask)->data;
  int64_t k = first_mark(bad_mask, i->count);
  if (k >= 0) {
    fault_undefined(x, i, mask, k, "has a mask that");
    return false;
  }
  for (k = 0; bad_address && k < i->count; k++)
    if (bad_address[k] && (!on || on[k])) {
      fault_undefined(x, i, ptr, k, "has an address that");
      return false;
    }
  return true;
}

static uint64_t distance(const Range *r, uint64_t address)
{
  return address < r->start              ? r->start - address
         : address - r->start < r->bytes ? 0
                                         : address - r->start - r->bytes;
}

static const Range *nearest(const Exec *x, uint64_t address)
{
  const Range *best = x->n_ranges ? x->range : NULL;
  for (size_t k = 1; k < x->n_ranges; k++)
    if (distance(&x->range[k], address) < distance(best, address))
      best = &x->range[k];
  return best;
}

/* "x + 8", or the number where there is no buffer. */
static void describe_place(char text[], size_t n, const Range *r, uint64_t address)
{
  if (!r)
    snprintf(text, n, "0x%" PRIx64, address);
  else if (address < r->start)
    snprintf(text, n, "%s - %" PRIu64, r->name, r->start - address);
  else
    snprintf(text, n, "%s + %" PRIu64, r->name, address - r->start);
}

void address_text(const Exec *x, uint64_t address, char text[], size_t n)
{
  describe_place(text, n, nearest(x, address), address);
}

const Inst *fault_access(Exec *x, const Inst *i, const Slot *like, int64_t k, const char *verb,
                         uint64_t address, int64_t bytes)
{
  const Range *r = nearest(x, address);
  const char *plural = bytes == 1 ? "" : "s";
  char place[300];
  address_text(x, address, place, sizeof place);
  if (address < null_page)
    return raise_fault(x, i, like, k, "%s %" PRId64 " byte%s at address 0x%" PRIx64 ": a null pointer", verb,
                       bytes, plural, address);
  if (!r)
    return raise_fault(x, i, like, k, "%s %" PRId64 " byte%s at %s, but no argument is a buffer", verb, bytes,
                       plural, place);
  if (in_range(r, address, bytes))
    return raise_fault(x, i, like, k,
                       "%s %" PRId64 " byte%s at %s (0x%" PRIx64 "), which is not a multiple of %" PRId64,
                       verb, bytes, plural, place, address, bytes);
  return raise_fault(x, i, like, k, "%s %" PRId64 " byte%s at %s, %s %s (%zu bytes)", verb, bytes, plural,
                     place, address < r->start ? "before the start of" : "past the end of", r->name,
                     (size_t)r->bytes);
}
