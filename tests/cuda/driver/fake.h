/*
 * A stand-in for the CUDA driver library, which records what it is asked to do.
 *
 * It computes nothing and there is no GPU: no test that runs against it says anything about the results of a kernel, about time, or about what a real
 * driver accepts. What it tells is which functions were called, in which order, by which thread, in which context, and with which bytes. Some rules of the
 * real one are kept because a host program is wrong that breaks them: a handle has to be alive, a default stream needs a current context, and what may not
 * be done while a stream is captured is refused.
 *
 * The declarations are written from the documentation, since the ordinary test run has no `cuda.h`.
 *
 * Environment, read when the library is loaded:
 *   FAKE_CUDA_VERSION  what `cuDriverGetVersion` says (13000)
 *   FAKE_CUDA_DEVICES  compute capabilities of the devices: "90,80"
 *   FAKE_CUDA_INIT     the status of `cuInit`, for machines without a GPU, and the like
 * A function is missing from a library that is compiled with `-D<name>=fake_absent_<name>`.
 */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <stddef.h>
#include <stdint.h>

/* What a driver exports, and what tests control it by. */
#define EXPORT __attribute__((visibility("default")))

enum { MAX_FAKE_DEVICES = 8, MAX_PARAMETERS = 64 };

typedef unsigned CUresult;
enum {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  INVALID_DEVICE = 101,
  INVALID_IMAGE = 200,
  INVALID_CONTEXT = 201,
  NO_BINARY_FOR_GPU = 209,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  CAPTURE_UNSUPPORTED = 900,
  INVALID_CLUSTER_SIZE = 912,
};

typedef int CUdevice;
typedef uint64_t CUdeviceptr;

/* Every handle begins with a mark that tells what it is, and lives until the process ends, so that the use of one that was destroyed is noticed. */
typedef enum { CONTEXT = 0x10001, STREAM, EVENT, LIBRARY, KERNEL, FUNCTION } Mark;

typedef struct Context {
  Mark mark;
  CUdevice device;
  int is_primary;
} Context, *CUcontext;

typedef struct Stream {
  Mark mark;
  int id;
  CUdevice device;
  int is_users; /* made by a test, rather than through the driver */
  int is_destroyed;
  struct Stream *origin; /* of the capture that it is part of: itself, or what it waited for */
  uint64_t capture;      /* the number of the capture that began here last */
  int is_unjoined;       /* part of another's capture, and not waited for since */
  struct Stream *next;
} Stream, *CUstream;

typedef struct Event {
  Mark mark;
  int id;
  CUdevice device;
  Stream *recorded; /* where it was recorded last */
  int is_destroyed;
  struct Event *next;
} Event, *CUevent;

typedef struct {
  size_t offset, size;
} ParameterInfo;

struct Library;

typedef struct Kernel *CUkernel;

/* A kernel in one context. */
typedef struct Function {
  Mark mark;
  CUkernel kernel;
  CUdevice device;
} Function, *CUfunction;

typedef struct Kernel {
  Mark mark;
  char *name;
  struct Library *library;
  unsigned num_parameters;
  ParameterInfo parameters[MAX_PARAMETERS];
  int static_smem, registers;
  int cluster[3]; /* that it is compiled for; zero without */
  unsigned wide_clusters; /* the devices, as bits, where more than 8 blocks are allowed */
  struct {
    int is_loaded;
    int max_dynamic_smem;
    Function function;
  } on[MAX_FAKE_DEVICES];
  struct Kernel *next;
} Kernel;

typedef struct Library {
  Mark mark;
  int id;
  const char *format;
  int arch; /* of a cubin: 90; 0 for others */
  Kernel *kernels;
  struct Library *next;
} Library, *CUlibrary;

typedef struct {
  unsigned id;
  char pad[4];
  union {
    unsigned char bytes[64];
    int number;
    unsigned dims[3];
  } value;
} CUlaunchAttribute;

typedef struct {
  unsigned grid[3];
  unsigned block[3];
  unsigned smem;
  CUstream stream;
  CUlaunchAttribute *attributes;
  unsigned num_attributes;
} CUlaunchConfig;

/*
 * Runs a kernel, in a library that is linked with something that can: on the host, from its source. A library that only records has none.
 */
EXPORT __attribute__((weak)) CUresult fake_execute(const char *kernel, const CUlaunchConfig *config, void **parameters);

/* ---- log.c ---- */

/* Records a call of `name`; what it is to return at once, if that is not 0. */
CUresult fake_enter(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Notes that the call which this thread recorded last is refused. */
CUresult fake_refuse(CUresult status);

#define CALL(...)                                        \
  do {                                                   \
    CUresult status_ = fake_enter(__func__, __VA_ARGS__); \
    if (status_ != SUCCESS) return status_;              \
  } while (0)

void fake_lock(void);
void fake_unlock(void);

/* Text in one of a few buffers of the thread, which the next calls use again. */
const char *fake_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- device.c ---- */

extern int fake_num_devices;

CUcontext fake_current(void);
/* Whether there is such a device. */
int fake_is_device(CUdevice device);
int fake_device_attribute(int attribute, CUdevice device);
const char *fake_context_name(CUcontext context);
int fake_capture_mode(void);
int fake_is_initialised(void);
void fake_reset_devices(void);

/* ---- stream.c ---- */

const char *fake_stream_name(CUstream stream);
/* The device that work on the stream goes to; -1 if it is no stream, -2 if it needs a current context and there is none. */
CUdevice fake_stream_device(CUstream stream);
/* Whether anything that may not be done during a capture may not be done now by this thread. */
int fake_is_capture_unsafe(void);
int fake_stream_is_capturing(CUstream stream);
/* Notes that there is new work on the stream. */
void fake_stream_work(CUstream stream);
void fake_reset_streams(void);

/* ---- library.c ---- */

/* The kernel of either kind of handle, NULL if it is neither; the device of a function, -1 of a kernel. */
CUkernel fake_kernel_of(void *handle, CUdevice *device);
void fake_reset_libraries(void);

/* ---- image.c ---- */

/* Reads an image: fills `format`, `arch`, and `kernels`, and returns 0 if it cannot. */
int fake_read_image(const void *image, Library *library);

#endif
