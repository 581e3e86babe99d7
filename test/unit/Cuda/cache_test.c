/* The cache under everything that happens to files: other processes, kill -9, damage, full disks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Cuda/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static Bytes text(const char *s) { return (Bytes){s, strlen(s)}; }

static char folder[256];

static int set_up(void **state)
{
  (void)state;
  snprintf(folder, sizeof folder, "%s/tri-cache-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  return mkdtemp(folder) ? 0 : 1;
}

static void each_file(const char *in, void (*f)(const char *path))
{
  DIR *d = opendir(in);
  assert_non_null(d);
  for (struct dirent *e; (e = readdir(d));)
    if (e->d_name[0] != '.' || strlen(e->d_name) > 2) {
      char path[600];
      snprintf(path, sizeof path, "%s/%s", in, e->d_name);
      f(path);
    }
  closedir(d);
}

static void delete_file(const char *path) { unlink(path); }

static int tear_down(void **state)
{
  (void)state;
  each_file(folder, delete_file);
  return rmdir(folder);
}

static int n_files;
static void count_file(const char *path)
{
  (void)path;
  n_files++;
}

static int files(void)
{
  n_files = 0;
  each_file(folder, count_file);
  return n_files;
}

static Cache cache_here(void)
{
  Cache c;
  cache_open(&c, folder);
  return c;
}

/* The value is this one, or missing. */
static bool has(const char *key, const char *value)
{
  Arena a = {0};
  Cache c = cache_here();
  Bytes got;
  bool hit = cache_get(&c, &a, text(key), &got);
  if (hit && (got.bytes != strlen(value) || memcmp(got.data, value, got.bytes)))
    fail_msg("key '%s' gave '%.*s'", key, (int)got.bytes, (const char *)got.data);
  arena_free(&a);
  return hit;
}

/* ---- one process ---- */

static void test_round_trip(void **state)
{
  (void)state;
  Cache c = cache_here();
  assert_false(has("k", ""));
  assert_true(cache_put(&c, text("k"), text("value")));
  assert_true(cache_put(&c, text("k2"), text("")));
  assert_true(has("k", "value") && has("k2", ""));
  assert_true(cache_put(&c, text("k"), text("another, longer value")));
  assert_true(has("k", "another, longer value"));
  assert_int_equal(files(), 2);
  assert_string_equal(c.problem, "");
}

/* An entry under the name that another key's hash has is a miss of that key. */
static void test_equal_hashes(void **state)
{
  (void)state;
  Arena a = {0};
  Cache c = cache_here();
  assert_true(cache_put(&c, text("one"), text("1")));
  assert_int_equal(rename(cache_path(&c, &a, text("one")), cache_path(&c, &a, text("two"))), 0);
  assert_false(has("two", "2"));
  assert_false(has("one", "1"));
  arena_free(&a);
}

static char *read_all(const char *path, size_t *n)
{
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  char *data = malloc(1 << 16);
  *n = fread(data, 1, 1 << 16, f);
  fclose(f);
  return data;
}

static void write_all(const char *path, const char *data, size_t n)
{
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(data, 1, n, f), n);
  fclose(f);
}

/* Every byte changed, every length cut, bytes added: a miss, and the next put repairs it. */
static void test_damage(void **state)
{
  (void)state;
  Arena a = {0};
  Cache c = cache_here();
  assert_true(cache_put(&c, text("the key"), text("the value of it")));
  const char *path = cache_path(&c, &a, text("the key"));
  size_t n;
  char *good = read_all(path, &n);
  for (size_t i = 0; i < n; i++)
    for (int bit = 0; bit < 8; bit += 7) {
      good[i] ^= (char)(1 << bit);
      write_all(path, good, n);
      if (has("the key", "the value of it"))
        fail_msg("byte %zu, bit %d changed, was not seen", i, bit);
      good[i] ^= (char)(1 << bit);
    }
  for (size_t cut = 0; cut < n; cut++) {
    write_all(path, good, cut);
    assert_false(has("the key", "the value of it"));
  }
  good[n] = 0;
  write_all(path, good, n + 1);
  assert_false(has("the key", "the value of it"));
  assert_true(cache_put(&c, text("the key"), text("the value of it")));
  assert_true(has("the key", "the value of it"));
  free(good);
  arena_free(&a);
}

/* A folder or a FIFO under an entry's name is a miss too, and does not block. */
static void test_no_regular_file(void **state)
{
  (void)state;
  Arena a = {0};
  Cache c = cache_here();
  const char *path = cache_path(&c, &a, text("k"));
  assert_int_equal(mkdir(path, 0700), 0);
  assert_false(has("k", ""));
  assert_false(cache_put(&c, text("k"), text("v")));
  assert_non_null(strstr(c.problem, "cannot rename"));
  assert_int_equal(rmdir(path), 0);
  assert_int_equal(files(), 0);
  arena_free(&a);
}

/* ---- folders ---- */

static void test_default_folder(void **state)
{
  (void)state;
  Cache c;
  unsetenv("TRI_CACHE");
  setenv("XDG_CACHE_HOME", "/x", 1);
  setenv("HOME", "/home/me", 1);
  cache_open(&c, NULL);
  assert_string_equal(c.folder, "/x/tri");
  setenv("XDG_CACHE_HOME", "relative", 1); /* XDG Base Directory Specification: such are ignored */
  cache_open(&c, NULL);
  assert_string_equal(c.folder, "/home/me/.cache/tri");
  unsetenv("HOME");
  cache_open(&c, NULL);
  assert_string_equal(c.folder, "");
  assert_non_null(strstr(c.problem, "neither XDG_CACHE_HOME nor HOME is set"));
  setenv("TRI_CACHE", "/y", 1);
  cache_open(&c, NULL);
  assert_string_equal(c.folder, "/y");
  cache_open(&c, "off");
  assert_string_equal(c.folder, "");
  assert_string_equal(c.problem, "");
  unsetenv("TRI_CACHE");
}

static void test_off(void **state)
{
  (void)state;
  Arena a = {0};
  Cache c;
  Bytes got;
  cache_open(&c, "off");
  assert_false(cache_put(&c, text("k"), text("v")));
  assert_false(cache_get(&c, &a, text("k"), &got));
  assert_string_equal(c.problem, "");
  arena_free(&a);
}

static void test_folder_is_made(void **state)
{
  (void)state;
  char deep[300];
  snprintf(deep, sizeof deep, "%s/a/b", folder);
  Cache c;
  cache_open(&c, deep);
  assert_true(cache_put(&c, text("k"), text("v")));
  struct stat s;
  assert_int_equal(stat(deep, &s), 0);
  assert_int_equal(s.st_mode & 0077, 0);
  each_file(deep, delete_file);
  assert_int_equal(rmdir(deep), 0);
  snprintf(deep, sizeof deep, "%s/a", folder);
  assert_int_equal(rmdir(deep), 0);
}

/* A folder below a file cannot be made, whoever asks: works without, and says why, once. */
static void test_no_folder(void **state)
{
  (void)state;
  char file[300], below[320];
  snprintf(file, sizeof file, "%s/file", folder);
  write_all(file, "", 0);
  snprintf(below, sizeof below, "%s/tri", file);
  Cache c;
  cache_open(&c, below);
  assert_false(cache_put(&c, text("k"), text("v")));
  assert_non_null(strstr(c.problem, "the cache is not used: cannot make the folder"));
  assert_non_null(strstr(c.problem, strerror(ENOTDIR)));
  assert_false(has("k", "v"));
}

/* ---- no space: a limit on file sizes stops a write in the middle as a full disk does ---- */

static void test_full_disk(void **state)
{
  (void)state;
  static char big[100000];
  memset(big, 'x', sizeof big);
  Cache c = cache_here();
  struct rlimit old, small = {4096, RLIM_INFINITY};
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
  small.rlim_max = old.rlim_max;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  bool kept = cache_put(&c, text("k"), (Bytes){big, sizeof big});
  bool small_kept = cache_put(&c, text("small"), text("v"));
  setrlimit(RLIMIT_FSIZE, &old);
  signal(SIGXFSZ, SIG_DFL);
  assert_false(kept);
  assert_non_null(strstr(c.problem, "the cache is not used: cannot write to"));
  assert_true(small_kept && has("small", "v"));
  assert_int_equal(files(), 1);
}

/* ---- many processes ---- */

/* The value of key i: as long as a small cubin, every byte from i and the writer. */
static Bytes value_of(int key, int writer, char *space)
{
  size_t n = 3000 + 577 * (size_t)key;
  memset(space, 'a' + (key * 7 + writer) % 26, n);
  return (Bytes){space, n};
}

/* Whatever is found under the key is whole: one writer's bytes. */
static bool whole(int key, Bytes got)
{
  const char *p = got.data;
  if (got.bytes != 3000 + 577 * (size_t)key)
    return false;
  for (size_t i = 1; i < got.bytes; i++)
    if (p[i] != p[0])
      return false;
  return true;
}

enum { PROCESSES = 32, ROUNDS = 60, KEYS = 5 };

static void hammer(int me)
{
  static char space[8192];
  int hits = 0;
  for (int i = 0; i < ROUNDS; i++) {
    Arena a = {0};
    Cache c = cache_here();
    int key = (i + me) % KEYS;
    char name[20];
    snprintf(name, sizeof name, "key %d", key);
    Bytes got;
    if (cache_get(&c, &a, text(name), &got)) {
      hits++;
      if (!whole(key, got))
        _exit(1);
    }
    if ((!hits || i % 3 == 0) && !cache_put(&c, text(name), value_of(key, me, space)))
      _exit(2);
    arena_free(&a);
  }
  _exit(hits > ROUNDS / 2 ? 0 : 3);
}

static void test_32_processes(void **state)
{
  (void)state;
  pid_t child[PROCESSES];
  for (int i = 0; i < PROCESSES; i++) {
    child[i] = fork();
    assert_true(child[i] >= 0);
    if (child[i] == 0)
      hammer(i);
  }
  for (int i = 0; i < PROCESSES; i++) {
    int status;
    assert_int_equal(waitpid(child[i], &status, 0), child[i]);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
  }
  assert_int_equal(files(), KEYS);
}

/* Writers that are killed at any moment leave whole entries and, at worst, a temporary file each, which is
 * swept once it is old. */
static void test_kill_9(void **state)
{
  (void)state;
  static char space[8192];
  enum { KILLS = 40 };
  for (int i = 0; i < KILLS; i++) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
      for (int n = 0;; n++) {
        Cache c = cache_here();
        cache_put(&c, text("key 1"), value_of(1, n, space));
      }
    nanosleep(&(struct timespec){.tv_nsec = 200000L + 37000L * i}, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    Arena a = {0};
    Cache c = cache_here();
    Bytes got;
    if (cache_get(&c, &a, text("key 1"), &got))
      assert_true(whole(1, got));
    arena_free(&a);
  }
  assert_true(files() <= 1 + KILLS);
}

static void make_old(const char *path)
{
  const struct timespec times[] = {{.tv_sec = time(NULL) - 7200}, {.tv_sec = time(NULL) - 7200}};
  utimensat(AT_FDCWD, path, times, 0);
}

static void test_sweep(void **state)
{
  (void)state;
  char path[300];
  Cache c = cache_here();
  snprintf(path, sizeof path, "%s/.new-ABCDEF", folder);
  write_all(path, "half", 4);
  assert_true(cache_put(&c, text("k"), text("v")));
  assert_int_equal(files(), 2);
  each_file(folder, make_old);
  assert_true(cache_put(&c, text("k2"), text("v")));
  assert_int_equal(files(), 2);
  assert_true(has("k", "v") && has("k2", "v"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(test_round_trip),     TEST(test_equal_hashes), TEST(test_damage),    TEST(test_no_regular_file),
      TEST(test_default_folder), TEST(test_off),          TEST(test_no_folder), TEST(test_folder_is_made),
      TEST(test_full_disk),      TEST(test_32_processes), TEST(test_kill_9),    TEST(test_sweep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
