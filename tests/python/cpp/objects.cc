// What a C++ library does with objects of Rust: it knows their type keys, and nothing else of them.
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/dataclass.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/object.h>
#include <tvm/ffi/reflection/accessor.h>
#include <tvm/ffi/reflection/creator.h>
#include <tvm/ffi/string.h>

#include <cstdint>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

namespace ffi = tvm::ffi;
namespace refl = tvm::ffi::reflection;

using ffi::Any;
using ffi::AnyView;
using ffi::Array;
using ffi::ObjectRef;
using ffi::String;

std::string_view View(const String& text) { return {text.data(), text.size()}; }

const ffi::TypeInfo* InfoOf(const String& key) {
  int32_t type_index = 0;
  TVMFFIByteArray bytes{key.data(), key.size()};
  TVM_FFI_CHECK_SAFE_CALL(TVMFFITypeKeyToIndex(&bytes, &type_index));
  return TVMFFIGetTypeInfo(type_index);
}

Any Call(const ffi::Function& function, const Array<Any>& arguments) {
  std::vector<AnyView> views;
  for (const Any& argument : arguments) views.emplace_back(argument);
  Any result;
  function.CallPacked(views.data(), static_cast<int32_t>(views.size()), &result);
  return result;
}

Any GetField(const ObjectRef& object, const String& key, const String& name) {
  return refl::FieldGetter(View(key), name.c_str())(object);
}

void SetField(const ObjectRef& object, const String& key, const String& name, const Any& value) {
  refl::FieldSetter(View(key), name.c_str())(object, value);
}

Any CallMethod(const String& key, const String& name, const Array<Any>& arguments) {
  return Call(refl::GetMethod(View(key), name.c_str()), arguments);
}

// By the attribute, as C++ and Python make objects of types that they do not know.
Any Construct(const String& key, const Array<Any>& arguments) {
  AnyView init = refl::TypeAttrColumn("__ffi_init__")[InfoOf(key)->type_index];
  return Call(init.cast<ffi::Function>(), arguments);
}

Array<Array<Any>> Fields(const String& key) {
  Array<Array<Any>> all;
  refl::ForEachFieldInfo(InfoOf(key), [&](const TVMFFIFieldInfo* field) {
    bool writable = (field->flags & kTVMFFIFieldFlagBitMaskWritable) != 0;
    all.push_back({String(field->name.data, field->name.size), field->offset, field->size, writable});
  });
  return all;
}

// The values of all fields, those of the ancestors first, at their offsets.
Array<Any> Values(const ObjectRef& object) {
  Array<Any> all;
  const ffi::TypeInfo* info = TVMFFIGetTypeInfo(object->type_index());
  refl::ForEachFieldInfo(info, [&](const TVMFFIFieldInfo* field) {
    all.push_back(refl::FieldGetter(field)(object));
  });
  return all;
}

// A field of plain data where the ABI says that it lies, without the getter.
int64_t RawInt(const ObjectRef& object, const String& key, const String& name) {
  const TVMFFIFieldInfo* field = refl::GetFieldInfo(View(key), name.c_str());
  const char* place = reinterpret_cast<const char*>(object.get()) + field->offset;
  return *reinterpret_cast<const int64_t*>(place);
}

// Kind and message of what a call raises, as C++ catches it.
Array<String> Caught(const ffi::Function& function, const Array<Any>& arguments) {
  try {
    Call(function, arguments);
  } catch (const ffi::Error& error) {
    return {String(error.kind()), String(error.message())};
  }
  return {};
}

bool IsInstance(const ObjectRef& object, const String& key) {
  const ffi::TypeInfo* info = TVMFFIGetTypeInfo(object->type_index());
  int32_t wanted = InfoOf(key)->type_index;
  if (info->type_index == wanted) return true;
  for (int32_t depth = 0; depth < info->type_depth; ++depth) {
    if (info->type_ancestors[depth]->type_index == wanted) return true;
  }
  return false;
}

Array<Any> Compared(const Any& a, const Any& b) {
  return {ffi::RecursiveEq(a, b), ffi::RecursiveHash(a), ffi::ReprPrint(a)};
}

int64_t UseCount(const ObjectRef& object) { return object.use_count(); }

// Weak and strong references that C++ counts.
bool WeakOutlives(const String& key, const Array<Any>& arguments) {
  ObjectRef object = Construct(key, arguments).cast<ObjectRef>();
  ffi::WeakObjectPtr<ffi::Object> weak(
      ffi::details::ObjectUnsafe::ObjectPtrFromObjectRef<ffi::Object>(object));
  bool was_there = weak.lock() != nullptr;
  object = ObjectRef(nullptr);
  return was_there && weak.lock() == nullptr;
}

// Calls a method from several threads at once, and drops the last reference on another.
int64_t CallFromThreads(ObjectRef object, const String& key, const String& name, int64_t threads, int64_t times) {
  ffi::Function method = refl::GetMethod(View(key), name.c_str());
  std::vector<std::thread> all;
  for (int64_t i = 0; i < threads; ++i) {
    all.emplace_back([&] {
      for (int64_t j = 0; j < times; ++j) method(object);
    });
  }
  for (std::thread& thread : all) thread.join();
  int64_t count = object.use_count();
  std::thread([last = std::move(object)]() mutable { last = ObjectRef(nullptr); }).join();
  return count;
}

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(get_field, GetField);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(set_field, SetField);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(call_method, CallMethod);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(construct, Construct);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(fields, Fields);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(values, Values);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(raw_int, RawInt);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(caught, Caught);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(is_instance, IsInstance);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(compared, Compared);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(use_count, UseCount);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(weak_outlives, WeakOutlives);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(call_from_threads, CallFromThreads);
