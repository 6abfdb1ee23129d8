// Rust's standard library takes random numbers from this library, which Wine 8 does not have.
#include <windows.h>

// The name of `RtlGenRandom` in `advapi32.dll`.
BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    return SystemFunction036(data, (ULONG)size);
}
