// containers RUNTIME STEPS SEED: C++ and the runtime change the same containers in turn. The loader must have found the library RUNTIME.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime_mapping.h"
#include "runtime_sequence.h"

namespace {

template <typename Test>
void Run(const char* name, int64_t steps, uint64_t seed) {
  Test(seed).Run(steps);
  printf("%s: %lld steps\n", name, static_cast<long long>(steps));
}

bool IsLoaded(const char* runtime) {
  Dl_info info;
  char found[4096], expected[4096];
  if (dladdr(reinterpret_cast<void*>(&TVMFFIGetVersion), &info) == 0 || info.dli_fname == nullptr) return false;
  void* function = dlsym(RTLD_DEFAULT, "TVMFFIFunctionCall");
  if (dladdr(function, &info) == 0 || realpath(info.dli_fname, found) == nullptr || realpath(runtime, expected) == nullptr) return false;
  return strcmp(found, expected) == 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  if (!IsLoaded(arguments[1])) {
    fprintf(stderr, "the program has another runtime than %s\n", arguments[1]);
    return 2;
  }
  int64_t steps = atoll(arguments[2]);
  uint64_t seed = strtoull(arguments[3], nullptr, 10);
  try {
    RegisterKeys();
    Run<RuntimeSequence<AnyArray>>("Array", steps, seed);
    Run<RuntimeSequence<AnyList>>("List", steps, seed);
    Run<RuntimeMapping<AnyMap>>("Map", steps, seed);
    Run<RuntimeMapping<AnyDict>>("Dict", steps, seed);
  } catch (const std::exception& error) {
    fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
