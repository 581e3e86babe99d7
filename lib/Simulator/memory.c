/* Device memory: the image of module variables, registered buffers, and finding the buffer of an address. */
#include "Simulator/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  char *name;
  void *host;
  uint64_t bytes;
} Registered;

struct TriSimMemory {
  const TriSimModule *module;
  unsigned char *image;
  Registered *buffers; /* ascending by host address */
  uint32_t count, capacity;
};

TriSimMemory *tri_sim_memory_new(const TriSimModule *m)
{
  TriSimMemory *mem = calloc(1, sizeof *mem);
  if (!mem)
    return NULL;
  mem->module = m;
  mem->image = calloc(1, m->image_bytes + 16);
  if (!mem->image) {
    free(mem);
    return NULL;
  }
  if (m->image_initialised)
    memcpy(mem->image, m->image, m->image_initialised);
  return mem;
}

void tri_sim_memory_free(TriSimMemory *mem)
{
  if (!mem)
    return;
  for (uint32_t i = 0; i < mem->count; i++)
    free(mem->buffers[i].name);
  free(mem->buffers);
  free(mem->image);
  free(mem);
}

static bool reserve(TriSimMemory *mem)
{
  if (mem->count < mem->capacity)
    return true;
  uint32_t n = mem->capacity ? mem->capacity * 2 : 16;
  Registered *p = realloc(mem->buffers, n * sizeof *p);
  if (!p)
    return false;
  mem->buffers = p;
  mem->capacity = n;
  return true;
}

bool tri_sim_memory_add(TriSimMemory *mem, const char *name, void *p, size_t bytes)
{
  uint32_t at = 0;
  while (at < mem->count && (uintptr_t)mem->buffers[at].host < (uintptr_t)p)
    at++;
  if (at > 0 && (uintptr_t)mem->buffers[at - 1].host + mem->buffers[at - 1].bytes > (uintptr_t)p)
    return false;
  if (at < mem->count && (uintptr_t)p + bytes > (uintptr_t)mem->buffers[at].host)
    return false;
  char *copy = strdup(name);
  if (!copy || !reserve(mem)) {
    free(copy);
    return false;
  }
  memmove(mem->buffers + at + 1, mem->buffers + at, (mem->count - at) * sizeof *mem->buffers);
  mem->buffers[at] = (Registered){copy, p, bytes};
  mem->count++;
  return true;
}

void tri_sim_memory_remove(TriSimMemory *mem, const void *p)
{
  for (uint32_t i = 0; i < mem->count; i++)
    if (mem->buffers[i].host == p) {
      free(mem->buffers[i].name);
      memmove(mem->buffers + i, mem->buffers + i + 1, (mem->count - i - 1) * sizeof *mem->buffers);
      mem->count--;
      return;
    }
}

void *tri_sim_memory_symbol(TriSimMemory *mem, const char *name, size_t *bytes, uint64_t *address)
{
  for (uint32_t i = 0; i < mem->module->var_count; i++) {
    const Var *v = &mem->module->vars[i];
    if ((v->space != SPACE_GLOBAL && v->space != SPACE_CONST) || strcmp(v->name, name) != 0)
      continue;
    if (bytes)
      *bytes = v->bytes;
    if (address)
      *address = WINDOW_MODULE + v->offset;
    return mem->image + v->offset;
  }
  return NULL;
}

const TriSimModule *memory_module(const TriSimMemory *mem) { return mem->module; }

static int by_base(const void *a, const void *b)
{
  const Buffer *x = a, *y = b;
  return (x->base > y->base) - (x->base < y->base);
}

bool memory_buffers(TriSimMemory *mem, Launch *l)
{
  const TriSimModule *m = mem->module;
  l->buffers = calloc(mem->count + m->var_count + 1, sizeof *l->buffers);
  if (!l->buffers)
    return false;
  for (uint32_t i = 0; i < mem->count; i++) {
    Registered *r = &mem->buffers[i];
    l->buffers[l->buffer_count++] =
        (Buffer){.base = (uint64_t)(uintptr_t)r->host, .bytes = r->bytes, .host = r->host, .name = r->name};
  }
  for (uint32_t i = 0; i < m->var_count; i++) {
    const Var *v = &m->vars[i];
    if ((v->space == SPACE_GLOBAL || v->space == SPACE_CONST) && !v->is_extern)
      l->buffers[l->buffer_count++] = (Buffer){.base = WINDOW_MODULE + v->offset,
                                               .bytes = v->bytes,
                                               .host = mem->image + v->offset,
                                               .name = v->name,
                                               .read_only = v->space == SPACE_CONST};
  }
  qsort(l->buffers, l->buffer_count, sizeof *l->buffers, by_base);
  return true;
}

static bool holds(const Buffer *b, uint64_t address, uint32_t bytes)
{
  return b->bytes >= bytes && address - b->base <= b->bytes - bytes;
}

Buffer *buffer_find(Launch *l, uint64_t address, uint32_t bytes, uint32_t *hint)
{
  if (*hint < l->buffer_count && holds(&l->buffers[*hint], address, bytes))
    return &l->buffers[*hint];
  uint32_t i = buffer_below(l, address);
  if (i >= l->buffer_count || !holds(&l->buffers[i], address, bytes))
    return NULL;
  *hint = i;
  return &l->buffers[i];
}

uint32_t buffer_below(const Launch *l, uint64_t address)
{
  uint32_t low = 0, high = l->buffer_count;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (l->buffers[mid].base <= address)
      low = mid + 1;
    else
      high = mid;
  }
  return low ? low - 1 : l->buffer_count;
}
