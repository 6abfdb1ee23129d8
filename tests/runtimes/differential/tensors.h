// Calls of the C functions for tensors and for the environment.
#pragma once

#include "types.h"

constexpr int kMostDimensions = 3;

// A managed tensor of the driver, with room for its extents.
template <typename Managed>
struct OwnTensor {
  Managed managed;
  int64_t shape[kMostDimensions], strides[kMostDimensions];

  static void Delete(Managed* self) {
    ++released.tensors;
    delete reinterpret_cast<OwnTensor*>(self);
  }
};

inline void Fill(DLTensor& tensor, int64_t* shape, int64_t* strides) {
  static const int64_t kExtents[] = {0, 1, 2, 3, 5};
  tensor = {};
  tensor.data = buffer + 8 * choose.Below(9);
  tensor.device = {choose.Below(4) ? kDLCPU : kDLCUDA, 0};
  tensor.ndim = choose.Below(kMostDimensions + 1);
  tensor.dtype = {kDLFloat, 32, 1};
  tensor.byte_offset = static_cast<uint64_t>(choose.Once(4) ? 64 : 0);
  int64_t count = 1;
  for (int i = tensor.ndim - 1; i >= 0; --i) {
    shape[i] = choose.Of(kExtents);
    strides[i] = choose.Once(6) ? 7 : count;
    count *= shape[i];
  }
  tensor.shape = shape;
  tensor.strides = choose.Once(3) ? nullptr : strides;
}

template <typename Managed>
OwnTensor<Managed>* MakeManaged() {
  auto* tensor = new OwnTensor<Managed>();
  Fill(tensor->managed.dl_tensor, tensor->shape, tensor->strides);
  tensor->managed.deleter = choose.Once(6) ? nullptr : OwnTensor<Managed>::Delete;
  return tensor;
}

template <typename Managed, typename Import>
void ImportTensor(const char* name, const Import& import) {
  static const int32_t kAlignments[] = {0, 1, 8, 16, 64, 256, 4096};
  OwnTensor<Managed>* tensor = MakeManaged<Managed>();
  if constexpr (std::is_same_v<Managed, DLManagedTensorVersioned>) {
    tensor->managed.version = {1, choose.Once(2) ? 3u : 0u};
    tensor->managed.flags = choose.Once(4) ? static_cast<uint64_t>(choose.Below(8)) : 0;
    Say(Format("flags %llu ", static_cast<unsigned long long>(tensor->managed.flags)));
  }
  int32_t alignment = choose.Of(kAlignments), contiguous = choose.Below(2);
  Begin(Format("%s %d %d ", name, alignment, contiguous) + DescribeTensor(tensor->managed.dl_tensor));
  TVMFFIObjectHandle out = nullptr;
  int code = import(&tensor->managed, alignment, contiguous, &out);
  // The caller keeps what is refused.
  if (code != 0) delete tensor;
  OutcomeHandle(code, out);
}

inline void TensorFromDLPack() {
  if (choose.Once(2)) return ImportTensor<DLManagedTensor>("TensorFromDLPack", runtime.TVMFFITensorFromDLPack);
  ImportTensor<DLManagedTensorVersioned>("TensorFromDLPackVersioned", runtime.TVMFFITensorFromDLPackVersioned);
}

inline void TensorToDLPack() {
  int slot = SlotOf(kTVMFFITensor);
  if (slot < 0) return TensorFromDLPack();
  Use(slot);
  if (choose.Once(2)) {
    DLManagedTensor* out = nullptr;
    Begin(Format("TensorToDLPack @%d", slot));
    Outcome(runtime.TVMFFITensorToDLPack(slots[slot].v_obj, &out));
    Say(" " + DescribeTensor(out->dl_tensor) + Counts(slots[slot]));
    return out->deleter(out);
  }
  DLManagedTensorVersioned* out = nullptr;
  Begin(Format("TensorToDLPackVersioned @%d", slot));
  Outcome(runtime.TVMFFITensorToDLPackVersioned(slots[slot].v_obj, &out));
  Say(Format(" %u.%u flags %llu ", out->version.major, out->version.minor, static_cast<unsigned long long>(out->flags)));
  Say(DescribeTensor(out->dl_tensor) + Counts(slots[slot]));
  if (choose.Once(2)) return out->deleter(out);
  // It comes back as another tensor, which keeps this one.
  TVMFFIObjectHandle again = nullptr;
  int code = runtime.TVMFFITensorFromDLPackVersioned(out, 0, 0, &again);
  OutcomeHandle(code, again);
}

inline void ViewTensor() {
  int slot = SlotOf(kTVMFFITensor);
  if (slot < 0) return TensorFromDLPack();
  Use(slot);
  int64_t shape[kMostDimensions], steps[kMostDimensions];
  DLTensor prototype;
  Fill(prototype, shape, steps);
  prototype.strides = steps;
  TVMFFIObjectHandle out = nullptr;
  Begin(Format("TensorCreateUnsafeView @%d ", slot) + DescribeTensor(prototype));
  int code = runtime.TVMFFITensorCreateUnsafeView(slots[slot].v_obj, &prototype, &out);
  OutcomeHandle(code, out);
}

using Allocator = int (*)(DLTensor*, DLManagedTensorVersioned**, void*, void (*)(void*, const char*, const char*));

inline int AllocateTensor(DLTensor* prototype, DLManagedTensorVersioned** out, void* context, void (*)(void*, const char*, const char*)) {
  auto* tensor = new OwnTensor<DLManagedTensorVersioned>();
  tensor->managed.deleter = OwnTensor<DLManagedTensorVersioned>::Delete;
  tensor->managed.dl_tensor = *prototype;
  for (int i = 0; i < prototype->ndim; ++i) tensor->shape[i] = prototype->shape[i];
  tensor->managed.dl_tensor.shape = tensor->shape;
  tensor->managed.dl_tensor.strides = nullptr;
  tensor->managed.dl_tensor.data = context == nullptr ? buffer : nullptr;
  *out = &tensor->managed;
  return 0;
}

inline int RefuseTensor(DLTensor*, DLManagedTensorVersioned**, void* context, void (*set_error)(void*, const char*, const char*)) {
  set_error(context, "MemoryError", "no memory");
  return -1;
}

inline int ForgetTensor(DLTensor*, DLManagedTensorVersioned**, void*, void (*)(void*, const char*, const char*)) { return 0; }

inline const Allocator kAllocators[] = {nullptr, AllocateTensor, RefuseTensor, ForgetTensor, AllocateTensor};

inline int AllocatorNumber(Allocator allocator) {
  for (int i = 0; i < 4; ++i) {
    if (allocator == kAllocators[i]) return i;
  }
  return -1;
}

inline void SetAllocator() {
  int which = choose.Below(5), is_global = choose.Below(2);
  Allocator previous = ForgetTensor;
  bool asks = choose.Once(2);
  Begin(Format("EnvSetDLPackManagedTensorAllocator %d %d", which, is_global));
  Outcome(runtime.TVMFFIEnvSetDLPackManagedTensorAllocator(kAllocators[which], is_global, asks ? &previous : nullptr));
  Say(Format(" %d", AllocatorNumber(previous)));
  int elsewhere = -2;
  std::thread([&] { elsewhere = AllocatorNumber(runtime.TVMFFIEnvGetDLPackManagedTensorAllocator()); }).join();
  Say(Format(" %d elsewhere %d", AllocatorNumber(runtime.TVMFFIEnvGetDLPackManagedTensorAllocator()), elsewhere));
}

inline void TensorAlloc() {
  int64_t shape[kMostDimensions], steps[kMostDimensions];
  DLTensor prototype;
  Fill(prototype, shape, steps);
  TVMFFIObjectHandle out = nullptr;
  Begin("EnvTensorAlloc " + DescribeTensor(prototype));
  int code = runtime.TVMFFIEnvTensorAlloc(&prototype, &out);
  OutcomeHandle(code, out);
}

inline void Stream() {
  int32_t device_type = choose.Below(20), device = choose.Below(5);
  if (choose.Once(2)) {
    Begin(Format("EnvGetStream %d %d ", device_type, device));
    return Say(Pointer(runtime.TVMFFIEnvGetStream(device_type, device)));
  }
  void* previous = buffer + 4000;
  bool asks = choose.Once(2);
  int offset = choose.Below(9);
  Begin(Format("EnvSetStream %d %d %d", device_type, device, offset));
  Outcome(runtime.TVMFFIEnvSetStream(device_type, device, offset ? buffer + offset : nullptr, asks ? &previous : nullptr));
  Say(" " + Pointer(previous));
}

inline int signals = 0, locks = 0;

inline int CheckSignals() { return signals++ % 3 == 2; }

// What Python returns for a thread that had no lock. The C++ runtime does not give back the other state, which is 0.
inline int TakeLock() {
  ++locks;
  return 1;
}

inline void GiveLock(int state) { locks += state == 1 ? 100 : 10000; }

inline void RegisterEnvironment(const char* name, void* function) {
  Begin(Format("EnvRegisterCAPI %s", name));
  Outcome(runtime.TVMFFIEnvRegisterCAPI(name, function));
}

inline void Signals() {
  static const char* const kNames[] = {"PyErr_CheckSignals", "Py_IncRef", "", "PyErr_Check"};
  if (choose.Once(4)) return RegisterEnvironment(kNames[choose.Below(4)], reinterpret_cast<void*>(CheckSignals));
  Begin("EnvCheckSignals");
  Outcome(runtime.TVMFFIEnvCheckSignals());
  Say(Format(" %d %d", signals, locks));
}

inline void RegisterSymbols() {
  static const char* const kNames[] = {"__tvm_ffi_add", "__tvm_ffi_sadd", "__tvm_ffi_keyadd", "__tvm_ffi_nothing", "__tvm_ffi__doc_add"};
  const char* name = choose.Of(kNames);
  auto function = [](void*, const TVMFFIAny*, int32_t count, TVMFFIAny* result) {
    *result = SmallText(kTVMFFISmallStr, Format("s%d", count));
    return 0;
  };
  int (*symbol)(void*, const TVMFFIAny*, int32_t, TVMFFIAny*) = function;
  Begin(Format("EnvModRegisterSystemLibSymbol %s", name));
  Outcome(runtime.TVMFFIEnvModRegisterSystemLibSymbol(name, reinterpret_cast<void*>(symbol)));
  Outcome(runtime.TVMFFIEnvModRegisterContextSymbol("t_later", buffer + choose.Below(100)));
}
