// One step: what it calls is written before the call, so that the transcript of a process that dies ends with it.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "describe.h"

inline Random choose(1);
inline std::string line;
// The slots that the step uses, whose counts are written at its end.
inline std::vector<int> used;

inline void Say(const std::string& text) { line += text; }

inline void Flush() {
  for (size_t written = 0; written < line.size();) {
    ssize_t some = write(1, line.data() + written, line.size() - written);
    if (some <= 0) _exit(3);
    written += static_cast<size_t>(some);
  }
  line.clear();
}

// The name of what is called, and its arguments.
inline void Begin(const std::string& call) {
  Say(call);
  Flush();
}

inline void Use(int slot) {
  if (std::find(used.begin(), used.end(), slot) == used.end()) used.push_back(slot);
}

inline bool IsObject(const TVMFFIAny& value) { return value.type_index >= kTVMFFIStaticObjectBegin; }

inline void Release(TVMFFIAny& value) {
  TVMFFIAny old = value;
  value = TVMFFIAny{};
  if (IsObject(old)) runtime.TVMFFIObjectDecRef(old.v_obj);
}

// Puts a value that the driver owns into a slot.
inline void Store(TVMFFIAny value) {
  int slot = choose.Below(kSlots);
  TVMFFIAny old = slots[slot];
  slots[slot] = value;
  Say(Format(" to=@%d", slot));
  Use(slot);
  Release(old);
}

inline TVMFFIAny Object(TVMFFIObjectHandle handle) {
  TVMFFIAny value{};
  value.v_obj = static_cast<TVMFFIObject*>(handle);
  if (handle != nullptr) value.type_index = value.v_obj->type_index;
  return value;
}

// Takes the error that a failed call raised.
inline void Raised() {
  TVMFFIObjectHandle error = nullptr;
  runtime.TVMFFIErrorMoveFromRaised(&error);
  Say(" " + DescribeHandle(error, 0));
  if (error == nullptr) return;
  TVMFFIAny value = Object(error);
  Say(Counts(value));
  if (choose.Once(8)) {
    Store(value);
  } else {
    Release(value);
  }
}

inline void Outcome(int code) {
  Say(Format(" -> %d", code));
  if (code != 0) Raised();
}

// The outcome of a call whose result the driver owns.
inline void Outcome(int code, TVMFFIAny result) {
  Outcome(code);
  if (code != 0) return;
  Say(" " + Describe(result));
  if (result.type_index == kTVMFFIRawStr || result.type_index == kTVMFFIByteArrayPtr) return;
  Store(result);
}

inline void OutcomeHandle(int code, TVMFFIObjectHandle handle) { Outcome(code, Object(handle)); }

inline void End() {
  for (int slot : used) Say(Format(" @%d", slot) + Counts(slots[slot]));
  used.clear();
  Say(Format(" released %d %d %d %d\n", released.functions, released.tensors, released.objects, released.opaque));
  Flush();
}
