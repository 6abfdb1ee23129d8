/* A library of functions in plain C: what a runtime finds in it, and the variables that it sets. */
#include <string.h>
#include <tvm/ffi/c_api.h>

TVM_FFI_DLL_EXPORT void* __tvm_ffi__library_ctx = NULL;
TVM_FFI_DLL_EXPORT void* t_context = NULL;

#ifdef WITH_IMPORT
/* This library imports a module of the kind "tt", whose bytes are "abc". */
TVM_FFI_DLL_EXPORT const unsigned char __tvm_ffi__library_bin[] =
    "\121\0\0\0\0\0\0\0"
    "\3\0\0\0\0\0\0\0" "\0\0\0\0\0\0\0\0" "\1\0\0\0\0\0\0\0" "\1\0\0\0\0\0\0\0"
    "\1\0\0\0\0\0\0\0" "\1\0\0\0\0\0\0\0"
    "\4\0\0\0\0\0\0\0_lib"
    "\2\0\0\0\0\0\0\0tt"
    "\3\0\0\0\0\0\0\0abc";
#endif

static int raise(const char* kind, const char* message) {
  TVMFFIErrorSetRaisedFromCStr(kind, message);
  return -1;
}

TVM_FFI_DLL_EXPORT int __tvm_ffi_add(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
  if (self != NULL) return raise("InternalError", "a function of a library gets no handle");
  if (count != 2 || args[0].type_index != kTVMFFIInt || args[1].type_index != kTVMFFIInt) {
    return raise("TypeError", "add takes two integers");
  }
  result->type_index = kTVMFFIInt;
  result->v_int64 = (int64_t)((uint64_t)args[0].v_int64 + (uint64_t)args[1].v_int64);
  return 0;
}

TVM_FFI_DLL_EXPORT int __tvm_ffi_fail(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
  return raise("ValueError", "the library fails");
}

static int text(const char* content, TVMFFIAny* result) {
  TVMFFIByteArray bytes = {content, strlen(content)};
  return TVMFFIStringFromByteArray(&bytes, result);
}

TVM_FFI_DLL_EXPORT int __tvm_ffi__metadata_add(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
  return text("{\"type_schema\":\"{}\"}", result);
}

TVM_FFI_DLL_EXPORT int __tvm_ffi__doc_add(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
  return text("Adds.", result);
}

/* Whether the runtime has set the two variables. */
TVM_FFI_DLL_EXPORT int __tvm_ffi_nothing(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
  result->type_index = kTVMFFIInt;
  result->v_int64 = (__tvm_ffi__library_ctx != NULL) + 2 * (t_context != NULL);
  return 0;
}
