// Values as text that does not depend on addresses: the content of an object, and the slot that has the same object.
#pragma once

#include <algorithm>
#include <cstdarg>
#include <cstring>

#include "runtime.h"

constexpr int kSlots = 40;
inline TVMFFIAny slots[kSlots];

// What each call releases: deleters of functions, tensors, and objects that the driver made.
struct Released {
  int functions = 0, tensors = 0, objects = 0, opaque = 0;
};
inline Released released;

// Memory that values point to. The alignment is that of a page, so that it is the same in each process.
alignas(4096) inline char buffer[4096];

inline std::string Format(const char* format, ...) __attribute__((format(printf, 1, 2)));
inline std::string Format(const char* format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

inline std::string Quoted(const char* data, size_t size) {
  std::string text = "\"";
  for (size_t i = 0; i < size; ++i) {
    unsigned char c = static_cast<unsigned char>(data[i]);
    if (c < 32 || c > 126 || c == '"') {
      text += Format("\\x%02x", c);
    } else {
      text += static_cast<char>(c);
    }
  }
  return text + "\"";
}

inline std::string Quoted(const TVMFFIByteArray& bytes) { return Quoted(bytes.data, bytes.size); }

inline std::string Pointer(const void* pointer) {
  const char* data = static_cast<const char*>(pointer);
  if (data == nullptr) return "null";
  if (data >= buffer && data < buffer + sizeof buffer) return Format("buffer+%td", data - buffer);
  return "pointer";
}

// Indices of types that are allocated at run time differ, because a runtime registers types of its own.
inline std::string TypeName(int32_t index) {
  if (index < kTVMFFIDynObjectBegin) return Format("%d", index);
  const TVMFFITypeInfo* info = runtime.TVMFFIGetTypeInfo(index);
  return std::string(info->type_key.data, info->type_key.size);
}

template <typename Cell>
const Cell* CellOf(const TVMFFIObject* object) {
  return reinterpret_cast<const Cell*>(object + 1);
}

inline std::string Describe(const TVMFFIAny& value, int depth = 0);

// An entry of a Map or a Dict, as `map_base.h` stores it.
struct Entry {
  TVMFFIAny key, value;
  uint64_t previous, next;
};

struct MapCell {
  char* data;
  uint64_t size, slots;
  void (*data_deleter)(void*);
  uint32_t fib_shift;
  uint64_t head, tail;

  bool IsSmall() const { return (slots >> 63) != 0; }

  // The entry at a position of a dense table.
  const Entry* At(uint64_t index) const {
    return reinterpret_cast<const Entry*>(data + index / 16 * 784 + 16) + index % 16;
  }
};

// All elements of the value itself, and some of those inside it.
inline uint64_t MostElements(int depth) { return depth == 0 ? 200 : 12; }

inline std::string DescribeEntries(const MapCell* map, int depth) {
  std::string text = Format("%s %llu {", map->IsSmall() ? "small" : "dense", static_cast<unsigned long long>(map->size));
  uint64_t position = map->IsSmall() ? 0 : map->head;
  for (uint64_t i = 0; i < std::min(map->size, MostElements(depth)); ++i) {
    const TVMFFIAny* pair;
    if (map->IsSmall()) {
      pair = reinterpret_cast<const TVMFFIAny*>(map->data) + 2 * i;
    } else {
      pair = &map->At(position)->key;
      position = map->At(position)->next;
    }
    text += Describe(pair[0], depth + 1) + ": " + Describe(pair[1], depth + 1) + ", ";
  }
  return text + "}";
}

inline std::string DescribeElements(const TVMFFISeqCell* sequence, int depth) {
  std::string text = Format("%lld [", static_cast<long long>(sequence->size));
  const TVMFFIAny* elements = static_cast<const TVMFFIAny*>(sequence->data);
  for (int64_t i = 0; i < std::min(sequence->size, static_cast<int64_t>(MostElements(depth))); ++i) {
    text += Describe(elements[i], depth + 1) + ", ";
  }
  return text + (sequence->capacity < sequence->size ? "] without capacity" : "]");
}

inline std::string DescribeTensor(const DLTensor& tensor) {
  std::string text = Format("%s+%llu dev %d:%d dtype %d.%d.%d (", Pointer(tensor.data).c_str(),
                            static_cast<unsigned long long>(tensor.byte_offset), tensor.device.device_type,
                            tensor.device.device_id, tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes);
  for (int i = 0; i < tensor.ndim; ++i) {
    std::string stride = tensor.strides ? Format("/%lld", static_cast<long long>(tensor.strides[i])) : "";
    text += Format("%lld%s ", static_cast<long long>(tensor.shape[i]), stride.c_str());
  }
  return text + ")";
}

inline std::string DescribeHandle(const void* handle, int depth) {
  if (handle == nullptr) return "null";
  TVMFFIAny value{};
  value.v_obj = static_cast<TVMFFIObject*>(const_cast<void*>(handle));
  value.type_index = value.v_obj->type_index;
  return Describe(value, depth);
}

// The message, with the indices that are allocated at run time as distances from the first of the driver.
inline int32_t first_type = 0;

inline std::string Message(const TVMFFIByteArray& bytes) {
  static const std::string kBefore = "type index ";
  std::string text = Quoted(bytes);
  size_t place = text.find(kBefore);
  if (place == std::string::npos) return text;
  place += kBefore.size();
  size_t end = text.find_first_not_of("0123456789", place);
  int index = atoi(text.c_str() + place);
  return index < kTVMFFIDynObjectBegin ? text : text.substr(0, place) + Format("first+%d", index - first_type) + text.substr(end);
}

// Whether the backtrace begins as a caller wrote it. The frames that two libraries find differ.
inline bool HasOwnBacktrace(const TVMFFIErrorCell* error) {
  return error->backtrace.size >= 2 && memcmp(error->backtrace.data, "T|", 2) == 0;
}

inline std::string DescribeError(const TVMFFIErrorCell* error, int depth) {
  std::string text = Quoted(error->kind) + ": " + Message(error->message);
  if (HasOwnBacktrace(error)) text += " from " + Quoted(error->backtrace);
  bool is_terminated = strlen(error->message.data) <= error->message.size;
  text += is_terminated ? "" : " without NUL";
  return text + " cause " + DescribeHandle(error->cause_chain, depth + 1) + " extra " +
         DescribeHandle(error->extra_context, depth + 1);
}

// An object that the driver made: how many fields it has, and their values.
constexpr int kFields = 6;
struct OwnObject {
  TVMFFIObject header;
  TVMFFIAny fields[kFields];
};

inline bool IsOwn(int32_t index) {
  return index >= kTVMFFIDynObjectBegin && TypeName(index).rfind("t.", 0) == 0;
}

inline std::string DescribeOwn(const TVMFFIObject* object, int depth) {
  std::string text = "{";
  for (const TVMFFIAny& field : reinterpret_cast<const OwnObject*>(object)->fields) {
    text += Describe(field, depth + 1) + " ";
  }
  return text + "}";
}

inline std::string DescribeBigInt(const TVMFFIAny& value) {
  TVMFFIByteArray words = runtime.TVMFFIBigIntGetContentByteArray(&value);
  return Quoted(words);
}

inline std::string DescribeShape(const TVMFFIShapeCell* shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape->size; ++i) text += Format("%lld ", static_cast<long long>(shape->data[i]));
  return text + ")";
}

inline std::string DescribeContent(const TVMFFIAny& value, int depth) {
  const TVMFFIObject* object = value.v_obj;
  switch (value.type_index) {
    case kTVMFFIStr:
    case kTVMFFIBytes: return Quoted(*CellOf<TVMFFIByteArray>(object));
    case kTVMFFIError: return DescribeError(CellOf<TVMFFIErrorCell>(object), depth);
    case kTVMFFIShape: return DescribeShape(CellOf<TVMFFIShapeCell>(object));
    case kTVMFFITensor: return DescribeTensor(*CellOf<DLTensor>(object));
    case kTVMFFIArray:
    case kTVMFFIList: return DescribeElements(CellOf<TVMFFISeqCell>(object), depth);
    case kTVMFFIMap:
    case kTVMFFIDict: return DescribeEntries(CellOf<MapCell>(object), depth);
    case kTVMFFIBigInt: return DescribeBigInt(value);
    case kTVMFFIFunction: return CellOf<TVMFFIFunctionCell>(object)->safe_call ? "function" : "no function";
    case kTVMFFIOpaquePyObject: return Pointer(CellOf<TVMFFIOpaqueObjectCell>(object)->handle);
    default: return IsOwn(value.type_index) ? DescribeOwn(object, depth) : "object";
  }
}

inline std::string DescribeObject(const TVMFFIAny& value, int depth) {
  std::string text = TypeName(value.type_index);
  if (value.v_obj->type_index != value.type_index) text += Format(" but %d", value.v_obj->type_index);
  if (depth != 0) {
    for (int i = 0; i < kSlots; ++i) {
      if (slots[i].type_index >= kTVMFFIStaticObjectBegin && slots[i].v_obj == value.v_obj) return text + Format("=@%d", i);
    }
  }
  return depth > 3 ? text : text + " " + DescribeContent(value, depth);
}

inline std::string Describe(const TVMFFIAny& value, int depth) {
  if (value.type_index >= kTVMFFIStaticObjectBegin) {
    std::string padding = value.zero_padding == 0 ? "" : " padding";
    return DescribeObject(value, depth) + padding;
  }
  if (value.type_index == kTVMFFISmallStr || value.type_index == kTVMFFISmallBytes) {
    // All eight bytes: those after the text are zero.
    return Format("%d:%u", value.type_index, value.small_str_len) + Quoted(value.v_bytes, 8);
  }
  std::string text = value.zero_padding == 0 ? "" : "padding ";
  switch (value.type_index) {
    case kTVMFFINone: return text + (value.v_int64 == 0 ? "None" : "None with payload");
    case kTVMFFIFloat: return text + Format("float %llx", static_cast<unsigned long long>(value.v_uint64));
    case kTVMFFIOpaquePtr:
    case kTVMFFIDLTensorPtr: return text + Format("%d:", value.type_index) + Pointer(value.v_ptr);
    case kTVMFFIRawStr: return text + "8:" + Quoted(value.v_c_str, strlen(value.v_c_str));
    case kTVMFFIByteArrayPtr: return text + "9:" + Quoted(*static_cast<TVMFFIByteArray*>(value.v_ptr));
    default: return text + Format("%d:%lld", value.type_index, static_cast<long long>(value.v_int64));
  }
}

// The counts of strong and weak references.
inline std::string Counts(const TVMFFIAny& value) {
  if (value.type_index < kTVMFFIStaticObjectBegin) return "";
  uint64_t count = value.v_obj->combined_ref_count;
  return Format(" %u/%u", static_cast<unsigned>(count), static_cast<unsigned>(count >> 32));
}
