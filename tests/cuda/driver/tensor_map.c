/* Descriptors for the tensor memory accelerator: the record has their arguments, and their bytes can be recognised. */
#include "fake.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 16 };

static _Atomic unsigned num_maps;

static const char *list_64(const uint64_t *numbers, unsigned count) {
  char text[256] = "";
  for (unsigned i = 0; i < count; ++i) {
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s%llu", i == 0 ? "" : " ", (unsigned long long)numbers[i]);
  }
  return fake_text("%s", text);
}

static const char *list_32(const uint32_t *numbers, unsigned count) {
  uint64_t wide[5] = {0};
  for (unsigned i = 0; i < count && i < 5; ++i) wide[i] = numbers[i];
  return list_64(wide, count);
}

/* 0x7a00 in the first words, then a different number for each map. */
static void fill(uint64_t *map) {
  unsigned number = num_maps++;
  for (unsigned i = 0; i < WORDS; ++i) map[i] = 0x7a00000000000000 | (uint64_t)i << 32 | number;
}

/* type | rank | address | extents | strides in bytes | box | element strides | interleave | swizzle | promotion | fill */
EXPORT CUresult cuTensorMapEncodeTiled(uint64_t *map, int type, uint32_t rank, void *address, const uint64_t *dims, const uint64_t *strides,
                                       const uint32_t *box, const uint32_t *element_strides, int interleave, int swizzle, int promotion,
                                       int out_of_bounds) {
  if (rank == 0 || rank > 5) {
    CALL("rank %u", rank);
    return fake_refuse(INVALID_VALUE);
  }
  CALL("%d | %u | %#llx | %s | %s | %s | %s | %d | %d | %d | %d", type, rank, (unsigned long long)(uintptr_t)address, list_64(dims, rank),
       list_64(strides, rank - 1), list_32(box, rank), list_32(element_strides, rank), interleave, swizzle, promotion, out_of_bounds);
  if ((uintptr_t)map % 64 != 0 || (uintptr_t)address % 16 != 0) return fake_refuse(INVALID_VALUE);
  fill(map);
  return SUCCESS;
}

EXPORT CUresult cuTensorMapEncodeIm2col(uint64_t *map, int type, uint32_t rank, void *address, const uint64_t *dims, const uint64_t *strides,
                                        const int *lower, const int *upper, uint32_t channels, uint32_t pixels,
                                        const uint32_t *element_strides, int interleave, int swizzle, int promotion, int out_of_bounds) {
  (void)lower, (void)upper;
  if (rank < 3 || rank > 5) {
    CALL("rank %u", rank);
    return fake_refuse(INVALID_VALUE);
  }
  CALL("%d | %u | %#llx | %s | %s | %u | %u | %s | %d | %d | %d | %d", type, rank, (unsigned long long)(uintptr_t)address,
       list_64(dims, rank), list_64(strides, rank - 1), channels, pixels, list_32(element_strides, rank), interleave, swizzle, promotion,
       out_of_bounds);
  fill(map);
  return SUCCESS;
}

/* ---- for tests ---- */

/* The number of the next map. */
EXPORT unsigned fake_next_map(void) { return num_maps; }
