// Array and List: C++ and the runtime change one sequence in turn, and a model has its elements.
#pragma once

#include "common.h"

using AnyArray = ffi::Array<Any>;
using AnyList = ffi::List<Any>;

template <typename Sequence>
constexpr bool kIsList = std::is_same_v<Sequence, AnyList>;

// The functions of the runtime for an Array or a List.
template <typename Sequence>
struct SequenceFunctions {
  static std::string Name(const char* what) { return std::string(kIsList<Sequence> ? "ffi.List" : "ffi.Array") + what; }

  Global make{Name("").c_str()}, size{Name("Size").c_str()}, get{Name("GetItem").c_str()}, contains{Name("Contains").c_str()};
  Global set{"ffi.ListSetItem"}, append{"ffi.ListAppend"}, insert{"ffi.ListInsert"}, pop{"ffi.ListPop"}, erase{"ffi.ListErase"},
      erase_range{"ffi.ListEraseRange"}, replace{"ffi.ListReplaceSlice"}, reverse{"ffi.ListReverse"}, clear{"ffi.ListClear"},
      reserve{"ffi.ListReserve"};
};

template <typename Sequence>
class SequenceTest {
 public:
  explicit SequenceTest(uint64_t seed) : random_(seed) {}

  void Run(int64_t steps) {
    constexpr int64_t kLimits[] = {1, 4, 5, 20, 300};
    for (int64_t step = 0; step < steps; ++step) {
      bool by_runtime = kIsList<Sequence> && random_.Below(2) == 0;
      by_runtime ? ChangeByRuntime(step) : Change(step);
      Shorten(kLimits[step / kPhase % 5]);
      TVM_FFI_ICHECK_EQ(sequence_.size(), model_.size());
      if (step % kCompares == 0) CheckAll();
    }
    CheckAll();
    sequence_ = Sequence();
    kept_ = Sequence();
    values_.CheckReleased();
  }

 private:
  int64_t Size() const { return static_cast<int64_t>(model_.size()); }

  Any Value(int64_t step) const { return step < 0 ? Any() : values_.Of(step); }

  void Change(int64_t step) {
    int64_t place = random_.Below(Size() + 1);
    switch (random_.Below(16)) {
      case 0: return MakeAgain();
      case 1: return Keep();
      case 2: return sequence_.reserve(Size() + random_.Below(20));
      case 3: {
        int64_t size = Size() / 2 + random_.Below(Size() + 3);
        sequence_.resize(size);
        return model_.resize(static_cast<size_t>(size), -1);
      }
      case 4: case 5:
        if (place < Size()) {
          sequence_.erase(sequence_.begin() + place);
          model_.erase(model_.begin() + place);
        }
        return;
      case 6:
        if (Size() != 0) {
          sequence_.pop_back();
          model_.pop_back();
        }
        return;
      case 7: case 8:
        if (place < Size()) {
          sequence_.Set(place, Value(step));
          model_[static_cast<size_t>(place)] = step;
        }
        return;
      case 9: case 10: case 11:
        sequence_.insert(sequence_.begin() + place, Value(step));
        model_.insert(model_.begin() + place, step);
        return;
      default:
        sequence_.push_back(Value(step));
        model_.push_back(step);
    }
  }

  void ChangeByRuntime(int64_t step) {
    int64_t place = random_.Below(Size() + 1), last = place + random_.Below(Size() - place + 1);
    switch (random_.Below(14)) {
      case 0: return MakeAgain();
      case 1:
        functions_.reverse(sequence_);
        return std::reverse(model_.begin(), model_.end());
      case 2: functions_.reserve(sequence_, Size() + random_.Below(20)); return;
      case 3:
        if (random_.Below(20) == 0) {
          functions_.clear(sequence_);
          model_.clear();
        }
        return;
      case 4: return EraseByRuntime(place);
      case 5:
        functions_.erase_range(sequence_, place, last);
        model_.erase(model_.begin() + place, model_.begin() + last);
        return;
      case 6: return Replace(place, last, step);
      case 7: case 8:
        if (place == Size()) return ExpectError("IndexError", [&] { functions_.set(sequence_, place, Value(step)); });
        functions_.set(sequence_, place, Value(step));
        model_[static_cast<size_t>(place)] = step;
        return;
      case 9: case 10:
        functions_.insert(sequence_, place, Value(step));
        model_.insert(model_.begin() + place, step);
        return;
      default:
        functions_.append(sequence_, Value(step));
        model_.push_back(step);
    }
  }

  void EraseByRuntime(int64_t place) {
    if (place == Size()) return ExpectError("IndexError", [&] { functions_.pop(sequence_, place); });
    if (random_.Below(2) == 0) {
      functions_.erase(sequence_, place);
    } else {
      TVM_FFI_ICHECK(IsSame(functions_.pop(sequence_, place), Value(model_[static_cast<size_t>(place)])));
    }
    model_.erase(model_.begin() + place);
  }

  // A part of the list is replaced by other elements, or by the list itself.
  void Replace(int64_t first, int64_t last, int64_t step) {
    std::vector<int64_t> with = Size() < 40 && random_.Below(4) == 0 ? model_ : std::vector<int64_t>(static_cast<size_t>(random_.Below(5)), step);
    AnyList list;
    for (int64_t value : with) list.push_back(Value(value));
    if constexpr (kIsList<Sequence>) {
      if (with == model_) list = sequence_;
    }
    functions_.replace(sequence_, first, last, list);
    model_.erase(model_.begin() + first, model_.begin() + last);
    model_.insert(model_.begin() + first, with.begin(), with.end());
  }

  void MakeAgain() {
    std::vector<Any> elements;
    for (int64_t step : model_) elements.push_back(Value(step));
    if (random_.Below(3) != 0) {
      sequence_ = functions_.make.Packed(elements).template cast<Sequence>();
    } else {
      sequence_ = Sequence(elements.begin(), elements.end());
    }
  }

  void Shorten(int64_t limit) {
    if (Size() > 2 * limit) {
      sequence_.clear();
      model_.clear();
    } else if (Size() > limit) {
      int64_t first = random_.Below(limit + 1);
      sequence_.erase(sequence_.begin() + first, sequence_.begin() + first + Size() - limit);
      model_.erase(model_.begin() + first, model_.begin() + first + Size() - limit);
    }
  }

  // Another reference: an Array is copied by the next change, a List is not.
  void Keep() {
    if (!kIsList<Sequence> && kept_.size() != 0) Check(kept_, kept_model_);
    kept_ = sequence_;
    kept_model_ = model_;
  }

  void Check(const Sequence& sequence, const std::vector<int64_t>& model) const {
    TVM_FFI_ICHECK_EQ(sequence.size(), model.size());
    size_t index = 0;
    for (const Any& element : sequence) TVM_FFI_ICHECK(IsSame(element, Value(model[index++])));
  }

  void CheckAll() const {
    Check(sequence_, model_);
    TVM_FFI_ICHECK_EQ(functions_.size(sequence_).template cast<size_t>(), model_.size());
    for (int64_t index = 0; index < Size(); ++index) {
      TVM_FFI_ICHECK(IsSame(functions_.get(sequence_, index), Value(model_[static_cast<size_t>(index)])));
    }
    ExpectError("IndexError", [&] { functions_.get(sequence_, Size()); });
    TVM_FFI_ICHECK(!functions_.contains(sequence_, String("missing")).template cast<bool>());
    if (Size() != 0) TVM_FFI_ICHECK(functions_.contains(sequence_, Value(model_.back())).template cast<bool>());
  }

  SequenceFunctions<Sequence> functions_;
  Random random_;
  Values values_;
  Sequence sequence_, kept_;
  std::vector<int64_t> model_, kept_model_;
};
