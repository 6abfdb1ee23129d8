/*
 * driver RUNTIME LIBRARY FUNCTION CASE CALLS [REPEATS [THREADS]]
 *
 * Loads the runtime and a kernel library, prepares the arguments that CASE names,
 * and calls `__tvm_ffi_<FUNCTION>` CALLS times, releasing what each call hands
 * over: an object result, or the error it raised. With REPEATS, it does so that
 * many times, each timed, and prints the nanoseconds per call, one line a repeat.
 * With THREADS, so many threads make CALLS calls each with the same arguments.
 *
 * LIBRARY "empty" is a function that does nothing: the cost of the loop
 * itself.
 *
 * FUNCTION "field" and "method" are the getter of the field `value` and the method
 * `get` of the object that `__tvm_ffi_new_<CASE>` makes, found by reflection and
 * called through `through_field` and `through_method`.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tvm/ffi/c_api.h>

#include "reflected.h"

enum { MAX_ARGS = 9, MAX_NDIM = 4, VECTOR_LENGTH = 16, ARRAY_LENGTH = 8, MAX_THREADS = 64 };

typedef struct {
  TVMFFIAny args[MAX_ARGS];
  int32_t num_args;
  int fails;          /* whether every call is expected to raise */
  TVMFFIAny expected; /* else what it returns; for text, its length */
} Call;

/* The runtime, found at run time like everything else here. */
static struct {
  int (*dec_ref)(TVMFFIObjectHandle);
  void (*move_raised)(TVMFFIObjectHandle*);
  int (*string_from)(const TVMFFIByteArray*, TVMFFIAny*);
  int (*get_global)(const TVMFFIByteArray*, TVMFFIObjectHandle*);
  int (*call)(TVMFFIObjectHandle, TVMFFIAny*, int32_t, TVMFFIAny*);
  int (*tensor_from)(DLManagedTensor*, int32_t, int32_t, TVMFFIObjectHandle*);
  const TVMFFITypeInfo* (*type_info)(int32_t);
} rt;

static void die(const char* what, const char* detail) {
  fprintf(stderr, "driver: %s: %s\n", what, detail ? detail : "unknown");
  exit(2);
}

static void* symbol(void* library, const char* name) {
  void* found = dlsym(library, name);
  if (found == NULL) die("no such symbol", name);
  return found;
}

static void load_runtime(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) die("cannot load the runtime", dlerror());
  *(void**)&rt.dec_ref = symbol(library, "TVMFFIObjectDecRef");
  *(void**)&rt.move_raised = symbol(library, "TVMFFIErrorMoveFromRaised");
  *(void**)&rt.string_from = symbol(library, "TVMFFIStringFromByteArray");
  *(void**)&rt.get_global = symbol(library, "TVMFFIFunctionGetGlobal");
  *(void**)&rt.call = symbol(library, "TVMFFIFunctionCall");
  *(void**)&rt.tensor_from = symbol(library, "TVMFFITensorFromDLPack");
  *(void**)&rt.type_info = symbol(library, "TVMFFIGetTypeInfo");
}

static void expect_ok(int code, const char* what) {
  if (code != 0) die("the runtime refused", what);
}

/* ---- arguments ---- */

static TVMFFIAny int_arg(int64_t value) {
  return (TVMFFIAny){.type_index = kTVMFFIInt, .v_int64 = value};
}

static TVMFFIAny float_arg(double value) {
  return (TVMFFIAny){.type_index = kTVMFFIFloat, .v_float64 = value};
}

/* As Python passes a str: in the slot up to 7 bytes, an object beyond. */
static TVMFFIAny str_arg(const char* text) {
  TVMFFIByteArray bytes = {text, strlen(text)};
  TVMFFIAny arg = {0};
  expect_ok(rt.string_from(&bytes, &arg), "a string");
  return arg;
}

static TVMFFIAny array_arg(void) {
  TVMFFIByteArray name = {"ffi.Array", strlen("ffi.Array")};
  TVMFFIObjectHandle make_array = NULL;
  TVMFFIAny items[ARRAY_LENGTH], result = {0};
  expect_ok(rt.get_global(&name, &make_array), "ffi.Array");
  if (make_array == NULL) die("no global function", name.data);
  for (int i = 0; i < ARRAY_LENGTH; ++i) items[i] = int_arg(i + 1);
  expect_ok(rt.call(make_array, items, ARRAY_LENGTH, &result), "the array");
  rt.dec_ref(make_array);
  return result;
}

static void keep_tensor(DLManagedTensor* tensor) { (void)tensor; }

/* A compact float32 tensor in host memory; `as_object` picks Tensor over DLTensor*. */
static TVMFFIAny tensor_arg(int ndim, const int64_t* shape, int as_object) {
  DLManagedTensor* managed = calloc(1, sizeof *managed);
  int64_t* extents = calloc(2 * MAX_NDIM, sizeof *extents);
  DLTensor* t = &managed->dl_tensor;
  int64_t count = 1;
  for (int i = ndim - 1; i >= 0; --i) {
    extents[i] = shape[i];
    extents[MAX_NDIM + i] = count;
    count *= shape[i];
  }
  float* data = aligned_alloc(64, (count * sizeof(float) + 63) / 64 * 64);
  for (int64_t i = 0; i < count; ++i) data[i] = (float)i;
  t->data = data;
  t->device = (DLDevice){kDLCPU, 0};
  t->ndim = ndim;
  t->dtype = (DLDataType){kDLFloat, 32, 1};
  t->shape = extents;
  t->strides = extents + MAX_NDIM;
  managed->deleter = keep_tensor;
  if (!as_object) return (TVMFFIAny){.type_index = kTVMFFIDLTensorPtr, .v_ptr = t};
  TVMFFIAny arg = {.type_index = kTVMFFITensor};
  TVMFFIObjectHandle handle = NULL;
  expect_ok(rt.tensor_from(managed, 64, 1, &handle), "a tensor");
  arg.v_ptr = handle;
  return arg;
}

/* ---- cases ---- */

static TVMFFIAny vector_arg(int64_t length, int as_object) {
  return tensor_arg(1, &length, as_object);
}

static TVMFFIAny matrix_arg(int64_t rows, int64_t columns, int as_object) {
  return tensor_arg(2, (int64_t[]){rows, columns}, as_object);
}

/* The nine tensors of `attention`: b = 2, h = 4, g = 2, s = 3, t = 5, d = 8. The last extent is another one in a call that fails. */
static void prepare_attention(Call* call, int as_object) {
  static const int64_t shapes[MAX_ARGS][MAX_NDIM] = {
      {2, 4, 3, 8}, {2, 2, 5, 8}, {2, 2, 5, 8}, {2, 4, 3, 5}, {2, 2, 5, 2},
      {2, 4, 3, 8}, {2, 4, 3, 8}, {2, 4, 3, 2}, {2, 4, 3, 8},
  };
  call->num_args = MAX_ARGS;
  for (int i = 0; i < MAX_ARGS; ++i) call->args[i] = tensor_arg(MAX_NDIM, shapes[i], as_object);
  if (call->fails) ((DLTensor*)call->args[MAX_ARGS - 1].v_ptr)->shape[MAX_NDIM - 1] = 7;
}

/* Valid forms that few callers give: no strides at all, and the strides that a batch of one was cut out with. */
static void make_odd(TVMFFIAny* arg) {
  DLTensor* t = arg->v_ptr;
  if (t->ndim == 2 && t->shape[0] == 1) {
    t->strides[0] = 99;
  } else {
    t->strides = NULL;
  }
}

/* Elements at an address that has no bit in common with those of the extents and the strides. Nothing is there. */
static void move_data(TVMFFIAny* arg) {
  DLTensor* t = arg->v_ptr;
  t->data = (void*)(~((uintptr_t)t->shape & (uintptr_t)t->strides) & 0x7fffffffffc0);
}

static void prepare_tensors(Call* call, const char* function, const char* name) {
  int as_object = strcmp(name, "obj") == 0;
  int is_odd = strcmp(name, "odd") == 0;
  call->fails = strcmp(name, "mismatch") == 0;
  if (strcmp(function, "attention") == 0) {
    prepare_attention(call, as_object);
    return;
  }
  call->num_args = 3;
  if (strcmp(function, "scale") == 0) {
    call->args[0] = vector_arg(VECTOR_LENGTH, as_object);
    call->args[1] = vector_arg(VECTOR_LENGTH, as_object);
    call->args[2] = float_arg(2.0);
  } else {
    call->args[0] = matrix_arg(is_odd ? 1 : 4, 6, as_object);
    call->args[1] = matrix_arg(call->fails ? 5 : 6, 8, as_object);
    call->args[2] = matrix_arg(is_odd ? 1 : 4, 8, as_object);
  }
  for (int i = 0; strcmp(name, "bits") == 0 && i < 3; ++i) move_data(&call->args[i]);
  for (int i = 0; is_odd && i < 3; ++i) {
    if (call->args[i].type_index == kTVMFFIDLTensorPtr) make_odd(&call->args[i]);
  }
}

static void prepare_text(Call* call, const char* name) {
  int is_long = strcmp(name, "long") == 0;
  call->num_args = 2;
  call->args[0] = str_arg(is_long ? "the quick brown fox jumps over " : "abc");
  call->args[1] = str_arg(is_long ? "the lazy dog and runs far away" : "def");
  call->expected = (TVMFFIAny){is_long ? kTVMFFIStr : kTVMFFISmallStr, .v_int64 = is_long ? 61 : 6};
}

/* The function and the name of the case settle the arguments. */
static Call prepare(const char* function, const char* name) {
  Call call = {.num_args = 0};
  if (strncmp(function, "fail", 4) == 0) {
    call.fails = 1;
  } else if (strcmp(function, "add_one") == 0) {
    call.num_args = 1;
    call.fails = strcmp(name, "badtype") == 0;
    call.args[0] = call.fails ? str_arg("text") : int_arg(41);
    call.expected = int_arg(42);
  } else if (strcmp(function, "add3") == 0) {
    call.num_args = 3;
    call.args[0] = float_arg(1.5);
    call.args[1] = float_arg(2.5);
    call.args[2] = int_arg(3);
    call.expected = float_arg(7.0);
  } else if (strncmp(function, "concat", 6) == 0) {
    prepare_text(&call, name);
  } else if (strcmp(function, "sum") == 0) {
    call.num_args = 1;
    call.args[0] = array_arg();
    call.expected = int_arg(36);
  } else if (is_reflected(function)) {
    call.expected = int_arg(42);
  } else if (strcmp(function, "noop") != 0) {
    prepare_tensors(&call, function, name);
  }
  return call;
}

/* ---- the loop ---- */

static TVMFFISafeCallType exported(void* library, const char* function) {
  TVMFFISafeCallType f;
  char name[256];
  snprintf(name, sizeof name, "__tvm_ffi_%s", function);
  *(void**)&f = symbol(library, name);
  return f;
}

/* The field or the method of the object that the library makes for the case. */
static TVMFFISafeCallType reflected_in(void* library, const char* function, const char* name, Call* call) {
  char constructor[128];
  snprintf(constructor, sizeof constructor, "new_%s", name);
  TVMFFIAny object = {0};
  expect_ok(exported(library, constructor)(NULL, NULL, 0, &object), constructor);
  if (!find_reflected(function, rt.type_info(object.type_index), object)) die("not found by reflection", function);
  call->num_args = strcmp(function, "method") == 0;
  call->args[0] = object;
  return through(function);
}

static int empty(void* self, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result) {
  (void)self, (void)args, (void)num_args, (void)result;
  return 0;
}

static __attribute__((noinline)) void release_error(void) {
  TVMFFIObjectHandle error = NULL;
  rt.move_raised(&error);
  if (error != NULL) rt.dec_ref(error);
}

static __attribute__((noinline)) void call_many(TVMFFISafeCallType f, const Call* call, long calls) {
  for (long i = 0; i < calls; ++i) {
    TVMFFIAny result = {0};
    if (f(NULL, call->args, call->num_args, &result) != 0) {
      release_error();
    } else if (result.type_index >= kTVMFFIStaticObjectBegin) {
      rt.dec_ref(result.v_obj);
    }
  }
}

typedef struct {
  TVMFFISafeCallType f;
  const Call* call;
  long calls;
} Loop;

static void* run_loop(void* argument) {
  const Loop* loop = argument;
  call_many(loop->f, loop->call, loop->calls);
  return NULL;
}

static void call_in_threads(const Loop* loop, int threads) {
  pthread_t started[MAX_THREADS];
  if (threads > MAX_THREADS) die("too many threads", NULL);
  for (int i = 1; i < threads; ++i) {
    if (pthread_create(&started[i], NULL, run_loop, (void*)loop) != 0) die("cannot start a thread", NULL);
  }
  call_many(loop->f, loop->call, loop->calls);
  for (int i = 1; i < threads; ++i) pthread_join(started[i], NULL);
}

static int64_t text_length(const TVMFFIAny* text) {
  if (text->type_index == kTVMFFISmallStr) return text->small_str_len;
  return ((const TVMFFIByteArray*)((const char*)text->v_obj + sizeof(TVMFFIObject)))->size;
}

/* One call whose outcome is checked, so that a wrong result does not count as a fast one. */
static void try_once(TVMFFISafeCallType f, const Call* call, const char* function) {
  TVMFFIAny result = {0};
  int code = f(NULL, call->args, call->num_args, &result);
  if (code != 0) release_error();
  if ((code != 0) != call->fails) {
    die(call->fails ? "a call that should fail succeeded" : "a call failed", function);
  }
  if (code != 0) return;
  int is_text = result.type_index == kTVMFFISmallStr || result.type_index == kTVMFFIStr;
  int64_t value = is_text ? text_length(&result) : result.v_int64;
  if (result.type_index != call->expected.type_index || value != call->expected.v_int64) {
    die("a call returned something else than expected", function);
  }
  if (result.type_index >= kTVMFFIStaticObjectBegin) rt.dec_ref(result.v_obj);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char** argv) {
  if (argc < 6) die("usage", "driver RUNTIME LIBRARY FUNCTION CASE CALLS [REPEATS [THREADS]]");
  load_runtime(argv[1]);
  Call call = prepare(argv[3], argv[4]);
  TVMFFISafeCallType f = is_reflected(argv[3]) ? through(argv[3]) : empty;
  if (strcmp(argv[2], "empty") != 0) {
    void* library = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) die("cannot load the library", dlerror());
    f = is_reflected(argv[3]) ? reflected_in(library, argv[3], argv[4], &call) : exported(library, argv[3]);
    try_once(f, &call, argv[3]);
  }
  long calls = atol(argv[5]);
  int repeats = argc > 6 ? atoi(argv[6]) : 0;
  if (repeats == 0) call_many(f, &call, calls);
  int threads = argc > 7 ? atoi(argv[7]) : 1;
  Loop loop = {f, &call, calls};
  for (int i = 0; i < repeats; ++i) {
    double start = now();
    call_in_threads(&loop, threads);
    printf("%.3f\n", (now() - start) / ((double)calls * threads));
  }
  return 0;
}
