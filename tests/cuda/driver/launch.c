/* Launches and occupancy. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A growing text. */
typedef struct {
  char *text;
  size_t length, capacity;
} Text;

static void add(Text *to, const char *from) {
  size_t length = strlen(from);
  if (to->length + length + 1 > to->capacity) {
    to->capacity = 2 * (to->length + length + 1);
    to->text = realloc(to->text, to->capacity);
  }
  memcpy(to->text + to->length, from, length + 1);
  to->length += length;
}

static void add_bytes(Text *to, const unsigned char *bytes, size_t size) {
  char pair[3];
  for (size_t i = 0; i < size; ++i) {
    snprintf(pair, sizeof pair, "%02x", bytes[i]);
    add(to, pair);
  }
}

static void add_attribute(Text *to, const CUlaunchAttribute *attribute) {
  const unsigned *dims = attribute->value.dims;
  switch (attribute->id) {
    case 2: case 6: case 8:
      add(to, fake_text(" %u = %d", attribute->id, attribute->value.number));
      break;
    case 4: case 11:
      add(to, fake_text(" %u = %u %u %u", attribute->id, dims[0], dims[1], dims[2]));
      break;
    default:
      add(to, fake_text(" %u = ", attribute->id));
      add_bytes(to, attribute->value.bytes, sizeof attribute->value.bytes);
  }
}

static void add_parameters(Text *to, CUkernel kernel, void **parameters) {
  for (unsigned i = 0; i < kernel->num_parameters && parameters != NULL; ++i) {
    add(to, i == 0 ? "" : " ");
    add_bytes(to, parameters[i], kernel->parameters[i].size);
  }
}

/* The number of blocks in the cluster of a launch. */
static unsigned cluster_of(const CUlaunchConfig *config) {
  for (unsigned i = 0; i < config->num_attributes; ++i) {
    const unsigned *dims = config->attributes[i].value.dims;
    if (config->attributes[i].id == 4) return dims[0] * dims[1] * dims[2];
  }
  return 1;
}

/* kernel | grid | block | shared memory | stream | attributes | parameters */
static char *describe(const CUlaunchConfig *config, CUkernel kernel, void **parameters) {
  Text to = {NULL, 0, 0};
  add(&to, kernel == NULL ? "no kernel" : kernel->name);
  add(&to, fake_text(" | %u %u %u | %u %u %u", config->grid[0], config->grid[1], config->grid[2], config->block[0], config->block[1],
                     config->block[2]));
  add(&to, fake_text(" | %u | %s |", config->smem, fake_stream_name(config->stream)));
  for (unsigned i = 0; i < config->num_attributes; ++i) add_attribute(&to, &config->attributes[i]);
  add(&to, " | ");
  if (kernel != NULL) add_parameters(&to, kernel, parameters);
  return to.text;
}

static int is_good_shape(const CUlaunchConfig *config, CUdevice device) {
  uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    if (config->grid[i] == 0 || config->grid[i] > (unsigned)fake_device_attribute(5 + i, device)) return 0;
    if (config->block[i] == 0 || config->block[i] > (unsigned)fake_device_attribute(2 + i, device)) return 0;
    threads *= config->block[i];
  }
  return threads <= (uint64_t)fake_device_attribute(1, device);
}

static CUresult check(const CUlaunchConfig *config, CUkernel kernel, CUdevice of, void **parameters) {
  CUdevice device = fake_stream_device(config->stream);
  if (kernel == NULL || device == -1) return INVALID_HANDLE;
  if (device == -2) return INVALID_CONTEXT;
  if (of != -1 && of != device) return INVALID_HANDLE;
  if (!is_good_shape(config, device) || (kernel->num_parameters > 0 && parameters == NULL)) return INVALID_VALUE;
  if (!kernel->on[device].is_loaded && fake_is_capture_unsafe()) return CAPTURE_UNSUPPORTED;
  if (cluster_of(config) > 8 && (kernel->wide_clusters >> device & 1) == 0) return INVALID_CLUSTER_SIZE;
  int allowed = kernel->on[device].max_dynamic_smem ? kernel->on[device].max_dynamic_smem : 48 * 1024 - kernel->static_smem;
  return (int64_t)config->smem > allowed ? INVALID_VALUE : SUCCESS;
}

EXPORT CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra) {
  CUdevice of = -1;
  CUkernel kernel = fake_kernel_of(function, &of);
  char *text = describe(config, kernel, parameters);
  CUresult status = fake_enter(__func__, "%s%s", text, extra == NULL ? "" : " | extra");
  free(text);
  if (status != SUCCESS) return status;
  status = check(config, kernel, of, parameters);
  if (status != SUCCESS) return fake_refuse(status);
  fake_stream_work(config->stream);
  if (fake_execute == NULL) return SUCCESS;
  status = fake_execute(kernel->name, config, parameters);
  return status == SUCCESS ? SUCCESS : fake_refuse(status);
}

/* ---- occupancy ---- */

static const char *name_of(CUfunction function) {
  CUdevice device;
  CUkernel kernel = fake_kernel_of(function, &device);
  return kernel == NULL ? "no kernel" : kernel->name;
}

static CUresult check_function(CUfunction function) {
  CUdevice device;
  if (fake_kernel_of(function, &device) == NULL) return INVALID_HANDLE;
  return fake_current() == NULL ? INVALID_CONTEXT : SUCCESS;
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int block, size_t smem) {
  CALL("%s, %d, %zu", name_of(function), block, smem);
  CUresult bad = check_function(function);
  if (bad != SUCCESS) return fake_refuse(bad);
  if (block <= 0) return fake_refuse(INVALID_VALUE);
  CUdevice device = fake_current()->device;
  int by_threads = fake_device_attribute(39, device) / block, most = fake_device_attribute(106, device);
  int by_memory = (int)(fake_device_attribute(81, device) / (smem + 1024));
  *blocks = by_threads < by_memory ? by_threads : by_memory;
  if (*blocks > most) *blocks = most;
  return SUCCESS;
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int block, size_t smem,
                                                                     unsigned flags) {
  (void)flags;
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block, smem);
}

EXPORT CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function, size_t (*smem_of)(int), size_t smem, int limit) {
  CALL("%s, %zu, %d", name_of(function), smem_of == NULL ? smem : smem_of(256), limit);
  CUresult bad = check_function(function);
  if (bad != SUCCESS) return fake_refuse(bad);
  *grid = 2 * fake_device_attribute(16, fake_current()->device);
  *block = limit > 0 && limit < 768 ? limit : 768;
  return SUCCESS;
}

EXPORT CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const CUlaunchConfig *config) {
  char *text = describe(config, NULL, NULL);
  CUresult status = fake_enter(__func__, "%s, %s", name_of(function), text);
  free(text);
  if (status != SUCCESS) return status;
  CUresult bad = check_function(function);
  if (bad != SUCCESS) return fake_refuse(bad);
  CUdevice device;
  CUkernel kernel = fake_kernel_of(function, &device);
  device = fake_current()->device;
  unsigned blocks = cluster_of(config);
  if (blocks > 8 && (kernel->wide_clusters >> device & 1) == 0) return fake_refuse(INVALID_CLUSTER_SIZE);
  /* One block on each multiprocessor, as if a cluster could use any of them. */
  *clusters = fake_device_attribute(16, device) / (int)blocks;
  return SUCCESS;
}

EXPORT CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function, const CUlaunchConfig *config) {
  (void)config;
  CALL("%s", name_of(function));
  CUresult bad = check_function(function);
  if (bad != SUCCESS) return fake_refuse(bad);
  *size = 8;
  return SUCCESS;
}
