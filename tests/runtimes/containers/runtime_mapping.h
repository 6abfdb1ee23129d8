// Map and Dict: the functions of the runtime are the peer of C++.
#pragma once

#include "../../containers/mapping.h"
#include "functions.h"
#include "keys.h"

// The functions of the runtime for a Map or a Dict.
template <typename Mapping>
struct MappingFunctions {
  static std::string Name(const char* what) { return std::string(kIsDict<Mapping> ? "ffi.Dict" : "ffi.Map") + what; }

  Global make{Name("")}, size{Name("Size")}, get{Name("GetItem")}, count{Name("Count")}, get_or_missing{Name("GetItemOrMissing")},
      iterate{Name("ForwardIterFunctor")};
  Global set{"ffi.DictSetItem"}, erase{"ffi.DictErase"}, clear{"ffi.DictClear"}, missing{"ffi.GetInvalidObject"};
};

template <typename Mapping>
class RuntimeMapping final : public MappingTest<Mapping> {
  using Base = MappingTest<Mapping>;
  using Base::mapping_;
  using Base::random_;

 public:
  using Base::Base;

 private:
  Any KeyOf(int64_t number) const override {
    switch (number % 8) {
      case 6: return ObjectKey<KeyObj>(number);
      case 7: return ObjectKey<SlowKeyObj>(number);
      default: return PlainKey(number);
    }
  }

  Mapping MadeAgain() override {
    if (random_.Below(3) == 0) {
      Base::states_.Made("C++");
      return Copy(mapping_);
    }
    std::vector<Any> arguments;
    for (const auto& [key, value] : mapping_) {
      arguments.push_back(key);
      arguments.push_back(value);
    }
    Base::states_.Made("the runtime");
    return functions_.make.Packed(arguments).template cast<Mapping>();
  }

  // The runtime has functions that change a Dict only.
  bool IsTurn() { return kIsDict<Mapping> && random_.Below(2) == 0; }

  bool SetByPeer(const Any& key, const Any& value) override {
    if (!IsTurn()) return false;
    functions_.set(mapping_, key, value);
    return true;
  }

  bool EraseByPeer(const Any& key) override {
    if (!IsTurn()) return false;
    functions_.erase(mapping_, key);
    return true;
  }

  bool ClearByPeer() override {
    if (!IsTurn()) return false;
    functions_.clear(mapping_);
    return true;
  }

  void CheckPeerAt(const Any& key, const std::optional<Any>& value) const override {
    TVM_FFI_ICHECK_EQ(functions_.count(mapping_, key).template cast<int64_t>(), value ? 1 : 0);
    TVM_FFI_ICHECK(IsSame(functions_.get_or_missing(mapping_, key), value ? *value : functions_.missing()));
    if (value) {
      TVM_FFI_ICHECK(IsSame(functions_.get(mapping_, key), *value));
    } else {
      ExpectError("KeyError", [&] { functions_.get(mapping_, key); });
    }
  }

  void CheckPeer() const override {
    size_t left = mapping_.size();
    TVM_FFI_ICHECK_EQ(functions_.size(mapping_).template cast<size_t>(), left);
    auto next = functions_.iterate(mapping_).template cast<Function>();
    for (const auto& [key, value] : mapping_) {
      TVM_FFI_ICHECK(IsSame(next(0), key));
      TVM_FFI_ICHECK(IsSame(next(1), value));
      TVM_FFI_ICHECK_EQ(next(2).template cast<bool>(), --left > 0);
    }
  }

  MappingFunctions<Mapping> functions_;
};
