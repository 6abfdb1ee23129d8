// Calls of the C functions for values, functions, and errors.
#pragma once

#include <thread>

#include "globals.h"

inline std::string SomeText() { return kTexts[choose.Below(std::size(kTexts))]; }

inline void MakeText() {
  std::string text = SomeText();
  TVMFFIByteArray bytes = Bytes(text);
  TVMFFIAny out = Value(kTVMFFIFloat, 7);
  bool is_text = choose.Once(2);
  Begin((is_text ? "StringFromByteArray " : "BytesFromByteArray ") + Quoted(bytes));
  int code = is_text ? runtime.TVMFFIStringFromByteArray(&bytes, &out) : runtime.TVMFFIBytesFromByteArray(&bytes, &out);
  Outcome(code, out);
}

inline void MakeBigInt() {
  int64_t words[5];
  for (int64_t& word : words) word = choose.Of(kInts);
  if (choose.Once(2)) words[choose.Below(4) + 1] = words[0] < 0 ? -1 : 0;
  std::string text(reinterpret_cast<char*>(words), static_cast<size_t>(choose.Once(6) ? choose.Below(40) : 8 * choose.Below(6)));
  TVMFFIByteArray bytes = Bytes(text);
  TVMFFIAny out{};
  Begin("BigIntFromByteArray " + Quoted(bytes));
  Outcome(runtime.TVMFFIBigIntFromByteArray(&bytes, &out), out);
}

inline void ReadBigInt() {
  int slot = SlotOf(choose.Once(3) ? kTVMFFIInt : kTVMFFIBigInt);
  if (slot < 0) return MakeBigInt();
  Use(slot);
  Begin(Format("BigIntGetContentByteArray @%d", slot));
  Say(" " + DescribeBigInt(slots[slot]));
}

inline void CopyValue() {
  Arguments arguments;
  arguments.AddAny();
  Begin("AnyViewToOwnedAny(" + arguments.text + ")");
  TVMFFIAny out{};
  bool in_place = choose.Once(4);
  if (in_place) out = arguments.values[0];
  int code = runtime.TVMFFIAnyViewToOwnedAny(in_place ? &out : arguments.values.data(), &out);
  arguments.Settle();
  Outcome(code, out);
}

inline void CountReferences() {
  int slot = choose.Below(kSlots);
  if (!IsObject(slots[slot])) return CopyValue();
  Use(slot);
  TVMFFIObject* object = slots[slot].v_obj;
  Begin(Format("IncRef @%d", slot));
  Outcome(runtime.TVMFFIObjectIncRef(object));
  if (choose.Once(2)) return Store(slots[slot]);
  Outcome(runtime.TVMFFIObjectDecRef(object));
}

// The last strong reference goes while there is a weak one, which goes then: the deleter is called twice.
inline void KeepWeak() {
  int slot = choose.Below(kSlots);
  if (!IsObject(slots[slot])) return CopyValue();
  TVMFFIObject* object = slots[slot].v_obj;
  if (object->combined_ref_count != ((uint64_t{1} << 32) | 1)) return CountReferences();
  Begin(Format("weak @%d %s", slot, TypeName(slots[slot].type_index).c_str()));
  object->combined_ref_count += uint64_t{1} << 32;
  slots[slot] = TVMFFIAny{};
  Outcome(runtime.TVMFFIObjectDecRef(object));
  Say(Format(" left %llx", static_cast<unsigned long long>(object->combined_ref_count)));
  object->combined_ref_count -= uint64_t{1} << 32;
  if (object->deleter != nullptr) object->deleter(object, kTVMFFIObjectDeleterFlagBitMaskWeak);
}

inline void DeleteOpaque(void*) { ++released.opaque; }

inline void MakeOpaque() {
  int32_t index = choose.Once(4) ? kTVMFFIObject + choose.Below(8) : kTVMFFIOpaquePyObject;
  TVMFFIObjectHandle out = nullptr;
  Begin(Format("ObjectCreateOpaque %d", index));
  int code = runtime.TVMFFIObjectCreateOpaque(buffer + 32, index, choose.Once(4) ? nullptr : DeleteOpaque, &out);
  OutcomeHandle(code, out);
}

inline void MakeObject() {
  int type = choose.Below(kTypes);
  Begin(Format("new %s", kTypeKeys[type]));
  TVMFFIObjectHandle out = nullptr;
  int code = kCreators[type](&out);
  reinterpret_cast<OwnObject*>(out)->fields[0] = Value(kTVMFFIInt, choose.Below(12));
  OutcomeHandle(code, out);
}

inline void Allocate() {
  static TVMFFICustomAllocator own{[](size_t, size_t, int32_t, void*) -> void* { return nullptr; }, buffer};
  Begin("CustomAllocator");
  Outcome(runtime.TVMFFISetCustomAllocator(&own));
  Say(runtime.TVMFFIGetCustomAllocator() == &own ? " own" : " other");
  Outcome(runtime.TVMFFISetCustomAllocator(nullptr));
  TVMFFICustomAllocator* builtin = runtime.TVMFFIGetCustomAllocator();
  void* memory = builtin->allocate(static_cast<size_t>(choose.Below(100)), 8 << choose.Below(2), kTVMFFIObject, builtin->context);
  Say(Format(" aligned %d", static_cast<int>(reinterpret_cast<uintptr_t>(memory) % 16)));
  static_cast<TVMFFIObjectAllocHeader*>(memory)[-1].delete_space(memory);
}

// ---- functions ----

inline void CreateFunction() {
  static const Act kPlainActs[] = {kCount, kEcho, kRaise, kHash, kEqual, kRaiseHash, kLoad};
  Act act = choose.Of(kPlainActs);
  TVMFFIObjectHandle out = nullptr;
  Begin(Format("FunctionCreate %s", kActNames[act]));
  int code = runtime.TVMFFIFunctionCreate(&acts[act], Callback, choose.Once(3) ? nullptr : DeleteFunction, &out);
  OutcomeHandle(code, out);
}

inline void CallFunction() {
  int slot = SlotOf(kTVMFFIFunction);
  if (slot < 0) return CreateFunction();
  Use(slot);
  Arguments arguments;
  for (int i = choose.Below(4); i > 0; --i) arguments.AddAny();
  Begin(Format("FunctionCall @%d (", slot) + arguments.text + ")");
  // The callee may be an argument that is moved.
  TVMFFIObject* function = slots[slot].v_obj;
  runtime.TVMFFIObjectIncRef(function);
  TVMFFIAny result{};
  int code = runtime.TVMFFIFunctionCall(function, arguments.values.empty() ? nullptr : arguments.values.data(), static_cast<int32_t>(arguments.values.size()), &result);
  arguments.Settle();
  runtime.TVMFFIObjectDecRef(function);
  if (code == 0 && result.type_index == kTVMFFIModule) runtime.TVMFFIObjectIncRef(result.v_obj);
  Outcome(code, result);
}

inline std::string SomeName() {
  static const std::string kNames[] = {"t.one", "t.two", "t.three", "t.four", "a", "", "ffi.Module.load_from_file.one"};
  return choose.Of(kNames);
}

inline void FindGlobal() {
  std::string name = choose.Once(6) ? SomeText() : SomeName();
  TVMFFIByteArray bytes = Bytes(name);
  TVMFFIObjectHandle out = buffer;
  Begin("FunctionGetGlobal " + Quoted(bytes));
  int code = runtime.TVMFFIFunctionGetGlobal(&bytes, &out);
  OutcomeHandle(code, out);
}

inline void SetGlobal() {
  int slot = SlotOf(kTVMFFIFunction);
  if (slot < 0) return CreateFunction();
  Use(slot);
  std::string name = SomeName(), doc = SomeText(), metadata = SomeText();
  TVMFFIByteArray bytes = Bytes(name);
  int override_it = choose.Below(2);
  bool has_info = choose.Once(3);
  Begin(Format("FunctionSetGlobal%s @%d %d ", has_info ? "FromMethodInfo" : "", slot, override_it) + Quoted(bytes));
  if (!has_info) return Outcome(runtime.TVMFFIFunctionSetGlobal(&bytes, slots[slot].v_obj, override_it));
  TVMFFIMethodInfo info{bytes, Bytes(doc), Bytes(metadata), kTVMFFIFieldFlagBitMaskIsStaticMethod, slots[slot]};
  Outcome(runtime.TVMFFIFunctionSetGlobalFromMethodInfo(&info, override_it));
}

// ---- errors ----

inline void MakeError() {
  static const std::string kKinds[] = {"ValueError", "TypeError", "", "t.Kind"};
  static const std::string kBacktraces[] = {"T|", "T|  File \"a.cc\", line 1, in f\n"};
  std::string kind = choose.Of(kKinds), message = SomeText(), backtrace = choose.Of(kBacktraces);
  TVMFFIByteArray texts[] = {Bytes(kind), Bytes(message), Bytes(backtrace)};
  TVMFFIObjectHandle out = nullptr;
  if (choose.Once(2)) {
    Begin("ErrorCreate " + Quoted(texts[0]) + " " + Quoted(texts[1]));
    int code = runtime.TVMFFIErrorCreate(&texts[0], &texts[1], &texts[2], &out);
    return OutcomeHandle(code, out);
  }
  int cause = choose.Once(2) ? SlotOf(kTVMFFIError) : -1, extra = choose.Below(kSlots);
  bool has_extra = choose.Once(2) && IsObject(slots[extra]);
  if (cause >= 0) Use(cause);
  if (has_extra) Use(extra);
  Begin(Format("ErrorCreateWithCauseAndExtraContext @%d @%d ", cause, has_extra ? extra : -1) + Quoted(texts[0]) + " " + Quoted(texts[1]));
  int code = runtime.TVMFFIErrorCreateWithCauseAndExtraContext(&texts[0], &texts[1], &texts[2], cause < 0 ? nullptr : slots[cause].v_obj,
                                                               has_extra ? slots[extra].v_obj : nullptr, &out);
  OutcomeHandle(code, out);
}

inline void UpdateBacktrace() {
  int slot = SlotOf(kTVMFFIError);
  if (slot < 0) return MakeError();
  Use(slot);
  static const std::string kMore[] = {"T|more\n", "T|", "T|  File \"b.cc\", line 2, in g\n"};
  std::string more = choose.Of(kMore);
  TVMFFIByteArray bytes = Bytes(more);
  const TVMFFIErrorCell* error = CellOf<TVMFFIErrorCell>(slots[slot].v_obj);
  int mode = HasOwnBacktrace(error) ? choose.Below(2) : kTVMFFIBacktraceUpdateModeReplace;
  Begin(Format("update_backtrace @%d %d", slot, mode));
  error->update_backtrace(slots[slot].v_obj, &bytes, mode);
  Say(" " + Describe(slots[slot]));
}

inline void Raise() {
  const char* parts[] = {"one ", nullptr, "two", ""};
  int slot = SlotOf(kTVMFFIError);
  switch (choose.Below(4)) {
    case 0:
      if (slot < 0) return MakeError();
      Use(slot);
      Begin(Format("ErrorSetRaised @%d", slot));
      return runtime.TVMFFIErrorSetRaised(slots[slot].v_obj);
    case 1: Begin("ErrorSetRaisedFromCStr"); return runtime.TVMFFIErrorSetRaisedFromCStr("IndexError", "from C");
    case 2: Begin("ErrorSetRaisedFromCStrParts"); return runtime.TVMFFIErrorSetRaisedFromCStrParts("IndexError", parts, choose.Below(5));
    default: Begin("ErrorMoveFromRaised"); return Raised();
  }
}

// Another thread has an error of its own.
inline void RaiseElsewhere() {
  Begin("ErrorMoveFromRaised on two threads");
  std::string text;
  std::thread([&] {
    TVMFFIObjectHandle none = buffer, error = nullptr;
    runtime.TVMFFIErrorMoveFromRaised(&none);
    runtime.TVMFFIErrorSetRaisedFromCStr("OSError", "of another thread");
    runtime.TVMFFIErrorMoveFromRaised(&error);
    text = DescribeHandle(none, 0) + " " + DescribeHandle(error, 0);
    runtime.TVMFFIObjectDecRef(error);
    // This one is dropped when the thread ends.
    runtime.TVMFFIErrorSetRaisedFromCStr("OSError", "of a thread that ends");
  }).join();
  Say(" " + text);
  Raised();
}

inline void Backtrace() {
  int number = choose.Below(100);
  Begin(Format("Backtrace %d", number));
  const TVMFFIByteArray* text = runtime.TVMFFIBacktrace("file.cc", number, "function", choose.Below(2));
  std::string all(text->data, text->size);
  Say(" " + Quoted(Bytes(all.substr(0, all.find('\n') + 1))));
}

// ---- longer sequences ----

inline TVMFFIAny SomeKey(int limit) {
  int number = choose.Below(limit);
  int slot = SlotOf(types[3 + number % 2]);
  if (number % 7 == 0 && slot >= 0 && !IsContainer(slots[slot].v_obj)) return slots[slot];
  if (number % 3 == 0) return PointerValue(kTVMFFIByteArrayPtr, TextBytes(number % static_cast<int>(std::size(kTexts))));
  return Value(kTVMFFIInt, number);
}

// Many changes of a Dict, and then all its entries in order.
inline void ChangeDict() {
  int slot = SlotOf(kTVMFFIDict);
  if (slot < 0) return CallSomeGlobal();
  Use(slot);
  static const int kLimits[] = {4, 5, 9, 40, 150};
  int limit = choose.Of(kLimits), changes = choose.Below(80);
  Begin(Format("change @%d %d %d", slot, limit, changes));
  int failed = 0;
  for (int i = 0; i < changes; ++i) {
    TVMFFIAny arguments[] = {slots[slot], SomeKey(limit), Value(kTVMFFIInt, i)}, result{};
    bool sets = choose.Below(3) != 0;
    int code = runtime.TVMFFIFunctionCall(GlobalNamed(sets ? "ffi.DictSetItem" : "ffi.DictErase").handle, arguments, sets ? 3 : 2, &result);
    failed += code != 0;
    if (code != 0) Raised();
  }
  Say(Format(" failed %d ", failed) + Describe(slots[slot]));
}

inline void ChangeList() {
  int slot = SlotOf(kTVMFFIList);
  if (slot < 0) return CallSomeGlobal();
  Use(slot);
  static const char* const kChanges[] = {"ffi.ListAppend", "ffi.ListInsert", "ffi.ListPop", "ffi.ListReverse", "ffi.ListAppend"};
  int changes = choose.Below(60);
  Begin(Format("change @%d %d", slot, changes));
  for (int i = 0; i < changes; ++i) {
    int change = choose.Below(5);
    TVMFFIAny arguments[] = {slots[slot], Value(kTVMFFIInt, change == 1 || change == 2 ? choose.Below(4) : i), Value(kTVMFFIInt, -i)}, result{};
    static const int32_t kCounts[] = {2, 3, 2, 1, 2};
    int code = runtime.TVMFFIFunctionCall(GlobalNamed(kChanges[change]).handle, arguments, kCounts[change], &result);
    if (code != 0) Raised();
    Release(result);
  }
  Say(" " + Describe(slots[slot]));
}

// A function by its name in the imports of a library, or among the global ones.
inline void LookUp() {
  static const char* const kNames[] = {"add", "sadd", "nothing", "t.one", "t.two", "missing"};
  void* library = dlopen(choose.Of(paths).c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return CallSomeGlobal();
  void* context = *static_cast<void**>(dlsym(library, "__tvm_ffi__library_ctx"));
  const char* name = choose.Of(kNames);
  TVMFFIObjectHandle found = nullptr;
  Begin(Format("EnvModLookupFromImports %s", name));
  int code = runtime.TVMFFIEnvModLookupFromImports(context, name, &found);
  if (code == 0) runtime.TVMFFIObjectIncRef(found);
  OutcomeHandle(code, found);
}
