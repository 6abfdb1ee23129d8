// peers LIBRARY SEED STEPS PEER: loads a runtime and then a C++ library, which registers functions and types, and writes what their calls give.
#include "tensors.h"

namespace {

// Functions of the peer by their name, and its types by their key.
std::vector<std::pair<std::string, TVMFFIObjectHandle>> functions;
std::vector<std::string> type_keys;

bool IsLeftOut(const std::string& name) {
  // They give an address, or wait for signals.
  return name.find("c_symbol") != std::string::npos || name == "testing.run_check_signal";
}

void FindFunctions() {
  TVMFFIAny list = CallGlobal("ffi.FunctionListGlobalNamesFunctor", {}), argument = Value(kTVMFFIInt, -1), name{};
  runtime.TVMFFIFunctionCall(list.v_obj, &argument, 1, &name);
  int64_t count = name.v_int64;
  for (argument.v_int64 = 0; argument.v_int64 < count; ++argument.v_int64) {
    runtime.TVMFFIFunctionCall(list.v_obj, &argument, 1, &name);
    TVMFFIByteArray bytes = IsObject(name) ? *CellOf<TVMFFIByteArray>(name.v_obj) : TVMFFIByteArray{name.v_bytes, name.small_str_len};
    std::string text(bytes.data, bytes.size);
    if (StartsWith(text, "testing.") && !IsLeftOut(text)) {
      TVMFFIObjectHandle function = nullptr;
      runtime.TVMFFIFunctionGetGlobal(&bytes, &function);
      functions.emplace_back(text, function);
    }
    Release(name);
  }
  Release(list);
  for (const auto& [name, function] : functions) {
    TVMFFIAny metadata = CallGlobal("ffi.GetGlobalFuncMetadata", {PointerValue(kTVMFFIRawStr, name.c_str())});
    Say(name + " " + Describe(metadata) + "\n");
    Release(metadata);
  }
}

// Whether the type extends one of the runtime, such as an enum. The runtime in Rust does not describe those yet.
bool ExtendsRuntime(const TVMFFITypeInfo* info) {
  auto is_of_runtime = [](const TVMFFITypeInfo* of) { return of->type_index != kTVMFFIObject && memcmp(of->type_key.data, "ffi.", 4) == 0; };
  return std::any_of(info->type_ancestors, info->type_ancestors + info->type_depth, is_of_runtime);
}

int32_t IndexOf(const std::string& key) {
  TVMFFIByteArray bytes = Bytes(key);
  int32_t index = -1;
  runtime.TVMFFITypeKeyToIndex(&bytes, &index);
  return index;
}

void FindTypes() {
  TVMFFIAny keys = CallGlobal("ffi.GetRegisteredTypeKeys", {});
  const TVMFFISeqCell* sequence = CellOf<TVMFFISeqCell>(keys.v_obj);
  for (int64_t i = 0; i < sequence->size; ++i) {
    const TVMFFIAny& key = static_cast<const TVMFFIAny*>(sequence->data)[i];
    if (!IsObject(key)) continue;
    const TVMFFIByteArray& bytes = *CellOf<TVMFFIByteArray>(key.v_obj);
    std::string text(bytes.data, bytes.size);
    if (StartsWith(text, "testing.") && !ExtendsRuntime(runtime.TVMFFIGetTypeInfo(IndexOf(text)))) type_keys.push_back(text);
  }
  Release(keys);
  std::sort(type_keys.begin(), type_keys.end());
  for (const std::string& key : type_keys) {
    Say(key);
    DescribeType(IndexOf(key));
    Say("\n");
  }
  Flush();
}

// Values of the types that the functions take.
void FillSlots() {
  auto text = [](int index) { return PointerValue(kTVMFFIRawStr, kTexts[index].c_str()); };
  auto number = [](int64_t value) { return Value(kTVMFFIInt, value); };
  std::vector<std::pair<const char*, std::vector<TVMFFIAny>>> made = {
      {"ffi.Array", {}}, {"ffi.Array", {number(1), number(2)}}, {"ffi.Array", {text(1), text(8)}}, {"ffi.List", {number(3)}},
      {"ffi.List", {text(2), text(9)}}, {"ffi.Map", {text(1), number(1), text(8), number(2)}}, {"ffi.Map", {text(1), text(8)}},
      {"ffi.Dict", {text(2), number(4)}}, {"ffi.Dict", {text(2), text(3)}}, {"ffi.Shape", {number(2), number(3)}},
  };
  for (const auto& [name, arguments] : made) {
    slots[choose.Below(kSlots)] = CallGlobal(name, arguments);
  }
}

void CallPeer() {
  const auto& [name, function] = functions[static_cast<size_t>(choose.Below(static_cast<int>(functions.size())))];
  Arguments arguments;
  for (int i = choose.Once(8) ? choose.Below(4) : 1 + (name == "testing.test_raise_error"); i > 0; --i) {
    if (name == "testing.test_raise_error" && choose.Below(4) != 0) {
      arguments.Add(Text());
    } else {
      arguments.AddAny();
    }
  }
  // These read the first argument, whether there is one or not, and None as if it were an object.
  bool reads_first = name == "testing.echo" || name == "testing.apply" || name == "testing.object_use_count";
  if (reads_first && (arguments.values.empty() || arguments.values[0].type_index == kTVMFFINone)) {
    arguments = Arguments();
    arguments.Add(Value(kTVMFFIInt, 1));
  }
  Begin(name + "(" + arguments.text + ")");
  TVMFFIAny result{};
  int code = runtime.TVMFFIFunctionCall(function, arguments.values.data(), static_cast<int32_t>(arguments.values.size()), &result);
  arguments.Settle();
  if (code != 0 || result.type_index != kTVMFFIOpaquePtr) return Outcome(code, result);
  Outcome(code);
}

void MakePeerObject() {
  const std::string& key = type_keys[static_cast<size_t>(choose.Below(static_cast<int>(type_keys.size())))];
  const TVMFFITypeInfo* info = runtime.TVMFFIGetTypeInfo(IndexOf(key));
  Arguments arguments;
  arguments.Add(PointerValue(kTVMFFIRawStr, key.c_str()));
  std::vector<std::string> names;
  for (int depth = 0; depth <= info->type_depth; ++depth) {
    const TVMFFITypeInfo* of = depth < info->type_depth ? info->type_ancestors[depth] : info;
    for (int i = 0; i < of->num_fields; ++i) names.emplace_back(of->fields[i].name.data, of->fields[i].name.size);
  }
  for (const std::string& name : names) {
    if (choose.Once(6)) continue;
    arguments.Add(PointerValue(kTVMFFIRawStr, name.c_str()));
    if (choose.Once(3)) {
      arguments.AddAny();
    } else {
      arguments.Add(Value(kTVMFFIInt, choose.Below(9)));
    }
  }
  Begin("ffi.MakeObjectFromPackedArgs(" + arguments.text + ")");
  TVMFFIAny result{};
  int code = runtime.TVMFFIFunctionCall(GlobalNamed("ffi.MakeObjectFromPackedArgs").handle, arguments.values.data(),
                                        static_cast<int32_t>(arguments.values.size()), &result);
  arguments.Settle();
  Outcome(code, result);
}

int SlotOfPeer() {
  int first = choose.Below(kSlots);
  for (int i = 0; i < kSlots; ++i) {
    int slot = (first + i) % kSlots;
    if (slots[slot].type_index >= kTVMFFIDynObjectBegin && StartsWith(TypeName(slots[slot].type_index), "testing.")) return slot;
  }
  return -1;
}

void ReadFields(const TVMFFITypeInfo* info, TVMFFIObject* object) {
  for (int i = 0; i < info->num_fields; ++i) {
    TVMFFIAny value{};
    const TVMFFIFieldInfo& field = info->fields[i];
    int code = field.getter(reinterpret_cast<char*>(object) + field.offset, &value);
    Say(" " + Quoted(field.name) + (code == 0 ? Describe(value, 1) : ""));
    if (code != 0) Raised();
    Release(value);
  }
}

void UsePeerObject() {
  int slot = SlotOfPeer();
  if (slot < 0) return MakePeerObject();
  Use(slot);
  TVMFFIObject* object = slots[slot].v_obj;
  const TVMFFITypeInfo* info = runtime.TVMFFIGetTypeInfo(object->type_index);
  Begin(Format("fields @%d ", slot) + TypeName(object->type_index));
  for (int depth = 0; depth < info->type_depth; ++depth) ReadFields(info->type_ancestors[depth], object);
  ReadFields(info, object);
  if (info->num_methods == 0) return;
  const TVMFFIMethodInfo& method = info->methods[choose.Below(info->num_methods)];
  bool is_static = (method.flags & kTVMFFIFieldFlagBitMaskIsStaticMethod) != 0;
  TVMFFIAny arguments[] = {slots[slot], Value(kTVMFFIInt, choose.Below(9)), slots[choose.Below(kSlots)]}, result{};
  int count = (is_static ? 0 : 1) + choose.Below(3);
  Begin(" " + Quoted(method.name) + Format(" %d ", count) + Describe(arguments[2], 1));
  int code = runtime.TVMFFIFunctionCall(method.method.v_obj, arguments + is_static, std::min(count, 3 - is_static), &result);
  Outcome(code, result);
}

void SomeStep() {
  switch (choose.Below(12)) {
    case 0: case 1: return MakePeerObject();
    case 2: case 3: return UsePeerObject();
    case 4: return CreateFunction();
    case 5: return TensorFromDLPack();
    case 6: return MakeText();
    case 7: return KeepWeak();
    default: return CallPeer();
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 5) return 2;
  runtime.Load(arguments[1]);
  choose = Random(strtoull(arguments[2], nullptr, 10));
  paths[0] = paths[1] = "missing.so";
  if (dlopen(arguments[4], RTLD_NOW | RTLD_LOCAL) == nullptr) Runtime::Fail(dlerror());
  FindGlobals();
  RegisterTypes();
  custom_module = CallGlobal("ffi.SystemLib", {PointerValue(kTVMFFIRawStr, "testing.")});
  FindFunctions();
  FindTypes();
  FillSlots();
  int64_t steps = atoll(arguments[3]);
  for (int64_t step = 0; step < steps; ++step) {
    Say(Format("%lld ", static_cast<long long>(step)));
    SomeStep();
    End();
  }
  for (TVMFFIAny& slot : slots) Release(slot);
  Say("all released");
  End();
  return 0;
}
