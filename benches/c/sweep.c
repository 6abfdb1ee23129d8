/*
 * The short functions of the sweep by hand; floor.c has the others. They read arrays where they are, in place
 * of copying them, and do not validate UTF-8.
 */
#include "decode.h"

static COLD int wrong_element(void) { return raise_error("TypeError", "wrong element type"); }

static inline int get_bytes(const TVMFFIAny* arg, TVMFFIByteArray* out) {
  switch (arg->type_index) {
    case kTVMFFISmallBytes:
      out->data = arg->v_bytes;
      out->size = arg->small_str_len;
      return 1;
    case kTVMFFIBytes:
      *out = *(const TVMFFIByteArray*)cell_of(arg->v_obj);
      return 1;
    case kTVMFFIByteArrayPtr:
      *out = *(const TVMFFIByteArray*)arg->v_ptr;
      return 1;
    default:
      return 0;
  }
}

FUNCTION(text_length) {
  TVMFFIByteArray text;
  if (UNLIKELY(num_args != 1)) return wrong_arity();
  if (UNLIKELY(!get_str(&args[0], &text))) return wrong_type();
  set_int(result, (int64_t)text.size);
  return 0;
}

FUNCTION(bytes_length) {
  TVMFFIByteArray bytes;
  if (UNLIKELY(num_args != 1)) return wrong_arity();
  if (UNLIKELY(!get_bytes(&args[0], &bytes))) return wrong_type();
  set_int(result, (int64_t)bytes.size);
  return 0;
}

/* The elements of an Array. */
static inline int get_items(const TVMFFIAny* args, int32_t num_args, const TVMFFIAny** begin, const TVMFFIAny** end) {
  if (UNLIKELY(num_args != 1 || args[0].type_index != kTVMFFIArray)) return 0;
  const TVMFFISeqCell* cell = cell_of(args[0].v_obj);
  *begin = cell->data;
  *end = *begin + cell->size;
  return 1;
}

FUNCTION(vec_int) {
  const TVMFFIAny *item, *end;
  int64_t total = 0;
  if (UNLIKELY(!get_items(args, num_args, &item, &end))) return wrong_type();
  for (; item != end; ++item) {
    if (UNLIKELY(!is_int(item))) return wrong_element();
    total += item->v_int64;
  }
  set_int(result, total);
  return 0;
}

FUNCTION(vec_float) {
  const TVMFFIAny *item, *end;
  double total = 0, value;
  if (UNLIKELY(!get_items(args, num_args, &item, &end))) return wrong_type();
  for (; item != end; ++item) {
    if (UNLIKELY(!get_float(item, &value))) return wrong_element();
    total += value;
  }
  set_float(result, total);
  return 0;
}

FUNCTION(array_ref_str) {
  const TVMFFIAny *item, *end;
  TVMFFIByteArray text;
  int64_t total = 0;
  if (UNLIKELY(!get_items(args, num_args, &item, &end))) return wrong_type();
  for (; item != end; ++item) {
    if (UNLIKELY(!get_str(item, &text))) return wrong_element();
    total += (int64_t)text.size;
  }
  set_int(result, total);
  return 0;
}
