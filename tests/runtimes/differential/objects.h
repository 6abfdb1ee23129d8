// Types, objects, and functions of the driver: constructors, fields, hooks for hash and equality, callbacks.
#pragma once

#include "values.h"

// What a callback does.
enum Act { kCount, kEcho, kRaise, kSetField, kMakeDefault, kHash, kEqual, kRaiseHash, kLoad, kActs };
inline Act acts[kActs] = {kCount, kEcho, kRaise, kSetField, kMakeDefault, kHash, kEqual, kRaiseHash, kLoad};
inline const char* const kActNames[kActs] = {"count", "echo", "raise", "set field", "make default", "hash", "equal", "raise hash", "load"};

// The module that the loader of a custom kind returns.
inline TVMFFIAny custom_module;

inline int64_t KeyOf(const TVMFFIAny& value) {
  if (!IsOwn(value.type_index)) return -1;
  const TVMFFIAny& field = reinterpret_cast<const OwnObject*>(value.v_obj)->fields[0];
  return field.type_index == kTVMFFIInt ? field.v_int64 : 0;
}

inline int Own(const TVMFFIAny& view, TVMFFIAny* out) { return runtime.TVMFFIAnyViewToOwnedAny(&view, out); }

// The setter of a field: refuses a bool.
inline int SetField(void* field, const TVMFFIAny* value) {
  if (value->type_index == kTVMFFIBool) {
    runtime.TVMFFIErrorSetRaisedFromCStr("TypeError", "a field refuses a bool");
    return -1;
  }
  TVMFFIAny owned{};
  int code = Own(*value, &owned);
  if (code != 0) return code;
  Release(*static_cast<TVMFFIAny*>(field));
  *static_cast<TVMFFIAny*>(field) = owned;
  return 0;
}

inline int GetField(void* field, TVMFFIAny* result) { return Own(*static_cast<TVMFFIAny*>(field), result); }

inline int Callback(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* result) {
  switch (*static_cast<Act*>(self)) {
    case kEcho: return count == 0 ? 0 : Own(args[0], result);
    case kRaise: runtime.TVMFFIErrorSetRaisedFromCStr("KeyError", "a callback raises"); return -1;
    case kSetField: return count == 2 ? SetField(args[0].v_ptr, &args[1]) : 0;
    case kHash: *result = Value(kTVMFFIInt, count == 1 ? KeyOf(args[0]) % 5 : 0); return 0;
    case kEqual: *result = Value(kTVMFFIBool, count == 2 && KeyOf(args[0]) == KeyOf(args[1])); return 0;
    case kRaiseHash: runtime.TVMFFIErrorSetRaisedFromCStr("ValueError", "a hash raises"); return -1;
    case kLoad: return Own(custom_module, result);
    default: *result = Value(kTVMFFIInt, count); return 0;
  }
}

inline void DeleteFunction(void*) { ++released.functions; }

inline TVMFFIAny MakeFunction(Act act, bool has_deleter = true) {
  TVMFFIObjectHandle function = nullptr;
  runtime.TVMFFIFunctionCreate(&acts[act], Callback, has_deleter ? DeleteFunction : nullptr, &function);
  return Object(function);
}

inline void DeleteObject(void* self, int flags) {
  OwnObject* object = static_cast<OwnObject*>(self);
  if (flags & kTVMFFIObjectDeleterFlagBitMaskStrong) {
    ++released.objects;
    for (TVMFFIAny& field : object->fields) Release(field);
  }
  if (flags & kTVMFFIObjectDeleterFlagBitMaskWeak) free(object);
}

// The types that exist from the start. The last ones have hooks for hash and equality: native, functions, and functions that raise.
constexpr int kTypes = 6;
inline const char* const kTypeKeys[kTypes] = {"t.A", "t.B", "t.C", "t.Native", "t.Function", "t.Raises"};
inline int32_t types[kTypes];

template <int kType>
int Create(TVMFFIObjectHandle* out) {
  OwnObject* object = static_cast<OwnObject*>(calloc(1, sizeof(OwnObject)));
  object->header.combined_ref_count = (uint64_t{1} << 32) | 1;
  object->header.type_index = types[kType];
  object->header.deleter = DeleteObject;
  *out = object;
  return 0;
}

inline const TVMFFIObjectCreator kCreators[kTypes] = {Create<0>, Create<1>, Create<2>, Create<3>, Create<4>, Create<5>};

inline TVMFFIAny NativeHash(const TVMFFIAny& value) { return Value(kTVMFFIInt, KeyOf(value) % 5); }

inline TVMFFIAny NativeEqual(const TVMFFIAny& a, const TVMFFIAny& b) { return Value(kTVMFFIBool, KeyOf(a) == KeyOf(b)); }

inline void RegisterHook(int type, const std::string& name, TVMFFIAny hook) {
  TVMFFIByteArray bytes = Bytes(name);
  Say(Format("hook %s %s", kTypeKeys[type], name.c_str()));
  Outcome(runtime.TVMFFITypeRegisterAttr(types[type], &bytes, &hook));
  Release(hook);
  Say("\n");
}

inline void RegisterType(int type, int32_t parent, int depth, int slots) {
  TVMFFIByteArray key = Bytes(kTypeKeys[type]);
  std::string bytes(kTypeKeys[type]);
  key = Bytes(bytes);
  types[type] = runtime.TVMFFITypeGetOrAllocIndex(&key, -1, depth, slots, 1, parent);
  std::string doc = "doc of " + bytes;
  first_type = types[0];
  TVMFFITypeMetadata metadata{Bytes(doc), kCreators[type], sizeof(OwnObject), kTVMFFISEqHashKindTreeNode};
  Say(Format("type %s at %d", kTypeKeys[type], types[type] - types[0]));
  Outcome(runtime.TVMFFITypeRegisterMetadata(types[type], &metadata));
  Say("\n");
}

inline void RegisterField(int type, const std::string& name, int field, int64_t flags, TVMFFIAny initial, TVMFFIAny setter) {
  std::string doc = "doc of " + name, metadata = "{}";
  TVMFFIFieldInfo info{};
  info.name = Bytes(name);
  info.doc = Bytes(field % 2 == 0 ? doc : kTexts[0]);
  info.metadata = Bytes(metadata);
  info.flags = flags;
  info.size = info.alignment = sizeof(TVMFFIAny);
  info.offset = static_cast<int64_t>(offsetof(OwnObject, fields) + field * sizeof(TVMFFIAny));
  info.getter = GetField;
  info.setter = reinterpret_cast<void*>(SetField);
  if (flags & kTVMFFIFieldFlagBitSetterIsFunctionObj) info.setter = setter.v_obj;
  info.default_value_or_factory = initial;
  info.field_static_type_index = kTVMFFIAny;
  Outcome(runtime.TVMFFITypeRegisterField(types[type], &info));
}

inline void RegisterTypes() {
  RegisterType(0, kTVMFFIObject, 1, 3);
  RegisterType(1, types[0], 2, 0);
  RegisterType(2, types[1], 3, 0);
  for (int type = 3; type < kTypes; ++type) RegisterType(type, kTVMFFIObject, 1, 0);
  RegisterHook(3, "__any_hash__", PointerValue(kTVMFFIOpaquePtr, reinterpret_cast<void*>(NativeHash)));
  RegisterHook(3, "__any_equal__", PointerValue(kTVMFFIOpaquePtr, reinterpret_cast<void*>(NativeEqual)));
  RegisterHook(4, "__any_hash__", MakeFunction(kHash));
  RegisterHook(4, "__any_equal__", MakeFunction(kEqual));
  RegisterHook(5, "__any_hash__", MakeFunction(kRaiseHash));
  TVMFFIAny none{}, factory = MakeFunction(kMakeDefault), setter = MakeFunction(kSetField);
  for (int type : {0, 3, 4, 5}) {
    RegisterField(type, "f0", 0, kTVMFFIFieldFlagBitMaskHasDefault, Value(kTVMFFIInt, 3), none);
    Say("\n");
  }
  RegisterField(0, "f1", 1, kTVMFFIFieldFlagBitMaskHasDefault | kTVMFFIFieldFlagBitMaskDefaultFromFactory, factory, none);
  Say("\n");
  RegisterField(1, "f2", 2, kTVMFFIFieldFlagBitSetterIsFunctionObj, none, setter);
  Say("\n");
  Release(factory);
  Release(setter);
}

inline bool IsSafeInteger(const TVMFFIAny& value) { return value.type_index == kTVMFFIInt || value.type_index == kTVMFFIBool; }
