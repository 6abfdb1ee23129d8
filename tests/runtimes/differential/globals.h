// Calls of the global functions of a runtime, with right and with wrong arguments.
#pragma once

#include "objects.h"

// A letter for each parameter: a Array, l List, m Map, d Dict, i index, v any value, s text, t text in the value (the C++ runtime keeps an object), b bool, M Module, p pointer, * any number of values,
// % pairs, o a type and its fields, P path.
struct Global {
  const char* name;
  const char* parameters;
  TVMFFIObjectHandle handle = nullptr;
  uint64_t right = 0, wrong = 0;
};

inline Global globals[] = {
    {"ffi.Array", "*"}, {"ffi.ArrayGetItem", "ai"}, {"ffi.ArraySize", "a"}, {"ffi.ArrayContains", "av"},
    {"ffi.List", "*"}, {"ffi.ListGetItem", "li"}, {"ffi.ListSetItem", "liv"}, {"ffi.ListSize", "l"},
    {"ffi.ListContains", "lv"}, {"ffi.ListAppend", "lv"}, {"ffi.ListInsert", "liv"}, {"ffi.ListPop", "li"},
    {"ffi.ListErase", "li"}, {"ffi.ListEraseRange", "lii"}, {"ffi.ListReplaceSlice", "liil"},
    {"ffi.ListReverse", "l"}, {"ffi.ListClear", "l"}, {"ffi.ListReserve", "li"},
    {"ffi.Map", "%"}, {"ffi.MapSize", "m"}, {"ffi.MapGetItem", "mv"}, {"ffi.MapCount", "mv"},
    {"ffi.MapForwardIterFunctor", "m"}, {"ffi.MapGetItemOrMissing", "mv"},
    {"ffi.Dict", "%"}, {"ffi.DictSize", "d"}, {"ffi.DictGetItem", "dv"}, {"ffi.DictSetItem", "dvv"},
    {"ffi.DictCount", "dv"}, {"ffi.DictErase", "dv"}, {"ffi.DictClear", "d"},
    {"ffi.DictForwardIterFunctor", "d"}, {"ffi.DictGetItemOrMissing", "dv"},
    {"ffi.FunctionRemoveGlobal", "s"}, {"ffi.FunctionListGlobalNamesFunctor", ""}, {"ffi.FunctionFromExternC", "ppp"},
    {"ffi.ModuleLoadFromFile", "P"}, {"ffi.Module.load_from_file.so", "Ps"}, {"ffi.ModuleImplementsFunction", "Msb"},
    {"ffi.ModuleGetFunctionMetadata", "Msb"}, {"ffi.ModuleGetFunctionDoc", "Msb"}, {"ffi.ModuleGetFunction", "Msb"},
    {"ffi.ModuleGetPropertyMask", "M"}, {"ffi.ModuleInspectSource", "Ms"}, {"ffi.ModuleGetKind", "M"},
    {"ffi.ModuleGetWriteFormats", "M"}, {"ffi.ModuleWriteToFile", "Mss"}, {"ffi.ModuleImportModule", "MM"},
    {"ffi.ModuleClearImports", "M"}, {"ffi.ModuleGlobalsAdd", "M"}, {"ffi.ModuleGlobalsRemove", "M"},
    {"ffi.Shape", "i*"}, {"ffi.String", "s"}, {"ffi.Bytes", "s"}, {"ffi.SystemLib", "t"},
    {"ffi.ContainerFindFirstNonCPUDevice", "v"}, {"ffi.GetGlobalFuncMetadata", "s"},
    {"ffi.GetRegisteredTypeKeys", ""}, {"ffi.GetInvalidObject", ""}, {"ffi.GetKwargsObject", ""},
    {"ffi.MakeObjectFromPackedArgs", "o"},
};

inline std::string paths[2];

// Never in a slot, so that it stays empty.
inline TVMFFIAny empty_list;

inline Global& GlobalNamed(const char* name) {
  for (Global& global : globals) {
    if (strcmp(global.name, name) == 0) return global;
  }
  Runtime::Fail(name);
}

inline TVMFFIAny CallGlobal(const char* name, std::vector<TVMFFIAny> arguments) {
  TVMFFIAny result{};
  int code = runtime.TVMFFIFunctionCall(GlobalNamed(name).handle, arguments.data(), static_cast<int32_t>(arguments.size()), &result);
  if (code != 0) Outcome(code);
  return result;
}

// How deep containers are nested, up to five.
inline int Depth(const TVMFFIAny& value) {
  const TVMFFIObject* object = ObjectOf(value);
  if (object == nullptr || !IsContainer(object)) return 0;
  int deepest = 0;
  auto visit = [&](const TVMFFIAny& element) { deepest = std::max(deepest, deepest > 4 ? deepest : Depth(element)); };
  if (object->type_index == kTVMFFIArray || object->type_index == kTVMFFIList) {
    const TVMFFISeqCell* sequence = CellOf<TVMFFISeqCell>(object);
    for (int64_t i = 0; i < sequence->size; ++i) visit(static_cast<const TVMFFIAny*>(sequence->data)[i]);
  } else if (object->type_index == kTVMFFIMap || object->type_index == kTVMFFIDict) {
    const MapCell* map = CellOf<MapCell>(object);
    uint64_t position = map->IsSmall() ? 0 : map->head;
    for (uint64_t i = 0; i < map->size; ++i) {
      const TVMFFIAny* pair = map->IsSmall() ? reinterpret_cast<const TVMFFIAny*>(map->data) + 2 * i : &map->At(position)->key;
      if (!map->IsSmall()) position = map->At(position)->next;
      visit(pair[0]);
      visit(pair[1]);
    }
  }
  return deepest + 1;
}

inline void AddMade(Arguments& arguments, int32_t index, const char* constructor) {
  int slot = SlotOf(index);
  if (slot < 0) {
    std::vector<TVMFFIAny> elements;
    for (int i = 2 * choose.Below(3); i > 0; --i) elements.push_back(Value(kTVMFFIInt, i));
    slot = choose.Below(kSlots);
    TVMFFIAny made = CallGlobal(constructor, elements);
    Release(slots[slot]);
    slots[slot] = made;
  }
  arguments.AddSlot(slot);
}

inline void AddIndex(Arguments& arguments) { arguments.Add(Value(kTVMFFIInt, choose.Once(12) ? choose.Of(kInts) : choose.Below(7) - 1)); }

// Elements of a new container: a few of slots, which may be containers, and then plain values.
inline void AddElements(Arguments& arguments, int count) {
  for (int i = 0; i < count; ++i) {
    int slot = choose.Below(kSlots);
    if (i < 4 && Depth(slots[slot]) < 4) {
      arguments.AddSlot(slot);
    } else {
      arguments.Add(choose.Once(2) ? Value(kTVMFFIInt, choose.Below(200)) : Plain());
    }
  }
}

inline int ElementCount() { return choose.Once(12) ? 10 + choose.Below(60) : choose.Below(9); }

inline void AddTypeAndFields(Arguments& arguments) {
  if (choose.Once(2)) {
    arguments.values.push_back(Value(kTVMFFIInt, types[choose.Below(kTypes)]));
    arguments.text += TypeName(static_cast<int32_t>(arguments.values[0].v_int64));
  } else {
    arguments.Add(choose.Once(3) ? Text() : PointerValue(kTVMFFIRawStr, kTypeKeys[choose.Below(kTypes)]));
  }
  static const std::string kNames[] = {"f0", "f1", "f2", "f3", "none"};
  for (int i = choose.Below(4); i > 0; --i) {
    arguments.Add(PointerValue(kTVMFFIRawStr, kNames[choose.Once(8) ? choose.Below(5) : i - 1].c_str()));
    arguments.AddAny();
  }
}

inline void AddParameter(Arguments& arguments, char parameter) {
  switch (parameter) {
    case 'a': return AddMade(arguments, kTVMFFIArray, "ffi.Array");
    case 'l': return AddMade(arguments, kTVMFFIList, "ffi.List");
    case 'm': return AddMade(arguments, kTVMFFIMap, "ffi.Map");
    case 'd': return AddMade(arguments, kTVMFFIDict, "ffi.Dict");
    case 'M': {
      int slot = SlotOf(kTVMFFIModule);
      return slot < 0 ? arguments.Add(custom_module) : arguments.AddSlot(slot);
    }
    case 'i': return AddIndex(arguments);
    case 's':
      if (choose.Once(4) && SlotOf(kTVMFFIStr) >= 0) return arguments.AddSlot(SlotOf(kTVMFFIStr));
      return arguments.Add(arguments.TakeWrong(6) ? Text() : Characters());
    case 't': return arguments.Add(Text());
    case 'b': return arguments.Add(Value(choose.Once(3) ? kTVMFFIInt : kTVMFFIBool, choose.Below(2)));
    case 'p': return arguments.Add(PointerValue(kTVMFFIOpaquePtr, nullptr));
    case 'P': return choose.Once(3) ? arguments.Add(Characters()) : arguments.Add(PointerValue(kTVMFFIRawStr, choose.Of(paths).c_str()));
    case '*': return AddElements(arguments, ElementCount());
    case '%': return AddElements(arguments, 2 * ElementCount() + choose.Once(10));
    case 'o': return AddTypeAndFields(arguments);
    default: return arguments.AddAny();
  }
}

inline void MakeWrong(Arguments& arguments) {
  auto replace = [&](size_t place) {
    TVMFFIAny value = choose.Once(2) ? slots[choose.Below(kSlots)] : Plain();
    arguments.values[place] = value;
    arguments.text += Format(" but %zu is ", place) + Describe(value, 1);
  };
  if (!arguments.values.empty() && choose.Once(3)) {
    arguments.values.pop_back();
    arguments.text += " but the last";
  } else if (arguments.values.empty() || choose.Once(3)) {
    arguments.AddAny();
  } else {
    replace(static_cast<size_t>(choose.Below(static_cast<int>(arguments.values.size()))));
  }
}

inline bool StartsWith(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

// Whether a text has a NUL, which is not the end of a path for the runtime in Rust.
inline bool HasNul(const TVMFFIAny& value) {
  const TVMFFIObject* object = ObjectOf(value);
  TVMFFIByteArray bytes{value.v_bytes, value.small_str_len};
  bool is_object = object != nullptr && object->type_index == kTVMFFIStr;
  if (is_object) bytes = *CellOf<TVMFFIByteArray>(object);
  return (is_object || value.type_index == kTVMFFISmallStr) && memchr(bytes.data, 0, bytes.size) != nullptr;
}

// Whether the C++ runtime defines what the call does, and neither makes a container that contains itself.
inline void MakeSafe(const std::string& name, Arguments& arguments) {
  auto set = [&](size_t place, TVMFFIAny value) {
    arguments.values[place] = value;
    arguments.text += Format(" safe %zu is ", place) + Describe(value, 1);
  };
  bool changes = name == "ffi.ListAppend" || name == "ffi.ListInsert" || name == "ffi.ListSetItem" || name == "ffi.DictSetItem";
  for (size_t i = 1; changes && i < arguments.values.size(); ++i) {
    if (IsContainer(ObjectOf(arguments.values[i]))) set(i, Value(kTVMFFINone));
  }
  if (name == "ffi.ListReplaceSlice" && arguments.values.size() > 3 && Depth(arguments.values[3]) > 1) set(3, empty_list);
  // The C++ runtime adds these numbers to the address of the elements.
  if (name == "ffi.ListReserve" || name == "ffi.ListInsert" || name == "ffi.ListReplaceSlice") {
    for (size_t i = 1; i < std::min<size_t>(arguments.values.size(), 3); ++i) {
      TVMFFIAny number = arguments.values[i];
      if (IsSafeInteger(number) && (number.v_int64 > 1000 || number.v_int64 < -1000)) set(i, Value(kTVMFFIInt, 17));
    }
  }
  bool is_loader = name == "ffi.ModuleLoadFromFile" || name == "ffi.Module.load_from_file.so";
  if (is_loader && !arguments.values.empty() && HasNul(arguments.values[0])) set(0, Value(kTVMFFINone));
  if (name == "ffi.SystemLib") {
    for (size_t i = 0; i < arguments.values.size(); ++i) {
      if (ObjectOf(arguments.values[i]) != nullptr && ObjectOf(arguments.values[i])->type_index == kTVMFFIStr) set(i, Value(kTVMFFINone));
    }
  }
  if (name == "ffi.FunctionFromExternC") {
    for (size_t i = 0; i < arguments.values.size(); ++i) {
      if (arguments.values[i].type_index != kTVMFFIOpaquePtr && arguments.values[i].type_index != kTVMFFINone) continue;
      void* pointers[] = {&acts[kCount], reinterpret_cast<void*>(Callback), reinterpret_cast<void*>(DeleteFunction)};
      arguments.values[i] = PointerValue(kTVMFFIOpaquePtr, i < 3 ? pointers[i] : nullptr);
    }
  }
  if (name == "ffi.MakeObjectFromPackedArgs") {
    if (arguments.values.empty()) arguments.Add(Value(kTVMFFINone));
    bool is_type = arguments.values[0].type_index != kTVMFFIInt && IsSafeInteger(arguments.values[0]);
    bool is_own = std::find(types, types + kTypes, arguments.values[0].v_int64) != types + kTypes;
    if (is_type || (arguments.values[0].type_index == kTVMFFIInt && !is_own)) set(0, Value(kTVMFFIInt, kTVMFFIObject));
  }
}

// Reads all entries, unless the callee has taken the table.
inline void Iterate(const TVMFFIAny& function, const Arguments& arguments) {
  TVMFFIObject* table = arguments.values.empty() || !arguments.lent.empty() ? nullptr : ObjectOf(arguments.values[0]);
  if (table == nullptr) return;
  uint64_t size = CellOf<MapCell>(table)->size;
  // The slot may get another value meanwhile, and the iterator of the C++ runtime does not keep the table.
  runtime.TVMFFIObjectIncRef(table);
  auto call = [&](TVMFFIAny command) {
    TVMFFIAny result{};
    int code = runtime.TVMFFIFunctionCall(function.v_obj, &command, 1, &result);
    Say(code == 0 ? " " + Describe(result, 1) : "");
    if (code != 0) Raised();
    Release(result);
  };
  call(Value(kTVMFFIFloat));
  for (uint64_t i = 0; i < size; ++i) {
    call(Value(kTVMFFIInt, 0));
    call(Value(kTVMFFIInt, 1));
    call(Value(kTVMFFIInt, 2));
  }
  runtime.TVMFFIObjectDecRef(table);
}

inline void ListNames(const TVMFFIAny& function) {
  TVMFFIAny argument = Value(kTVMFFIInt, -1), result{};
  runtime.TVMFFIFunctionCall(function.v_obj, &argument, 1, &result);
  int64_t count = result.v_int64;
  for (argument.v_int64 = 0; argument.v_int64 < count; ++argument.v_int64) {
    runtime.TVMFFIFunctionCall(function.v_obj, &argument, 1, &result);
    std::string name = Describe(result);
    if (name.find("\"t.") != std::string::npos) Say(" " + name);
    Release(result);
  }
  Outcome(runtime.TVMFFIFunctionCall(function.v_obj, &argument, 0, &result));
}

// The keys of the driver, and those with a static index: a runtime has further types of its own.
inline void ListTypeKeys(const TVMFFIAny& keys) {
  const TVMFFISeqCell* sequence = CellOf<TVMFFISeqCell>(keys.v_obj);
  for (int64_t i = 0; i < sequence->size; ++i) {
    const TVMFFIAny& key = static_cast<const TVMFFIAny*>(sequence->data)[i];
    TVMFFIByteArray bytes = IsObject(key) ? *CellOf<TVMFFIByteArray>(key.v_obj) : TVMFFIByteArray{key.v_bytes, key.small_str_len};
    int32_t index = -1;
    runtime.TVMFFITypeKeyToIndex(&bytes, &index);
    bool is_own = bytes.size > 2 && memcmp(bytes.data, "t.", 2) == 0;
    if (is_own || index < kTVMFFIDynObjectBegin) Say(" " + Quoted(bytes));
  }
}

inline void CallSomeGlobal() {
  Global& global = globals[choose.Below(std::size(globals))];
  std::string name = global.name;
  bool lists = name == "ffi.FunctionListGlobalNamesFunctor" || name == "ffi.GetRegisteredTypeKeys";
  if (lists && !choose.Once(10)) return Begin("nothing");
  Arguments arguments;
  bool is_wrong = choose.Once(3);
  arguments.has_types = strpbrk(global.parameters, "*%o") == nullptr;
  arguments.has_wrong = is_wrong;
  for (const char* parameter = global.parameters; *parameter; ++parameter) AddParameter(arguments, *parameter);
  if (is_wrong) MakeWrong(arguments);
  ++(is_wrong ? global.wrong : global.right);
  MakeSafe(name, arguments);
  Begin(name + "(" + arguments.text + ")");
  TVMFFIAny result{};
  int code = runtime.TVMFFIFunctionCall(global.handle, arguments.values.data(), static_cast<int32_t>(arguments.values.size()), &result);
  arguments.Settle();
  // The library context that a module writes at its address must stay valid.
  if (code == 0 && result.type_index == kTVMFFIModule) runtime.TVMFFIObjectIncRef(result.v_obj);
  bool is_singleton = name == "ffi.GetInvalidObject" || name == "ffi.GetKwargsObject";
  if (code == 0 && (lists || is_singleton || name.find("IterFunctor") != std::string::npos)) {
    Say(" -> 0");
    if (name.find("IterFunctor") != std::string::npos) Iterate(result, arguments);
    if (name == "ffi.FunctionListGlobalNamesFunctor") ListNames(result);
    if (name == "ffi.GetRegisteredTypeKeys") ListTypeKeys(result);
    if (is_singleton) return Store(result);
    return Release(result);
  }
  // The C++ runtime gives the text that it keeps, and the one in Rust a copy, so nothing may depend on its references.
  if (code == 0 && name == "ffi.GetGlobalFuncMetadata") {
    Say(" -> 0 " + Describe(result));
    return Release(result);
  }
  Outcome(code, result);
}

// The functions that the runtime has from the start, and what describes them.
inline void FindGlobals() {
  for (Global& global : globals) {
    std::string name = global.name;
    TVMFFIByteArray bytes = Bytes(name);
    Say(name);
    Outcome(runtime.TVMFFIFunctionGetGlobal(&bytes, &global.handle));
    Say(global.handle == nullptr ? " is missing\n" : "\n");
    Flush();
  }
  for (Global& global : globals) {
    TVMFFIAny metadata = CallGlobal("ffi.GetGlobalFuncMetadata", {PointerValue(kTVMFFIRawStr, global.name)});
    Say(std::string(global.name) + " " + Describe(metadata) + "\n");
    Release(metadata);
  }
  empty_list = CallGlobal("ffi.List", {});
  Flush();
}
