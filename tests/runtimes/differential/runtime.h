// The functions of a runtime, which is loaded by its path. Each call is counted.
#pragma once

#include <dlfcn.h>
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#define RUNTIME_FUNCTIONS(X)                                                                                     \
  X(TVMFFIGetVersion) X(TVMFFIObjectIncRef) X(TVMFFIObjectDecRef) X(TVMFFIObjectCreateOpaque)                    \
  X(TVMFFIGetCustomAllocator) X(TVMFFISetCustomAllocator) X(TVMFFITypeKeyToIndex) X(TVMFFIFunctionCreate)        \
  X(TVMFFIFunctionGetGlobal) X(TVMFFIFunctionSetGlobal) X(TVMFFIFunctionSetGlobalFromMethodInfo)                 \
  X(TVMFFIFunctionCall) X(TVMFFIAnyViewToOwnedAny) X(TVMFFIErrorMoveFromRaised) X(TVMFFIErrorSetRaised)          \
  X(TVMFFIErrorSetRaisedFromCStr) X(TVMFFIErrorSetRaisedFromCStrParts) X(TVMFFIErrorCreate)                      \
  X(TVMFFIErrorCreateWithCauseAndExtraContext) X(TVMFFITensorFromDLPack) X(TVMFFITensorToDLPack)                 \
  X(TVMFFITensorFromDLPackVersioned) X(TVMFFITensorToDLPackVersioned) X(TVMFFITensorCreateUnsafeView)            \
  X(TVMFFIStringFromByteArray) X(TVMFFIBytesFromByteArray) X(TVMFFIBigIntFromByteArray)                          \
  X(TVMFFIBigIntGetContentByteArray) X(TVMFFIDataTypeFromString) X(TVMFFIDataTypeToString)                       \
  X(TVMFFITypeRegisterField) X(TVMFFITypeRegisterMethod) X(TVMFFITypeRegisterMetadata) X(TVMFFITypeRegisterAttr) \
  X(TVMFFIGetTypeAttrColumn) X(TVMFFIGetTypeInfo) X(TVMFFITypeGetOrAllocIndex) X(TVMFFIBacktrace)                \
  X(TVMFFIHandleInitOnce) X(TVMFFIHandleDeinitOnce) X(TVMFFIEnvSetStream) X(TVMFFIEnvGetStream)                  \
  X(TVMFFIEnvSetDLPackManagedTensorAllocator) X(TVMFFIEnvGetDLPackManagedTensorAllocator)                        \
  X(TVMFFIEnvTensorAlloc) X(TVMFFIEnvCheckSignals) X(TVMFFIEnvRegisterCAPI) X(TVMFFIEnvModLookupFromImports)     \
  X(TVMFFIEnvModRegisterContextSymbol) X(TVMFFIEnvModRegisterSystemLibSymbol)

template <typename F>
struct Counted;

template <typename R, typename... A>
struct Counted<R (*)(A...)> {
  R (*function)(A...) = nullptr;
  mutable uint64_t calls = 0;

  R operator()(A... arguments) const {
    ++calls;
    return function(arguments...);
  }
};

struct Runtime {
#define DECLARE(NAME) Counted<decltype(&::NAME)> NAME;
  RUNTIME_FUNCTIONS(DECLARE)
#undef DECLARE

  void Load(const char* path) {
    void* library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) Fail(dlerror());
#define FIND(NAME)                                                              \
  *reinterpret_cast<void**>(&NAME.function) = dlsym(library, #NAME);            \
  if (NAME.function == nullptr) Fail("the library has no function " #NAME);
    RUNTIME_FUNCTIONS(FIND)
#undef FIND
  }

  std::map<std::string, uint64_t> Calls() const {
    std::map<std::string, uint64_t> calls;
#define COUNT(NAME) calls[#NAME] = NAME.calls;
    RUNTIME_FUNCTIONS(COUNT)
#undef COUNT
    return calls;
  }

  [[noreturn]] static void Fail(const char* reason) {
    fprintf(stderr, "cannot load the runtime: %s\n", reason);
    exit(2);
  }
};

inline Runtime runtime;

inline TVMFFIByteArray Bytes(const std::string& text) { return {text.data(), text.size()}; }

// Numbers that are the same in each process.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  int Below(int limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(limit));
  }

  bool Once(int of) { return Below(of) == 0; }

  template <typename T, size_t N>
  const T& Of(const T (&choices)[N]) {
    return choices[Below(static_cast<int>(N))];
  }

 private:
  uint64_t state_;
};
