/* Eight threads, each with a compiler, a kernel, a stream and buffers of its own, on one device.
 *
 *   cc threads.c -ltri -lpthread -o threads && ./threads
 *   8 threads, 20 rounds each on NVIDIA H200, all right
 *
 * A compiler belongs to one thread at a time; devices and functions are anybody's. It ends with 77 where
 * there is no CUDA device. */
#include <tri/device.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 20, N = 1 << 16, BLOCK = 512, NO_DEVICE = 77 };

static const char kernel_text[] = "#STEP  = 1 : i32 // tri-param\n"
                                  "!index = tensor<512xi32>\n"
                                  "func.func @count(%p: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {\n"
                                  "  %pid   = tri.program_id x\n"
                                  "  %size  = arith.constant 512 : i32\n"
                                  "  %start = arith.muli %pid, %size : i32\n"
                                  "  %first = tri.splat %start : !index\n"
                                  "  %lane  = tri.range : !index\n"
                                  "  %i     = arith.addi %first, %lane : !index\n"
                                  "  %end   = tri.splat %n : !index\n"
                                  "  %in    = arith.cmpi slt, %i, %end : !index\n"
                                  "  %ps    = tri.addptr %p, %i : !tri.ptr<i32>, !index\n"
                                  "  %v     = tri.load %ps where %in : !index\n"
                                  "  %step  = arith.constant #STEP\n"
                                  "  %steps = tri.splat %step : !index\n"
                                  "  %w     = arith.addi %v, %steps : !index\n"
                                  "  tri.store %w to %ps where %in : !index\n"
                                  "  return\n"
                                  "}\n";

typedef struct {
  int step;        /* what this thread's kernel adds */
  char error[500]; /* "" where all is right */
} Worker;

static void run(Worker *w, TriDevice *d, const TriFunction *f, void *stream, int32_t *p)
{
  static _Thread_local int32_t host[N];
  TriArg args[] = {tri_buffer(p, 0), tri_int(N)};
  TriStatus s = tri_device_fill(d, p, 0, sizeof host, stream);
  for (int i = 0; i < ROUNDS && s == TRI_OK; i++)
    s = tri_function_launch(f, stream, (int64_t[]){N / BLOCK, 1, 1}, args, 2);
  if (s == TRI_OK)
    s = tri_device_copy(d, host, p, sizeof host, stream);
  if (s != TRI_OK || tri_device_wait(d, stream) != TRI_OK)
    snprintf(w->error, sizeof w->error, "%s", tri_device_error());
  for (int i = 0; i < N && !*w->error; i++)
    if (host[i] != ROUNDS * w->step)
      snprintf(w->error, sizeof w->error, "element %d is %d, not %d", i, (int)host[i], ROUNDS * w->step);
}

static void *work(void *data)
{
  Worker *w = data;
  char step[32];
  snprintf(step, sizeof step, "%d", w->step);
  TriDevice *d = tri_device_open(0);
  TriCompiler *c = tri_compiler_new();
  TriModule *m =
      tri_module_parse(c, kernel_text, strlen(kernel_text), "count", &(TriDefine){"STEP", step}, 1);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  TriFunction *f = k ? tri_kernel_load(k, d, NULL, 0) : NULL;
  if (!f)
    snprintf(w->error, sizeof w->error, "%s", tri_error(c));
  void *stream = tri_stream_new(d);
  int32_t *p = tri_device_alloc(d, N * sizeof *p);
  if (f && stream && p)
    run(w, d, f, stream, p);
  else if (!*w->error)
    snprintf(w->error, sizeof w->error, "%s", tri_device_error());
  tri_device_free(d, p);
  tri_stream_free(d, stream);
  tri_function_free(f);
  tri_compiler_free(c);
  tri_device_close(d);
  return NULL;
}

int main(void)
{
  TriDevice *d = tri_device_open(0);
  if (!d) {
    printf("no CUDA device: %s\n", tri_device_error());
    return NO_DEVICE;
  }
  pthread_t threads[THREADS];
  static Worker workers[THREADS];
  int started = 0, wrong = 0;
  for (; started < THREADS; started++) {
    workers[started].step = started + 1;
    if (pthread_create(&threads[started], NULL, work, &workers[started]) != 0)
      break;
  }
  for (int i = 0; i < started; i++) {
    pthread_join(threads[i], NULL);
    if (*workers[i].error)
      fprintf(stderr, "threads: thread %d: %s\n", i, workers[i].error);
    wrong += *workers[i].error != 0;
  }
  wrong += THREADS - started;
  printf("%d threads, %d rounds each on %s, %s\n", THREADS, ROUNDS, tri_device_info(d)->name,
         wrong ? "wrong" : "all right");
  tri_device_close(d);
  return wrong != 0;
}
