/* An entry's file: Header, key, value. All numbers are little-endian as the host is; an entry of another byte
 * order has a wrong magic and is a miss. */
#include "Cuda/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define TEMPORARY ".new-"
enum { STALE_SECONDS = 3600 };

typedef struct {
  uint64_t magic, key_bytes, value_bytes;
  uint64_t check[2]; /* of the header with check = 0, the key and the value */
} Header;

static const uint64_t magic = UINT64_C(0x3130656863616374); /* "tcache01" */

static void problem(Cache *c, const char *what, const char *path)
{
  if (!*c->problem)
    snprintf(c->problem, sizeof c->problem, "the cache is not used: cannot %s %s: %s", what, path,
             strerror(errno));
}

/* ---- folder ---- */

static void set_folder(Cache *c, const char *root, const char *below)
{
  int n = snprintf(c->folder, sizeof c->folder, "%s%s", root, below);
  if (n < 0 || (size_t)n >= sizeof c->folder - 64) {
    c->folder[0] = '\0';
    snprintf(c->problem, sizeof c->problem, "the cache is not used: its folder's name is too long");
  }
}

void cache_open(Cache *c, const char *folder)
{
  *c = (Cache){0};
  const char *home = getenv("HOME"), *xdg = getenv("XDG_CACHE_HOME");
  folder = folder ? folder : getenv("TRI_CACHE");
  if (folder && *folder) {
    if (strcmp(folder, "off"))
      set_folder(c, folder, "");
  } else if (xdg && *xdg == '/')
    set_folder(c, xdg, "/tri");
  else if (home && *home == '/')
    set_folder(c, home, "/.cache/tri");
  else
    snprintf(c->problem, sizeof c->problem,
             "the cache is not used: neither XDG_CACHE_HOME nor HOME is set; say where with TRI_CACHE");
}

/* Makes the folder and those above it. */
static bool make_folder(const char *path)
{
  char part[CACHE_PATH];
  snprintf(part, sizeof part, "%s", path);
  for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(part, 0777);
    *slash = '/';
  }
  return mkdir(part, 0700) == 0 || errno == EEXIST;
}

const char *cache_path(const Cache *c, Arena *a, Bytes key)
{
  XXH128_hash_t h = XXH3_128bits(key.data, key.bytes);
  return *c->folder ? arena_printf(a, "%s/%016llx%016llx", c->folder, (unsigned long long)h.high64,
                                   (unsigned long long)h.low64)
                    : "";
}

/* ---- reading ---- */

static XXH128_hash_t check_of(Header h, Bytes key, Bytes value)
{
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  h.check[0] = h.check[1] = 0;
  XXH3_128bits_update(&state, &h, sizeof h);
  XXH3_128bits_update(&state, key.data, key.bytes);
  XXH3_128bits_update(&state, value.data, value.bytes);
  return XXH3_128bits_digest(&state);
}

/* The file's bytes; data NULL where it cannot be read whole. */
static Bytes read_file(Arena *a, const char *path)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat s;
  if (fd < 0)
    return (Bytes){0};
  Bytes b = {0};
  if (fstat(fd, &s) == 0 && S_ISREG(s.st_mode)) {
    char *data = arena_alloc(a, (size_t)s.st_size + 1);
    size_t n = 0;
    ssize_t got = 1;
    while (n < (size_t)s.st_size && (got = read(fd, data + n, (size_t)s.st_size - n)) > 0)
      n += (size_t)got;
    b = (Bytes){got >= 0 ? data : NULL, n};
  }
  close(fd);
  return b;
}

bool cache_get(Cache *c, Arena *a, Bytes key, Bytes *value)
{
  const char *path = cache_path(c, a, key);
  Bytes file = *path ? read_file(a, path) : (Bytes){0};
  Header h;
  if (!file.data || file.bytes < sizeof h)
    return false;
  memcpy(&h, file.data, sizeof h);
  const char *at = (const char *)file.data + sizeof h;
  size_t rest = file.bytes - sizeof h;
  if (h.magic != magic || h.key_bytes != key.bytes || h.key_bytes > rest ||
      h.value_bytes != rest - h.key_bytes || memcmp(at, key.data, key.bytes))
    return false;
  *value = (Bytes){at + key.bytes, h.value_bytes};
  XXH128_hash_t want = check_of(h, key, *value);
  return want.low64 == h.check[0] && want.high64 == h.check[1];
}

/* ---- writing ---- */

static bool write_all(int fd, Bytes b)
{
  const char *p = b.data;
  while (b.bytes) {
    ssize_t n = write(fd, p, b.bytes);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    p += n;
    b.bytes -= (size_t)n;
  }
  return true;
}

/* Removes what killed writers have left. */
static void sweep(const char *folder)
{
  DIR *d = opendir(folder);
  if (!d)
    return;
  time_t now = time(NULL);
  for (struct dirent *e; (e = readdir(d));) {
    struct stat s;
    if (!strncmp(e->d_name, TEMPORARY, sizeof TEMPORARY - 1) && fstatat(dirfd(d), e->d_name, &s, 0) == 0 &&
        now - s.st_mtime > STALE_SECONDS)
      unlinkat(dirfd(d), e->d_name, 0);
  }
  closedir(d);
}

static bool write_entry(Cache *c, const char *temporary, int fd, const char *path, Bytes key, Bytes value)
{
  Header h = {magic, key.bytes, value.bytes, {0}};
  XXH128_hash_t check = check_of(h, key, value);
  h.check[0] = check.low64;
  h.check[1] = check.high64;
  bool written = write_all(fd, (Bytes){&h, sizeof h}) && write_all(fd, key) && write_all(fd, value);
  if (!written)
    problem(c, "write to", temporary);
  if (close(fd) != 0 && written) {
    problem(c, "write to", temporary);
    written = false;
  }
  if (written && rename(temporary, path) == 0)
    return true;
  if (written)
    problem(c, "rename", temporary);
  unlink(temporary);
  return false;
}

bool cache_put(Cache *c, Bytes key, Bytes value)
{
  if (!*c->folder)
    return false;
  if (!make_folder(c->folder)) {
    problem(c, "make the folder", c->folder);
    return false;
  }
  sweep(c->folder);
  Arena a = {0};
  char *temporary = arena_printf(&a, "%s/" TEMPORARY "XXXXXX", c->folder);
  int fd = mkostemp(temporary, O_CLOEXEC);
  if (fd < 0)
    problem(c, "create a file in", c->folder);
  bool kept = fd >= 0 && write_entry(c, temporary, fd, cache_path(c, &a, key), key, value);
  arena_free(&a);
  return kept;
}
