/*
 * Reads kernels, parameters, and architectures of images. The images of the tests are trusted.
 */
#include "fake.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FATBIN_MAGIC = 0xBA55ED50, KPARAM_INFO = 0x17, CLUSTER_DIMS = 0x3d, FORMAT_VALUE = 4 };

/* Shared memory that compilers for sm_90 and later add to each kernel. */
enum { RESERVED_SMEM = 1024 };

static Kernel *add_kernel(Library *library, const char *name, size_t length) {
  Kernel *kernel = calloc(1, sizeof *kernel);
  kernel->mark = KERNEL;
  kernel->name = strndup(name, length);
  kernel->library = library;
  kernel->registers = 32;
  Kernel **end = &library->kernels;
  while (*end != NULL) end = &(*end)->next;
  *end = kernel;
  return kernel;
}

static Kernel *find_kernel(Library *library, const char *name) {
  Kernel *kernel = library->kernels;
  while (kernel != NULL && strcmp(kernel->name, name) != 0) kernel = kernel->next;
  return kernel;
}

/* ---- cubins ---- */

/* The `.nv.info` section of one kernel: a list of attributes. Those with format 4 have a length. */
static void read_info(Kernel *kernel, const unsigned char *info, size_t size) {
  size_t at = 0;
  while (at + 4 <= size) {
    unsigned format = info[at], attribute = info[at + 1], length = info[at + 2] | info[at + 3] << 8;
    const unsigned char *value = info + at + 4;
    at += 4 + (format == FORMAT_VALUE ? length : 0);
    if (format != FORMAT_VALUE || length != 12) continue;
    if (attribute == CLUSTER_DIMS) memcpy(kernel->cluster, value, sizeof kernel->cluster);
    if (attribute != KPARAM_INFO) continue;
    unsigned ordinal = value[4] | value[5] << 8, offset = value[6] | value[7] << 8;
    unsigned flags = value[8] | value[9] << 8 | value[10] << 16 | (unsigned)value[11] << 24;
    if (ordinal >= MAX_PARAMETERS) abort();
    kernel->parameters[ordinal] = (ParameterInfo){offset, flags >> 18};
    if (kernel->num_parameters <= ordinal) kernel->num_parameters = ordinal + 1;
  }
}

static int read_cubin(const unsigned char *image, Library *library) {
  const Elf64_Ehdr *header = (const void *)image;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != 190) return 0;
  library->arch = (int)(header->e_ident[EI_ABIVERSION] >= 8 ? header->e_flags >> 8 : header->e_flags) & 0xff;
  const Elf64_Shdr *sections = (const void *)(image + header->e_shoff);
  const char *names = (const char *)image + sections[header->e_shstrndx].sh_offset;
  for (int i = 0; i < header->e_shnum; ++i) {
    const char *name = names + sections[i].sh_name;
    if (strncmp(name, ".text.", 6) == 0) add_kernel(library, name + 6, strlen(name + 6))->registers = (int)(sections[i].sh_info >> 24);
  }
  for (int i = 0; i < header->e_shnum; ++i) {
    const char *name = names + sections[i].sh_name;
    if (strncmp(name, ".nv.info.", 9) == 0) {
      Kernel *kernel = find_kernel(library, name + 9);
      if (kernel != NULL) read_info(kernel, image + sections[i].sh_offset, sections[i].sh_size);
    } else if (strncmp(name, ".nv.shared.", 11) == 0) {
      Kernel *kernel = find_kernel(library, name + 11);
      int reserved = library->arch >= 90 ? RESERVED_SMEM : 0;
      if (kernel != NULL) kernel->static_smem = (int)sections[i].sh_size - reserved;
    }
  }
  return 1;
}

/* The first cubin that is not compressed. All are compiled from one source, so they have the same kernels. */
static int read_fatbin(const unsigned char *image, Library *library) {
  uint64_t size;
  memcpy(&size, image + 8, sizeof size);
  for (uint64_t at = 16; at + sizeof(Elf64_Ehdr) <= size + 16; at += 8) {
    if (memcmp(image + at, ELFMAG, SELFMAG) != 0) continue;
    int is_read = read_cubin(image + at, library);
    library->arch = 0;
    return is_read;
  }
  return 0;
}

/* ---- PTX ---- */

static size_t type_size(const char *type) {
  size_t bits = strtoul(type + 1, NULL, 10);
  return bits / 8;
}

/* One `.param` of an entry: `.align`, types such as `.u64 .ptr`, a name, and the length of an array. */
static ParameterInfo read_parameter(const char *text, const char *end) {
  ParameterInfo info = {0, 0};
  char type[16] = "";
  for (const char *at = text; at < end; ++at) {
    if (*at == '.' && strncmp(at, ".align", 6) != 0 && strncmp(at, ".ptr", 4) != 0 && strncmp(at, ".global", 7) != 0 && type[0] == '\0') {
      sscanf(at + 1, "%15[a-z0-9]", type);
    } else if (*at == '[') {
      info.size = strtoul(at + 1, NULL, 10);
    }
  }
  size_t element = type_size(type);
  info.size = info.size == 0 ? element : info.size * element;
  return info;
}

static void read_parameters(Kernel *kernel, const char *text, const char *end) {
  const char *at = text;
  while ((at = strstr(at, ".param")) != NULL && at < end) {
    const char *stop = at;
    while (stop < end && *stop != ',') ++stop;
    if (kernel->num_parameters == MAX_PARAMETERS) abort();
    kernel->parameters[kernel->num_parameters++] = read_parameter(at + strlen(".param"), stop);
    at = stop;
  }
}

static int read_ptx(const char *text, Library *library) {
  if (strstr(text, ".version") == NULL || strstr(text, ".target") == NULL) return 0;
  const char *at = text;
  while ((at = strstr(at, ".entry")) != NULL) {
    at += strlen(".entry");
    at += strspn(at, " \t\n");
    size_t length = strcspn(at, " (\t\n{");
    Kernel *kernel = add_kernel(library, at, length);
    at += length;
    at += strspn(at, " \t\n");
    const char *end = *at == '(' ? strchr(at, ')') : at;
    if (end == NULL) return 0;
    read_parameters(kernel, at, end);
  }
  return 1;
}

int fake_read_image(const void *image, Library *library) {
  uint32_t magic;
  memcpy(&magic, image, sizeof magic);
  if (memcmp(image, ELFMAG, SELFMAG) == 0) {
    library->format = "cubin";
    return read_cubin(image, library);
  }
  if (magic == FATBIN_MAGIC) {
    library->format = "fatbin";
    return read_fatbin(image, library);
  }
  library->format = "ptx";
  return read_ptx(image, library);
}
