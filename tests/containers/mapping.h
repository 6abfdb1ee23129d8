// Map and Dict: C++ and a peer change one mapping in turn, and a model has its entries in order.
#pragma once

#include "common.h"

// The entries in the order of iteration: the number of a key, and the step of its value.
class MappingModel {
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

  // Whether the key was there.
  bool Erase(int64_t number) {
    auto found = Position(number);
    if (found == entries_.end()) return false;
    entries_.erase(found);
    return true;
  }

  void Clear() { entries_.clear(); }

 private:
  std::vector<std::pair<int64_t, int64_t>>::const_iterator Position(int64_t number) const {
    return std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) { return entry.first == number; });
  }

  std::vector<std::pair<int64_t, int64_t>> entries_;
};

// A subclass is the peer: it makes the mapping again, may change it, and compares what it reads.
template <typename Mapping>
class MappingTest {
 public:
  explicit MappingTest(uint64_t seed) : random_(seed) {}
  virtual ~MappingTest() = default;

  const States& Run(int64_t steps) {
    constexpr int64_t kLimits[] = {1, 3, 4, 5, 6, 60, 400};
    for (int64_t step = 0; step < steps; ++step) {
      int64_t number = random_.Below(kLimits[step / kPhase % 7]);
      Change(number, step);
      CheckKey(number);
      if (step % kCompares == 0) CheckAll();
    }
    CheckAll();
    mapping_ = Mapping();
    kept_.reset();
    values_.CheckReleased();
    return states_;
  }

 protected:
  virtual Any KeyOf(int64_t number) const { return PlainKey(number); }
  // The mapping again, made by the peer or by C++.
  virtual Mapping MadeAgain() = 0;
  // Make a change, and tell whether they did.
  virtual bool SetByPeer(const Any&, const Any&) { return false; }
  virtual bool EraseByPeer(const Any&) { return false; }
  virtual bool ClearByPeer() { return false; }
  // Compares what the peer finds at a key with the value, if there is one.
  virtual void CheckPeerAt(const Any&, const std::optional<Any>&) const {}
  // Compares what the peer reads with what C++ reads.
  virtual void CheckPeer() const = 0;

  Random random_;
  States states_;
  Mapping mapping_;

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
    switch (random_.Below(16)) {
      case 0: mapping_ = MadeAgain(); return;
      case 1: return Keep();
      case 2:
        if (random_.Below(8) != 0) return;
        if (!ClearByPeer()) mapping_.clear();
        return model_.Clear();
      case 3: case 4: case 5: case 6:
        if (!EraseByPeer(key)) mapping_.erase(key);
        if (model_.Erase(number)) states_.Erased();
        return;
      default: return Set(number, key, values_.Of(step), step);
    }
  }

  void Set(int64_t number, const Any& key, const Any& value, int64_t step) {
    Layout before = Now();
    if (!SetByPeer(key, value)) mapping_.Set(key, value);
    bool is_dense = !Now().is_small;
    bool turns = before.is_small && before.is_full && model_.Size() == 4;
    TVM_FFI_ICHECK_EQ(is_dense, !before.is_small || turns);
    model_.Set(number, step, is_dense);
  }

  // Compares what was kept, and keeps another reference: a Map is copied by the next change, a Dict is not.
  void Keep() {
    if (kept_) Check(kept_->first, kept_->second);
    if constexpr (!kIsDict<Mapping>) {
      kept_.emplace(mapping_, model_);
    } else {
      Mapping other = mapping_;
      other.Set(Any("of the other reference"), Any(1));
      TVM_FFI_ICHECK_EQ(mapping_.size(), model_.Size() + 1);
      mapping_.erase(Any("of the other reference"));
    }
  }

  void CheckKey(int64_t number) const {
    Any key = KeyOf(number);
    int64_t step = model_.Find(number);
    TVM_FFI_ICHECK_EQ(mapping_.count(key), step < 0 ? 0u : 1u);
    std::optional<Any> value;
    if (step >= 0) value = values_.Of(step);
    if (value) TVM_FFI_ICHECK(IsSame(mapping_.at(key), *value));
    CheckPeerAt(key, value);
  }

  void Check(const Mapping& mapping, const MappingModel& model) const {
    TVM_FFI_ICHECK_EQ(mapping.size(), model.Size());
    size_t index = 0;
    for (const auto& [key, value] : mapping) {
      const auto& [number, step] = model.Entries()[index++];
      TVM_FFI_ICHECK(IsSame(key, KeyOf(number)));
      TVM_FFI_ICHECK(IsSame(value, values_.Of(step)));
    }
    auto position = mapping.end();
    for (; index > 0; --index) {
      --position;
      TVM_FFI_ICHECK(IsSame((*position).first, KeyOf(model.Entries()[index - 1].first)));
    }
  }

  void CheckAll() {
    states_.Count(model_.Size());
    Check(mapping_, model_);
    CheckPeer();
  }

  Values values_;
  MappingModel model_;
  std::optional<std::pair<Mapping, MappingModel>> kept_;
};
