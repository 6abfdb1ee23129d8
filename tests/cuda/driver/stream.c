/* Streams, events, and memory in their order. */
#include "fake.h"

#include <stdlib.h>

typedef struct Block {
  CUdeviceptr address;
  size_t size;
  int id;
  struct Block *next;
} Block;

static Stream *streams;
static Event *events;
static Block *blocks;
static uint64_t num_captures;
static int num_streams, num_users, num_events, num_blocks;

static Stream *find(CUstream stream) {
  fake_lock();
  Stream *each = streams;
  while (each != NULL && each != stream) each = each->next;
  fake_unlock();
  return each != NULL && !each->is_destroyed ? each : NULL;
}

static CUevent live(CUevent event) {
  fake_lock();
  Event *each = events;
  while (each != NULL && each != event) each = each->next;
  fake_unlock();
  return each != NULL && !each->is_destroyed ? each : NULL;
}

const char *fake_stream_name(CUstream stream) {
  static const char *const defaults[] = {"NULL", "legacy", "per-thread"};
  if ((uintptr_t)stream <= 2) return defaults[(uintptr_t)stream];
  Stream *found = find(stream);
  if (found == NULL) return fake_text("no stream: %p", (void *)stream);
  return fake_text("%s %d", found->is_users ? "user" : "stream", found->id);
}

CUdevice fake_stream_device(CUstream stream) {
  if ((uintptr_t)stream <= 2) return fake_current() == NULL ? -2 : fake_current()->device;
  Stream *found = find(stream);
  return found == NULL ? -1 : found->device;
}

/* The status for work on a stream that cannot be used. */
static CUresult bad_stream(CUstream stream) {
  CUdevice device = fake_stream_device(stream);
  return device >= 0 ? SUCCESS : device == -1 ? INVALID_HANDLE : INVALID_CONTEXT;
}

int fake_stream_is_capturing(CUstream stream) {
  Stream *found = find(stream);
  return found != NULL && found->origin != NULL;
}

void fake_stream_work(CUstream stream) {
  Stream *found = find(stream);
  if (found != NULL) found->is_unjoined = found->origin != NULL && found->origin != found;
}

int fake_is_capture_unsafe(void) {
  int is_any = 0;
  fake_lock();
  for (Stream *each = streams; each != NULL; each = each->next) is_any |= each->origin != NULL;
  fake_unlock();
  return is_any && fake_capture_mode() != 2;
}

void fake_reset_streams(void) {
  for (Stream *each = streams; each != NULL; each = each->next) {
    each->origin = NULL;
    each->is_unjoined = 0;
    if (each->is_users) each->is_destroyed = 1;
  }
  num_users = 0;
}

static CUstream make(CUdevice device, int is_users) {
  Stream *made = calloc(1, sizeof *made);
  fake_lock();
  *made = (Stream){.mark = STREAM, .device = device, .is_users = is_users, .next = streams};
  made->id = is_users ? num_users++ : num_streams++;
  streams = made;
  fake_unlock();
  return made;
}

/* ---- streams ---- */

EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  CALL("%u", flags);
  if (fake_current() == NULL) return fake_refuse(INVALID_CONTEXT);
  *stream = make(fake_current()->device, 0);
  return SUCCESS;
}

EXPORT CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
  CALL("%u, %d", flags, priority);
  if (fake_current() == NULL) return fake_refuse(INVALID_CONTEXT);
  *stream = make(fake_current()->device, 0);
  return SUCCESS;
}

EXPORT CUresult cuStreamDestroy_v2(CUstream stream) {
  CALL("%s", fake_stream_name(stream));
  Stream *found = find(stream);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  found->is_destroyed = 1;
  return SUCCESS;
}

EXPORT CUresult cuStreamSynchronize(CUstream stream) {
  CALL("%s", fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  if (bad != SUCCESS) return fake_refuse(bad);
  if (fake_stream_is_capturing(stream)) return fake_refuse(CAPTURE_UNSUPPORTED);
  return SUCCESS;
}

EXPORT CUresult cuStreamQuery(CUstream stream) {
  CALL("%s", fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  if (bad != SUCCESS) return fake_refuse(bad);
  if (fake_stream_is_capturing(stream)) return fake_refuse(CAPTURE_UNSUPPORTED);
  return SUCCESS;
}

EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  Event *found = live(event);
  CALL("%s, event %d, %u", fake_stream_name(stream), found == NULL ? -1 : found->id, flags);
  CUresult bad = bad_stream(stream);
  if (bad != SUCCESS) return fake_refuse(bad);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  Stream *from = found->recorded, *to = find(stream);
  if (from == NULL || from->origin == NULL || to == NULL) return SUCCESS;
  if (to == from->origin) {
    from->is_unjoined = 0;
  } else {
    to->origin = from->origin;
    to->is_unjoined = 1;
  }
  return SUCCESS;
}

EXPORT CUresult cuStreamGetCaptureInfo_v2(CUstream stream, int *status, uint64_t *id, void **graph, const void **dependencies,
                                          size_t *num_dependencies) {
  CALL("%s", fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  if (bad != SUCCESS) return fake_refuse(bad);
  Stream *found = find(stream);
  Stream *origin = found == NULL ? NULL : found->origin;
  *status = origin != NULL;
  if (id != NULL && origin != NULL) *id = origin->capture;
  if (graph != NULL) *graph = NULL;
  if (dependencies != NULL) *dependencies = NULL;
  if (num_dependencies != NULL) *num_dependencies = 0;
  return SUCCESS;
}

/* ---- events ---- */

EXPORT CUresult cuEventCreate(CUevent *event, unsigned flags) {
  CALL("%u", flags);
  if (fake_current() == NULL) return fake_refuse(INVALID_CONTEXT);
  Event *made = calloc(1, sizeof *made);
  fake_lock();
  *made = (Event){.mark = EVENT, .id = num_events++, .device = fake_current()->device, .next = events};
  events = made;
  fake_unlock();
  *event = made;
  return SUCCESS;
}

EXPORT CUresult cuEventRecord(CUevent event, CUstream stream) {
  Event *found = live(event);
  CALL("event %d, %s", found == NULL ? -1 : found->id, fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  if (bad != SUCCESS) return fake_refuse(bad);
  if (found == NULL || found->device != fake_stream_device(stream)) return fake_refuse(INVALID_HANDLE);
  found->recorded = find(stream);
  return SUCCESS;
}

EXPORT CUresult cuEventQuery(CUevent event) {
  Event *found = live(event);
  CALL("event %d", found == NULL ? -1 : found->id);
  return found == NULL ? fake_refuse(INVALID_HANDLE) : SUCCESS;
}

EXPORT CUresult cuEventSynchronize(CUevent event) {
  Event *found = live(event);
  CALL("event %d", found == NULL ? -1 : found->id);
  return found == NULL ? fake_refuse(INVALID_HANDLE) : SUCCESS;
}

EXPORT CUresult cuEventDestroy_v2(CUevent event) {
  Event *found = live(event);
  CALL("event %d", found == NULL ? -1 : found->id);
  if (found == NULL) return fake_refuse(INVALID_HANDLE);
  found->is_destroyed = 1;
  return SUCCESS;
}

/* ---- memory ---- */

EXPORT CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size, CUstream stream) {
  CALL("%zu, %s", size, fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  if (bad != SUCCESS) return fake_refuse(bad);
  if (size == 0) return fake_refuse(INVALID_VALUE);
  /* Host memory, for the emulation of kernels, with the alignment of a real driver's. */
  void *place = aligned_alloc(512, (size + 511) / 512 * 512);
  if (place == NULL) return fake_refuse(OUT_OF_MEMORY);
  Block *block = malloc(sizeof *block);
  fake_lock();
  *block = (Block){(CUdeviceptr)(uintptr_t)place, size, num_blocks++, blocks};
  blocks = block;
  fake_unlock();
  *address = block->address;
  return SUCCESS;
}

EXPORT CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  int id = -1;
  fake_lock();
  for (Block **each = &blocks; *each != NULL; each = &(*each)->next) {
    if ((*each)->address == address) {
      Block *freed = *each;
      id = freed->id;
      *each = freed->next;
      free((void *)(uintptr_t)freed->address);
      free(freed);
      break;
    }
  }
  fake_unlock();
  CALL("memory %d, %s", id, fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  if (bad != SUCCESS) return fake_refuse(bad);
  return id < 0 ? fake_refuse(INVALID_VALUE) : SUCCESS;
}

EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t size, CUstream stream) {
  CALL("%#llx, %u, %zu, %s", (unsigned long long)to, value, size, fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  return bad != SUCCESS ? fake_refuse(bad) : SUCCESS;
}

EXPORT CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
  CALL("%#llx, %#llx, %zu, %s", (unsigned long long)to, (unsigned long long)from, size, fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  return bad != SUCCESS ? fake_refuse(bad) : SUCCESS;
}

EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size, CUstream stream) {
  (void)from;
  CALL("%#llx, %zu, %s", (unsigned long long)to, size, fake_stream_name(stream));
  CUresult bad = bad_stream(stream);
  return bad != SUCCESS ? fake_refuse(bad) : SUCCESS;
}

/* ---- for tests ---- */

/* A stream of a framework, which lives until the reset. */
EXPORT CUstream fake_stream(CUdevice device) { return make(device, 1); }

/* Begins the capture of a stream. */
EXPORT void fake_begin_capture(CUstream stream) {
  Stream *found = find(stream);
  if (found == NULL) abort();
  found->origin = found;
  found->capture = ++num_captures;
}

/* Ends the capture of a stream. Returns the number of streams that took part and were not joined; a real driver then fails. */
EXPORT int fake_end_capture(CUstream stream) {
  int unjoined = 0;
  fake_lock();
  for (Stream *each = streams; each != NULL; each = each->next) {
    if (each->origin != stream) continue;
    unjoined += each->is_unjoined;
    each->origin = NULL;
    each->is_unjoined = 0;
  }
  fake_unlock();
  return unjoined;
}

/* The number of blocks from `cuMemAllocAsync` that are not freed. */
EXPORT int fake_live_memory(void) {
  int number = 0;
  fake_lock();
  for (Block *each = blocks; each != NULL; each = each->next) number++;
  fake_unlock();
  return number;
}

/* The number of live events. */
EXPORT int fake_live_events(void) {
  int number = 0;
  fake_lock();
  for (Event *each = events; each != NULL; each = each->next) number += !each->is_destroyed;
  fake_unlock();
  return number;
}

/* The number of live streams of the code under test. */
EXPORT int fake_live_streams(void) {
  int number = 0;
  fake_lock();
  for (Stream *each = streams; each != NULL; each = each->next) number += !each->is_destroyed && !each->is_users;
  fake_unlock();
  return number;
}
