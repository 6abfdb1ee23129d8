/*
 * Two object types by hand: one that never changes, and one with a word that says who
 * has it borrowed. Each has a field and a method, with the checks that memory safety
 * asks for: Python can hand the getter any address and the method any object.
 */
#ifndef TVM_FFI_BENCH_OBJECTS_H_
#define TVM_FFI_BENCH_OBJECTS_H_

#include "decode.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
  _Atomic uint64_t borrow; /* used by the one that changes only */
  uint64_t space;
  TVMFFIObject header;
  int64_t value;
} NumberObject;

/* Bits of the borrow word: a thread waits, or a thread writes. */
enum { BORROW_BUSY = 3, BORROW_ONE = 4 };

static void delete_frozen(void* self, int flags) {
  if (flags & kTVMFFIObjectDeleterFlagBitMaskWeak) free((char*)self - offsetof(NumberObject, header));
}

static void delete_mutable(void* self, int flags) { delete_frozen(self, flags); }

static COLD int wrong_object(void) { return raise_error("TypeError", "not an object of this type"); }
static COLD int busy_object(void) { return raise_error("RuntimeError", "the object is being changed"); }

static inline int is_made_by(const TVMFFIObject* object, void (*deleter)(void*, int)) {
  return LIKELY(object != NULL) && LIKELY(object->deleter == deleter);
}

static inline int read_frozen(TVMFFIObject* object, TVMFFIAny* result) {
  if (UNLIKELY(!is_made_by(object, delete_frozen))) return wrong_object();
  set_int(result, *(const int64_t*)cell_of(object));
  return 0;
}

static inline int read_mutable(TVMFFIObject* object, TVMFFIAny* result) {
  if (UNLIKELY(!is_made_by(object, delete_mutable))) return wrong_object();
  _Atomic uint64_t* borrow = (_Atomic uint64_t*)((char*)object - offsetof(NumberObject, header));
  uint64_t now = atomic_load_explicit(borrow, memory_order_relaxed);
  if (UNLIKELY(now & BORROW_BUSY)) return busy_object();
  if (UNLIKELY(!atomic_compare_exchange_strong_explicit(borrow, &now, now + BORROW_ONE, memory_order_acquire,
                                                        memory_order_relaxed))) {
    return busy_object();
  }
  set_int(result, *(const int64_t*)cell_of(object));
  atomic_fetch_sub_explicit(borrow, BORROW_ONE, memory_order_release);
  return 0;
}

#define ACCESS(kind)                                                                              \
  static int get_##kind(void* field, TVMFFIAny* result) {                                         \
    /* In integers: a compiler takes no pointer minus an offset for NULL. */                      \
    return read_##kind((TVMFFIObject*)((uintptr_t)field - sizeof(TVMFFIObject)), result);         \
  }                                                                                               \
  static int method_##kind(void* self, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* out) { \
    if (UNLIKELY(num_args != 1)) return wrong_arity();                                            \
    if (UNLIKELY(args[0].type_index < kTVMFFIStaticObjectBegin)) return wrong_type();             \
    return read_##kind(args[0].v_obj, out);                                                       \
  }

ACCESS(frozen)
ACCESS(mutable)

static int32_t register_number(const char* key, TVMFFIFieldGetter getter, TVMFFISafeCallType method) {
  TVMFFIByteArray name = {key, strlen(key)};
  int32_t type_index = TVMFFITypeGetOrAllocIndex(&name, -1, 1, 0, 1, kTVMFFIObject);
  TVMFFIFieldInfo field = {
      .name = {"value", 5},
      .size = sizeof(int64_t),
      .alignment = sizeof(int64_t),
      .offset = sizeof(TVMFFIObject),
      .getter = getter,
      .field_static_type_index = kTVMFFIInt,
  };
  TVMFFIMethodInfo info = {.name = {"get", 3}, .method = {.type_index = kTVMFFIFunction}};
  TVMFFIObjectHandle function;
  if (TVMFFIFunctionCreate(NULL, method, NULL, &function) != 0) return -1;
  info.method.v_obj = function;
  if (TVMFFITypeRegisterField(type_index, &field) != 0) return -1;
  return TVMFFITypeRegisterMethod(type_index, &info) == 0 ? type_index : -1;
}

static int new_number(int32_t type_index, void (*deleter)(void*, int), TVMFFIAny* result) {
  NumberObject* object = calloc(1, sizeof *object);
  if (object == NULL || type_index < 0) return raise_error("RuntimeError", "no object");
  object->header.combined_ref_count = ((uint64_t)1 << 32) | 1;
  object->header.type_index = type_index;
  object->header.deleter = deleter;
  object->value = 42;
  set_word(result, (uint64_t)type_index, (uint64_t)&object->header);
  return 0;
}

#define NUMBER(kind, key)                                                                 \
  FUNCTION(new_##kind) {                                                                  \
    return new_number(register_number(key, get_##kind, method_##kind), delete_##kind, result); \
  }

#endif  /* TVM_FFI_BENCH_OBJECTS_H_ */
