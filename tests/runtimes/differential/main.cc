// differential LIBRARY SEED STEPS PATH PATH: calls of a runtime that depend on the seed alone, and what each call gives, a line each.
// differential LIBRARY fatal NUMBER: one call that ends the process.
#include "tensors.h"

namespace {

struct Choice {
  int weight;
  void (*step)();
};

const Choice kChoices[] = {
    {30, CallSomeGlobal}, {3, MakeText}, {1, MakeBigInt}, {1, ReadBigInt}, {3, CopyValue}, {2, CountReferences}, {2, KeepWeak},
    {1, MakeOpaque}, {3, MakeObject}, {1, Allocate}, {2, CreateFunction}, {5, CallFunction}, {1, FindGlobal}, {1, SetGlobal},
    {2, MakeError}, {1, UpdateBacktrace}, {2, Raise}, {1, Backtrace}, {1, FindType}, {1, ReadType}, {1, AllocateType},
    {1, AddField}, {1, AddMethod}, {1, AddMetadata}, {1, AddAttribute}, {1, ReadColumn}, {2, ConvertValue}, {1, CompareBigInts}, {1, ParseDataType}, {1, PrintDataType},
    {1, InitialiseOnce}, {1, ReadVersion}, {2, TensorFromDLPack}, {2, TensorToDLPack}, {2, ViewTensor}, {1, SetAllocator},
    {1, TensorAlloc}, {1, Stream}, {1, Signals}, {1, RegisterSymbols},
    {2, ChangeDict}, {1, ChangeList}, {1, LookUp},
};

void SomeStep() {
  static int total = 0;
  if (total == 0) {
    for (const Choice& choice : kChoices) total += choice.weight;
  }
  int left = choose.Below(total);
  for (const Choice& choice : kChoices) {
    if (left < choice.weight) return choice.step();
    left -= choice.weight;
  }
}

int Metadata(void*, const TVMFFIAny*, int32_t, TVMFFIAny* result) {
  *result = SmallText(kTVMFFISmallStr, "{}");
  return 0;
}

void Start() {
  FindGlobals();
  RegisterTypes();
  custom_module = CallGlobal("ffi.SystemLib", {PointerValue(kTVMFFIRawStr, "s")});
  RegisterEnvironment("PyGILState_Ensure", reinterpret_cast<void*>(TakeLock));
  RegisterEnvironment("PyGILState_Release", reinterpret_cast<void*>(GiveLock));
  Outcome(runtime.TVMFFIEnvModRegisterContextSymbol("t_context", buffer + 16));
  Outcome(runtime.TVMFFIEnvModRegisterSystemLibSymbol("__tvm_ffi__metadata_add", reinterpret_cast<void*>(&Metadata)));
  std::string name = "ffi.Module.load_from_bytes.tt";
  TVMFFIByteArray bytes = Bytes(name);
  TVMFFIAny loader = MakeFunction(kLoad);
  Outcome(runtime.TVMFFIFunctionSetGlobal(&bytes, loader.v_obj, 0));
  Release(loader);
  End();
}

void Finish() {
  for (TVMFFIAny& slot : slots) Release(slot);
  TVMFFIObjectHandle error = nullptr;
  runtime.TVMFFIErrorMoveFromRaised(&error);
  if (error != nullptr) runtime.TVMFFIObjectDecRef(error);
  Say("all released");
  End();
  // To stderr: the driver calls some of them to describe what another call gave.
  for (const auto& [function, calls] : runtime.Calls()) fprintf(stderr, "calls %s %llu\n", function.c_str(), static_cast<unsigned long long>(calls));
  for (const Global& global : globals) {
    fprintf(stderr, "calls %s %llu\n", global.name, static_cast<unsigned long long>(global.right));
    fprintf(stderr, "calls wrong %s %llu\n", global.name, static_cast<unsigned long long>(global.wrong));
  }
}

// What a function that cannot raise does not accept.
void Die(int number) {
  std::string text = "t.dies";
  TVMFFIByteArray key = Bytes(text);
  switch (number) {
    case 0: runtime.TVMFFIGetTypeInfo(100000); break;
    case 1: runtime.TVMFFIGetTypeInfo(-1); break;
    case 2: runtime.TVMFFITypeGetOrAllocIndex(&key, kTVMFFIStr, 1, 0, 1, kTVMFFIObject); break;
    default: runtime.TVMFFITypeGetOrAllocIndex(&key, -1, 2, 0, 1, kTVMFFIStr); break;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) return 2;
  runtime.Load(arguments[1]);
  if (strcmp(arguments[2], "fatal") == 0) {
    Die(atoi(arguments[3]));
    return 0;
  }
  choose = Random(strtoull(arguments[2], nullptr, 10));
  paths[0] = arguments[4];
  paths[1] = arguments[5];
  Start();
  int64_t steps = atoll(arguments[3]);
  for (int64_t step = 0; step < steps; ++step) {
    Say(Format("%lld ", static_cast<long long>(step)));
    SomeStep();
    End();
  }
  Finish();
  return 0;
}
