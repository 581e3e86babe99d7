#include "gpu.h"
#include "launch.h"
#include "programs.h"

#include <string.h>

/* examples/c/device.c and threads.c: their main functions under these names (CMakeLists.txt). */
int example_device(void);
int example_threads(void);

static int information(void)
{
  TriDevice *d = tri_device_open(0);
  if (!d) {
    printf("no CUDA device: %s\n", tri_device_error());
    return NO_DEVICE;
  }
  const TriDeviceInfo *i = tri_device_info(d);
  printf("{\"what\": \"device\", \"name\": \"%s\", \"arch\": \"%s\", \"capability\": \"%d.%d\", \"cuda\": "
         "\"%d.%d\", \"ptx\": \"%d.%d\", \"multiprocessors\": %d, \"memory_bytes\": %zu, \"l2_bytes\": %zu, "
         "\"shared_bytes\": %zu}\n",
         i->name, i->arch, i->major, i->minor, i->driver / 1000, i->driver % 1000 / 10, i->ptx / 10,
         i->ptx % 10, i->multiprocessors, i->memory_bytes, i->l2_bytes, i->shared_bytes);
  tri_device_close(d);
  return 0;
}

int tri_gpu_main(int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "", *path = argc > 2 ? argv[2] : "examples";
  if (!strcmp(what, "information"))
    return information();
  if (!strcmp(what, "agree"))
    return agree(path);
  if (!strcmp(what, "large"))
    return large();
  if (!strcmp(what, "bandwidth"))
    return bandwidth(path);
  if (!strcmp(what, "launch"))
    return bench_launch(LAUNCH_BATCHES);
  if (!strcmp(what, "first"))
    return bench_first(path);
  if (!strcmp(what, "device"))
    return example_device();
  if (!strcmp(what, "threads"))
    return example_threads();
  fprintf(stderr,
          "usage: tri-gpu information|agree|large|bandwidth|launch|first|device|threads [EXAMPLES|KERNEL]\n");
  return 2;
}
