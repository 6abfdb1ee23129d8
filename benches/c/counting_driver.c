/*
 * A CUDA driver library that only counts its calls: the cost of each call is the same for every program, so a difference between
 * two programs is their own cost. It shows nothing about a real driver, whose launches cost hundreds of nanoseconds more.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define LIKE(name, ...)        \
  EXPORT int name(__VA_ARGS__) { \
    calls++;                   \
    return 0;                  \
  }

static long calls;
static void* current;
static uint64_t last_handle = 0x10000;

static void* handle(void) { return (void*)(last_handle += 0x1000); }

/* How many functions of the driver have been called. */
EXPORT long counting_calls(void) { return calls; }

/* ---- what is on the way of launches ---- */

EXPORT int cuLaunchKernelEx(const void* config, void* function, void** params, void** extra) {
  (void)config, (void)function, (void)params, (void)extra;
  calls++;
  return 0;
}

EXPORT int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned smem,
                          void* stream, void** params, void** extra) {
  (void)function, (void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)smem, (void)stream, (void)params, (void)extra;
  calls++;
  return 0;
}

EXPORT int cuCtxGetCurrent(void** context) {
  calls++;
  *context = current;
  return 0;
}

EXPORT int cuCtxSetCurrent(void* context) {
  calls++;
  current = context;
  return 0;
}

LIKE(cuEventRecord, void* event, void* stream)
LIKE(cuStreamWaitEvent, void* stream, void* event, unsigned flags)

/* ---- what comes before ---- */

EXPORT int cuDriverGetVersion(int* version) {
  calls++;
  *version = 13000;
  return 0;
}

EXPORT int cuDeviceGetCount(int* count) {
  calls++;
  *count = 1;
  return 0;
}

EXPORT int cuDeviceGet(int* device, int ordinal) {
  calls++;
  *device = ordinal;
  return 0;
}

EXPORT int cuDeviceGetAttribute(int* value, int attribute, int device) {
  (void)device;
  calls++;
  switch (attribute) {
    case 75: *value = 9; break;  /* compute capability */
    case 76: *value = 0; break;
    case 16: *value = 132; break; /* multiprocessors */
    case 97: *value = 227 * 1024; break;
    default: *value = 1024;
  }
  return 0;
}

EXPORT int cuDevicePrimaryCtxRetain(void** context, int device) {
  calls++;
  *context = (void*)(uintptr_t)(0x1000 + device);
  return 0;
}

EXPORT int cuCtxGetDevice(int* device) {
  calls++;
  *device = 0;
  return 0;
}

/* The kernels of the benchmark have four parameters of eight bytes. */
EXPORT int cuKernelGetParamInfo(void* kernel, size_t index, size_t* offset, size_t* size) {
  (void)kernel;
  calls++;
  if (index >= 4) return 1;
  *offset = 8 * index;
  if (size != NULL) *size = 8;
  return 0;
}

EXPORT int cuKernelGetAttribute(int* value, int attribute, void* kernel, int device) {
  (void)attribute, (void)kernel, (void)device;
  calls++;
  *value = attribute == 0 ? 1024 : 0;
  return 0;
}

EXPORT int cuStreamIsCapturing(void* stream, int* status) {
  (void)stream;
  calls++;
  *status = 0;
  return 0;
}

EXPORT int cuMemAllocAsync(uint64_t* address, size_t size, void* stream) {
  (void)size, (void)stream;
  calls++;
  *address = (uint64_t)handle();
  return 0;
}

EXPORT int cuGetErrorName(int status, const char** name) {
  (void)status;
  *name = "CUDA_ERROR_UNKNOWN";
  return 0;
}

EXPORT int cuGetErrorString(int status, const char** sentence) {
  (void)status;
  *sentence = "unknown error";
  return 0;
}

#define MAKES(name, ...)                    \
  EXPORT int name(void** made, __VA_ARGS__) { \
    calls++;                                \
    *made = handle();                       \
    return 0;                               \
  }

MAKES(cuLibraryLoadData, const void* code, int* jit, void** jit_values, unsigned num_jit, int* options, void** values, unsigned num)
MAKES(cuLibraryGetKernel, void* library, const char* name)
MAKES(cuKernelGetFunction, void* kernel)
MAKES(cuModuleLoadData, const void* image)
MAKES(cuModuleGetFunction, void* module, const char* name)
MAKES(cuStreamCreate, unsigned flags)
MAKES(cuStreamCreateWithPriority, unsigned flags, int priority)
MAKES(cuEventCreate, unsigned flags)

LIKE(cuInit, unsigned flags)
LIKE(cuDeviceGetName, char* name, int length, int device)
LIKE(cuDevicePrimaryCtxRelease_v2, int device)
LIKE(cuCtxSynchronize, void)
LIKE(cuLibraryUnload, void* library)
LIKE(cuLibraryGetGlobal, uint64_t* address, size_t* size, void* library, const char* name)
LIKE(cuModuleUnload, void* module)
LIKE(cuKernelSetAttribute, int attribute, int value, void* kernel, int device)
LIKE(cuOccupancyMaxActiveBlocksPerMultiprocessor, int* blocks, void* function, int block, size_t smem)
LIKE(cuOccupancyMaxPotentialBlockSize, int* grid, int* block, void* function, void* smem_of, size_t smem, int limit)
LIKE(cuOccupancyMaxActiveClusters, int* clusters, void* function, const void* config)
LIKE(cuStreamSynchronize, void* stream)
LIKE(cuStreamDestroy_v2, void* stream)
LIKE(cuStreamGetCaptureInfo_v2, void* stream, int* status, uint64_t* id, void* graph, void* dependencies, size_t* num)
LIKE(cuThreadExchangeStreamCaptureMode, int* mode)
LIKE(cuEventDestroy_v2, void* event)
LIKE(cuEventQuery, void* event)
LIKE(cuEventSynchronize, void* event)
LIKE(cuMemFreeAsync, uint64_t address, void* stream)
LIKE(cuMemFree_v2, uint64_t address)
LIKE(cuMemsetD8Async, uint64_t address, unsigned char value, size_t size, void* stream)
LIKE(cuMemcpyAsync, uint64_t to, uint64_t from, size_t size, void* stream)
LIKE(cuTensorMapEncodeTiled, void* map, int type, unsigned rank, void* address, const void* dims, const void* strides, const void* box,
     const void* element_strides, int interleave, int swizzle, int promotion, int fill)
LIKE(cuTensorMapEncodeIm2col, void* map, int type, unsigned rank, void* address, const void* dims, const void* strides, const void* lower,
     const void* upper, unsigned channels, unsigned pixels, const void* element_strides, int interleave, int swizzle, int promotion, int fill)
