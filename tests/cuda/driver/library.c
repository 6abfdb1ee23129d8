/* Libraries, their kernels, and attributes of kernels. */
#include "fake.h"

#include <stdlib.h>
#include <string.h>

static Library *libraries;
static int num_libraries;

/* The settings of a test, until the reset. */
static struct {
  const char *kernel;
  int is_size, index, value;
} overrides[32];
static int num_overrides;

static CUlibrary live_library(CUlibrary library) {
  fake_lock();
  Library *each = libraries;
  while (each != NULL && each != library) each = each->next;
  fake_unlock();
  return each;
}

CUkernel fake_kernel_of(void *handle, CUdevice *device) {
  Kernel *found = NULL;
  fake_lock();
  for (Library *library = libraries; library != NULL && found == NULL; library = library->next) {
    for (Kernel *kernel = library->kernels; kernel != NULL && found == NULL; kernel = kernel->next) {
      *device = -1;
      if (handle == kernel) found = kernel;
      for (CUdevice i = 0; i < fake_num_devices && found == NULL; ++i) {
        if (handle != &kernel->on[i].function || kernel->on[i].function.mark != FUNCTION) continue;
        *device = i;
        found = kernel;
      }
    }
  }
  fake_unlock();
  return found;
}

static const char *kernel_name(void *handle) {
  CUdevice device;
  CUkernel kernel = fake_kernel_of(handle, &device);
  return kernel == NULL ? "no kernel" : kernel->name;
}

/* Whether machine code for an architecture runs on a device: the same major version, and the same or a later minor version. */
static int runs_on(int arch, CUdevice device) {
  int major = fake_device_attribute(75, device), minor = fake_device_attribute(76, device);
  return arch == 0 || (arch / 10 == major && arch % 10 <= minor);
}

static int runs_anywhere(int arch) {
  for (CUdevice i = 0; i < fake_num_devices; ++i) {
    if (runs_on(arch, i)) return 1;
  }
  return 0;
}

EXPORT CUresult cuLibraryLoadData(CUlibrary *library, const void *image, int *jit_options, void **jit_values, unsigned num_jit_options,
                                  int *options, void **values, unsigned num_options) {
  (void)jit_options, (void)jit_values, (void)options, (void)values;
  Library *made = calloc(1, sizeof *made);
  made->mark = LIBRARY;
  int is_read = fake_read_image(image, made);
  fake_lock();
  made->id = num_libraries++;
  fake_unlock();
  CALL("%s of sm_%d, %u jit options, %u options", made->format, made->arch, num_jit_options, num_options);
  if (fake_is_capture_unsafe()) return fake_refuse(CAPTURE_UNSUPPORTED);
  /* The documentation does not say whether a real driver reads an image that is not aligned. */
  if (!is_read || (uintptr_t)image % 16 != 0) return fake_refuse(INVALID_IMAGE);
  if (!runs_anywhere(made->arch)) return fake_refuse(NO_BINARY_FOR_GPU);
  fake_lock();
  made->next = libraries;
  libraries = made;
  fake_unlock();
  *library = made;
  return SUCCESS;
}

EXPORT CUresult cuLibraryUnload(CUlibrary library) {
  Library *found = live_library(library);
  CALL("library of %s", found == NULL || found->kernels == NULL ? "nothing" : found->kernels->name);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  fake_lock();
  Library **each = &libraries;
  while (*each != found) each = &(*each)->next;
  *each = found->next;
  fake_unlock();
  return SUCCESS;
}

EXPORT CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
  Library *found = live_library(library);
  CALL("%s", name);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  for (Kernel *each = found->kernels; each != NULL; each = each->next) {
    if (strcmp(each->name, name) != 0) continue;
    *kernel = each;
    return SUCCESS;
  }
  return fake_refuse(NOT_FOUND);
}

EXPORT CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library) {
  Library *found = live_library(library);
  CALL("%s", "");
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  *count = 0;
  for (Kernel *each = found->kernels; each != NULL; each = each->next) ++*count;
  return SUCCESS;
}

EXPORT CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count, CUlibrary library) {
  Library *found = live_library(library);
  CALL("%u", count);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  unsigned i = 0;
  for (Kernel *each = found->kernels; each != NULL && i < count; each = each->next) kernels[i++] = each;
  return SUCCESS;
}

EXPORT CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *size, CUlibrary library, const char *name) {
  Library *found = live_library(library);
  CALL("%s", name);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  if (fake_current() == NULL) return fake_refuse(INVALID_CONTEXT);
  if (address != NULL) *address = 0x7f9000000000;
  if (size != NULL) *size = 256;
  return SUCCESS;
}

EXPORT CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  CUdevice device;
  CUkernel found = fake_kernel_of(kernel, &device);
  CALL("%s", kernel_name(kernel));
  if (found == NULL || device != -1) return fake_refuse(INVALID_HANDLE);
  if (fake_current() == NULL) return fake_refuse(INVALID_CONTEXT);
  device = fake_current()->device;
  if (!found->on[device].is_loaded && fake_is_capture_unsafe()) return fake_refuse(CAPTURE_UNSUPPORTED);
  if (!runs_on(found->library->arch, device)) return fake_refuse(NO_BINARY_FOR_GPU);
  found->on[device].function = (Function){FUNCTION, found, device};
  found->on[device].is_loaded = 1;
  *function = &found->on[device].function;
  return SUCCESS;
}

EXPORT CUresult cuKernelGetName(const char **name, CUkernel kernel) {
  CUdevice device;
  CUkernel found = fake_kernel_of(kernel, &device);
  CALL("%s", kernel_name(kernel));
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  *name = found->name;
  return SUCCESS;
}

/* The attribute that a test has set, or `otherwise`. */
static int override(const char *kernel, int is_size, int index, int otherwise) {
  for (int i = 0; i < num_overrides; ++i) {
    if (overrides[i].is_size == is_size && overrides[i].index == index && strcmp(overrides[i].kernel, kernel) == 0) return overrides[i].value;
  }
  return otherwise;
}

EXPORT CUresult cuKernelGetAttribute(int *value, int attribute, CUkernel kernel, CUdevice device) {
  CUdevice of;
  CUkernel found = fake_kernel_of(kernel, &of);
  CALL("%d, %s, device %d", attribute, kernel_name(kernel), device);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  if (!fake_is_device(device)) return fake_refuse(INVALID_DEVICE);
  int otherwise = 0;
  switch (attribute) {
    case 0: otherwise = 1024; break; /* threads of a block */
    case 1: otherwise = found->static_smem; break;
    case 4: otherwise = found->registers; break;
    case 6: otherwise = found->library->arch; break;
    case 11: case 12: case 13: otherwise = found->cluster[attribute - 11]; break;
    case 14: otherwise = found->wide_clusters >> device & 1; break;
    case 8: otherwise = found->on[device].max_dynamic_smem ? found->on[device].max_dynamic_smem : 48 * 1024 - found->static_smem; break;
  }
  *value = override(found->name, 0, attribute, otherwise);
  return SUCCESS;
}

EXPORT CUresult cuKernelSetAttribute(int attribute, int value, CUkernel kernel, CUdevice device) {
  CUdevice of;
  CUkernel found = fake_kernel_of(kernel, &of);
  CALL("%d = %d, %s, device %d", attribute, value, kernel_name(kernel), device);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  if (!fake_is_device(device)) return fake_refuse(INVALID_DEVICE);
  if (attribute == 14) found->wide_clusters |= 1u << device;
  if (attribute != 8) return SUCCESS;
  if (value + found->static_smem > fake_device_attribute(97, device)) return fake_refuse(INVALID_VALUE);
  found->on[device].max_dynamic_smem = value;
  return SUCCESS;
}

EXPORT CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  CUdevice device;
  CUkernel found = fake_kernel_of(function, &device);
  CALL("%d = %d, %s", attribute, value, kernel_name(function));
  if (found == NULL || device == -1) return fake_refuse(INVALID_HANDLE);
  if (attribute == 8) found->on[device].max_dynamic_smem = value;
  return SUCCESS;
}

EXPORT CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset, size_t *size) {
  CUdevice of;
  CUkernel found = fake_kernel_of(kernel, &of);
  CALL("%s, %zu", kernel_name(kernel), index);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  int is_last = override(found->name, 1, (int)index, 1) == 0;
  if (index >= found->num_parameters || is_last) return fake_refuse(INVALID_VALUE);
  *offset = found->parameters[index].offset;
  if (size != NULL) *size = (size_t)override(found->name, 1, (int)index, (int)found->parameters[index].size);
  return SUCCESS;
}

/* ---- for tests ---- */

void fake_reset_libraries(void) { num_overrides = 0; }

static void add_override(const char *kernel, int is_size, int index, int value) {
  if (num_overrides == 32) abort();
  overrides[num_overrides].kernel = strdup(kernel);
  overrides[num_overrides].is_size = is_size;
  overrides[num_overrides].index = index;
  overrides[num_overrides++].value = value;
}

/* Sets an attribute of the kernels with a name until the reset. */
EXPORT void fake_kernel_attribute(const char *kernel, int attribute, int value) { add_override(kernel, 0, attribute, value); }

/* Sets the reported size of a parameter of the kernels with a name. Size 0 means that the parameter is missing. */
EXPORT void fake_parameter_size(const char *kernel, int index, int size) { add_override(kernel, 1, index, size); }

/* The number of loaded libraries. */
EXPORT int fake_live_libraries(void) {
  int number = 0;
  fake_lock();
  for (Library *each = libraries; each != NULL; each = each->next) number++;
  fake_unlock();
  return number;
}
