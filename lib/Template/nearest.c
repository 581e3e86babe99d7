#include "Template/nearest.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }
static int lower(char c) { return tolower((unsigned char)c); }

size_t edit_distance(const char *a, const char *b)
{
  size_t n = strlen(a), m = strlen(b), rows[3][LONGEST + 1];
  size_t *before = rows[0], *last = rows[1], *now = rows[2];
  if (n > LONGEST || m > LONGEST)
    return n + m;
  if (!strcasecmp(a, b))
    return strcmp(a, b) != 0;
  for (size_t j = 0; j <= m; j++)
    last[j] = j;
  for (size_t i = 1; i <= n; i++) {
    now[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t replaced = last[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
      now[j] = least(replaced, 1 + least(last[j], now[j - 1]));
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        now[j] = least(now[j], before[j - 2] + 1);
    }
    size_t *old = before;
    before = last, last = now, now = old;
  }
  return last[m];
}

const char *nearest_name(const char *name, const char *const *names, size_t n)
{
  size_t length = strlen(name), best = (length + 2) / 3 + 1;
  const char *found = NULL;
  for (size_t i = 0; i < n; i++) {
    size_t distance = edit_distance(name, names[i]);
    if (length >= 2 && !strncmp(name, names[i], length))
      distance = least(distance, 1);
    if (distance < best && (distance < strlen(names[i]) || !strcasecmp(name, names[i])))
      best = distance, found = names[i];
  }
  return found;
}
