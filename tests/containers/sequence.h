// Array and List: C++ and a peer change one sequence in turn, and a model has its elements.
#pragma once

#include "common.h"

// The step of each element, or -1 for None.
using SequenceModel = std::vector<int64_t>;

// A subclass is the peer: it makes the sequence again, may change it, and compares what it reads.
template <typename Sequence>
class SequenceTest {
 public:
  explicit SequenceTest(uint64_t seed) : random_(seed) {}
  virtual ~SequenceTest() = default;

  const States& Run(int64_t steps) {
    constexpr int64_t kLimits[] = {1, 4, 5, 20, 300};
    for (int64_t step = 0; step < steps; ++step) {
      if (!ChangeByPeer(step)) Change(step);
      Shorten(kLimits[step / kPhase % 5]);
      TVM_FFI_ICHECK_EQ(sequence_.size(), model_.size());
      if (step % kCompares == 0) CheckAll();
    }
    CheckAll();
    sequence_ = Sequence();
    kept_.reset();
    values_.CheckReleased();
    return states_;
  }

 protected:
  // The sequence again, made by the peer or by C++.
  virtual Sequence MadeAgain() = 0;
  // Makes a change, and tells whether it did.
  virtual bool ChangeByPeer(int64_t) { return false; }
  // Compares what the peer reads with what C++ reads.
  virtual void CheckPeer() const = 0;

  int64_t Size() const { return static_cast<int64_t>(model_.size()); }

  Any Value(int64_t step) const { return step < 0 ? Any() : values_.Of(step); }

  Random random_;
  States states_;
  Sequence sequence_;
  SequenceModel model_;

 private:
  void Change(int64_t step) {
    int64_t place = random_.Below(Size() + 1);
    switch (random_.Below(16)) {
      case 0: sequence_ = MadeAgain(); return;
      case 1: return Keep();
      case 2: return sequence_.reserve(Size() + random_.Below(20));
      case 3: return Resize(Size() / 2 + random_.Below(Size() + 3));
      case 4: case 5:
        if (place < Size()) Erase(place, place + 1);
        return;
      case 6:
        if (Size() == 0) return;
        sequence_.pop_back();
        model_.pop_back();
        return states_.Erased();
      case 7: case 8:
        if (place == Size()) return;
        sequence_.Set(place, Value(step));
        model_[static_cast<size_t>(place)] = step;
        return;
      case 9: return InsertSome(place, step);
      case 10: case 11:
        sequence_.insert(sequence_.begin() + place, Value(step));
        model_.insert(model_.begin() + place, step);
        return;
      default:
        sequence_.push_back(Value(step));
        model_.push_back(step);
    }
  }

  void Resize(int64_t size) {
    if (size < Size()) states_.Erased();
    sequence_.resize(size);
    model_.resize(static_cast<size_t>(size), -1);
  }

  void InsertSome(int64_t place, int64_t step) {
    std::vector<Any> values(static_cast<size_t>(random_.Below(6)), Value(step));
    sequence_.insert(sequence_.begin() + place, values.begin(), values.end());
    model_.insert(model_.begin() + place, values.size(), step);
  }

  void Erase(int64_t first, int64_t last) {
    sequence_.erase(sequence_.begin() + first, sequence_.begin() + last);
    model_.erase(model_.begin() + first, model_.begin() + last);
    states_.Erased();
  }

  void Shorten(int64_t limit) {
    if (Size() > 2 * limit) {
      sequence_.clear();
      model_.clear();
    } else if (Size() > limit) {
      int64_t first = random_.Below(limit + 1);
      Erase(first, first + Size() - limit);
    }
  }

  // Compares what was kept, and keeps another reference: an Array is copied by the next change, a List is not.
  void Keep() {
    if (kept_) Check(kept_->first, kept_->second);
    if constexpr (!kIsList<Sequence>) {
      kept_.emplace(sequence_, model_);
    } else {
      Sequence other = sequence_;
      other.push_back(Any(-1));
      TVM_FFI_ICHECK_EQ(sequence_.size(), model_.size() + 1);
      sequence_.pop_back();
    }
  }

  void Check(const Sequence& sequence, const SequenceModel& model) const {
    TVM_FFI_ICHECK_EQ(sequence.size(), model.size());
    size_t index = 0;
    for (const Any& element : sequence) TVM_FFI_ICHECK(IsSame(element, Value(model[index++])));
  }

  void CheckAll() {
    states_.Count(model_.size());
    Check(sequence_, model_);
    CheckPeer();
  }

  Values values_;
  std::optional<std::pair<Sequence, SequenceModel>> kept_;
};
