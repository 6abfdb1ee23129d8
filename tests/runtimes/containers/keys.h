// Keys whose equality and hash are hooks: many have the same hash.
#pragma once

#include <tvm/ffi/reflection/registry.h>

#include "../../containers/common.h"

class KeyObj : public ffi::Object {
 public:
  explicit KeyObj(int64_t number) : number(number) {}

  int64_t number;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("test.Key", KeyObj, ffi::Object);
};

// The same class with functions as hooks, which the runtime calls through their safe calls.
class SlowKeyObj : public ffi::Object {
 public:
  explicit SlowKeyObj(int64_t number) : number(number) {}

  int64_t number;

  static constexpr bool _type_mutable = true;
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL("test.SlowKey", SlowKeyObj, ffi::Object);
};

template <typename Obj>
Any ObjectKey(int64_t number) {
  return Any(ffi::ObjectRef(ffi::make_object<Obj>(number)));
}

inline int64_t HashKey(const Any& key) { return key.as<KeyObj>()->number % 7; }

inline bool EqualKeys(const Any& a, const Any& b) { return a.as<KeyObj>()->number == b.as<KeyObj>()->number; }

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
