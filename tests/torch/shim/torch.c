// The C functions of PyTorch for tests: they count handles and tensors, and fail where a test asks for it.
//
// With OLDEST it has the functions of 2.9 only.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define MOST 256

enum { FLOAT32 = 6, FLOAT64 = 7, INT64 = 4, UNDEFINED = 20 };
enum { CPU = 0, CUDA = 1 };

struct tensor {
  int references;
  int64_t ndim, sizes[8], strides[8];
  int32_t dtype, device_type, device_index;
  void *data, *memory;
  int64_t version;
  int is_leaf;
  void (*deleter)(void *, void *);
  void *context;
};

// What kernels get: a tensor, a list, or a text. Each is deleted once.
struct handle {
  enum { TENSOR = 0x7e45, LIST = 0x1157, TEXT = 0x7e87, SLOT = 0x5107, DELETED = 0xdead } kind;
  struct tensor *tensor;
  size_t size;
  uint64_t *items;
  char *text;
};

struct registered {
  char name[128], schema[512], key[64];
  void (*kernel)(uint64_t *, uint64_t, uint64_t);
};

static int live_handles, live_tensors, mistakes, calls, fail_at;
static char failed_call[64], what[256];
static struct registered definitions[MOST], kernels[MOST];
static int num_definitions, num_kernels;

static void mistake(const char *text) {
  fprintf(stderr, "mistake: %s\n", text);
  ++mistakes;
}

// Counts a call; whether it fails.
static int fails(const char *function) {
  ++calls;
  if (calls == fail_at) {
    snprintf(failed_call, sizeof failed_call, "%s", function);
    snprintf(what, sizeof what, "%s failed, as the test asks", function);
    return 1;
  }
  return 0;
}

#define MAY_FAIL()            \
  do {                        \
    if (fails(__func__)) return 1; \
  } while (0)

static struct handle *check_handle(void *handle, int kind, const char *function) {
  struct handle *found = handle;
  if (!found || (int)found->kind != kind) {
    mistake(function);
    return NULL;
  }
  return found;
}

static struct handle *new_handle(int kind) {
  struct handle *handle = calloc(1, sizeof *handle);
  handle->kind = kind;
  ++live_handles;
  return handle;
}

static void free_handle(struct handle *handle) {
  handle->kind = DELETED;
  --live_handles;
  free(handle);
}

static size_t item_size(int32_t dtype) { return dtype == FLOAT32 ? 4 : 8; }

static int64_t numel(const struct tensor *tensor) {
  int64_t count = 1;
  for (int64_t i = 0; i < tensor->ndim; ++i) count *= tensor->sizes[i];
  return count;
}

static void row_major(struct tensor *tensor) {
  int64_t stride = 1;
  for (int64_t i = tensor->ndim - 1; i >= 0; --i) {
    tensor->strides[i] = stride;
    stride *= tensor->sizes[i] > 1 ? tensor->sizes[i] : 1;
  }
}

static struct handle *handle_of(struct tensor *tensor) {
  struct handle *handle = new_handle(TENSOR);
  handle->tensor = tensor;
  ++tensor->references;
  return handle;
}

static struct handle *make(int64_t ndim, const int64_t *sizes, int32_t dtype, int32_t device_type, int32_t device_index) {
  struct tensor *tensor = calloc(1, sizeof *tensor);
  ++live_tensors;
  tensor->ndim = ndim;
  for (int64_t i = 0; i < ndim; ++i) tensor->sizes[i] = sizes[i];
  row_major(tensor);
  tensor->dtype = dtype;
  tensor->device_type = device_type;
  tensor->device_index = device_index;
  // Not zero: outputs have any values at first.
  size_t bytes = (size_t)numel(tensor) * item_size(dtype);
  tensor->memory = tensor->data = bytes ? malloc(bytes) : NULL;
  if (bytes) memset(tensor->data, 0x5a, bytes);
  return handle_of(tensor);
}

static void release(struct handle *handle) {
  struct tensor *tensor = handle->tensor;
  free_handle(handle);
  if (--tensor->references > 0) return;
  if (tensor->deleter) tensor->deleter(tensor->data, tensor->context);
  free(tensor->memory);
  free(tensor);
  --live_tensors;
}

static double value_at(const struct tensor *tensor, int64_t offset) {
  if (tensor->dtype == FLOAT32) return ((float *)tensor->data)[offset];
  if (tensor->dtype == INT64) return (double)((int64_t *)tensor->data)[offset];
  return ((double *)tensor->data)[offset];
}

static void set_at(struct tensor *tensor, int64_t offset, double value) {
  if (tensor->dtype == FLOAT32) ((float *)tensor->data)[offset] = (float)value;
  else if (tensor->dtype == INT64) ((int64_t *)tensor->data)[offset] = (int64_t)value;
  else ((double *)tensor->data)[offset] = value;
}

// The element with a number in row-major order.
static int64_t offset_of(const struct tensor *tensor, int64_t index) {
  int64_t offset = 0;
  for (int64_t i = tensor->ndim - 1; i >= 0; --i) {
    offset += index % tensor->sizes[i] * tensor->strides[i];
    index /= tensor->sizes[i];
  }
  return offset;
}

static struct handle *copied(const struct tensor *from) {
  struct handle *copy = make(from->ndim, from->sizes, from->dtype, from->device_type, from->device_index);
  for (int64_t i = 0; i < numel(from); ++i) set_at(copy->tensor, i, value_at(from, offset_of(from, i)));
  return copy;
}

// Numbers.
EXPORT int32_t aoti_torch_dtype_float32(void) { return FLOAT32; }
EXPORT int32_t aoti_torch_dtype_float64(void) { return FLOAT64; }
EXPORT int32_t aoti_torch_dtype_int64(void) { return INT64; }
EXPORT int32_t aoti_torch_device_type_cpu(void) { return CPU; }
EXPORT int32_t aoti_torch_device_type_cuda(void) { return CUDA; }
EXPORT int32_t aoti_torch_layout_strided(void) { return 0; }
EXPORT uint64_t aoti_torch_abi_version(void) { return (uint64_t)2 << 56 | (uint64_t)14 << 48; }

// Registration.
// A library is never closed, so its handle has a place of its own.
static int open_library(const char *text, void **out) {
  static char libraries[64][32];
  static int count;
  if (count == 64) return 1;
  *out = libraries[count];
  snprintf(libraries[count++], sizeof libraries[0], "%s", text);
  return 0;
}
EXPORT int32_t aoti_torch_library_init_def(const char *ns, const char *file, uint32_t line, void **out) {
  (void)file, (void)line;
  MAY_FAIL();
  if (!strcmp(ns, "taken")) return 1;
  return open_library("def", out);
}
EXPORT int32_t aoti_torch_library_init_impl(const char *ns, const char *key, const char *file, uint32_t line, void **out) {
  (void)ns, (void)file, (void)line;
  MAY_FAIL();
  return open_library(key, out);
}
EXPORT int32_t aoti_torch_library_def(void *library, const char *schema) {
  MAY_FAIL();
  if (strcmp(library, "def")) mistake("a definition in another library");
  snprintf(definitions[num_definitions++].schema, sizeof definitions[0].schema, "%s", schema);
  return 0;
}
static int implement(void *library, const char *name, void (*kernel)(uint64_t *, uint64_t, uint64_t)) {
  struct registered *one = &kernels[num_kernels++];
  snprintf(one->name, sizeof one->name, "%s", name);
  snprintf(one->key, sizeof one->key, "%s", (char *)library);
  one->kernel = kernel;
  return 0;
}
EXPORT int32_t aoti_torch_library_impl(void *library, const char *name, void (*kernel)(uint64_t *, uint64_t, uint64_t)) {
  MAY_FAIL();
#ifndef OLDEST
  mistake("the function without a version is called");
#endif
  return implement(library, name, kernel);
}

// Tensors.
#define TENSOR_OF(handle) check_handle(handle, TENSOR, __func__)
#define GETTER(name, type, expression)                   \
  EXPORT int32_t name(void *handle, type *out) {         \
    MAY_FAIL();                                          \
    struct handle *found = TENSOR_OF(handle);            \
    if (!found) return 1;                                \
    struct tensor *tensor = found->tensor;               \
    *out = (expression);                                 \
    return 0;                                            \
  }
GETTER(aoti_torch_get_data_ptr, void *, tensor->data)
GETTER(aoti_torch_get_dim, int64_t, tensor->ndim)
GETTER(aoti_torch_get_sizes, int64_t *, tensor->sizes)
GETTER(aoti_torch_get_strides, int64_t *, tensor->strides)
GETTER(aoti_torch_get_dtype, int32_t, tensor->dtype)
GETTER(aoti_torch_get_device_type, int32_t, tensor->device_type)
GETTER(aoti_torch_get_device_index, int32_t, tensor->device_index)
GETTER(aoti_torch_is_defined, _Bool, tensor->dtype != UNDEFINED)

EXPORT int32_t aoti_torch_empty_strided(int64_t ndim, const int64_t *sizes, const int64_t *strides, int32_t dtype, int32_t device_type,
                                        int32_t device_index, void **out) {
  MAY_FAIL();
  struct handle *made = make(ndim, sizes, dtype, device_type, device_index);
  for (int64_t i = 0; i < ndim; ++i)
    if (strides[i] != made->tensor->strides[i]) mistake("strides are not row-major");
  *out = made;
  return 0;
}
EXPORT int32_t aoti_torch_zero_(void *handle) {
  MAY_FAIL();
  struct handle *found = TENSOR_OF(handle);
  if (!found) return 1;
  for (int64_t i = 0; i < numel(found->tensor); ++i) set_at(found->tensor, i, 0);
  return 0;
}
EXPORT int32_t aoti_torch_copy_(void *to, void *from, int32_t non_blocking) {
  MAY_FAIL();
  struct handle *into = TENSOR_OF(to), *source = TENSOR_OF(from);
  if (!into || !source || non_blocking) return 1;
  if (into->tensor->is_leaf) {
    snprintf(what, sizeof what, "a leaf that requires grad is changed in place");
    return 1;
  }
  ++into->tensor->version;
  for (int64_t i = 0; i < numel(into->tensor) && to != from; ++i)
    set_at(into->tensor, offset_of(into->tensor, i), value_at(source->tensor, offset_of(source->tensor, i)));
  return 0;
}
EXPORT int32_t aoti_torch_delete_tensor_object(void *handle) {
  struct handle *found = TENSOR_OF(handle);
  int failed = fails(__func__);
  // A failure that deletes: the caller has nothing left to do.
  if (found) release(found);
  return failed;
}

static struct handle *blob(void *data, int64_t ndim, const int64_t *sizes, const int64_t *strides, int32_t dtype, int32_t device_type,
                           int32_t device_index) {
  int64_t none[1] = {0};
  struct handle *made = make(1, none, dtype, device_type, device_index);
  struct tensor *tensor = made->tensor;
  tensor->ndim = ndim;
  for (int64_t i = 0; i < ndim; ++i) tensor->sizes[i] = sizes[i], tensor->strides[i] = strides[i];
  tensor->data = data;
  return made;
}
EXPORT int32_t aoti_torch_create_tensor_from_blob(void *data, int64_t ndim, const int64_t *sizes, const int64_t *strides, int64_t offset,
                                                  int32_t dtype, int32_t device_type, int32_t device_index, void **out) {
  MAY_FAIL();
  if (offset) mistake("an offset");
  *out = blob(data, ndim, sizes, strides, dtype, device_type, device_index);
  return 0;
}

EXPORT int32_t aoti_torch_call_dispatcher(const char *operator_, const char *overload, uint64_t *stack) {
  if (*overload) mistake("an overload");
  if (!strcmp(operator_, "taken::_tvm_ffi_library")) {
    stack[0] = (uint64_t)(uintptr_t) "/elsewhere/libother.so";
    return 0;
  }
  struct handle *first = TENSOR_OF((void *)(uintptr_t)stack[0]);
  if (!first) return 1;
  int failed = fails(operator_);
  if (!strcmp(operator_, "aten::clone")) {
    if (stack[1] != 0) mistake("the memory format");
    struct handle *made = failed ? NULL : copied(first->tensor);
    release(first);
    stack[0] = (uint64_t)(uintptr_t)made;
  } else {
    mistake(operator_);
    return 1;
  }
  return failed;
}

static jmp_buf escape;
static char thrown[4096];
EXPORT void aoti_torch_check(_Bool condition, const char *function, const char *file, uint32_t line, const char *message) {
  (void)function, (void)file, (void)line;
  if (condition) return;
  snprintf(thrown, sizeof thrown, "%s", message);
  longjmp(escape, 1);
}

// Heap slots of optional inputs.
static uint64_t *new_slot(uint64_t value) {
  struct {
    struct handle header;
    uint64_t value;
  } *slot = calloc(1, sizeof *slot);
  slot->header.kind = SLOT;
  slot->value = value;
  ++live_handles;
  return &slot->value;
}
static void delete_slot(void *value) {
  struct handle *handle = (struct handle *)((char *)value - sizeof(struct handle));
  if (check_handle(handle, SLOT, "a heap slot")) free_handle(handle);
}

#ifdef OLDEST
// `operator delete(void*)`
EXPORT void _ZdlPv(void *pointer) { delete_slot(pointer); }
#else
EXPORT void _ZdlPv(void *pointer) {
  (void)pointer;
  mistake("operator delete");
}
EXPORT int32_t torch_delete_stable_ivalue(uint64_t *slot) {
  int failed = fails(__func__);
  delete_slot(slot);
  return failed;
}
EXPORT int32_t torch_library_impl(void *library, const char *name, void (*kernel)(uint64_t *, uint64_t, uint64_t), uint64_t version) {
  MAY_FAIL();
  if (version != ((uint64_t)2 << 56 | (uint64_t)13 << 48)) mistake("the version");
  return implement(library, name, kernel);
}
EXPORT int32_t torch_list_size(void *list, size_t *out) {
  MAY_FAIL();
  struct handle *found = check_handle(list, LIST, __func__);
  if (!found) return 1;
  *out = found->size;
  return 0;
}
EXPORT int32_t torch_list_get_item(void *list, size_t index, uint64_t *out) {
  MAY_FAIL();
  struct handle *found = check_handle(list, LIST, __func__);
  if (!found || index >= found->size) return 1;
  // The item is owned by the caller.
  *out = found->text ? found->items[index] : (uint64_t)(uintptr_t)handle_of(((struct handle *)(uintptr_t)found->items[index])->tensor);
  return 0;
}
EXPORT int32_t torch_delete_list(void *list) {
  int failed = fails(__func__);
  struct handle *found = check_handle(list, LIST, __func__);
  if (!found) return 1;
  for (size_t i = 0; i < found->size && !found->text; ++i) release((struct handle *)(uintptr_t)found->items[i]);
  free(found->items);
  free_handle(found);
  return failed;
}
EXPORT int32_t torch_string_length(void *text, size_t *out) {
  MAY_FAIL();
  struct handle *found = check_handle(text, TEXT, __func__);
  if (!found) return 1;
  *out = found->size;
  return 0;
}
EXPORT int32_t torch_string_c_str(void *text, const char **out) {
  MAY_FAIL();
  struct handle *found = check_handle(text, TEXT, __func__);
  if (!found) return 1;
  *out = found->text;
  return 0;
}
EXPORT int32_t torch_delete_string(void *text) {
  int failed = fails(__func__);
  struct handle *found = check_handle(text, TEXT, __func__);
  if (!found) return 1;
  free(found->text);
  free_handle(found);
  return failed;
}
EXPORT int32_t torch_from_blob(void *data, int64_t ndim, const int64_t *sizes, const int64_t *strides, int64_t offset, int32_t dtype,
                               int32_t device_type, int32_t device_index, void **out, int32_t layout, const uint8_t *metadata,
                               int64_t metadata_size, void (*deleter)(void *, void *), void *context) {
  MAY_FAIL();
  if (offset || layout || metadata || metadata_size) mistake("an argument of torch_from_blob");
  struct handle *made = blob(data, ndim, sizes, strides, dtype, device_type, device_index);
  made->tensor->deleter = deleter;
  made->tensor->context = context;
  *out = made;
  return 0;
}
EXPORT const char *torch_exception_get_what_without_backtrace(void) { return what; }
#endif

// For the tests.
EXPORT void *shim_tensor(int64_t ndim, const int64_t *sizes, const int64_t *strides, int32_t dtype, int32_t device_type, double start) {
  struct handle *made = make(ndim, sizes, dtype, device_type, device_type == CPU ? -1 : 0);
  struct tensor *tensor = made->tensor;
  for (int64_t i = 0; i < numel(tensor); ++i) set_at(tensor, i, start + (double)i);
  if (strides) memcpy(tensor->strides, strides, (size_t)ndim * sizeof *strides);
  return made;
}
EXPORT void *shim_undefined(void) {
  int64_t none[1] = {0};
  return make(1, none, UNDEFINED, CPU, -1);
}
EXPORT void *shim_again(void *handle) { return handle_of(((struct handle *)handle)->tensor); }
EXPORT void shim_require_grad(void *handle) { ((struct handle *)handle)->tensor->is_leaf = 1; }
EXPORT int64_t shim_version(void *handle) { return ((struct handle *)handle)->tensor->version; }
EXPORT int64_t shim_numel(void *handle) { return numel(((struct handle *)handle)->tensor); }
EXPORT int64_t shim_size(void *handle, int64_t at) { return ((struct handle *)handle)->tensor->sizes[at]; }
EXPORT double shim_value(void *handle, int64_t index) {
  struct tensor *tensor = ((struct handle *)handle)->tensor;
  return value_at(tensor, offset_of(tensor, index));
}
EXPORT void shim_delete(void *handle) { release(handle); }
EXPORT void *shim_text(const char *text, size_t size) {
  struct handle *made = new_handle(TEXT);
  made->size = size;
  made->text = calloc(1, size + 1);
  memcpy(made->text, text, size);
  return made;
}
EXPORT void *shim_list(const uint64_t *items, size_t size, _Bool numbers) {
  struct handle *made = new_handle(LIST);
  made->size = size;
  made->items = calloc(size + 1, sizeof *items);
  memcpy(made->items, items, size * sizeof *items);
  made->text = numbers ? "numbers" : NULL;
  return made;
}
EXPORT uint64_t *shim_slot(uint64_t value) { return new_slot(value); }
static void (*find_kernel(const char *name, const char *key))(uint64_t *, uint64_t, uint64_t) {
  for (int i = 0; i < num_kernels; ++i)
    if (!strcmp(kernels[i].name, name) && !strcmp(kernels[i].key, key)) return kernels[i].kernel;
  return NULL;
}
// 1 if the kernel throws, 2 if there is none.
EXPORT int shim_call(const char *name, const char *key, uint64_t *stack, uint64_t inputs, uint64_t outputs) {
  void (*kernel)(uint64_t *, uint64_t, uint64_t) = find_kernel(name, key);
  thrown[0] = 0;
  if (!kernel) return 2;
  if (setjmp(escape)) return 1;
  kernel(stack, inputs, outputs);
  return 0;
}
EXPORT const char *shim_thrown(void) { return thrown; }
EXPORT void shim_fail_at(int call) { calls = 0, fail_at = call; }
EXPORT int shim_has_failed(void) { return fail_at > 0 && calls >= fail_at; }
EXPORT const char *shim_failed_call(void) { return failed_call; }
EXPORT int shim_live(void) { return live_handles + live_tensors; }
EXPORT int shim_mistakes(void) { return mistakes; }
EXPORT const char *shim_schema(const char *start) {
  for (int i = 0; i < num_definitions; ++i)
    if (!strncmp(definitions[i].schema, start, strlen(start))) return definitions[i].schema;
  return NULL;
}
