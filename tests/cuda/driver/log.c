/* The record of calls, and the calls that are to fail or to be slow. */
#include "fake.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  char *text; /* thread, current context, capture mode, name, arguments: separated by tabs */
  CUresult status;
} Entry;

/* A rule for the calls of a function. */
typedef struct Rule {
  char *name;
  CUresult status; /* SUCCESS: a delay */
  int skip, times;
  unsigned microseconds;
  struct Rule *next;
} Rule;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Entry *entries;
static size_t num_entries, capacity;
static Rule *rules;
static CUresult sticky;
static int generation = 1;

static _Thread_local struct {
  int number, generation;
  size_t last;
} thread;

void fake_lock(void) { pthread_mutex_lock(&mutex); }
void fake_unlock(void) { pthread_mutex_unlock(&mutex); }

const char *fake_text(const char *format, ...) {
  static _Thread_local char buffers[8][4096];
  static _Thread_local unsigned next;
  char *buffer = buffers[next++ % 8];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(buffer, sizeof buffers[0], format, arguments);
  va_end(arguments);
  return buffer;
}

/* The threads of a test are numbered in the order of their first calls. */
static int thread_number(void) {
  static int last_number, of_generation;
  if (of_generation != generation) {
    of_generation = generation;
    last_number = -1;
  }
  if (thread.generation != generation) {
    thread.generation = generation;
    thread.number = ++last_number;
  }
  return thread.number;
}

static void append(const char *name, const char *arguments) {
  static const char *const modes[] = {"global", "thread-local", "relaxed"};
  if (num_entries == capacity) {
    capacity = capacity ? 2 * capacity : 256;
    entries = realloc(entries, capacity * sizeof *entries);
  }
  const char *context = fake_context_name(fake_current());
  const char *mode = modes[fake_capture_mode()];
  size_t length = strlen(context) + strlen(mode) + strlen(name) + strlen(arguments) + 32;
  Entry entry = {.text = malloc(length)};
  snprintf(entry.text, length, "%d\t%s\t%s\t%s\t%s", thread_number(), context, mode, name, arguments);
  thread.last = num_entries;
  entries[num_entries++] = entry;
}

/* Applies the rules to this call, and counts it. */
static CUresult apply_rules(const char *name, unsigned *microseconds) {
  CUresult status = SUCCESS;
  for (Rule *rule = rules; rule != NULL; rule = rule->next) {
    int is_any = strcmp(rule->name, "*") == 0 && strncmp(name, "cuGetError", 10) != 0;
    if (!is_any && strcmp(rule->name, name) != 0) continue;
    if (rule->skip > 0) {
      rule->skip--;
    } else if (rule->times != 0) {
      if (rule->times > 0) rule->times--;
      if (status == SUCCESS) status = rule->status;
      *microseconds += rule->microseconds;
    }
  }
  return status;
}

/* The functions that work even after a sticky error. */
static int is_harmless(const char *name) {
  return strcmp(name, "cuGetErrorName") == 0 || strcmp(name, "cuGetErrorString") == 0 ||
         strcmp(name, "cuDriverGetVersion") == 0 || strcmp(name, "cuInit") == 0;
}

CUresult fake_enter(const char *name, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = malloc((size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);

  unsigned microseconds = 0;
  fake_lock();
  append(name, text);
  CUresult status = apply_rules(name, &microseconds);
  if (!is_harmless(name)) {
    if (status == SUCCESS) status = sticky;
    if (!fake_is_initialised()) status = NOT_INITIALIZED;
  }
  entries[thread.last].status = status;
  fake_unlock();
  free(text);
  if (microseconds != 0) nanosleep(&(struct timespec){microseconds / 1000000, microseconds % 1000000 * 1000L}, NULL);
  return status;
}

CUresult fake_refuse(CUresult status) {
  fake_lock();
  if (thread.last < num_entries) entries[thread.last].status = status;
  fake_unlock();
  return status;
}

/* ---- for tests ---- */

static void add_rule(const char *name, Rule rule) {
  Rule *added = malloc(sizeof *added);
  *added = rule;
  added->name = strdup(name);
  fake_lock();
  /* Rules apply in the order in which they were made. */
  Rule **end = &rules;
  while (*end != NULL) end = &(*end)->next;
  *end = added;
  fake_unlock();
}

/* Makes `times` calls of a function fail (all, if negative), after `skip` that succeed. "*" is any function except those about errors. */
EXPORT void fake_fail(const char *name, CUresult status, int skip, int times) {
  add_rule(name, (Rule){.status = status, .skip = skip, .times = times});
}

/* Delays all calls of a function. */
EXPORT void fake_delay(const char *name, unsigned microseconds) {
  add_rule(name, (Rule){.times = -1, .microseconds = microseconds});
}

/* Makes all further calls fail, as after an illegal access. 0 ends that. */
EXPORT void fake_sticky(CUresult status) {
  fake_lock();
  sticky = status;
  fake_unlock();
}

EXPORT size_t fake_num_calls(void) {
  fake_lock();
  size_t number = num_entries;
  fake_unlock();
  return number;
}

/* The call with an index as text, and its status. NULL after the last call. The text lives until the reset. */
EXPORT const char *fake_call(size_t index, CUresult *status) {
  const char *text = NULL;
  fake_lock();
  if (index < num_entries) {
    text = entries[index].text;
    *status = entries[index].status;
  }
  fake_unlock();
  return text;
}

/* Clears the record. */
EXPORT void fake_clear(void) {
  fake_lock();
  while (num_entries > 0) free(entries[--num_entries].text);
  fake_unlock();
}

/* Clears the record, the rules, and the settings of tests. Contexts, libraries, kernels, streams, and events of the code under test stay. */
EXPORT void fake_reset(void) {
  fake_clear();
  fake_lock();
  generation++;
  sticky = SUCCESS;
  while (rules != NULL) {
    Rule *rule = rules;
    rules = rule->next;
    free(rule->name);
    free(rule);
  }
  fake_reset_devices();
  fake_reset_streams();
  fake_reset_libraries();
  fake_unlock();
}
