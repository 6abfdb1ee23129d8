// Calls of the C functions for types, data types, and what is initialised once.
#pragma once

#include "calls.h"

inline void FindType() {
  static const std::string kKeys[] = {"ffi.String", "ffi.Object", "ffi.Map", "None", "t.A", "t.C", "t.missing", ""};
  std::string key = choose.Of(kKeys);
  TVMFFIByteArray bytes = Bytes(key);
  int32_t index = -7;
  Begin("TypeKeyToIndex " + Quoted(bytes));
  Outcome(runtime.TVMFFITypeKeyToIndex(&bytes, &index));
  Say(" " + (index < 0 ? Format("%d", index) : TypeName(index)));
}

inline std::string DescribeFields(const TVMFFITypeInfo* info) {
  std::string text;
  for (int i = 0; i < info->num_fields; ++i) {
    const TVMFFIFieldInfo& field = info->fields[i];
    text += " " + Quoted(field.name) + (field.doc.data ? Quoted(field.doc) : "null") + Quoted(field.metadata) +
            Format("%lld/%lld/%lld/%lld/%d ", static_cast<long long>(field.flags), static_cast<long long>(field.size),
                   static_cast<long long>(field.alignment), static_cast<long long>(field.offset), field.field_static_type_index) +
            Describe(field.default_value_or_factory, 1);
  }
  for (int i = 0; i < info->num_methods; ++i) {
    const TVMFFIMethodInfo& method = info->methods[i];
    text += " " + Quoted(method.name) + (method.doc.data ? Quoted(method.doc) : "null") + Quoted(method.metadata) +
            Format("%lld ", static_cast<long long>(method.flags)) + Describe(method.method, 2);
  }
  return text;
}

inline void DescribeType(int32_t index) {
  const TVMFFITypeInfo* info = runtime.TVMFFIGetTypeInfo(index);
  Say(" " + Quoted(info->type_key) + (info->type_index == index ? "" : " another index") + Format(" depth %d", info->type_depth));
  for (int i = 0; i < info->type_depth; ++i) Say(" " + Quoted(info->type_ancestors[i]->type_key));
  // A runtime may describe its own types with more fields.
  if (index < kTVMFFIDynObjectBegin) return;
  Say(DescribeFields(info));
  if (info->metadata == nullptr) return Say(" no metadata");
  Say(" " + (info->metadata->doc.data ? Quoted(info->metadata->doc) : "null") +
      Format(" %d %d", info->metadata->total_size, info->metadata->structural_eq_hash_kind) +
      (info->metadata->creator ? " creator" : ""));
}

inline void ReadType() {
  static const int32_t kStatic[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78};
  int32_t index = choose.Once(2) ? choose.Of(kStatic) : types[choose.Below(kTypes)];
  Begin("GetTypeInfo " + TypeName(index));
  DescribeType(index);
}

// New keys below types that have room for any number of children, and keys that are known.
inline void AllocateType() {
  static int made = 0;
  static int next_static = kTVMFFIStaticObjectEnd + 1;
  int parent = choose.Below(kTypes);
  bool is_new = made < 200 && choose.Once(3), is_static = is_new && next_static < kTVMFFIDynObjectBegin && choose.Once(6);
  std::string key = is_new ? Format("t.new%d", made++) : choose.Once(3) ? "t.missing" : kTypeKeys[parent];
  TVMFFIByteArray bytes = Bytes(key);
  int32_t asked = is_static ? next_static++ : -1;
  int32_t parent_index = is_static ? kTVMFFIObject : is_new ? types[parent] : -2;
  int depth = is_static ? 1 : runtime.TVMFFIGetTypeInfo(types[parent])->type_depth + 1, children = choose.Below(4);
  Begin(Format("TypeGetOrAllocIndex %s %d %d %d ", key.c_str(), asked, depth, children) + (parent_index < 0 ? "ask" : TypeName(parent_index)));
  int32_t index = runtime.TVMFFITypeGetOrAllocIndex(&bytes, asked, depth, children, choose.Once(2), parent_index);
  if (index < 0) return Say(Format(" %d", index));
  Say(Format(" %d", index < kTVMFFIDynObjectBegin ? index : index - types[0] + 1000));
  DescribeType(index);
}

inline int32_t SomeType() { return choose.Once(10) ? (choose.Once(2) ? -1 : 100000) : types[choose.Below(kTypes)]; }

inline void AddField() {
  if (!choose.Once(8)) return ReadType();
  static const std::string kNames[] = {"f0", "f1", "f2", "f3", "f4", "f5"};
  int field = choose.Below(kFields), type = choose.Below(kTypes);
  Arguments arguments;
  arguments.AddAny();
  bool is_lent = !arguments.lent.empty();
  int64_t flags = choose.Once(2) && !is_lent ? kTVMFFIFieldFlagBitMaskHasDefault : 0;
  if (IsContainer(ObjectOf(arguments.values[0]))) flags = 0;
  Begin(Format("TypeRegisterField %s %s %lld ", kTypeKeys[type], kNames[field].c_str(), static_cast<long long>(flags)) + arguments.text);
  RegisterField(type, kNames[field], field, flags, flags ? arguments.values[0] : TVMFFIAny{}, TVMFFIAny{});
  DescribeType(types[type]);
}

inline void AddMethod() {
  if (!choose.Once(8)) return ReadType();
  int slot = SlotOf(kTVMFFIFunction);
  if (slot < 0) return CreateFunction();
  Use(slot);
  std::string name = SomeText(), doc = SomeText(), metadata = SomeText();
  int32_t index = SomeType();
  TVMFFIMethodInfo info{Bytes(name), Bytes(doc), Bytes(metadata), 0, slots[slot]};
  Begin(Format("TypeRegisterMethod @%d ", slot) + (index < 0 || index == 100000 ? "unknown " : TypeName(index)) + Quoted(info.name));
  int code = runtime.TVMFFITypeRegisterMethod(index, &info);
  Outcome(code);
  if (code == 0) DescribeType(index);
}

inline void AddMetadata() {
  int32_t index = SomeType();
  TVMFFITypeMetadata metadata{Bytes(kTexts[1]), nullptr, 32, kTVMFFISEqHashKindDAGNode};
  Begin("TypeRegisterMetadata " + (index < 0 || index == 100000 ? "unknown" : TypeName(index)));
  Outcome(runtime.TVMFFITypeRegisterMetadata(index, &metadata));
}

inline void DescribeColumn(const std::string& name) {
  TVMFFIByteArray bytes = Bytes(name);
  const TVMFFITypeAttrColumn* column = runtime.TVMFFIGetTypeAttrColumn(&bytes);
  if (column == nullptr) return Say(" no column");
  // What later steps of the runtime in Rust need.
  bool is_later = StartsWith(name, "__s_") || StartsWith(name, "__data_") || name == "__ffi_repr__" || name == "__ffi_new__" ||
                  name == "__ffi_init__" || name == "__ffi_shallow_copy__";
  if (is_later) return Say(" column");
  auto entry = [&](int32_t index) {
    bool has = index >= column->begin_index && index < column->begin_index + column->size;
    TVMFFIAny value = has ? column->data[index - column->begin_index] : TVMFFIAny{};
    if (value.type_index != kTVMFFINone) Say(" " + TypeName(index) + ": " + Describe(value, 1));
  };
  for (int32_t index = 0; index < kTVMFFIDynObjectBegin; ++index) entry(index);
  for (int32_t index : types) entry(index);
}

inline std::string SomeAttribute() {
  static const std::string kNames[] = {"t.one", "t.two", "t.three", "t.four"};
  return choose.Of(kNames);
}

inline void AddAttribute() {
  std::string name = SomeAttribute();
  TVMFFIByteArray bytes = Bytes(name);
  int32_t index = choose.Once(5) ? 0 : choose.Once(5) ? kTVMFFIObject + choose.Below(15) : types[choose.Below(kTypes)];
  Arguments arguments;
  // Not as an rvalue, which the runtimes take before or after they refuse it.
  arguments.has_types = arguments.has_wrong = true;
  arguments.AddAny();
  if (IsContainer(ObjectOf(arguments.values[0]))) return ReadType();
  Begin("TypeRegisterAttr " + TypeName(index) + " " + Quoted(bytes) + " " + arguments.text);
  int code = runtime.TVMFFITypeRegisterAttr(index, &bytes, arguments.values.data());
  arguments.Settle();
  Outcome(code);
  DescribeColumn(name);
}

inline void ReadColumn() {
  static const std::string kBuiltin[] = {
      "__any_hash__", "__any_equal__", "__ffi_enum__", "__ffi_convert__", "__ffi_eq__", "__ffi_compare__", "__ffi_hash__", "__ffi_new__",
      "__ffi_init__", "__ffi_repr__", "__ffi_shallow_copy__", "__ffi_type_final__", "__s_equal__", "__s_hash__", "__s_visit__",
      "__s_mutate__", "__s_maybe_inplace_mutate__", "__data_to_json__", "__data_from_json__", "t.missing",
  };
  std::string name = choose.Once(2) ? SomeAttribute() : choose.Of(kBuiltin);
  Begin("GetTypeAttrColumn " + name);
  DescribeColumn(name);
}

// Calls the function that is an attribute of a type of the runtime.
inline void CallAttribute(const std::string& name, int32_t index, Arguments& arguments) {
  TVMFFIByteArray bytes = Bytes(name);
  const TVMFFITypeAttrColumn* column = runtime.TVMFFIGetTypeAttrColumn(&bytes);
  TVMFFIAny function = column->data[index - column->begin_index], result{};
  Begin(name + " of " + TypeName(index) + " (" + arguments.text + ")");
  int code = runtime.TVMFFIFunctionCall(function.v_obj, arguments.values.data(), static_cast<int32_t>(arguments.values.size()), &result);
  arguments.Settle();
  Outcome(code, result);
}

inline void ConvertValue() {
  static const int32_t kIndices[] = {kTVMFFIObject, kTVMFFIStr,   kTVMFFIBytes, kTVMFFIError, kTVMFFIFunction, kTVMFFIShape,
                                     kTVMFFITensor, kTVMFFIArray, kTVMFFIMap,   kTVMFFIList,  kTVMFFIDict};
  Arguments arguments;
  arguments.AddAny();
  if (choose.Once(20)) arguments.AddAny();
  CallAttribute("__ffi_convert__", choose.Of(kIndices), arguments);
}

inline void CompareBigInts() {
  static const std::string kNames[] = {"__ffi_eq__", "__ffi_compare__", "__ffi_hash__"};
  const std::string& name = choose.Of(kNames);
  Arguments arguments;
  // One argument at most is wrong.
  arguments.has_types = true;
  for (int left = name == "__ffi_hash__" ? 1 : 2; left > 0; --left) {
    int slot = SlotOf(kTVMFFIBigInt);
    if (slot < 0) return MakeBigInt();
    if (arguments.TakeWrong(8)) {
      arguments.Add(Plain());
    } else {
      arguments.AddSlot(slot);
    }
  }
  arguments.Add(Value(kTVMFFINone));
  CallAttribute(name, kTVMFFIBigInt, arguments);
}

// ---- data types ----

inline void ParseDataType() {
  static const std::string kNames[] = {
      "int32", "uint8", "float16x4", "bool", "boolx8", "", "void", "handle", "bfloat16", "float8_e4m3fn", "float8_e5m2x4", "float4_e2m1fn",
      "float4_e2m1fnx2", "float6_e2m3fn", "float8_none", "custom[foo]16", "custom[", "int", "float", "uint", "int300", "uint256", "float32x70000",
      "float32x0", "float32x", "int32 ", " int32", "int-8", "foo", "handle64", "int32x2x2", "complex64", "complex300", "float64x65535", "bool8", "int08",
  };
  std::string name = choose.Of(kNames);
  TVMFFIByteArray bytes = Bytes(name);
  DLDataType out{9, 9, 9};
  Begin("DataTypeFromString " + Quoted(bytes));
  int code = runtime.TVMFFIDataTypeFromString(&bytes, &out);
  if (code == 0) Say(Format(" %d.%d.%d", out.code, out.bits, out.lanes));
  Outcome(code);
}

inline void PrintDataType() {
  static const uint8_t kBits[] = {0, 1, 4, 6, 8, 16, 32, 64, 128, 255};
  static const uint16_t kLanes[] = {0, 1, 2, 4, 256, 65535};
  DLDataType type{static_cast<uint8_t>(choose.Once(20) ? 200 : choose.Below(20)), choose.Of(kBits), choose.Of(kLanes)};
  TVMFFIAny out{};
  Begin(Format("DataTypeToString %d.%d.%d", type.code, type.bits, type.lanes));
  int code = runtime.TVMFFIDataTypeToString(&type, &out);
  Outcome(code, out);
}

// ---- what is initialised once ----

inline int initialised = 0;

inline int Initialise(void** out) {
  ++initialised;
  *out = buffer + 16;
  return 0;
}

inline int InitialiseNothing(void**) { return 0; }

inline int FailToInitialise(void**) {
  runtime.TVMFFIErrorSetRaisedFromCStr("ValueError", "not initialised");
  return -1;
}

inline int FailWithACode(void** out) {
  *out = buffer;
  return 5;
}

inline int Forget(void* handle) {
  Say(" forget " + Pointer(handle));
  return 0;
}

inline int FailToForget(void*) { return 3; }

inline void InitialiseOnce() {
  static void* handles[2];
  int which = choose.Below(2);
  int (*functions[])(void**) = {Initialise, InitialiseNothing, FailToInitialise, FailWithACode};
  int function = choose.Below(4);
  if (choose.Once(2)) {
    Begin(Format("HandleInitOnce %d %d", which, function));
    Outcome(runtime.TVMFFIHandleInitOnce(&handles[which], functions[function]));
  } else {
    Begin(Format("HandleDeinitOnce %d %d", which, function));
    Outcome(runtime.TVMFFIHandleDeinitOnce(&handles[which], function == 0 ? FailToForget : Forget));
  }
  Say(Format(" %d ", initialised) + Pointer(handles[which]));
}

inline void ReadVersion() {
  TVMFFIVersion version{9, 9, 9};
  Begin("GetVersion");
  runtime.TVMFFIGetVersion(&version);
  Say(Format(" %u.%u.%u", version.major, version.minor, version.patch));
}
