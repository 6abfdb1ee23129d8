// The arguments of a sweep: values of a kind and a size.
#ifndef TVM_FFI_BENCH_SWEEP_ARGUMENTS_H_
#define TVM_FFI_BENCH_SWEEP_ARGUMENTS_H_

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/dict.h>
#include <tvm/ffi/container/list.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/string.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "sweep_tensor_arguments.h"
#include "sweep_values.h"

// ---- text ----

// Text of exactly `size` bytes: pieces as long as a whole one fits, then spaces.
inline std::string Text(const char* const* pieces, int count, long size) {
  std::string text;
  for (int i = 0; static_cast<long>(text.size() + std::string(pieces[i % count]).size()) <= size; ++i) {
    text += pieces[i % count];
  }
  text.resize(size, ' ');
  return text;
}

inline std::string Ascii(long size) {
  static const char* const pieces[] = {"a", "b", "c", "d", "e", "f", "g"};
  return Text(pieces, 7, size);
}

inline std::string TwoByte(long size) {
  static const char* const pieces[] = {"\u00e9", "\u0416", "\u03b2"};
  return Text(pieces, 3, size);
}

// Words of one to four bytes a character.
inline std::string Mixed(long size) {
  static const char* const pieces[] = {"the na\u00efve ", "caf\u00e9 in ", "\u6771\u4eac ", "\u20ac5 ", "\U0001F980 ", "or plain words, "};
  return Text(pieces, 6, size);
}

// ---- containers ----

// A key of 11 bytes, too long for a slot.
inline ffi::String Key(long i) {
  char text[32];
  std::snprintf(text, sizeof text, "key%08ld", i);
  return ffi::String(text);
}

using MakeKey = std::function<ffi::Any(long)>;

inline MakeKey StringKeys() {
  return [](long i) { return ffi::Any(Key(i)); };
}

inline MakeKey IntKeys() {
  return [](long i) { return ffi::Any(static_cast<int64_t>(i * 7919)); };
}

template <typename Container>
Container Sequence(long size, const std::function<ffi::Any(long)>& element) {
  Container sequence;
  for (long i = 0; i < size; ++i) sequence.push_back(element(i));
  return sequence;
}

// A map or dict of `size` entries; where `is_erased`, there were more than twice as many before.
template <typename Container>
Container Mapping(long size, const MakeKey& key, bool is_erased) {
  Container mapping;
  long made = is_erased ? 2 * size + 3 : size;
  for (long i = 0; i < made; ++i) mapping.Set(key(i), ffi::Any(static_cast<int64_t>(i)));
  for (long i = 0; i < made; ++i) {
    if (is_erased && (i % 2 == 0 || i >= 2 * size)) mapping.erase(key(i));
  }
  return mapping;
}

using AnyMap = ffi::Map<ffi::Any, ffi::Any>;
using AnyDict = ffi::Dict<ffi::Any, ffi::Any>;
using AnyArray = ffi::Array<ffi::Any>;
using AnyList = ffi::List<ffi::Any>;

inline ffi::Any Row(long i) {
  return Sequence<AnyArray>(3, [i](long column) { return ffi::Any(static_cast<int64_t>(i + column)); });
}

inline ffi::Any Integer(long i) { return ffi::Any(static_cast<int64_t>(i)); }
inline ffi::Any Real(long i) { return ffi::Any(0.5 * static_cast<double>(i)); }
inline ffi::Any Word(long i) { return ffi::Any(Key(i)); }

// ---- kinds ----

template <typename Value>
Make One(Value (*make)(long)) {
  return [make](Arguments& arguments, long size) { arguments.Add(ffi::Any(make(size))); };
}

// Text as `String` passes it: in the slot up to 7 bytes, an object beyond.
inline Make TextObject(std::string (*text)(long)) {
  return [=](Arguments& arguments, long size) { arguments.Add(ffi::String(text(size))); };
}

// Two texts of `size` bytes together.
inline Make TextHalves(std::string (*text)(long)) {
  return [=](Arguments& arguments, long size) {
    arguments.Add(ffi::String(text(size / 2)));
    arguments.Add(ffi::String(text(size - size / 2)));
  };
}

// Text as C passes it.
inline void RawText(Arguments& arguments, long size) {
  auto text = std::make_shared<std::string>(Ascii(size));
  arguments.owners.push_back(text);
  arguments.AddRaw(ffi::TypeIndex::kTVMFFIRawStr, text->c_str());
}

// The same of 1000 bytes, at an address on a page that the size of the point chooses.
inline void ScatteredText(Arguments& arguments, long point) {
  auto page = std::make_shared<std::string>(8192, ' ');
  size_t start = static_cast<size_t>(point) * 1543 % 4096;
  page->replace(start, 1001, Ascii(1000).c_str(), 1001);
  arguments.owners.push_back(page);
  arguments.AddRaw(ffi::TypeIndex::kTVMFFIRawStr, page->data() + start);
}

inline void ByteArray(Arguments& arguments, long size) {
  auto text = std::make_shared<std::string>(Ascii(size));
  auto bytes = std::make_shared<TVMFFIByteArray>(TVMFFIByteArray{text->data(), text->size()});
  arguments.owners.push_back(text);
  arguments.owners.push_back(bytes);
  arguments.AddRaw(ffi::TypeIndex::kTVMFFIByteArrayPtr, bytes.get());
}

inline void Integers(Arguments& arguments, long size) {
  for (long i = 0; i < size; ++i) arguments.Add(Integer(i));
}

// 12 arguments, integers except the text at `position`.
inline void WrongType(Arguments& arguments, long position) {
  for (long i = 0; i < 12; ++i) arguments.Add(i == position ? Word(i) : Integer(i));
}

inline void Nones(Arguments& arguments, long size) {
  for (long i = 0; i < size; ++i) arguments.Add(ffi::Any(nullptr));
}

template <typename Container>
Make SequenceOf(ffi::Any (*element)(long)) {
  return [=](Arguments& arguments, long size) { arguments.Add(Sequence<Container>(size, element)); };
}

template <typename Container>
Make MappingOf(const MakeKey& key, bool is_erased) {
  return [=](Arguments& arguments, long size) { arguments.Add(Mapping<Container>(size, key, is_erased)); };
}

inline const std::map<std::string, Make>& Kinds() {
  Form usual, object, null, cut, empty, padded, pinned, unallocated, reversed, transposed;
  object.is_object = true;
  null.has_strides = false;
  cut.is_cut = true;
  empty.is_empty = true;
  padded.is_padded = true;
  pinned.is_pinned = true;
  unallocated.is_empty = true;
  unallocated.has_data = false;
  reversed.is_reversed = true;
  transposed.is_transposed = true;
  static const std::map<std::string, Make> kinds = {
      {"none", [](Arguments&, long) {}},
      {"size", One(Integer)},
      {"ascii", TextObject(Ascii)},
      {"two_byte", TextObject(TwoByte)},
      {"mixed", TextObject(Mixed)},
      {"ascii_halves", TextHalves(Ascii)},
      {"two_byte_halves", TextHalves(TwoByte)},
      {"raw_text", RawText},
      {"raw_text_at", ScatteredText},
      {"bytes", [](Arguments& arguments, long size) { arguments.Add(ffi::Bytes(Ascii(size))); }},
      {"byte_array", ByteArray},
      {"array_int", SequenceOf<AnyArray>(Integer)},
      {"array_float", SequenceOf<AnyArray>(Real)},
      {"array_str", SequenceOf<AnyArray>(Word)},
      {"array_row", SequenceOf<AnyArray>(Row)},
      {"list_int", SequenceOf<AnyList>(Integer)},
      {"map_str", MappingOf<AnyMap>(StringKeys(), false)},
      {"map_int", MappingOf<AnyMap>(IntKeys(), false)},
      {"map_str_erased", MappingOf<AnyMap>(StringKeys(), true)},
      {"map_int_erased", MappingOf<AnyMap>(IntKeys(), true)},
      {"dict_str", MappingOf<AnyDict>(StringKeys(), false)},
      {"dict_int", MappingOf<AnyDict>(IntKeys(), false)},
      {"dict_str_erased", MappingOf<AnyDict>(StringKeys(), true)},
      {"dict_int_erased", MappingOf<AnyDict>(IntKeys(), true)},
      {"integers", Integers},
      {"nones", Nones},
      {"wrong_type", WrongType},
      {"matrices", Matrices(usual)},
      {"matrices_object", Matrices(object)},
      {"matrices_wrong", Matrices(usual, true)},
      {"rank", OfRank(usual)},
      {"rank_object", OfRank(object)},
      {"rank_null", OfRank(null)},
      {"rank_cut", OfRank(cut)},
      {"rank_empty", OfRank(empty)},
      {"rank_padded", OfRank(padded)},
      {"rank_pinned", OfRank(pinned)},
      {"rank_unallocated", OfRank(unallocated)},
      {"rank_reversed", OfRank(reversed)},
      {"rank_transposed", OfRank(transposed)},
      {"check3", Check3(usual)},
      {"check3_object", Check3(object)},
      {"check3_null", Check3(null)},
      {"check3_cut", Check3(cut)},
      {"check3_empty", Check3(empty)},
      {"check3_at", Scattered(Check3(usual), 6)},
      {"scale", Scale(usual)},
      {"scale_object", Scale(object)},
      {"scale_null", Scale(null)},
      {"scale_at", Scattered(Scale(usual), 1000)},
      {"vectors", Vectors(false)},
      {"vectors_out", Vectors(true)},
  };
  return kinds;
}

inline Arguments MakeArguments(const std::string& kind, long size) {
  auto found = Kinds().find(kind);
  if (found == Kinds().end()) {
    std::fprintf(stderr, "driver: no such arguments: %s\n", kind.c_str());
    std::exit(2);
  }
  Arguments arguments;
  found->second(arguments, size);
  return arguments;
}

#endif  // TVM_FFI_BENCH_SWEEP_ARGUMENTS_H_
