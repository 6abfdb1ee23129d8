// What a C++ library does with containers of Rust: its headers read and change them in place.
//
// Each function makes random changes to one container, which C++, Rust, and Python make in turn, and compares it with a plain model.
#include <tvm/ffi/any.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/dict.h>
#include <tvm/ffi/container/list.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

namespace ffi = tvm::ffi;

using ffi::Any;
using ffi::Array;
using ffi::Dict;
using ffi::Function;
using ffi::List;
using ffi::Map;
using ffi::String;

using AnyArray = Array<Any>;
using AnyList = List<Any>;
using AnyMap = Map<Any, Any>;
using AnyDict = Dict<Any, Any>;

// The number of steps between two comparisons with what Rust reads.
constexpr int64_t kReads = 16;
// The number of steps with one limit for keys, or for lengths.
constexpr int64_t kPhase = 512;

// Numbers that are the same in each run.
class Random {
 public:
  int64_t Below(int64_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int64_t>((state_ >> 33) % static_cast<uint64_t>(limit));
  }

 private:
  uint64_t state_ = 1;
};

// A different key for each number: integers, floats, text and bytes, in the value and on the heap.
Any Key(int64_t number) {
  std::string text = "a key that is on the heap " + std::to_string(number);
  switch (number % 5) {
    case 0: return Any(number);
    case 1: return Any(String(std::to_string(number)));
    case 2: return Any(String(text));
    case 3: return Any(static_cast<double>(number) + 0.5);
    default: return Any(ffi::Bytes(text));
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
  AnyArray shared_{Any(1)};
};

bool IsSame(const Any& a, const Any& b) { return ffi::AnyEqual()(a, b); }

// How often a container of each maker was compared in each state.
class States {
 public:
  void Count(size_t size) {
    const char* state = size == 0 ? "empty" : size < 4 ? "small" : size == 4 ? "full" : "large";
    ++seen_[maker_ + ", " + state + (erased_ ? ", after erasing" : "")];
  }

  void Made(const std::string& maker) {
    maker_ = maker;
    erased_ = false;
  }

  void Erased() { erased_ = true; }

  Map<String, int64_t> Seen() const {
    Map<String, int64_t> seen;
    for (const auto& [state, count] : seen_) seen.Set(String(state), count);
    return seen;
  }

 private:
  std::map<std::string, int64_t> seen_;
  std::string maker_ = "C++";
  bool erased_ = false;
};

// A copy that C++ makes from a range.
template <typename Container>
Container Copy(const Container& from) {
  if constexpr (std::is_same_v<Container, AnyMap> || std::is_same_v<Container, AnyDict>) {
    std::vector<std::pair<Any, Any>> entries;
    for (const auto& [key, value] : from) entries.emplace_back(key, value);
    return Container(entries.begin(), entries.end());
  } else {
    std::vector<Any> elements(from.begin(), from.end());
    return Container(elements.begin(), elements.end());
  }
}

// The container again, made by C++ or by one of `makers`.
template <typename Container>
Container MadeAgain(const Container& from, const Map<String, Function>& makers, Random& random, States& states) {
  int64_t index = random.Below(static_cast<int64_t>(makers.size()) + 1);
  for (const auto& [name, make] : makers) {
    if (index-- == 0) {
      states.Made(std::string(name.data(), name.size()));
      return make(from).template cast<Container>();
    }
  }
  states.Made("C++");
  return Copy(from);
}

// A Map or a Dict, and the step of the value of each key.
template <typename Mapping>
class MappingTest {
 public:
  MappingTest(Map<String, Function> makers, Function read) : makers_(std::move(makers)), read_(std::move(read)) {}

  Map<String, int64_t> Run(int64_t steps) {
    constexpr int64_t kLimits[] = {1, 4, 5, 60, 400};
    for (int64_t step = 0; step < steps; ++step) {
      Change(random_.Below(kLimits[step / kPhase % 5]), step);
      if (step % kReads == 0) CheckAll();
    }
    CheckAll();
    mapping_ = Mapping();
    kept_.reset();
    values_.CheckReleased();
    return states_.Seen();
  }

 private:
  void Change(int64_t number, int64_t step) {
    Any key = Key(number);
    switch (random_.Below(16)) {
      case 0: mapping_ = MadeAgain(mapping_, makers_, random_, states_); break;
      case 1: Keep(); break;
      case 2:
        if (random_.Below(8) == 0) {
          mapping_.clear();
          model_.clear();
        }
        break;
      case 3: case 4: case 5: case 6:
        mapping_.erase(key);
        if (model_.erase(number) != 0) states_.Erased();
        break;
      default:
        mapping_.Set(key, values_.Of(step));
        model_[number] = step;
    }
    auto found = model_.find(number);
    TVM_FFI_ICHECK_EQ(mapping_.count(key), model_.count(number));
    if (found != model_.end()) TVM_FFI_ICHECK(IsSame(mapping_.at(key), values_.Of(found->second)));
  }

  // Compares what was kept, and keeps another reference: a Map is copied by the next change, a Dict is not.
  void Keep() {
    if (kept_.has_value()) CheckEntries(kept_->first, kept_->second);
    if constexpr (std::is_same_v<Mapping, AnyMap>) {
      kept_.emplace(mapping_, model_);
    } else {
      Mapping other = mapping_;
      other.Set(Any("of the other reference"), Any(1));
      TVM_FFI_ICHECK_EQ(mapping_.size(), model_.size() + 1);
      mapping_.erase(Any("of the other reference"));
    }
  }

  void CheckEntries(const Mapping& mapping, const std::map<int64_t, int64_t>& model) {
    TVM_FFI_ICHECK_EQ(mapping.size(), model.size());
    for (auto [number, step] : model) TVM_FFI_ICHECK(IsSame(mapping.at(Key(number)), values_.Of(step)));
  }

  // Rust returns keys and values in turn, and then both backwards.
  void CheckAll() {
    states_.Count(model_.size());
    CheckEntries(mapping_, model_);
    auto read = read_(mapping_).template cast<AnyArray>();
    TVM_FFI_ICHECK_EQ(read.size(), 4 * model_.size());
    size_t index = 0;
    for (const auto& [key, value] : mapping_) {
      for (const Any& part : {Any(key), Any(value)}) {
        TVM_FFI_ICHECK(IsSame(read[index], part));
        TVM_FFI_ICHECK(IsSame(read[read.size() - 1 - index], part));
        ++index;
      }
    }
    TVM_FFI_ICHECK_EQ(index, 2 * model_.size());
  }

  Map<String, Function> makers_;
  Function read_;
  Random random_;
  States states_;
  Values values_;
  Mapping mapping_;
  std::map<int64_t, int64_t> model_;
  std::optional<std::pair<Mapping, std::map<int64_t, int64_t>>> kept_;
};

// An Array or a List, and the step of each element, or -1 for None.
template <typename Sequence>
class SequenceTest {
 public:
  SequenceTest(Map<String, Function> makers, Function read) : makers_(std::move(makers)), read_(std::move(read)) {}

  Map<String, int64_t> Run(int64_t steps) {
    constexpr int64_t kLimits[] = {1, 4, 5, 20, 300};
    for (int64_t step = 0; step < steps; ++step) {
      Change(step);
      Shorten(kLimits[step / kPhase % 5]);
      TVM_FFI_ICHECK_EQ(sequence_.size(), model_.size());
      if (step % kReads == 0) CheckAll();
    }
    CheckAll();
    sequence_ = Sequence();
    kept_.reset();
    values_.CheckReleased();
    return states_.Seen();
  }

 private:
  int64_t Size() const { return static_cast<int64_t>(model_.size()); }

  Any Value(int64_t step) const { return step < 0 ? Any() : values_.Of(step); }

  void Change(int64_t step) {
    int64_t place = random_.Below(Size() + 1);
    switch (random_.Below(16)) {
      case 0: sequence_ = MadeAgain(sequence_, makers_, random_, states_); break;
      case 1: Keep(); break;
      case 2: sequence_.reserve(Size() + random_.Below(20)); break;
      case 3: {
        int64_t size = Size() / 2 + random_.Below(Size() + 3);
        if (size < Size()) states_.Erased();
        sequence_.resize(size);
        model_.resize(size, -1);
        break;
      }
      case 4: case 5:
        if (place < Size()) Erase(place, place + 1);
        break;
      case 6:
        if (Size() != 0) {
          sequence_.pop_back();
          model_.pop_back();
          states_.Erased();
        }
        break;
      case 7: case 8:
        if (place < Size()) {
          sequence_.Set(place, Value(step));
          model_[place] = step;
        }
        break;
      case 9: InsertSome(place, step); break;
      case 10: case 11:
        sequence_.insert(sequence_.begin() + place, Value(step));
        model_.insert(model_.begin() + place, step);
        break;
      default:
        sequence_.push_back(Value(step));
        model_.push_back(step);
    }
  }

  void InsertSome(int64_t place, int64_t step) {
    std::vector<Any> values(random_.Below(6), Value(step));
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
    if (kept_.has_value()) CheckElements(kept_->first, kept_->second);
    if constexpr (std::is_same_v<Sequence, AnyArray>) {
      kept_.emplace(sequence_, model_);
    } else {
      Sequence other = sequence_;
      other.push_back(Any(-1));
      TVM_FFI_ICHECK_EQ(sequence_.size(), model_.size() + 1);
      sequence_.pop_back();
    }
  }

  void CheckElements(const Sequence& sequence, const std::vector<int64_t>& model) {
    TVM_FFI_ICHECK_EQ(sequence.size(), model.size());
    size_t index = 0;
    for (const Any& element : sequence) TVM_FFI_ICHECK(IsSame(element, Value(model[index++])));
  }

  // Rust returns the elements.
  void CheckAll() {
    states_.Count(model_.size());
    CheckElements(sequence_, model_);
    auto read = read_(sequence_).template cast<AnyArray>();
    TVM_FFI_ICHECK_EQ(read.size(), model_.size());
    for (size_t i = 0; i < model_.size(); ++i) TVM_FFI_ICHECK(IsSame(read[i], Value(model_[i])));
  }

  Map<String, Function> makers_;
  Function read_;
  Random random_;
  States states_;
  Values values_;
  Sequence sequence_;
  std::vector<int64_t> model_;
  std::optional<std::pair<Sequence, std::vector<int64_t>>> kept_;
};

// The makers return the container that they get, made again. `read` returns what Rust reads.
template <typename Test>
Map<String, int64_t> Run(Map<String, Function> makers, Function read, int64_t steps) {
  return Test(std::move(makers), std::move(read)).Run(steps);
}

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(change_array, Run<SequenceTest<AnyArray>>);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(change_list, Run<SequenceTest<AnyList>>);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(change_map, Run<MappingTest<AnyMap>>);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(change_dict, Run<MappingTest<AnyDict>>);
