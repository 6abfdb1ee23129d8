/*
 * The floor: each benchmark function written by hand in C against c_api.h, doing
 * the checks its contract asks for and nothing else.
 *
 * `concat_rt` is `concat` with the result made by the runtime. `fail` raises the way
 * C code usually does, `fail_nobt` without any traceback.
 */
#include "decode.h"
#include "objects.h"

#include <stdlib.h>

/* ---- scalars ---- */

FUNCTION(noop) {
  if (UNLIKELY(num_args != 0)) return wrong_arity();
  set_none(result);
  return 0;
}

FUNCTION(add_one) {
  if (UNLIKELY(num_args != 1)) return wrong_arity();
  if (UNLIKELY(!is_int(&args[0]))) return wrong_type();
  set_int(result, args[0].v_int64 + 1);
  return 0;
}

FUNCTION(add3) {
  double a, b;
  if (UNLIKELY(num_args != 3)) return wrong_arity();
  if (UNLIKELY(!get_float(&args[0], &a))) return wrong_type();
  if (UNLIKELY(!get_float(&args[1], &b))) return wrong_type();
  if (UNLIKELY(!is_int(&args[2]))) return wrong_type();
  set_float(result, a + b + (double)args[2].v_int64);
  return 0;
}

/* ---- strings ---- */

typedef struct {
  TVMFFIObject header;
  TVMFFIByteArray bytes;
  char inline_data[];
} StringObject;

static void delete_string(void* self, int flags) {
  if (flags & kTVMFFIObjectDeleterFlagBitMaskWeak) free(self);
}

static COLD int out_of_memory(void) { return raise_error("MemoryError", "out of memory"); }

static inline int concat_long(TVMFFIByteArray a, TVMFFIByteArray b, TVMFFIAny* result) {
  size_t size = a.size + b.size;
  StringObject* object = malloc(sizeof *object + size + 1);
  if (UNLIKELY(object == NULL)) return out_of_memory();
  object->header.combined_ref_count = ((uint64_t)1 << 32) | 1;
  object->header.type_index = kTVMFFIStr;
  object->header.__padding = 0;
  object->header.deleter = delete_string;
  object->bytes.data = object->inline_data;
  object->bytes.size = size;
  memcpy(object->inline_data, a.data, a.size);
  memcpy(object->inline_data + a.size, b.data, b.size);
  object->inline_data[size] = 0;
  set_word(result, kTVMFFIStr, (uint64_t)object);
  return 0;
}

FUNCTION(concat) {
  TVMFFIByteArray a, b;
  if (UNLIKELY(num_args != 2)) return wrong_arity();
  if (UNLIKELY(!get_str(&args[0], &a) || !get_str(&args[1], &b))) return wrong_type();
  if (a.size + b.size > 7) return concat_long(a, b, result);
  set_word(result, kTVMFFISmallStr | (uint64_t)(a.size + b.size) << 32, 0);
  memcpy(result->v_bytes, a.data, a.size);
  memcpy(result->v_bytes + a.size, b.data, b.size);
  return 0;
}

/* The same with the result made by the runtime, from a buffer of the caller. */
FUNCTION(concat_rt) {
  char buffer[256];
  TVMFFIByteArray a, b, joined;
  if (UNLIKELY(num_args != 2)) return wrong_arity();
  if (UNLIKELY(!get_str(&args[0], &a) || !get_str(&args[1], &b))) return wrong_type();
  joined.size = a.size + b.size;
  if (UNLIKELY(joined.size > sizeof buffer)) return out_of_memory();
  joined.data = buffer;
  memcpy(buffer, a.data, a.size);
  memcpy(buffer + a.size, b.data, b.size);
  return TVMFFIStringFromByteArray(&joined, result);
}

/* ---- containers ---- */

FUNCTION(sum) {
  int64_t total = 0;
  if (UNLIKELY(num_args != 1)) return wrong_arity();
  if (UNLIKELY(args[0].type_index != kTVMFFIArray)) return wrong_type();
  const TVMFFISeqCell* cell = cell_of(args[0].v_obj);
  const TVMFFIAny* item = cell->data;
  for (const TVMFFIAny* end = item + cell->size; item != end; ++item) {
    if (UNLIKELY(!is_int(item))) return wrong_type();
    total += item->v_int64;
  }
  set_int(result, total);
  return 0;
}

/* ---- tensors ---- */

static COLD int wrong_tensor(void) { return raise_error("ValueError", "tensor contract not met"); }

static inline const DLTensor* get_tensor(const TVMFFIAny* arg) {
  if (arg->type_index == kTVMFFIDLTensorPtr) return arg->v_ptr;
  if (LIKELY(arg->type_index == kTVMFFITensor)) return cell_of(arg->v_obj);
  return NULL;
}

static inline int is_cpu_float32(const DLTensor* t, int ndim) {
  return t->ndim == ndim && t->dtype.code == kDLFloat && t->dtype.bits == 32 &&
         t->dtype.lanes == 1 && t->device.device_type == kDLCPU;
}

static inline int is_contiguous1(const DLTensor* t) {
  return t->strides == NULL || t->strides[0] == 1 || t->shape[0] <= 1;
}

static inline int is_contiguous2(const DLTensor* t) {
  if (t->strides == NULL || (t->strides[1] == 1 && t->strides[0] == t->shape[1])) return 1;
  int64_t expected = 1;
  for (int i = 1; i >= 0; --i) {
    if (t->shape[i] == 0) return 1;
    if (t->shape[i] != 1 && t->strides[i] != expected) return 0;
    expected *= t->shape[i];
  }
  return 1;
}

static inline float* float_data(const DLTensor* t) {
  return (float*)((char*)t->data + t->byte_offset);
}

FUNCTION(scale) {
  double factor;
  if (UNLIKELY(num_args != 3)) return wrong_arity();
  const DLTensor* x = get_tensor(&args[0]);
  const DLTensor* out = get_tensor(&args[1]);
  if (UNLIKELY(x == NULL || out == NULL || !get_float(&args[2], &factor))) return wrong_type();
  if (UNLIKELY(!is_cpu_float32(x, 1) || !is_cpu_float32(out, 1))) return wrong_tensor();
  if (UNLIKELY(x->shape[0] != out->shape[0])) return wrong_tensor();
  if (UNLIKELY(!is_contiguous1(x) || !is_contiguous1(out))) return wrong_tensor();
  const float* from = float_data(x);
  float* to = float_data(out);
  for (int64_t i = 0, n = x->shape[0]; i < n; ++i) to[i] = from[i] * (float)factor;
  set_none(result);
  return 0;
}

FUNCTION(check3) {
  if (UNLIKELY(num_args != 3)) return wrong_arity();
  const DLTensor* a = get_tensor(&args[0]);
  const DLTensor* b = get_tensor(&args[1]);
  const DLTensor* c = get_tensor(&args[2]);
  if (UNLIKELY(a == NULL || b == NULL || c == NULL)) return wrong_type();
  if (UNLIKELY(!is_cpu_float32(a, 2) || !is_cpu_float32(b, 2) || !is_cpu_float32(c, 2))) {
    return wrong_tensor();
  }
  if (UNLIKELY(!is_contiguous2(a) || !is_contiguous2(b) || !is_contiguous2(c))) return wrong_tensor();
  if (UNLIKELY(a->shape[0] != c->shape[0] || a->shape[1] != b->shape[0] ||
               b->shape[1] != c->shape[1])) {
    return wrong_tensor();
  }
  set_none(result);
  return 0;
}

static inline int is_contiguous4(const DLTensor* t) {
  if (t->strides == NULL) return 1;
  const int64_t *n = t->shape, *s = t->strides;
  if (s[3] == 1 && s[2] == n[3] && s[1] == n[3] * n[2] && s[0] == n[3] * n[2] * n[1]) return 1;
  int64_t expected = 1;
  for (int i = 3; i >= 0; --i) {
    if (n[i] == 0) return 1;
    if (n[i] != 1 && s[i] != expected) return 0;
    expected *= n[i];
  }
  return 1;
}

static inline int has_shape4(const DLTensor* t, int64_t a, int64_t b, int64_t c, int64_t d) {
  return t->shape[0] == a && t->shape[1] == b && t->shape[2] == c && t->shape[3] == d;
}

static inline int64_t byte_size4(const DLTensor* t) {
  return t->shape[0] * t->shape[1] * t->shape[2] * t->shape[3] * (int64_t)sizeof(float);
}

static inline int overlap4(const DLTensor* a, const DLTensor* b) {
  const char *from_a = (const char*)float_data(a), *from_b = (const char*)float_data(b);
  return from_a < from_b + byte_size4(b) && from_b < from_a + byte_size4(a);
}

/*
 * Nine tensors of four dimensions, one of them written: q[b, h, s, d % 8], k[b, g, t, d], v[b, g, t, d],
 * bias[b, h, s, t], scales[b, g, t, 2], gate[b, h, s, d], residual[b, h, s, d], norm[b, h, s, 2], out[b, h, s, d].
 */
FUNCTION(attention) {
  const DLTensor* tensors[9];
  if (UNLIKELY(num_args != 9)) return wrong_arity();
#pragma GCC unroll 9
  for (int i = 0; i < 9; ++i) {
    tensors[i] = get_tensor(&args[i]);
    if (UNLIKELY(tensors[i] == NULL)) return wrong_type();
    if (UNLIKELY(!is_cpu_float32(tensors[i], 4) || !is_contiguous4(tensors[i]))) return wrong_tensor();
  }
  const int64_t *q = tensors[0]->shape, *k = tensors[1]->shape;
  const int64_t b = q[0], h = q[1], s = q[2], d = q[3], g = k[1], t = k[2];
  if (UNLIKELY(d % 8 != 0 || k[0] != b || k[3] != d || !has_shape4(tensors[2], b, g, t, d) ||
               !has_shape4(tensors[3], b, h, s, t) || !has_shape4(tensors[4], b, g, t, 2) ||
               !has_shape4(tensors[5], b, h, s, d) || !has_shape4(tensors[6], b, h, s, d) ||
               !has_shape4(tensors[7], b, h, s, 2) || !has_shape4(tensors[8], b, h, s, d))) {
    return wrong_tensor();
  }
#pragma GCC unroll 8
  for (int i = 0; i < 8; ++i) {
    if (UNLIKELY(overlap4(tensors[i], tensors[8]))) return wrong_tensor();
  }
  set_none(result);
  return 0;
}

/* ---- objects ---- */

NUMBER(frozen, "bench_c.Frozen")
NUMBER(mutable, "bench_c.Mutable")

/* ---- errors ---- */

/* The usual way of C code: the runtime walks the stack for the traceback. */
FUNCTION(fail) {
  return raise_error("RuntimeError", "this always fails");
}

/* No traceback at all: the floor of raising, since the runtime makes the object. */
FUNCTION(fail_nobt) {
  static const TVMFFIByteArray kind = {"RuntimeError", sizeof "RuntimeError" - 1};
  static const TVMFFIByteArray message = {"this always fails", sizeof "this always fails" - 1};
  static const TVMFFIByteArray backtrace = {"", 0};
  TVMFFIObjectHandle error;
  if (TVMFFIErrorCreate(&kind, &message, &backtrace, &error) == 0) {
    TVMFFIErrorSetRaised(error);
    TVMFFIObjectDecRef(error);
  }
  return -1;
}
