// What the tests of all containers share: keys, values, and the functions of the runtime.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/big_int.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/dict.h>
#include <tvm/ffi/container/list.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/reflection/registry.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ffi = tvm::ffi;

using ffi::Any;
using ffi::AnyView;
using ffi::Function;
using ffi::String;

// Numbers that are the same in each run.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  int64_t Below(int64_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>((state_ >> 33) % static_cast<uint64_t>(limit));
  }

 private:
  uint64_t state_;
};

// An object whose equality and hash are hooks: many have the same hash.
class KeyObj : public ffi::Object {
 public:
  explicit KeyObj(int64_t number) : number(number) {}

  int64_t number;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("test.Key", KeyObj, ffi::Object);
};

class Key : public ffi::ObjectRef {
 public:
  explicit Key(int64_t number) { data_ = ffi::make_object<KeyObj>(number); }
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NULLABLE(Key, ffi::ObjectRef, KeyObj);
};

inline int64_t HashKey(const Any& key) { return key.as<KeyObj>()->number % 7; }

inline bool EqualKeys(const Any& a, const Any& b) { return a.as<KeyObj>()->number == b.as<KeyObj>()->number; }

// The same class with functions as hooks, which the runtime calls through their safe calls.
class SlowKeyObj : public ffi::Object {
 public:
  explicit SlowKeyObj(int64_t number) : number(number) {}

  int64_t number;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("test.SlowKey", SlowKeyObj, ffi::Object);
};

class SlowKey : public ffi::ObjectRef {
 public:
  explicit SlowKey(int64_t number) { data_ = ffi::make_object<SlowKeyObj>(number); }
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NULLABLE(SlowKey, ffi::ObjectRef, SlowKeyObj);
};

inline void RegisterKeys() {
  namespace refl = tvm::ffi::reflection;
  refl::TypeAttrDef<KeyObj>()
      .native_fn_attr<&HashKey>(ffi::type_attr::kAnyHash)
      .native_fn_attr<&EqualKeys>(ffi::type_attr::kAnyEqual);
  refl::TypeAttrDef<SlowKeyObj>()
      .def("__any_hash__", [](const Any& key) -> int64_t { return key.as<SlowKeyObj>()->number % 11; })
      .def("__any_equal__", [](const Any& a, const Any& b) -> bool {
        return a.as<SlowKeyObj>()->number == b.as<SlowKeyObj>()->number;
      });
}

// A different key for each number.
inline Any KeyOf(int64_t number) {
  std::string text = "a key that is on the heap " + std::to_string(number);
  switch (number % 8) {
    case 0: return Any(number * 16);
    case 1: return Any(String(std::to_string(number)));
    case 2: return Any(String(text));
    case 3: return Any(static_cast<double>(number) + 0.5);
    case 4: return Any(ffi::Bytes(text));
    case 5: return Any(Key(number));
    case 6: return Any(SlowKey(number));
    default: return Any(number * 1024 + 1);
  }
}

// A value for each step: an integer, text on the heap, or an object that many values share, whose references are counted at the end.
class Values {
 public:
  Any Of(int64_t step) const {
    switch (step % 3) {
      case 0: return Any(step);
      case 1: return Any(String("a value that is on the heap " + std::to_string(step)));
      default: return Any(shared_);
    }
  }

  void CheckReleased() const { TVM_FFI_ICHECK_EQ(shared_.use_count(), 1); }

 private:
  Key shared_{1};
};

inline bool IsSame(const Any& a, const Any& b) { return ffi::AnyEqual()(a, b); }

// A function of the runtime, with any arguments.
class Global {
 public:
  explicit Global(const char* name) : function_(Function::GetGlobalRequired(name)) {}

  template <typename... Args>
  Any operator()(Args&&... args) const {
    return function_(std::forward<Args>(args)...);
  }

  Any Packed(const std::vector<Any>& values) const {
    std::vector<AnyView> views(values.begin(), values.end());
    Any result;
    function_.CallPacked(views.data(), static_cast<int32_t>(views.size()), &result);
    return result;
  }

 private:
  Function function_;
};

// Whether a call raises this kind of error.
template <typename Call>
void ExpectError(const char* kind, const Call& call) {
  try {
    call();
  } catch (const ffi::Error& error) {
    TVM_FFI_ICHECK_EQ(error.kind(), std::string(kind));
    return;
  }
  TVM_FFI_THROW(InternalError) << "expected " << kind;
}

// The number of steps with one limit for keys, or for lengths.
constexpr int64_t kPhase = 512;
// The number of steps between two comparisons of everything.
constexpr int64_t kCompares = 16;
