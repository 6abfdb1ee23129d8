/*
 * How a careful C author decodes arguments and stores results: shared by the floor
 * and by the C sources that the build benchmark generates. Failure paths are out of
 * line, so that the success path has no stack frame where it needs none.
 */
#ifndef TVM_FFI_BENCH_DECODE_H_
#define TVM_FFI_BENCH_DECODE_H_

#include <stdint.h>
#include <string.h>
#include <tvm/ffi/c_api.h>

#define EXPORT __attribute__((visibility("default")))
#define COLD __attribute__((cold, noinline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define FUNCTION(name)                                                             \
  EXPORT int __tvm_ffi_##name(void* self, const TVMFFIAny* args, int32_t num_args, \
                          TVMFFIAny* result)

/* The type index and the padding after it are one 8-byte store. */
static inline void set_word(TVMFFIAny* result, uint64_t tag, uint64_t payload) {
  memcpy(result, &tag, sizeof tag);
  result->v_uint64 = payload;
}

static inline void set_none(TVMFFIAny* result) { set_word(result, kTVMFFINone, 0); }

static inline void set_int(TVMFFIAny* result, int64_t value) {
  set_word(result, kTVMFFIInt, (uint64_t)value);
}

static inline void set_float(TVMFFIAny* result, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  set_word(result, kTVMFFIFloat, bits);
}

static COLD int raise_error(const char* kind, const char* message) {
  TVMFFIErrorSetRaisedFromCStr(kind, message);
  return -1;
}

static COLD int wrong_arity(void) { return raise_error("TypeError", "wrong number of arguments"); }
static COLD int wrong_type(void) { return raise_error("TypeError", "wrong argument type"); }

/* Every object's own data follows its header. */
static inline const void* cell_of(const void* object) {
  return (const char*)object + sizeof(TVMFFIObject);
}

/* ---- arguments ---- */

/* Int and Bool are neighbours, hence one unsigned compare. */
static inline int is_int(const TVMFFIAny* arg) {
  return (uint32_t)(arg->type_index - kTVMFFIInt) <= (uint32_t)(kTVMFFIBool - kTVMFFIInt);
}

/* The conversion of an integer is as valid as a float, only rarer. */
static inline int get_float(const TVMFFIAny* arg, double* out) {
  if (LIKELY(arg->type_index == kTVMFFIFloat)) {
    *out = arg->v_float64;
    return 1;
  }
  if (!is_int(arg)) return 0;
  *out = (double)arg->v_int64;
  return 1;
}

static inline int get_str(const TVMFFIAny* arg, TVMFFIByteArray* out) {
  switch (arg->type_index) {
    case kTVMFFISmallStr:
      out->data = arg->v_bytes;
      out->size = arg->small_str_len;
      return 1;
    case kTVMFFIStr:
      *out = *(const TVMFFIByteArray*)cell_of(arg->v_obj);
      return 1;
    case kTVMFFIRawStr:
      out->data = arg->v_c_str;
      out->size = strlen(arg->v_c_str);
      return 1;
    default:
      return 0;
  }
}

#endif  /* TVM_FFI_BENCH_DECODE_H_ */
