// Arguments: values that the driver makes for one call, and those in the slots.
#pragma once

#include <climits>

#include "step.h"

inline const std::string kTexts[] = {
    "", "a", "key", "seven77", "eight888", "t.one", "t.two", "t.three", "a text that is on the heap",
    "another text on the heap, of 40 bytes...", "float32", "x\xc3\xbc", std::string("nul\0nul", 7),
    "t.A", "t.B", "t.Native", "f0", "f1", "f2", "add", "fail", "nothing",
};
inline const int64_t kInts[] = {0, 1, -1, 2, 3, 4, 5, 7, 42, 1000, -1000, int64_t{1} << 40, INT64_MAX, INT64_MIN};
inline const double kFloats[] = {0.0, -0.0, 1.0, 1.5, -2.25, 1e300, __builtin_inf(), __builtin_nan("")};

inline int64_t extents[] = {2, 3, 4, 1, 0};
inline int64_t strides[] = {12, 4, 1, 1, 1};
inline DLTensor tensors[] = {
    {buffer, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, extents, strides, 0},
    {buffer + 64, {kDLCUDA, 1}, 1, {kDLInt, 64, 1}, extents, nullptr, 8},
    {buffer + 128, {kDLCPU, 0}, 0, {kDLUInt, 8, 4}, nullptr, nullptr, 0},
};

inline TVMFFIAny Value(int32_t index, int64_t payload = 0) {
  TVMFFIAny value{};
  value.type_index = index;
  value.v_int64 = payload;
  return value;
}

inline TVMFFIAny PointerValue(int32_t index, const void* pointer) {
  return Value(index, reinterpret_cast<int64_t>(pointer));
}

inline TVMFFIByteArray* TextBytes(int text) {
  static TVMFFIByteArray arrays[std::size(kTexts)];
  arrays[text] = Bytes(kTexts[text]);
  return &arrays[text];
}

inline TVMFFIAny SmallText(int32_t index, const std::string& text) {
  TVMFFIAny value = Value(index);
  value.small_str_len = static_cast<uint32_t>(text.size());
  memcpy(value.v_bytes, text.data(), text.size());
  return value;
}

inline TVMFFIAny Text() {
  int text = choose.Below(std::size(kTexts));
  bool is_small = kTexts[text].size() <= 7;
  if (is_small && choose.Below(4) != 0) return SmallText(kTVMFFISmallStr, kTexts[text]);
  if (choose.Once(2) && kTexts[text].find('\0') == std::string::npos) return PointerValue(kTVMFFIRawStr, kTexts[text].c_str());
  if (is_small && choose.Once(2)) return SmallText(kTVMFFISmallBytes, kTexts[text]);
  return PointerValue(kTVMFFIByteArrayPtr, TextBytes(text));
}

// A text that is not bytes.
inline TVMFFIAny Characters() {
  int text = choose.Below(std::size(kTexts));
  bool is_small = kTexts[text].size() <= 7;
  if (kTexts[text].find('\0') != std::string::npos) return Value(kTVMFFISmallStr);
  return is_small && choose.Once(2) ? SmallText(kTVMFFISmallStr, kTexts[text]) : PointerValue(kTVMFFIRawStr, kTexts[text].c_str());
}

inline TVMFFIAny Plain() {
  switch (choose.Below(12)) {
    case 0: return Value(kTVMFFINone);
    case 1: return Value(kTVMFFIBool, choose.Below(2));
    case 2: {
      TVMFFIAny value = Value(kTVMFFIFloat);
      value.v_float64 = choose.Of(kFloats);
      return value;
    }
    case 3: return PointerValue(kTVMFFIOpaquePtr, choose.Once(3) ? nullptr : buffer + 8 * choose.Below(4));
    case 4: {
      TVMFFIAny value = Value(kTVMFFIDataType);
      value.v_dtype = {static_cast<uint8_t>(choose.Below(4)), 32, 1};
      return value;
    }
    case 5: {
      TVMFFIAny value = Value(kTVMFFIDevice);
      value.v_device = {choose.Once(2) ? kDLCPU : kDLCUDA, choose.Below(2)};
      return value;
    }
    case 6: return choose.Once(4) ? PointerValue(kTVMFFIDLTensorPtr, &choose.Of(tensors)) : Value(kTVMFFIUnchanged);
    case 7:
    case 8:
    case 9: return Text();
    default: return Value(kTVMFFIInt, choose.Of(kInts));
  }
}

struct Arguments {
  std::vector<TVMFFIAny> values;
  std::string text;
  // Slots that the callee may take the object from.
  std::vector<int> lent;
  // Whether there are parameters with types, and one argument is wrong. Then the others are right, because the order in which the compiler of
  // the C++ runtime looks at them is its own.
  bool has_types = false, has_wrong = false;

  // Whether this argument may be a wrong one.
  bool TakeWrong(int of) {
    if (has_types && has_wrong) return false;
    bool is_wrong = choose.Once(of);
    has_wrong |= is_wrong;
    return is_wrong;
  }

  void Add(TVMFFIAny value) {
    values.push_back(value);
    text += (text.empty() ? "" : ", ") + Describe(value, 1);
  }

  void AddSlot(int slot) {
    Use(slot);
    bool is_lent = std::find(lent.begin(), lent.end(), slot) != lent.end();
    if (is_lent && !has_types) return Add(Value(kTVMFFINone));
    // As an rvalue: the callee may move the object out of the slot.
    if (!is_lent && IsObject(slots[slot]) && TakeWrong(10)) {
      lent.push_back(slot);
      values.push_back(PointerValue(kTVMFFIObjectRValueRef, &slots[slot].v_obj));
      text += (text.empty() ? "" : ", ") + Format("move @%d", slot);
      return;
    }
    values.push_back(slots[slot]);
    text += (text.empty() ? "" : ", ") + (IsObject(slots[slot]) ? Format("@%d", slot) : Describe(slots[slot], 1));
  }

  // Any value: of a slot, or made here.
  void AddAny() {
    if (choose.Once(2)) {
      AddSlot(choose.Below(kSlots));
    } else {
      Add(Plain());
    }
  }

  // The slots that are empty after the call.
  void Settle() {
    for (int slot : lent) {
      if (slots[slot].v_obj != nullptr) continue;
      slots[slot] = TVMFFIAny{};
      Say(Format(" moved @%d", slot));
    }
  }
};

// The object that an argument passes, or NULL.
inline TVMFFIObject* ObjectOf(const TVMFFIAny& value) {
  if (value.type_index == kTVMFFIObjectRValueRef) return *static_cast<TVMFFIObject**>(value.v_ptr);
  return IsObject(value) ? value.v_obj : nullptr;
}

// Whether the object may hold a container, so that putting it into one could close a circle.
inline bool IsContainer(const TVMFFIObject* object) {
  if (object == nullptr) return false;
  int32_t index = object->type_index;
  if (index == kTVMFFIError) {
    const TVMFFIErrorCell* error = CellOf<TVMFFIErrorCell>(object);
    return error->cause_chain != nullptr || error->extra_context != nullptr;
  }
  if (index >= kTVMFFIDynObjectBegin && !IsOwn(index)) return true;
  if (index >= kTVMFFIDynObjectBegin) {
    const OwnObject* own = reinterpret_cast<const OwnObject*>(object);
    return std::any_of(own->fields, own->fields + kFields, IsObject);
  }
  return index == kTVMFFIArray || index == kTVMFFIList || index == kTVMFFIMap || index == kTVMFFIDict;
}

// A slot with a value of this type, or -1.
inline int SlotOf(int32_t index) {
  int first = choose.Below(kSlots);
  for (int i = 0; i < kSlots; ++i) {
    int slot = (first + i) % kSlots;
    if (slots[slot].type_index == index) return slot;
  }
  return -1;
}
