#include "Simulator/place.h"

#include <stdio.h>

enum { SOURCE_BYTES = 300 };

static void source_text(char out[SOURCE_BYTES], const TriSimModule *m, const Source *s)
{
  if (s->file < m->file_count && m->files[s->file])
    snprintf(out, SOURCE_BYTES, "%s:%u:%u", m->files[s->file], s->line, s->column);
  else
    snprintf(out, SOURCE_BYTES, "file %u:%u:%u", s->file, s->line, s->column);
}

void place_text(char *out, size_t bytes, const TriSimModule *m, const Place *p)
{
  char inner[SOURCE_BYTES], outer[SOURCE_BYTES];
  const Source *s = &p->source;
  if (!s->line) {
    snprintf(out, bytes, "PTX line %u", p->line);
    return;
  }
  source_text(inner, m, s);
  while (s->inlined_at)
    s = &m->sites[s->inlined_at - 1];
  source_text(outer, m, s);
  if (s == &p->source)
    snprintf(out, bytes, "%s", inner);
  else
    snprintf(out, bytes, "%s (called from %s)", inner, outer);
}
