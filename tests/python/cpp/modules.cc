// What a C++ library does with a module of Rust: it calls the virtual functions of the class in the headers.
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/module.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <string>

namespace {

namespace ffi = tvm::ffi;

using ffi::Any;
using ffi::Array;
using ffi::Module;
using ffi::String;

// Optional texts as "none", so that a wrong register shows.
String Text(const ffi::Optional<String>& text) { return text.has_value() ? *text : String("none"); }

Array<Any> Describe(const Module& module, const String& name) {
  return {String(module->kind()),          module->GetPropertyMask(),
          module->ImplementsFunction(name), Text(module->GetFunctionDoc(name)),
          Text(module->GetFunctionMetadata(name)), module->GetWriteFormats(),
          module->InspectSource("c++")};
}

int64_t Call(const Module& module, const String& name, int64_t argument) {
  ffi::Optional<ffi::Function> function = module->GetFunction(name);
  return function.has_value() ? (*function)(argument).cast<int64_t>() : -1;
}

ffi::Bytes Save(const Module& module) { return module->SaveToBytes(); }

// Errors are C++ exceptions, of the class that each error of TVM-FFI has.
String Caught(const Module& module, const String& name) {
  try {
    module->GetFunction(name);
    return "nothing";
  } catch (const ffi::Error& error) {
    return error.kind() + ": " + error.message();
  }
}

void Write(const Module& module, const String& path, const String& format) { module->WriteToFile(path, format); }

int64_t Import(const Module& module, const Module& other) {
  module->ImportModule(other);
  return module->imports().size();
}

int64_t Clear(const Module& module) {
  module->ClearImports();
  return module->imports().size();
}

TVM_FFI_DLL_EXPORT_TYPED_FUNC(describe, Describe)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(call, Call)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(save, Save)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(caught, Caught)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(write, Write)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(add_import, Import)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(clear, Clear)

}  // namespace
