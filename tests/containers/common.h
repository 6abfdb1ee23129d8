// Random changes of one container, compared with a plain model. C++ makes them through its headers, in turn with a peer, which reaches the
// container in another way.
//
// This is what the tests of sequences and of mappings share: numbers, keys, values, and a record of what was compared.
#pragma once

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

namespace ffi = tvm::ffi;

using ffi::Any;
using ffi::AnyView;
using ffi::Function;
using ffi::String;

using AnyArray = ffi::Array<Any>;
using AnyList = ffi::List<Any>;
using AnyMap = ffi::Map<Any, Any>;
using AnyDict = ffi::Dict<Any, Any>;

template <typename Container>
constexpr bool kIsList = std::is_same_v<Container, AnyList>;

template <typename Container>
constexpr bool kIsDict = std::is_same_v<Container, AnyDict>;

template <typename Container>
constexpr bool kIsMapping = kIsDict<Container> || std::is_same_v<Container, AnyMap>;

// The number of steps with one limit for keys, or for lengths.
constexpr int64_t kPhase = 512;
// The number of steps between two comparisons of everything.
constexpr int64_t kCompares = 16;

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

// A different key for each number: integers, floats, text and bytes, in the value and on the heap.
inline Any PlainKey(int64_t number) {
  std::string text = "a key that is on the heap " + std::to_string(number);
  switch (number % 6) {
    case 0: return Any(number * 16);
    case 1: return Any(String(std::to_string(number)));
    case 2: return Any(String(text));
    case 3: return Any(static_cast<double>(number) + 0.5);
    case 4: return Any(ffi::Bytes(text));
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
  AnyArray shared_{Any(1)};
};

inline bool IsSame(const Any& a, const Any& b) { return ffi::AnyEqual()(a, b); }

// A copy that C++ makes from a range.
template <typename Container>
Container Copy(const Container& from) {
  if constexpr (kIsMapping<Container>) {
    std::vector<std::pair<Any, Any>> entries;
    for (const auto& [key, value] : from) entries.emplace_back(key, value);
    return Container(entries.begin(), entries.end());
  } else {
    std::vector<Any> elements(from.begin(), from.end());
    return Container(elements.begin(), elements.end());
  }
}

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

  const std::map<std::string, int64_t>& Seen() const { return seen_; }

 private:
  std::map<std::string, int64_t> seen_;
  std::string maker_ = "C++";
  bool erased_ = false;
};
