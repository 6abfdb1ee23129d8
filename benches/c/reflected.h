/*
 * Fields and methods that the driver finds by reflection. The functions behind them
 * have no names that all libraries share, so they are called through two functions
 * of the driver, whose own instructions are known from a call of nothing.
 */
#ifndef TVM_FFI_BENCH_REFLECTED_H_
#define TVM_FFI_BENCH_REFLECTED_H_

#include <string.h>
#include <tvm/ffi/c_api.h>

static int no_field(void* field, TVMFFIAny* result) {
  (void)field, (void)result;
  return 0;
}

static int no_method(void* self, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result) {
  (void)self, (void)args, (void)num_args, (void)result;
  return 0;
}

static struct {
  TVMFFIFieldGetter getter;
  void* field;
  TVMFFISafeCallType method;
  void* self;
} reflected = {no_field, NULL, no_method, NULL};

/* Behind the call, so that it is one and no jump. */
#define KEEP_FRAME() __asm__ volatile("" ::: "memory")

static __attribute__((noinline)) int through_field(void* self, const TVMFFIAny* args, int32_t num_args,
                                                   TVMFFIAny* result) {
  (void)self, (void)args, (void)num_args;
  int code = reflected.getter(reflected.field, result);
  KEEP_FRAME();
  return code;
}

static __attribute__((noinline)) int through_method(void* self, const TVMFFIAny* args, int32_t num_args,
                                                    TVMFFIAny* result) {
  (void)self;
  int code = reflected.method(reflected.self, args, num_args, result);
  KEEP_FRAME();
  return code;
}

static int is_reflected(const char* function) {
  return strcmp(function, "field") == 0 || strcmp(function, "method") == 0;
}

static TVMFFISafeCallType through(const char* function) {
  return strcmp(function, "field") == 0 ? through_field : through_method;
}

static int has_name(const TVMFFIByteArray* name, const char* wanted) {
  return name->size == strlen(wanted) && memcmp(name->data, wanted, name->size) == 0;
}

/* Whether the type has the field `value`, or the method `get`, which are then what is called. */
static int find_reflected(const char* function, const TVMFFITypeInfo* type, TVMFFIAny object) {
  if (strcmp(function, "field") == 0) {
    for (int32_t i = 0; i < type->num_fields; ++i) {
      if (!has_name(&type->fields[i].name, "value")) continue;
      reflected.getter = type->fields[i].getter;
      reflected.field = (char*)object.v_obj + type->fields[i].offset;
      return 1;
    }
    return 0;
  }
  for (int32_t i = 0; i < type->num_methods; ++i) {
    if (!has_name(&type->methods[i].name, "get")) continue;
    TVMFFIObject* function_object = type->methods[i].method.v_obj;
    reflected.method = ((TVMFFIFunctionCell*)(function_object + 1))->safe_call;
    reflected.self = function_object;
    return 1;
  }
  return 0;
}

#endif  /* TVM_FFI_BENCH_REFLECTED_H_ */
