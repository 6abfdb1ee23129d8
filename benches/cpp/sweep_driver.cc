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

// What is called: a function, and its first argument.
struct Target {
  TVMFFISafeCallType function;
  void* self = nullptr;
  bool is_getter = false;
  ffi::Any object = nullptr;
};

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
extern "C" __attribute__((noinline)) int through(TVMFFISafeCallType f, void* self, const TVMFFIAny* args, int32_t count,
                                                 TVMFFIAny* result) {
  int code = f(self, args, count, result);
  __asm__ volatile("");  // no tail call: `through` is left when `f` has returned
  return code;
}

namespace {

int CallTarget(const Target& target, const Arguments& arguments, TVMFFIAny* result) {
  // A getter is called with the field and the result, which are the first two registers of any function.
  const TVMFFIAny* args = target.is_getter ? result : arguments.values.data();
  return through(target.function, target.self, args, static_cast<int32_t>(arguments.values.size()), result);
}

// Calls once and says what the call returns or raises.
std::string Try(const Target& target, const Arguments& arguments) {
  TVMFFIAny result = {};
  if (CallTarget(target, arguments, &result) != 0) {
    return "error " + std::string(ffi::details::MoveFromSafeCallRaised().kind());
  }
  return Describe(ffi::details::AnyUnsafe::MoveTVMFFIAnyToAny(&result));
}

// Calls, and releases the result or the error. It allocates nothing, so that every call finds the heap as the last did.
void Call(const Target& target, const Arguments& arguments) {
  TVMFFIAny result = {};
  if (CallTarget(target, arguments, &result) != 0) {
    ffi::details::MoveFromSafeCallRaised();
  } else if (result.type_index >= ffi::TypeIndex::kTVMFFIStaticObjectBegin) {
    TVMFFIObjectDecRef(result.v_obj);
  }
}

// The getter, the setter, or the method of the object that a function makes: `get:FUNCTION`, with the field or method of
// that number. A setter is given the value that the getter returns, and a method the object.
Target Reflect(void* library, const std::string& what, const std::string& constructor, long index, Arguments& arguments) {
  TVMFFIAny made = {};
  if (Find(library, constructor)(nullptr, nullptr, 0, &made) != 0) Die("cannot make an object: " + constructor);
  char* object = static_cast<char*>(made.v_ptr);
  Target target{nullptr, nullptr, false, ffi::details::AnyUnsafe::MoveTVMFFIAnyToAny(&made)};
  const TVMFFITypeInfo* info = TVMFFIGetTypeInfo(target.object.type_index());
  if (what == "method") {
    TVMFFIObject* method = info->methods[index].method.v_obj;
    target.function = reinterpret_cast<TVMFFIFunctionCell*>(method + 1)->safe_call;
    target.self = method;
    arguments.Add(target.object);
    return target;
  }
  const TVMFFIFieldInfo& field = info->fields[index];
  target.function = reinterpret_cast<TVMFFISafeCallType>(field.getter);
  target.self = object + field.offset;
  target.is_getter = true;
  if (what == "set") {
    TVMFFIAny value = {};
    if (CallTarget(target, arguments, &value) != 0) Die("cannot read the field");
    arguments.Add(ffi::details::AnyUnsafe::MoveTVMFFIAnyToAny(&value));
    target.function = reinterpret_cast<TVMFFISafeCallType>(field.setter);
    target.is_getter = false;
  }
  return target;
}

Target Resolve(void* library, const std::string& function, long size, Arguments& arguments) {
  size_t colon = function.find(':');
  if (colon == std::string::npos) return Target{Find(library, function)};
  return Reflect(library, function.substr(0, colon), function.substr(colon + 1), size, arguments);
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
    Arguments arguments = MakeArguments(kind, size);
    Target target = Resolve(library, function, size, arguments);
    std::printf("%s\n", Try(target, arguments).c_str());
    Call(target, arguments);
    CALLGRIND_ZERO_STATS;
    for (long i = 0; i < calls; ++i) Call(target, arguments);
    CALLGRIND_DUMP_STATS_AT(std::to_string(line).c_str());
  }
  return 0;
}
