// Map and Dict: C++ and the runtime change one table in turn, and a model has its entries in order.
#pragma once

#include "common.h"

// The entries in the order of iteration: the number of a key, and the step of its value.
class OrderedModel {
 public:
  size_t Size() const { return entries_.size(); }

  const std::vector<std::pair<int64_t, int64_t>>& Entries() const { return entries_; }

  // The step of the value, or -1.
  int64_t Find(int64_t number) const {
    auto found = Position(number);
    return found == entries_.end() ? -1 : found->second;
  }

  // In a dense table, a change of a value moves its key to the end.
  void Set(int64_t number, int64_t step, bool is_dense) {
    auto found = Position(number);
    if (found != entries_.end() && !is_dense) {
      entries_[static_cast<size_t>(found - entries_.begin())].second = step;
      return;
    }
    Erase(number);
    entries_.emplace_back(number, step);
  }

  void Erase(int64_t number) {
    auto found = Position(number);
    if (found != entries_.end()) entries_.erase(found);
  }

  void Clear() { entries_.clear(); }

 private:
  std::vector<std::pair<int64_t, int64_t>>::const_iterator Position(int64_t number) const {
    return std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry.first == number; });
  }

  std::vector<std::pair<int64_t, int64_t>> entries_;
};

using AnyMap = ffi::Map<Any, Any>;
using AnyDict = ffi::Dict<Any, Any>;

template <typename Mapping>
constexpr bool kIsDict = std::is_same_v<Mapping, AnyDict>;

// The functions of the runtime for a Map or a Dict.
template <typename Mapping>
struct MappingFunctions {
  static std::string Name(const char* what) { return std::string(kIsDict<Mapping> ? "ffi.Dict" : "ffi.Map") + what; }

  Global make{Name("").c_str()}, size{Name("Size").c_str()}, get{Name("GetItem").c_str()}, count{Name("Count").c_str()},
      get_or_missing{Name("GetItemOrMissing").c_str()}, iterate{Name("ForwardIterFunctor").c_str()};
  Global set{"ffi.DictSetItem"}, erase{"ffi.DictErase"}, clear{"ffi.DictClear"}, missing{"ffi.GetInvalidObject"};
};

template <typename Mapping>
class MappingTest {
 public:
  explicit MappingTest(uint64_t seed) : random_(seed) {}

  void Run(int64_t steps) {
    constexpr int64_t kLimits[] = {1, 3, 4, 5, 6, 60, 400};
    for (int64_t step = 0; step < steps; ++step) {
      int64_t number = random_.Below(kLimits[step / kPhase % 7]);
      Change(number, step);
      CheckKey(number);
      if (step % kCompares == 0) CheckAll();
    }
    CheckAll();
    mapping_ = Mapping();
    kept_ = Mapping();
    values_.CheckReleased();
  }

 private:
  // The two flags of the table's layout that decide about the order.
  struct Layout {
    bool is_small, is_full;
  };

  Layout Now() const {
    const auto* words = reinterpret_cast<const uint64_t*>(ffi::detail::ObjectUnsafe::RawObjectPtrFromObjectRef(mapping_)) + 5;
    uint64_t slots = words[0] & ~(uint64_t{1} << 63);
    return {(words[0] >> 63) != 0, mapping_.size() == slots};
  }

  void Change(int64_t number, int64_t step) {
    Any key = KeyOf(number);
    switch (random_.Below(20)) {
      case 0: return MakeAgain();
      case 1: return Keep();
      case 2:
        if (random_.Below(8) == 0) Clear();
        return;
      case 3: case 4: case 5:
        mapping_.erase(key);
        return model_.Erase(number);
      case 6: case 7:
        if constexpr (kIsDict<Mapping>) {
          functions_.erase(mapping_, key);
          return model_.Erase(number);
        }
        break;
      default: break;
    }
    Set(number, key, step);
  }

  void Set(int64_t number, const Any& key, int64_t step) {
    Layout before = Now();
    bool by_runtime = kIsDict<Mapping> && random_.Below(2) == 0;
    if (by_runtime) {
      functions_.set(mapping_, key, values_.Of(step));
    } else {
      mapping_.Set(key, values_.Of(step));
    }
    bool is_dense = !Now().is_small;
    bool turns = before.is_small && before.is_full && model_.Size() == 4;
    TVM_FFI_ICHECK_EQ(is_dense, !before.is_small || turns);
    model_.Set(number, step, is_dense);
  }

  void Clear() {
    if (kIsDict<Mapping> && random_.Below(2) == 0) {
      functions_.clear(mapping_);
    } else {
      mapping_.clear();
    }
    model_.Clear();
  }

  // The table again: C++ makes it from a range, the runtime from keys and values.
  void MakeAgain() {
    std::vector<std::pair<Any, Any>> entries;
    std::vector<Any> arguments;
    for (const auto& [number, step] : model_.Entries()) {
      entries.emplace_back(KeyOf(number), values_.Of(step));
      arguments.push_back(entries.back().first);
      arguments.push_back(entries.back().second);
    }
    if (random_.Below(3) != 0) {
      mapping_ = functions_.make.Packed(arguments).template cast<Mapping>();
    } else {
      mapping_ = Mapping(entries.begin(), entries.end());
    }
  }

  // Another reference: a Map is copied by the next change, a Dict is not.
  void Keep() {
    if (!kIsDict<Mapping> && kept_.size() != 0) TVM_FFI_ICHECK(Same(kept_, kept_model_));
    kept_ = mapping_;
    kept_model_ = model_;
    TVM_FFI_ICHECK(kept_.same_as(mapping_));
  }

  bool Same(const Mapping& mapping, const OrderedModel& model) const {
    size_t index = 0;
    for (const auto& [key, value] : mapping) {
      if (index == model.Size()) return false;
      const auto& [number, step] = model.Entries()[index++];
      if (!IsSame(key, KeyOf(number)) || !IsSame(value, values_.Of(step))) return false;
    }
    return index == model.Size();
  }

  void CheckKey(int64_t number) const {
    Any key = KeyOf(number);
    int64_t step = model_.Find(number);
    TVM_FFI_ICHECK_EQ(functions_.count(mapping_, key).template cast<int64_t>(), step < 0 ? 0 : 1);
    TVM_FFI_ICHECK_EQ(mapping_.count(key), step < 0 ? 0u : 1u);
    Any found = functions_.get_or_missing(mapping_, key);
    if (step < 0) {
      ExpectError("KeyError", [&] { functions_.get(mapping_, key); });
      TVM_FFI_ICHECK(IsSame(found, functions_.missing()));
    } else {
      TVM_FFI_ICHECK(IsSame(found, values_.Of(step)));
      TVM_FFI_ICHECK(IsSame(functions_.get(mapping_, key), values_.Of(step)));
      TVM_FFI_ICHECK(IsSame(mapping_.at(key), values_.Of(step)));
    }
  }

  void CheckAll() const {
    TVM_FFI_ICHECK_EQ(mapping_.size(), model_.Size());
    TVM_FFI_ICHECK_EQ(functions_.size(mapping_).template cast<size_t>(), model_.Size());
    TVM_FFI_ICHECK(Same(mapping_, model_));
    auto next = functions_.iterate(mapping_).template cast<Function>();
    for (size_t index = 0; index < model_.Size(); ++index) {
      const auto& [number, step] = model_.Entries()[index];
      TVM_FFI_ICHECK(IsSame(next(0), KeyOf(number)));
      TVM_FFI_ICHECK(IsSame(next(1), values_.Of(step)));
      TVM_FFI_ICHECK_EQ(next(2).template cast<bool>(), index + 1 < model_.Size());
    }
    CheckBackwards();
  }

  void CheckBackwards() const {
    auto position = mapping_.end();
    for (size_t index = model_.Size(); index > 0; --index) {
      --position;
      TVM_FFI_ICHECK(IsSame((*position).first, KeyOf(model_.Entries()[index - 1].first)));
    }
  }

  MappingFunctions<Mapping> functions_;
  Random random_;
  Values values_;
  Mapping mapping_, kept_;
  OrderedModel model_, kept_model_;
};
