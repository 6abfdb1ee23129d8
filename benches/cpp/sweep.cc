// The functions of the sweep written the usual way with the C++ headers of tvm-ffi; headers.cc has the others.
// What Rust copies is copied here.
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/string.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

namespace ffi = tvm::ffi;

int64_t TextLength(const ffi::String& text) { return static_cast<int64_t>(text.size()); }

int64_t BytesLength(const ffi::Bytes& bytes) { return static_cast<int64_t>(bytes.size()); }

std::string ConcatString(const ffi::String& a, const ffi::String& b) {
  std::string text = a;
  text.append(b.data(), b.size());
  return text;
}

int64_t VecInt(const ffi::Array<int64_t>& values) {
  std::vector<int64_t> copy(values.begin(), values.end());
  return std::accumulate(copy.begin(), copy.end(), int64_t{0});
}

double VecFloat(const ffi::Array<double>& values) {
  std::vector<double> copy(values.begin(), values.end());
  return std::accumulate(copy.begin(), copy.end(), 0.0);
}

int64_t VecStr(const ffi::Array<ffi::String>& words) {
  std::vector<ffi::String> copy(words.begin(), words.end());
  int64_t total = 0;
  for (const ffi::String& word : copy) total += static_cast<int64_t>(word.size());
  return total;
}

int64_t ArrayStr(const ffi::Array<ffi::String>& words) {
  int64_t total = 0;
  for (const ffi::String& word : words) total += static_cast<int64_t>(word.size());
  return total;
}

int64_t VecRow(const ffi::Array<ffi::Array<int64_t>>& rows) {
  std::vector<std::vector<int64_t>> copy;
  copy.reserve(rows.size());
  for (const ffi::Array<int64_t>& row : rows) copy.emplace_back(row.begin(), row.end());
  int64_t total = 0;
  for (const std::vector<int64_t>& row : copy) total = std::accumulate(row.begin(), row.end(), total);
  return total;
}

int64_t MapStr(const ffi::Map<ffi::String, int64_t>& map) {
  int64_t total = 0;
  for (const auto& [key, value] : map) total += static_cast<int64_t>(key.size()) + value;
  return total;
}

int64_t MapInt(const ffi::Map<int64_t, int64_t>& map) {
  int64_t total = 0;
  for (const auto& [key, value] : map) total += key + value;
  return total;
}

int64_t HashMapStr(const ffi::Map<ffi::String, int64_t>& map) {
  std::unordered_map<std::string, int64_t> copy(map.size());
  for (const auto& [key, value] : map) copy.emplace(std::string(key), value);
  int64_t total = 0;
  for (const auto& [key, value] : copy) total += static_cast<int64_t>(key.size()) + value;
  return total;
}

int64_t HashMapInt(const ffi::Map<int64_t, int64_t>& map) {
  std::unordered_map<int64_t, int64_t> copy(map.size());
  for (const auto& [key, value] : map) copy.emplace(key, value);
  int64_t total = 0;
  for (const auto& [key, value] : copy) total += key + value;
  return total;
}

ffi::Array<int64_t> ReturnVec(int64_t length) {
  ffi::Array<int64_t> values;
  values.reserve(length);
  for (int64_t i = 0; i < length; ++i) values.push_back(i);
  return values;
}

ffi::Map<int64_t, int64_t> ReturnMap(int64_t length) {
  ffi::Map<int64_t, int64_t> map;
  for (int64_t i = 0; i < length; ++i) map.Set(i, 2 * i);
  return map;
}

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(text_length, TextLength)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(bytes_length, BytesLength)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(concat_string, ConcatString)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(vec_int, VecInt)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(vec_float, VecFloat)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(vec_str, VecStr)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(array_ref_str, ArrayStr)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(vec_row, VecRow)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(map_ref_str, MapStr)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(map_ref_int, MapInt)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(hash_map_str, HashMapStr)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(hash_map_int, HashMapInt)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(return_vec, ReturnVec)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(return_hash_map, ReturnMap)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(return_map, ReturnMap)
