/*
 * A fake of the CUDA driver library that records all calls.
 *
 * It computes nothing, and there is no GPU. So tests with it do not show the results of a kernel, times, or what a real driver accepts. They show which
 * functions were called, in which order, by which thread, in which context, and with which bytes. It enforces rules of the real driver whose violation is a
 * mistake of the host program: a handle has to be alive, a default stream needs a current context, and during the capture of a stream some calls are
 * forbidden.
 *
 * The declarations follow the documentation, since the ordinary test run has no `cuda.h`.
 *
 * Environment variables, read when the library is loaded:
 *   FAKE_CUDA_VERSION  the result of `cuDriverGetVersion` (13000)
 *   FAKE_CUDA_DEVICES  compute capabilities of the devices: "90,80"
 *   FAKE_CUDA_INIT     the status that `cuInit` returns: 100 for a machine without a GPU
 * A function is missing from a library that is compiled with `-D<name>=fake_absent_<name>`.
 */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <stddef.h>
#include <stdint.h>

/* The exports: functions of the driver, and functions that control it. */
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

/* Every handle begins with a mark of its kind, and is never freed, so that the use of a destroyed handle is noticed. */
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
  int is_users; /* made by a test, not by the code under test */
  int is_destroyed;
  struct Stream *origin; /* where the capture that it is part of began: this stream, or one that it waited for */
  uint64_t capture;      /* the number of the last capture that began here */
  int is_unjoined;       /* part of a capture that began elsewhere, and not joined since */
  struct Stream *next;
} Stream, *CUstream;

typedef struct Event {
  Mark mark;
  int id;
  CUdevice device;
  Stream *recorded; /* the stream that it was last recorded on */
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
  int cluster[3]; /* the cluster that it is compiled for, or zeros */
  unsigned wide_clusters; /* bit set of the devices where more than 8 blocks are allowed */
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
  int arch; /* of a cubin, such as 90; 0 for other images */
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
 * Runs a kernel on the host. Only libraries that are linked with an emulation of the kernels have this function.
 */
EXPORT __attribute__((weak)) CUresult fake_execute(const char *kernel, const CUlaunchConfig *config, void **parameters);

/* ---- log.c ---- */

/* Records a call of `name`. A result other than 0 is the status that the function has to return. */
CUresult fake_enter(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Sets the status of the last call of this thread in the record. */
CUresult fake_refuse(CUresult status);

#define CALL(...)                                        \
  do {                                                   \
    CUresult status_ = fake_enter(__func__, __VA_ARGS__); \
    if (status_ != SUCCESS) return status_;              \
  } while (0)

void fake_lock(void);
void fake_unlock(void);

/* Formats a text in one of a few buffers of the thread, which later calls reuse. */
const char *fake_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- device.c ---- */

extern int fake_num_devices;

CUcontext fake_current(void);
/* Whether the device exists. */
int fake_is_device(CUdevice device);
int fake_device_attribute(int attribute, CUdevice device);
const char *fake_context_name(CUcontext context);
int fake_capture_mode(void);
int fake_is_initialised(void);
void fake_reset_devices(void);

/* ---- stream.c ---- */

const char *fake_stream_name(CUstream stream);
/* The device of a stream; -1 if the handle is invalid, -2 if the stream needs a current context and there is none. */
CUdevice fake_stream_device(CUstream stream);
/* Whether this thread must not make calls that are forbidden during a capture. */
int fake_is_capture_unsafe(void);
int fake_stream_is_capturing(CUstream stream);
/* Notes new work on a stream. */
void fake_stream_work(CUstream stream);
void fake_reset_streams(void);

/* ---- library.c ---- */

/* The kernel of a `CUkernel` or a `CUfunction`, or NULL. `device` is that of a function, and -1 for a kernel. */
CUkernel fake_kernel_of(void *handle, CUdevice *device);
void fake_reset_libraries(void);

/* ---- image.c ---- */

/* Reads an image: sets `format`, `arch`, and `kernels`. Returns 0 if the image cannot be read. */
int fake_read_image(const void *image, Library *library);

#endif
