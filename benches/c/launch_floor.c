/*
 * launch_floor DRIVER CASE CALLS [REPEATS]
 *
 * The floor of a launch with four arguments: `cuLaunchKernelEx` through a pointer that was looked up before, called from C by hand.
 * CASE "stream" is a launch on a stream, "default" one on the legacy default stream, which goes to the current context, so that a launcher
 * which may be called by any thread looks whether that is the right one.
 *
 * CALLS launches are made; with REPEATS, as many times, each timed, and the nanoseconds per launch are printed, one line a repeat. With REPEATS 0
 * the number of calls to the driver is printed for each launch.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  unsigned grid[3], block[3], smem;
  void* stream;
  void* attributes;
  unsigned num_attributes;
} Config;

static int (*launch_kernel_ex)(const Config*, void*, void**, void**);
static int (*ctx_get_current)(void**);
static int (*ctx_set_current)(void*);
static long (*counting_calls)(void);
static void* primary;
static void* kernel;

static void* symbol(void* library, const char* name) {
  void* found = dlsym(library, name);
  if (found == NULL) {
    fprintf(stderr, "driver: no such symbol: %s\n", name);
    exit(2);
  }
  return found;
}

__attribute__((noinline)) int bench_launch_stream(void* stream, unsigned grid, void* a, void* b, void* c, long n) {
  void* params[] = {&a, &b, &c, &n};
  Config config = {.grid = {grid, 1, 1}, .block = {256, 1, 1}, .stream = stream};
  return launch_kernel_ex(&config, kernel, params, NULL);
}

__attribute__((noinline)) int bench_launch_default(void* stream, unsigned grid, void* a, void* b, void* c, long n) {
  void* params[] = {&a, &b, &c, &n};
  Config config = {.grid = {grid, 1, 1}, .block = {256, 1, 1}, .stream = stream};
  void* before;
  int status = ctx_get_current(&before);
  if (status != 0) return status;
  if (before != primary && (status = ctx_set_current(primary)) != 0) return status;
  status = launch_kernel_ex(&config, kernel, params, NULL);
  if (before != primary) ctx_set_current(before);
  return status;
}

static void launch_many(int is_default, long calls) {
  for (long i = 0; i < calls; ++i) {
    void *a = (void*)0x1000, *b = (void*)0x2000, *c = (void*)0x3000;
    int status = is_default ? bench_launch_default(NULL, 4, a, b, c, 1000) : bench_launch_stream((void*)0x5000, 4, a, b, c, 1000);
    if (status != 0) exit(3);
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char** argv) {
  void* library = argc < 4 ? NULL : dlopen(argv[1], RTLD_NOW);
  if (library == NULL) {
    fprintf(stderr, "driver: usage: launch_floor DRIVER CASE CALLS [REPEATS]\n");
    return 2;
  }
  *(void**)&launch_kernel_ex = symbol(library, "cuLaunchKernelEx");
  *(void**)&ctx_get_current = symbol(library, "cuCtxGetCurrent");
  *(void**)&ctx_set_current = symbol(library, "cuCtxSetCurrent");
  *(void**)&counting_calls = symbol(library, "counting_calls");
  int (*retain)(void**, int);
  *(void**)&retain = symbol(library, "cuDevicePrimaryCtxRetain");
  if (retain(&primary, 0) != 0 || ctx_set_current(primary) != 0) return 2;
  kernel = (void*)0x7000;
  int is_default = strcmp(argv[2], "default") == 0;
  long calls = atol(argv[3]);
  int repeats = argc > 4 ? atoi(argv[4]) : 1;
  if (repeats == 0) {
    long before = counting_calls();
    launch_many(is_default, calls);
    printf("%g 0\n", (double)(counting_calls() - before) / (double)calls);
  }
  for (int i = 0; i < repeats; ++i) {
    double start = now();
    launch_many(is_default, calls);
    printf("%.3f\n", (now() - start) / (double)calls);
  }
  return 0;
}
