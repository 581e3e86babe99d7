#include "Cuda/build_id.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  Arena *arena;
  uintptr_t address;
  const char *id;
} Search;

static size_t round_up(size_t n) { return (n + 3) & ~(size_t)3; }

static const char *hexadecimal(Arena *a, const unsigned char *bytes, size_t n)
{
  const char *text = "";
  for (size_t i = 0; i < n; i++)
    text = arena_printf(a, "%s%02x", text, bytes[i]);
  return text;
}

/* Walks the notes of one segment. */
static const char *id_in_notes(Arena *a, const char *at, size_t bytes)
{
  for (ElfW(Nhdr) n; bytes >= sizeof n;) {
    memcpy(&n, at, sizeof n);
    size_t whole = sizeof n + round_up(n.n_namesz) + round_up(n.n_descsz);
    if (whole > bytes)
      return NULL;
    if (n.n_type == NT_GNU_BUILD_ID && n.n_namesz == 4 && !memcmp(at + sizeof n, "GNU", 4))
      return hexadecimal(a, (const unsigned char *)at + sizeof n + 4, n.n_descsz);
    at += whole;
    bytes -= whole;
  }
  return NULL;
}

static bool holds(const struct dl_phdr_info *object, uintptr_t address)
{
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    if (p->p_type == PT_LOAD && address - (object->dlpi_addr + p->p_vaddr) < p->p_memsz)
      return true;
  }
  return false;
}

static int visit(struct dl_phdr_info *object, size_t size, void *data)
{
  (void)size;
  Search *s = data;
  if (!holds(object, s->address))
    return 0;
  for (int i = 0; i < object->dlpi_phnum && !s->id; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    if (p->p_type == PT_NOTE)
      s->id = id_in_notes(s->arena, (const char *)(object->dlpi_addr + p->p_vaddr), p->p_memsz);
  }
  return 1;
}

const char *build_id_of(Arena *a, const void *address)
{
  Search s = {a, (uintptr_t)address, NULL};
  dl_iterate_phdr(visit, &s);
  return s.id;
}
