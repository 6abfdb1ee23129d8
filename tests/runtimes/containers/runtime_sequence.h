// Array and List: the functions of the runtime are the peer of C++.
#pragma once

#include "../../containers/sequence.h"
#include "functions.h"

// The functions of the runtime for an Array or a List.
template <typename Sequence>
struct SequenceFunctions {
  static std::string Name(const char* what) { return std::string(kIsList<Sequence> ? "ffi.List" : "ffi.Array") + what; }

  Global make{Name("")}, size{Name("Size")}, get{Name("GetItem")}, contains{Name("Contains")};
  Global set{"ffi.ListSetItem"}, append{"ffi.ListAppend"}, insert{"ffi.ListInsert"}, pop{"ffi.ListPop"}, erase{"ffi.ListErase"},
      erase_range{"ffi.ListEraseRange"}, replace{"ffi.ListReplaceSlice"}, reverse{"ffi.ListReverse"}, clear{"ffi.ListClear"},
      reserve{"ffi.ListReserve"};
};

template <typename Sequence>
class RuntimeSequence final : public SequenceTest<Sequence> {
  using Base = SequenceTest<Sequence>;
  using Base::model_;
  using Base::random_;
  using Base::sequence_;
  using Base::Size;
  using Base::states_;
  using Base::Value;

 public:
  using Base::Base;

 private:
  Sequence MadeAgain() override {
    if (random_.Below(3) == 0) {
      states_.Made("C++");
      return Copy(sequence_);
    }
    states_.Made("the runtime");
    return functions_.make.Packed({sequence_.begin(), sequence_.end()}).template cast<Sequence>();
  }

  // The runtime has functions that change a List only.
  bool ChangeByPeer(int64_t step) override {
    if (!kIsList<Sequence> || random_.Below(2) == 0) return false;
    int64_t place = random_.Below(Size() + 1), last = place + random_.Below(Size() - place + 1);
    switch (random_.Below(13)) {
      case 0:
        functions_.reverse(sequence_);
        std::reverse(model_.begin(), model_.end());
        break;
      case 1: functions_.reserve(sequence_, Size() + random_.Below(20)); break;
      case 2:
        if (random_.Below(20) == 0) {
          functions_.clear(sequence_);
          model_.clear();
        }
        break;
      case 3: Erase(place); break;
      case 4:
        functions_.erase_range(sequence_, place, last);
        model_.erase(model_.begin() + place, model_.begin() + last);
        states_.Erased();
        break;
      case 5: Replace(place, last, step); break;
      case 6: case 7: Set(place, step); break;
      case 8: case 9:
        functions_.insert(sequence_, place, Value(step));
        model_.insert(model_.begin() + place, step);
        break;
      default:
        functions_.append(sequence_, Value(step));
        model_.push_back(step);
    }
    return true;
  }

  void Set(int64_t place, int64_t step) {
    if (place == Size()) return ExpectError("IndexError", [&] { functions_.set(sequence_, place, Value(step)); });
    functions_.set(sequence_, place, Value(step));
    model_[static_cast<size_t>(place)] = step;
  }

  void Erase(int64_t place) {
    if (place == Size()) return ExpectError("IndexError", [&] { functions_.pop(sequence_, place); });
    if (random_.Below(2) == 0) {
      functions_.erase(sequence_, place);
    } else {
      TVM_FFI_ICHECK(IsSame(functions_.pop(sequence_, place), Value(model_[static_cast<size_t>(place)])));
    }
    model_.erase(model_.begin() + place);
    states_.Erased();
  }

  // A part of the list is replaced by other elements, or by the list itself.
  void Replace(int64_t first, int64_t last, int64_t step) {
    SequenceModel with = Size() < 40 && random_.Below(4) == 0 ? model_ : SequenceModel(static_cast<size_t>(random_.Below(5)), step);
    AnyList list;
    for (int64_t value : with) list.push_back(Value(value));
    if constexpr (kIsList<Sequence>) {
      if (with == model_) list = sequence_;
    }
    functions_.replace(sequence_, first, last, list);
    model_.erase(model_.begin() + first, model_.begin() + last);
    model_.insert(model_.begin() + first, with.begin(), with.end());
  }

  void CheckPeer() const override {
    TVM_FFI_ICHECK_EQ(functions_.size(sequence_).template cast<size_t>(), sequence_.size());
    int64_t index = 0;
    for (const Any& element : sequence_) TVM_FFI_ICHECK(IsSame(functions_.get(sequence_, index++), element));
    ExpectError("IndexError", [&] { functions_.get(sequence_, Size()); });
    TVM_FFI_ICHECK(!functions_.contains(sequence_, String("missing")).template cast<bool>());
    if (Size() != 0) TVM_FFI_ICHECK(functions_.contains(sequence_, Value(model_.back())).template cast<bool>());
  }

  SequenceFunctions<Sequence> functions_;
};
