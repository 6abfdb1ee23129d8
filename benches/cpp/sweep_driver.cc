// sweep_driver LIBRARY < POINTS
//
// Calls the exported functions of a library with arguments of many sizes, one line `FUNCTION ARGUMENTS SIZE CALLS` for
// each point. It prints what one call returns, then makes one call more and CALLS calls. Under callgrind, which collects inside `through`
// only, it dumps the counts of those calls with the line's number as the label. The library "empty" has one function,
// which does nothing: its count is the driver's own.
#include <dlfcn.h>
#include <valgrind/callgrind.h>

#include <cstdio>
#include <string>

#include "sweep_arguments.h"

namespace {

[[noreturn]] void Die(const std::string& what) {
  std::fprintf(stderr, "driver: %s\n", what.c_str());
  std::exit(2);
}

int Nothing(void*, const TVMFFIAny*, int32_t, TVMFFIAny*) { return 0; }

TVMFFISafeCallType Find(void* library, const std::string& function) {
  if (library == nullptr) return Nothing;
  void* found = dlsym(library, ("__tvm_ffi_" + function).c_str());
  if (found == nullptr) Die("no such function: " + function);
  return reinterpret_cast<TVMFFISafeCallType>(found);
}

// What a result is worth, to compare the libraries with each other.
std::string Describe(const ffi::Any& value) {
  if (auto text = value.as<ffi::String>()) {
    return text->size() < 32 ? "`" + std::string(*text) + "`" : "text of " + std::to_string(text->size());
  }
  if (auto list = value.as<ffi::Array<ffi::Any>>()) return "array of " + std::to_string(list->size());
  if (auto map = value.as<ffi::Map<ffi::Any, ffi::Any>>()) return "map of " + std::to_string(map->size());
  if (value.type_index() == ffi::TypeIndex::kTVMFFIInt) return std::to_string(value.cast<int64_t>());
  if (value.type_index() == ffi::TypeIndex::kTVMFFIFloat) return std::to_string(value.cast<double>() + 0.0);  // -0.0 is 0.0
  return value.GetTypeKey();
}

}  // namespace

// The function inside which callgrind collects.
extern "C" __attribute__((noinline)) int through(TVMFFISafeCallType f, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
  int code = f(nullptr, args, count, result);
  __asm__ volatile("");  // no tail call: `through` is left when `f` has returned
  return code;
}

namespace {

// Calls once and says what the call returns or raises.
std::string Try(TVMFFISafeCallType f, const Arguments& arguments) {
  TVMFFIAny result = {};
  if (through(f, arguments.values.data(), static_cast<int32_t>(arguments.values.size()), &result) != 0) {
    return "error " + std::string(ffi::details::MoveFromSafeCallRaised().kind());
  }
  return Describe(ffi::details::AnyUnsafe::MoveTVMFFIAnyToAny(&result));
}

// Calls, and releases the result or the error. It allocates nothing, so that every call finds the heap as the last did.
void Call(TVMFFISafeCallType f, const Arguments& arguments) {
  TVMFFIAny result = {};
  if (through(f, arguments.values.data(), static_cast<int32_t>(arguments.values.size()), &result) != 0) {
    ffi::details::MoveFromSafeCallRaised();
  } else if (result.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin) {
    TVMFFIObjectDecRef(result.v_obj);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) Die("usage: sweep_driver LIBRARY < POINTS");
  bool is_empty = std::string(argv[1]) == "empty";
  void* library = is_empty ? nullptr : dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr && !is_empty) Die(dlerror());
  char function[128], kind[128];
  long size, calls;
  for (int line = 0; std::scanf("%127s %127s %ld %ld", function, kind, &size, &calls) == 4; ++line) {
    TVMFFISafeCallType f = Find(library, function);
    Arguments arguments = MakeArguments(kind, size);
    std::printf("%s\n", Try(f, arguments).c_str());
    Call(f, arguments);
    CALLGRIND_ZERO_STATS;
    for (long i = 0; i < calls; ++i) Call(f, arguments);
    CALLGRIND_DUMP_STATS_AT(std::to_string(line).c_str());
  }
  return 0;
}
