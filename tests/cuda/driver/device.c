/* Devices, contexts, and the state of each thread. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int fake_num_devices = 2;

static int version = 13000;
static CUresult init_status = SUCCESS;
static int is_initialised;
static int capabilities[MAX_FAKE_DEVICES] = {90, 80};
static Context primary[MAX_FAKE_DEVICES], other[MAX_FAKE_DEVICES];
static int retained[MAX_FAKE_DEVICES];
static struct {
  int attribute, value;
} overrides[MAX_FAKE_DEVICES][16];

static _Thread_local CUcontext current;
static _Thread_local int capture_mode;

static void read_devices(const char *text) {
  fake_num_devices = 0;
  while (*text != '\0' && fake_num_devices < MAX_FAKE_DEVICES) {
    char *end;
    capabilities[fake_num_devices++] = (int)strtol(text, &end, 10);
    if (end == text) abort();
    text = *end == ',' ? end + 1 : end;
  }
}

__attribute__((constructor)) static void read_environment(void) {
  const char *text = getenv("FAKE_CUDA_VERSION");
  if (text != NULL) version = atoi(text);
  text = getenv("FAKE_CUDA_INIT");
  if (text != NULL) init_status = (CUresult)atoi(text);
  text = getenv("FAKE_CUDA_DEVICES");
  if (text != NULL) read_devices(text);
  for (int i = 0; i < MAX_FAKE_DEVICES; ++i) {
    primary[i] = (Context){CONTEXT, i, 1};
    other[i] = (Context){CONTEXT, i, 0};
  }
}

CUcontext fake_current(void) { return current; }
int fake_is_device(CUdevice device) { return device >= 0 && device < fake_num_devices; }
int fake_capture_mode(void) { return capture_mode; }
int fake_is_initialised(void) { return is_initialised; }
void fake_reset_devices(void) { memset(overrides, 0, sizeof overrides); }

const char *fake_context_name(CUcontext context) {
  if (context == NULL) return "none";
  if (context->mark != CONTEXT) return fake_text("no context: %p", (void *)context);
  return fake_text("%s %d", context->is_primary ? "primary" : "other", context->device);
}

/* The attributes of an H100 that this crate queries. */
int fake_device_attribute(int attribute, CUdevice device) {
  for (int i = 0; i < 16; ++i) {
    if (overrides[device][i].attribute == attribute) return overrides[device][i].value;
  }
  switch (attribute) {
    case 1: case 2: case 3: return 1024; /* threads of a block, its x and y */
    case 4: return 64;
    case 5: return 0x7fffffff; /* the grid */
    case 6: case 7: return 65535;
    case 8: return 48 * 1024; /* shared memory of a block */
    case 10: return 32;       /* threads of a warp */
    case 12: return 65536;    /* registers of a block */
    case 16: return 132 - device; /* multiprocessors */
    case 39: return 2048;     /* threads of a multiprocessor */
    case 75: return capabilities[device] / 10;
    case 76: return capabilities[device] % 10;
    case 81: return 228 * 1024; /* shared memory of a multiprocessor */
    case 82: return 65536;
    case 95: return 1;          /* cooperative launches */
    case 97: return 227 * 1024; /* shared memory of a block of a kernel that opts in */
    case 106: return 32;        /* blocks of a multiprocessor */
    case 111: return 1024;      /* shared memory that the driver reserves */
    case 115: return 1;         /* pools of memory */
    case 120: return capabilities[device] >= 90; /* clusters */
    default: return 0;
  }
}

EXPORT CUresult cuInit(unsigned flags) {
  CALL("%u", flags);
  if (init_status != SUCCESS) return fake_refuse(init_status);
  is_initialised = 1;
  return SUCCESS;
}

EXPORT CUresult cuDriverGetVersion(int *out) {
  CALL("%s", "");
  *out = version;
  return SUCCESS;
}

EXPORT CUresult cuDeviceGetCount(int *count) {
  CALL("%s", "");
  *count = fake_num_devices;
  return SUCCESS;
}

EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  CALL("%d", ordinal);
  if (!fake_is_device(ordinal)) return fake_refuse(INVALID_DEVICE);
  *device = ordinal;
  return SUCCESS;
}

EXPORT CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  CALL("%d", device);
  if (!fake_is_device(device)) return fake_refuse(INVALID_DEVICE);
  snprintf(name, (size_t)length, "Fake GPU %d", device);
  return SUCCESS;
}

EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  CALL("%d, device %d", attribute, device);
  if (!fake_is_device(device)) return fake_refuse(INVALID_DEVICE);
  *value = fake_device_attribute(attribute, device);
  return SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  CALL("device %d", device);
  if (!fake_is_device(device)) return fake_refuse(INVALID_DEVICE);
  retained[device]++;
  *context = &primary[device];
  return SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  CALL("device %d", device);
  if (!fake_is_device(device) || retained[device] == 0) return fake_refuse(INVALID_CONTEXT);
  retained[device]--;
  return SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
  CALL("device %d", device);
  if (!fake_is_device(device)) return fake_refuse(INVALID_DEVICE);
  *flags = 0;
  *active = retained[device] > 0;
  return SUCCESS;
}

EXPORT CUresult cuCtxGetCurrent(CUcontext *context) {
  CALL("%s", "");
  *context = current;
  return SUCCESS;
}

EXPORT CUresult cuCtxSetCurrent(CUcontext context) {
  CALL("%s", fake_context_name(context));
  if (context != NULL && context->mark != CONTEXT) return fake_refuse(INVALID_CONTEXT);
  current = context;
  return SUCCESS;
}

EXPORT CUresult cuCtxGetDevice(CUdevice *device) {
  CALL("%s", "");
  if (current == NULL) return fake_refuse(INVALID_CONTEXT);
  *device = current->device;
  return SUCCESS;
}

EXPORT CUresult cuCtxSynchronize(void) {
  CALL("%s", "");
  if (current == NULL) return fake_refuse(INVALID_CONTEXT);
  if (fake_is_capture_unsafe()) return fake_refuse(CAPTURE_UNSUPPORTED);
  return SUCCESS;
}

EXPORT CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  CALL("%s", "");
  if (current == NULL) return fake_refuse(INVALID_CONTEXT);
  *least = 0;
  *greatest = -5;
  return SUCCESS;
}

EXPORT CUresult cuThreadExchangeStreamCaptureMode(int *mode) {
  static const char *const modes[] = {"global", "thread-local", "relaxed"};
  if (*mode < 0 || *mode > 2) {
    CALL("%d", *mode);
    return fake_refuse(INVALID_VALUE);
  }
  CALL("%s", modes[*mode]);
  int before = capture_mode;
  capture_mode = *mode;
  *mode = before;
  return SUCCESS;
}

/* ---- for tests ---- */

/* Sets the current context without recording it: none for -1, and with `is_other` a context that is not primary. */
EXPORT void fake_set_current(CUdevice device, int is_other) {
  current = device < 0 ? NULL : is_other ? &other[device] : &primary[device];
}

/* The device of the current context, plus 1000 if it is not primary; -1 without a context. */
EXPORT int fake_get_current(void) {
  return current == NULL ? -1 : current->device + (current->is_primary ? 0 : 1000);
}

EXPORT int fake_get_capture_mode(void) { return capture_mode; }

/* How often the primary context has been retained. */
EXPORT int fake_retained(CUdevice device) { return retained[device]; }

/* Sets an attribute of a device until the reset. */
EXPORT void fake_attribute(CUdevice device, int attribute, int value) {
  for (int i = 0; i < 16; ++i) {
    if (overrides[device][i].attribute == 0 || overrides[device][i].attribute == attribute) {
      overrides[device][i].attribute = attribute;
      overrides[device][i].value = value;
      return;
    }
  }
  abort();
}
