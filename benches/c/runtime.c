/*
 * runtime LIBRARY OPERATION WARM CALLS [REPEATS]
 *
 * Loads a runtime and performs one operation through its C functions, WARM times and then CALLS times; each releases what it made.
 * With REPEATS, the calls are repeated that many times, each timed, and it prints the nanoseconds per operation, one line a repeat.
 *
 * callgrind counts inside `measured`, which is entered once for the warm calls and once for those that count. The operation "empty" is
 * the loop alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#define FUNCTIONS(X)                                                                                             \
  X(TVMFFIObjectIncRef) X(TVMFFIObjectDecRef) X(TVMFFIFunctionCreate) X(TVMFFIFunctionGetGlobal)                 \
  X(TVMFFIFunctionCall) X(TVMFFIAnyViewToOwnedAny) X(TVMFFIStringFromByteArray) X(TVMFFIBytesFromByteArray)      \
  X(TVMFFIBigIntFromByteArray) X(TVMFFIErrorCreate) X(TVMFFIErrorSetRaised) X(TVMFFIErrorMoveFromRaised)         \
  X(TVMFFIErrorSetRaisedFromCStr) X(TVMFFITypeKeyToIndex) X(TVMFFIGetTypeInfo) X(TVMFFIGetTypeAttrColumn)        \
  X(TVMFFITypeGetOrAllocIndex) X(TVMFFIDataTypeFromString) X(TVMFFIDataTypeToString) X(TVMFFIEnvGetStream)       \
  X(TVMFFIEnvSetStream) X(TVMFFITensorFromDLPack) X(TVMFFITensorFromDLPackVersioned) X(TVMFFITensorToDLPack)     \
  X(TVMFFITensorToDLPackVersioned) X(TVMFFITensorCreateUnsafeView) X(TVMFFIObjectCreateOpaque)                   \
  X(TVMFFIHandleInitOnce) X(TVMFFIEnvCheckSignals) X(TVMFFIFunctionSetGlobal)

/* The path of the library. */
static const char* path;

static struct {
#define DECLARE(NAME) __typeof__(&NAME) NAME;
  FUNCTIONS(DECLARE)
#undef DECLARE
} rt;

static void die(const char* what, const char* detail) {
  fprintf(stderr, "runtime: %s: %s\n", what, detail ? detail : "unknown");
  exit(2);
}

static void load(void) {
  void* library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (library == NULL) die("cannot load the runtime", dlerror());
#define FIND(NAME)                               \
  *(void**)&rt.NAME = dlsym(library, #NAME);     \
  if (rt.NAME == NULL) die("no such function", #NAME);
  FUNCTIONS(FIND)
#undef FIND
}

/* ---- what the operations use, made before they start ---- */

enum { MOST_ARGS = 2000 };

static TVMFFIAny args[MOST_ARGS];
static int32_t num_args;
static TVMFFIObjectHandle function, object, container, erase;
static TVMFFIByteArray name;
static int32_t type_index;
static DLTensor tensor;
static DLManagedTensor managed;
static DLManagedTensorVersioned versioned;
static int64_t extents[] = {2, 3, 4, 5, 1, 1, 1}, strides[] = {60, 20, 5, 1};
static char data[512] __attribute__((aligned(64)));
static char text[1024];
static void* once;

static void expect(int code, const char* what) {
  if (code != 0) die("the runtime refused", what);
}

static void drop(TVMFFIAny value) {
  if (value.type_index >= kTVMFFIStaticObjectBegin) rt.TVMFFIObjectDecRef(value.v_obj);
}

static TVMFFIAny integer(int64_t value) { return (TVMFFIAny){.type_index = kTVMFFIInt, .v_int64 = value}; }

static TVMFFIAny string(const char* content) {
  TVMFFIByteArray bytes = {content, strlen(content)};
  TVMFFIAny made = {0};
  expect(rt.TVMFFIStringFromByteArray(&bytes, &made), "a string");
  return made;
}

static void find(const char* global) {
  TVMFFIByteArray bytes = {global, strlen(global)};
  expect(rt.TVMFFIFunctionGetGlobal(&bytes, &function), global);
  if (function == NULL) die("no global function", global);
}

static TVMFFIAny call_function(void) {
  TVMFFIAny result = {0};
  expect(rt.TVMFFIFunctionCall(function, args, num_args, &result), "a call");
  return result;
}

static void name_is(const char* content) { name = (TVMFFIByteArray){content, strlen(content)}; }

/* Instead of the length of a text: an object. */
enum { OBJECT = 1 };
static int callback(void* self, const TVMFFIAny* values, int32_t count, TVMFFIAny* result) { return 0; }

/* A text of seven bytes or less, or of 24; an integer for 0. */
static TVMFFIAny key(int64_t number, int64_t length) {
  char content[32];
  if (length == 0) return integer(number);
  if (length == OBJECT) {
    TVMFFIObjectHandle made;
    rt.TVMFFIFunctionCreate(data, callback, NULL, &made);
    return (TVMFFIAny){.type_index = kTVMFFIFunction, .v_obj = made};
  }
  snprintf(content, sizeof content, length <= 7 ? "k%ld" : "a key that is long %05ld", (long)number);
  return string(content);
}

/* Entries with texts of a length as keys, or with integers. */
static void entries(int64_t count, int64_t length) {
  for (int64_t i = 0; i < count; ++i) {
    args[2 * i] = key(i, length);
    args[2 * i + 1] = integer(i);
  }
  num_args = (int32_t)(2 * count);
}

static void make(const char* global) {
  find(global);
  container = call_function().v_obj;
}

static void keep(DLManagedTensor* self) {}

static void keep_versioned(DLManagedTensorVersioned* self) {}

static void prepare_tensor(int64_t ndim, int64_t compact) {
  tensor = (DLTensor){data, {kDLCPU, 0}, (int32_t)ndim, {kDLFloat, 32, 1}, extents, compact ? NULL : strides + 4 - ndim, 0};
  for (int i = 0; i < 4; ++i) extents[i] = i + 2;
  if (ndim > 0 && ndim < 4) memmove(extents, extents + 4 - ndim, (size_t)ndim * sizeof *extents);
  managed.dl_tensor = versioned.dl_tensor = tensor;
  managed.deleter = keep;
  versioned.deleter = keep_versioned;
  versioned.version = (DLPackVersion){1, 1};
}

/* ---- the operations: what is prepared for `n` and `m`, and what is measured ---- */

static void nothing(void) {}

static void call(void) {
  TVMFFIAny result = {0};
  rt.TVMFFIFunctionCall(function, args, 1, &result);
}
static void prepare_call(int64_t n, int64_t m) { rt.TVMFFIFunctionCreate(data, callback, NULL, &function); }

static void references(void) {
  rt.TVMFFIObjectIncRef(object);
  rt.TVMFFIObjectDecRef(object);
}
static void prepare_object(int64_t n, int64_t m) {
  rt.TVMFFIFunctionCreate(data, callback, NULL, &object);
  args[0] = (TVMFFIAny){.type_index = kTVMFFIFunction, .v_obj = object};
}

static void create_function(void) {
  TVMFFIObjectHandle made;
  rt.TVMFFIFunctionCreate(data, callback, NULL, &made);
  rt.TVMFFIObjectDecRef(made);
}

static void create_opaque(void) {
  TVMFFIObjectHandle made;
  rt.TVMFFIObjectCreateOpaque(data, kTVMFFIOpaquePyObject, NULL, &made);
  rt.TVMFFIObjectDecRef(made);
}

static void get_global(void) {
  TVMFFIObjectHandle found;
  rt.TVMFFIFunctionGetGlobal(&name, &found);
  if (found != NULL) rt.TVMFFIObjectDecRef(found);
}
static const char* const names[] = {"ffi.Map", "ffi.ContainerFindFirstNonCPUDevice", "missing",
                                    "a.name.that.no.library.has.registered.and.that.has.some.length"};
static void prepare_name(int64_t n, int64_t m) { name_is(names[n]); }

static void key_to_index(void) { rt.TVMFFITypeKeyToIndex(&name, &type_index); }
/* One of `n` more names, all of which begin alike. */
static void numbered_name(int64_t n, void (*add)(void)) {
  static char numbered[40];
  for (int64_t i = 0; i < n; ++i) {
    snprintf(numbered, sizeof numbered, "bench.numbered.%ld", (long)i);
    name_is(numbered);
    add();
  }
}
static void add_global(void) { rt.TVMFFIFunctionSetGlobal(&name, object, 0); }
static void prepare_numbered_name(int64_t n, int64_t m) {
  rt.TVMFFIFunctionCreate(data, callback, NULL, &object);
  numbered_name(n, add_global);
}

static const char* const keys[] = {"None", "ffi.Map", "ffi.OpaquePyObject", "bench.a.type.with.a.long.key.that.is.registered.last"};
static void prepare_key(int64_t n, int64_t m) {
  name_is(keys[n]);
  rt.TVMFFITypeGetOrAllocIndex(&name, -1, 1, 0, 1, kTVMFFIObject);
}

static void add_type(void) { rt.TVMFFITypeGetOrAllocIndex(&name, -1, 1, 0, 1, kTVMFFIObject); }
static void prepare_numbered_key(int64_t n, int64_t m) { numbered_name(n, add_type); }

static const TVMFFITypeAttrColumn* volatile column;
static void get_column(void) { column = rt.TVMFFIGetTypeAttrColumn(&name); }
static const char* const columns[] = {"__any_hash__", "__s_maybe_inplace_mutate__", "__missing__"};
static void prepare_column(int64_t n, int64_t m) { name_is(columns[n]); }

static const TVMFFITypeInfo* volatile info;
static void get_info(void) { info = rt.TVMFFIGetTypeInfo(type_index); }
static void prepare_info(int64_t n, int64_t m) { type_index = (int32_t)n; }

static void make_string(void) {
  TVMFFIAny made;
  rt.TVMFFIStringFromByteArray(&name, &made);
  drop(made);
}
static void make_bytes(void) {
  TVMFFIAny made;
  rt.TVMFFIBytesFromByteArray(&name, &made);
  drop(made);
}
static void make_big(void) {
  TVMFFIAny made;
  rt.TVMFFIBigIntFromByteArray(&name, &made);
  drop(made);
}
static void prepare_text(int64_t n, int64_t m) {
  memset(text, 'x', sizeof text - 1);
  name = (TVMFFIByteArray){text, (size_t)n};
}

static void own(void) {
  TVMFFIAny made;
  rt.TVMFFIAnyViewToOwnedAny(&args[0], &made);
  drop(made);
}
static void prepare_raw(int64_t n, int64_t m) {
  prepare_text(n, 0);
  text[n] = 0;
  args[0] = (TVMFFIAny){.type_index = kTVMFFIRawStr, .v_c_str = text};
}
static void prepare_integer(int64_t n, int64_t m) { args[0] = integer(n); }

static void raise_error(void) {
  TVMFFIObjectHandle error;
  rt.TVMFFIErrorCreate(&name, &name, &name, &error);
  rt.TVMFFIErrorSetRaised(error);
  rt.TVMFFIObjectDecRef(error);
  rt.TVMFFIErrorMoveFromRaised(&error);
  rt.TVMFFIObjectDecRef(error);
}
static void raise_text(void) {
  TVMFFIObjectHandle error;
  rt.TVMFFIErrorSetRaisedFromCStr("ValueError", text);
  rt.TVMFFIErrorMoveFromRaised(&error);
  rt.TVMFFIObjectDecRef(error);
}

static void call_and_drop(void) { drop(call_function()); }
static void prepare_array(int64_t n, int64_t m) {
  for (int64_t i = 0; i < n; ++i) args[i] = integer(i);
  num_args = (int32_t)n;
  find(m == 0 ? "ffi.Array" : m == 1 ? "ffi.List" : "ffi.Shape");
}
static void prepare_map(int64_t n, int64_t m) {
  entries(n, m);
  find("ffi.Map");
}
static void prepare_dict(int64_t n, int64_t m) {
  entries(n, m);
  find("ffi.Dict");
}

/* Each key of a map once. */
static TVMFFIAny searched[MOST_ARGS / 2];
static void find_all(void) {
  for (int32_t i = 0; i < num_args; ++i) {
    TVMFFIAny pair[] = {args[0], searched[i]}, result = {0};
    rt.TVMFFIFunctionCall(function, pair, 2, &result);
  }
}
static void prepare_find(int64_t n, int64_t m) {
  entries(n, m);
  make("ffi.Map");
  for (int64_t i = 0; i < n; ++i) searched[i] = m == OBJECT ? args[2 * i] : key(i, m);
  num_args = (int32_t)n;
  args[0] = (TVMFFIAny){.type_index = kTVMFFIMap, .v_obj = container};
  find("ffi.MapGetItem");
}
static void prepare_miss(int64_t n, int64_t m) {
  prepare_find(n, m);
  for (int64_t i = 0; i < n; ++i) searched[i] = key(i + 5000, m);
  find("ffi.MapCount");
}

/* Keys and values of all entries. */
static void iterate(void) {
  TVMFFIAny iterator = call_function(), result = {0};
  for (int64_t entries = 0; entries < MOST_ARGS; ++entries) {
    for (int64_t command = 0; command < 3; ++command) {
      TVMFFIAny argument = integer(command);
      rt.TVMFFIFunctionCall(iterator.v_obj, &argument, 1, &result);
      if (command < 2) drop(result);
    }
    if (!result.v_int64) break;
  }
  drop(iterator);
}
static void prepare_iterate(int64_t n, int64_t m) {
  entries(n, m);
  make("ffi.Map");
  args[0] = (TVMFFIAny){.type_index = kTVMFFIMap, .v_obj = container};
  num_args = 1;
  find("ffi.MapForwardIterFunctor");
}

static void append_and_drop(void) {
  TVMFFIAny none = {0}, list = {0}, result = {0};
  rt.TVMFFIFunctionCall(container, &none, 0, &list);
  for (int32_t i = 0; i < num_args; ++i) {
    TVMFFIAny pair[] = {list, integer(i)};
    rt.TVMFFIFunctionCall(function, pair, 2, &result);
  }
  drop(list);
}
static void prepare_append(int64_t n, int64_t m) {
  find("ffi.List");
  container = function;
  find("ffi.ListAppend");
  num_args = (int32_t)n;
}

/* A call of a global function that gives no object. */
static void use(void) {
  TVMFFIAny result = {0};
  rt.TVMFFIFunctionCall(function, args, num_args, &result);
}
static void prepare_get_item(int64_t n, int64_t m) {
  prepare_array(n, m);
  container = call_function().v_obj;
  args[0] = (TVMFFIAny){.type_index = m == 0 ? kTVMFFIArray : kTVMFFIList, .v_obj = container};
  args[1] = integer(n - 1);
  num_args = 2;
  find(m == 0 ? "ffi.ArrayGetItem" : "ffi.ListGetItem");
}
/* A search in an array for a value that it does not have. */
static void prepare_contains(int64_t n, int64_t m) {
  for (int64_t i = 0; i < n; ++i) args[i] = key(i, m);
  num_args = (int32_t)n;
  make("ffi.Array");
  args[0] = (TVMFFIAny){.type_index = kTVMFFIArray, .v_obj = container};
  args[1] = key(n, m);
  num_args = 2;
  find("ffi.ArrayContains");
}
/* A list is made, and its second quarter is erased. */
static void make_and_erase(void) {
  TVMFFIAny list = {0}, result = {0};
  rt.TVMFFIFunctionCall(function, args, num_args, &list);
  TVMFFIAny range[] = {list, integer(num_args / 4), integer(num_args / 2)};
  rt.TVMFFIFunctionCall(erase, range, 3, &result);
  drop(list);
}
static void prepare_erase_range(int64_t n, int64_t m) {
  find("ffi.ListEraseRange");
  erase = function;
  prepare_array(n, 1);
}
/* A name in the module of the library itself, which has no function of that name. */
static void prepare_module_function(int64_t n, int64_t m) {
  args[0] = (TVMFFIAny){.type_index = kTVMFFIRawStr, .v_c_str = path};
  num_args = 1;
  make("ffi.ModuleLoadFromFile");
  args[0] = (TVMFFIAny){.type_index = kTVMFFIModule, .v_obj = container};
  args[1] = string("missing");
  args[2] = (TVMFFIAny){.type_index = kTVMFFIBool, .v_int64 = n};
  num_args = 3;
  find("ffi.ModuleGetFunction");
}
static void prepare_metadata(int64_t n, int64_t m) {
  args[0] = (TVMFFIAny){.type_index = kTVMFFIRawStr, .v_c_str = "ffi.ArrayGetItem"};
  num_args = 1;
  find("ffi.GetGlobalFuncMetadata");
}
static void prepare_set_item(int64_t n, int64_t m) {
  entries(n, m);
  make("ffi.Dict");
  args[0] = (TVMFFIAny){.type_index = kTVMFFIDict, .v_obj = container};
  args[1] = key(n / 2, m);
  args[2] = integer(1);
  num_args = 3;
  find("ffi.DictSetItem");
}
/* An entry is added and erased. */
static void set_and_erase(void) {
  TVMFFIAny result = {0};
  rt.TVMFFIFunctionCall(function, args, 3, &result);
  rt.TVMFFIFunctionCall(erase, args, 2, &result);
}
static void prepare_erase(int64_t n, int64_t m) {
  find("ffi.DictErase");
  erase = function;
  prepare_set_item(n, m);
  args[1] = key(n + 1, m);
}
/* A wrong argument: the message is made, and the error is dropped. */
static void mismatch(void) {
  TVMFFIAny result = {0};
  TVMFFIObjectHandle error;
  rt.TVMFFIFunctionCall(function, args, 2, &result);
  rt.TVMFFIErrorMoveFromRaised(&error);
  rt.TVMFFIObjectDecRef(error);
}
static void prepare_mismatch(int64_t n, int64_t m) {
  prepare_get_item(4, 0);
  args[1] = n ? string("text") : integer(9);
}

static DLDataType dtype;
static void parse_dtype(void) { rt.TVMFFIDataTypeFromString(&name, &dtype); }
static void print_dtype(void) {
  TVMFFIAny made;
  rt.TVMFFIDataTypeToString(&dtype, &made);
  drop(made);
}
static const char* const dtypes[] = {"float32", "int8", "bool", "float8_e4m3fnx4", "bfloat16", "handle", "uint64x65535"};
static void prepare_dtype(int64_t n, int64_t m) {
  name_is(dtypes[n]);
  parse_dtype();
}

static void* volatile stream;
static int32_t device;
static void get_stream(void) { stream = rt.TVMFFIEnvGetStream(kDLCUDA, device); }
static void set_stream(void) {
  void* previous;
  rt.TVMFFIEnvSetStream(kDLCUDA, device, data, &previous);
}
static void prepare_stream(int64_t n, int64_t m) {
  for (device = 0; device < n; ++device) set_stream();
  set_stream();
}

static int initialise(void** out) {
  *out = data;
  return 0;
}
static void init_once(void) { rt.TVMFFIHandleInitOnce(&once, initialise); }
static void check_signals(void) { rt.TVMFFIEnvCheckSignals(); }

static void import_tensor(void) {
  TVMFFIObjectHandle made;
  rt.TVMFFITensorFromDLPack(&managed, 64, 1, &made);
  rt.TVMFFIObjectDecRef(made);
}
static void import_versioned(void) {
  TVMFFIObjectHandle made;
  rt.TVMFFITensorFromDLPackVersioned(&versioned, 64, 1, &made);
  rt.TVMFFIObjectDecRef(made);
}
static void export_tensor(void) {
  DLManagedTensor* made;
  rt.TVMFFITensorToDLPack(object, &made);
  made->deleter(made);
}
static void export_versioned(void) {
  DLManagedTensorVersioned* made;
  rt.TVMFFITensorToDLPackVersioned(object, &made);
  made->deleter(made);
}
static void view_tensor(void) {
  TVMFFIObjectHandle made;
  rt.TVMFFITensorCreateUnsafeView(object, &tensor, &made);
  rt.TVMFFIObjectDecRef(made);
}
static void prepare_import(int64_t n, int64_t m) {
  prepare_tensor(n, m);
  expect(rt.TVMFFITensorFromDLPack(&managed, 0, 0, &object), "a tensor");
}

typedef struct {
  const char* name;
  void (*operation)(void);
  void (*prepare)(int64_t, int64_t);
} Operation;

static const Operation operations[] = {
    {"empty", nothing, NULL},
    {"call", call, prepare_call},
    {"references", references, prepare_object},
    {"create_function", create_function, NULL},
    {"create_opaque", create_opaque, NULL},
    {"get_global", get_global, prepare_name},
    {"get_numbered_global", get_global, prepare_numbered_name},
    {"key_to_index", key_to_index, prepare_key},
    {"numbered_key_to_index", key_to_index, prepare_numbered_key},
    {"get_column", get_column, prepare_column},
    {"get_info", get_info, prepare_info},
    {"make_string", make_string, prepare_text},
    {"make_bytes", make_bytes, prepare_text},
    {"make_big", make_big, prepare_text},
    {"own_text", own, prepare_raw},
    {"own_object", own, prepare_object},
    {"own_integer", own, prepare_integer},
    {"raise_error", raise_error, prepare_text},
    {"raise_text", raise_text, prepare_raw},
    {"sequence", call_and_drop, prepare_array},
    {"map", call_and_drop, prepare_map},
    {"dict", call_and_drop, prepare_dict},
    {"find", find_all, prepare_find},
    {"miss", find_all, prepare_miss},
    {"iterate", iterate, prepare_iterate},
    {"contains", use, prepare_contains},
    {"erase_range", make_and_erase, prepare_erase_range},
    {"module_function", call_and_drop, prepare_module_function},
    {"metadata", call_and_drop, prepare_metadata},
    {"append", append_and_drop, prepare_append},
    {"get_item", use, prepare_get_item},
    {"set_item", use, prepare_set_item},
    {"erase", set_and_erase, prepare_erase},
    {"mismatch", mismatch, prepare_mismatch},
    {"parse_dtype", parse_dtype, prepare_dtype},
    {"print_dtype", print_dtype, prepare_dtype},
    {"get_stream", get_stream, prepare_stream},
    {"set_stream", set_stream, prepare_stream},
    {"init_once", init_once, NULL},
    {"check_signals", check_signals, NULL},
    {"import_tensor", import_tensor, prepare_tensor},
    {"import_versioned", import_versioned, prepare_tensor},
    {"export_tensor", export_tensor, prepare_import},
    {"export_versioned", export_versioned, prepare_import},
    {"view_tensor", view_tensor, prepare_import},
};

__attribute__((noinline)) void measured(void (*operation)(void), long calls) {
  for (long i = 0; i < calls; ++i) operation();
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* `find/1000/24`: the operation, and what is prepared. */
static const Operation* find_operation(const char* asked, int64_t* n, int64_t* m) {
  char called[64];
  *n = *m = 0;
  if (sscanf(asked, "%63[^/]/%ld/%ld", called, n, m) < 1) die("no operation", asked);
  for (size_t i = 0; i < sizeof operations / sizeof *operations; ++i) {
    if (strcmp(operations[i].name, called) == 0) return &operations[i];
  }
  die("no such operation", asked);
  return NULL;
}

int main(int count, char** arguments) {
  int64_t n, m;
  if (count < 5) die("usage", "runtime LIBRARY OPERATION WARM CALLS [REPEATS]");
  path = arguments[1];
  load();
  const Operation* of = find_operation(arguments[2], &n, &m);
  long calls = atol(arguments[4]);
  if (of->prepare != NULL) of->prepare(n, m);
  measured(of->operation, atol(arguments[3]));
  if (count < 6) {
    measured(of->operation, calls);
    return 0;
  }
  for (int repeats = atoi(arguments[5]); repeats > 0; --repeats) {
    double start = now();
    measured(of->operation, calls);
    printf("%.3f\n", (now() - start) / (double)calls);
  }
  return 0;
}
