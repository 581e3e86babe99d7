/* Feeds files to a fuzz target, without libFuzzer: kept findings and corpora as an ordinary test.
 *
 *   fuzz-tri-compile-replay FILE|FOLDER …        prints how many were run; the target ends the process itself
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_run;

static void run_file(const char *path)
{
  enum { MAX_BYTES = 1 << 20 };
  static uint8_t bytes[MAX_BYTES];
  FILE *f = fopen(path, "rb");
  if (!f) {
    perror(path);
    exit(1);
  }
  size_t n = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  uint8_t *exact = malloc(n ? n : 1); /* so that a read past the end is seen */
  if (!exact)
    exit(1);
  memcpy(exact, bytes, n);
  fprintf(stderr, "%s\n", path);
  LLVMFuzzerTestOneInput(exact, n);
  free(exact);
  n_run++;
}

static int is_visible(const struct dirent *e) { return e->d_name[0] != '.'; }

static void run_path(const char *path)
{
  struct dirent **entries;
  int n = scandir(path, &entries, is_visible, alphasort);
  if (n < 0) {
    run_file(path);
    return;
  }
  for (int i = 0; i < n; i++) {
    char file[4096];
    snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name);
    run_path(file);
    free(entries[i]);
  }
  free(entries);
}

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    run_path(argv[i]);
  printf("%d inputs\n", n_run);
  return n_run ? 0 : 1;
}
