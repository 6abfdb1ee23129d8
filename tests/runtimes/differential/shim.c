/* The C++ runtime with one function that is wrong. The others are found in the library that this one needs. */
#include <dlfcn.h>
#include <string.h>
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#ifdef NONE
TVM_FFI_DLL_EXPORT int no_fault;
#endif

__attribute__((unused)) static void* real(const char* name) {
  static void* library = NULL;
  if (library == NULL) library = dlopen(REAL, RTLD_NOW);
  return dlsym(library, name);
}

#ifdef LEAK
/* A reference more than the caller gets. */
int TVMFFIAnyViewToOwnedAny(const TVMFFIAny* view, TVMFFIAny* out) {
  int code = ((int (*)(const TVMFFIAny*, TVMFFIAny*))real("TVMFFIAnyViewToOwnedAny"))(view, out);
  if (code == 0 && out->type_index >= kTVMFFIStaticObjectBegin) ++out->v_obj->combined_ref_count;
  return code;
}
#endif

#ifdef PADDING
/* A byte after a small string that is not zero. */
int TVMFFIStringFromByteArray(const TVMFFIByteArray* input, TVMFFIAny* out) {
  int code = ((int (*)(const TVMFFIByteArray*, TVMFFIAny*))real("TVMFFIStringFromByteArray"))(input, out);
  if (out->type_index == kTVMFFISmallStr && out->small_str_len < 7) out->v_bytes[7] = 1;
  return code;
}
#endif

#ifdef STREAM
/* A stream is forgotten. */
TVMFFIStreamHandle TVMFFIEnvGetStream(int32_t device_type, int32_t device_id) { return NULL; }
#endif

#ifdef ALIGNMENT
/* Any alignment will do. */
int TVMFFITensorFromDLPack(DLManagedTensor* from, int32_t alignment, int32_t contiguous, TVMFFIObjectHandle* out) {
  return ((int (*)(DLManagedTensor*, int32_t, int32_t, TVMFFIObjectHandle*))real("TVMFFITensorFromDLPack"))(from, 0, contiguous, out);
}
#endif

#ifdef KIND
/* The kind of an error is lost. */
void TVMFFIErrorSetRaisedFromCStr(const char* kind, const char* message) {
  ((void (*)(const char*, const char*))real("TVMFFIErrorSetRaisedFromCStr"))("RuntimeError", message);
}
#endif

#ifdef WORDS
/* A big integer of two words loses the second one. */
int TVMFFIBigIntFromByteArray(const TVMFFIByteArray* input, TVMFFIAny* out) {
  TVMFFIByteArray shorter = {input->data, input->size == 16 ? 8 : input->size};
  return ((int (*)(const TVMFFIByteArray*, TVMFFIAny*))real("TVMFFIBigIntFromByteArray"))(&shorter, out);
}
#endif
