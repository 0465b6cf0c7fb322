#define _GNU_SOURCE
#include "native.h"

#include <elf.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>

// The program's own table of symbols, as the dynamic loader reads it.
static const ElfW(Sym) *symbols;
static const char *strings;
static const uint16_t *versions;
static ElfW(Addr) base;
// The hash table: a filter, buckets, and for each bucket a run of hashes, one for each symbol from the first on.
static uint32_t bucket_count, first_symbol, filter_count, filter_shift;
static const ElfW(Addr) *filter;
static const uint32_t *buckets, *chains;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char core[] = "libswiftCore.so";

// glibc has made addresses of what the dynamic section says, but where the section is read-only.
static const void *there(ElfW(Addr) address) { return (const void *)(address < base ? base + address : address); }

static void find_program(void) {
  const ElfW(Phdr) *header = (const ElfW(Phdr) *)getauxval(AT_PHDR);
  size_t count = getauxval(AT_PHNUM);
  const ElfW(Phdr) *dynamic = NULL;
  if (!header) return;
  for (size_t index = 0; index < count; index++) {
    if (header[index].p_type == PT_PHDR) base = (ElfW(Addr))header - header[index].p_vaddr;
    if (header[index].p_type == PT_DYNAMIC) dynamic = &header[index];
  }
  if (!dynamic) return;
  const ElfW(Sym) *found = NULL;
  const uint32_t *hash = NULL;
  size_t soname = 0;
  for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(base + dynamic->p_vaddr); entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_SYMTAB) found = there(entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRTAB) strings = there(entry->d_un.d_ptr);
    if (entry->d_tag == DT_GNU_HASH) hash = there(entry->d_un.d_ptr);
    if (entry->d_tag == DT_VERSYM) versions = there(entry->d_un.d_ptr);
    if (entry->d_tag == DT_SONAME) soname = entry->d_un.d_val;
  }
  if (!found || !strings || !hash || !soname || strcmp(strings + soname, core) != 0) return;
  bucket_count = hash[0];
  first_symbol = hash[1];
  filter_count = hash[2];
  filter_shift = hash[3];
  filter = (const ElfW(Addr) *)(hash + 4);
  buckets = (const uint32_t *)(filter + filter_count);
  chains = buckets + bucket_count;
  if (bucket_count != 0 && filter_count != 0) symbols = found;
}

static bool is_program_core(void) {
  pthread_once(&once, find_program);
  return symbols != NULL;
}

// Functions and data, with no version, that other images may bind to and that lie where the table says.
static bool is_plain(size_t index) {
  const ElfW(Sym) *symbol = &symbols[index];
  unsigned char type = symbol->st_info & 15, binding = symbol->st_info >> 4, visibility = symbol->st_other & 3;
  return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_ABS && type <= STT_FUNC &&
         (binding == STB_GLOBAL || binding == STB_WEAK) && (visibility == STV_DEFAULT || visibility == STV_PROTECTED) &&
         (!versions || versions[index] == 1);
}

// Where the program has a symbol; 0 where it has not.
static ElfW(Addr) find(const char *name) {
  uint32_t hash = 5381;
  const unsigned char *byte = (const unsigned char *)name;
  // Two at a time: each step waits for the one before.
  for (; byte[0] && byte[1]; byte += 2) hash = hash * (33 * 33) + (byte[0] * 33u + byte[1]);
  if (*byte) hash = hash * 33 + *byte;
  const uint32_t bits = sizeof(ElfW(Addr)) * 8;
  ElfW(Addr) word = filter[hash / bits & (filter_count - 1)];
  if (!(word >> hash % bits & word >> (hash >> filter_shift) % bits & 1)) return 0;
  uint32_t index = buckets[hash % bucket_count];
  if (index < first_symbol) return 0;
  for (;; index++) {
    uint32_t other = chains[index - first_symbol];
    if ((other | 1) == (hash | 1) && strcmp(strings + symbols[index].st_name, name) == 0 && is_plain(index)) {
      return base + symbols[index].st_value;
    }
    if (other & 1) return 0;
  }
}

bool host_program_has(const char *name) { return is_program_core() && find(name) != 0; }

bool host_bind(
    void *table, size_t count, const char *names, size_t names_size, const uint16_t *named, size_t *unbound
) {
  *unbound = 0;
  if (!is_program_core() || names_size == 0 || names[names_size - 1] != 0) return false;
  // Before this one the C library added a library's own address to an absolute symbol's.
  if (strverscmp(gnu_get_libc_version(), "2.28") < 0) return false;
  _Static_assert(sizeof(ElfW(Sym)) == 24, "the table is read as one of 64-bit symbols");
  ElfW(Sym) *symbol = table;
  for (size_t index = 1; index < count; index++) {
    unsigned char type = symbol[index].st_info & 15, binding = symbol[index].st_info >> 4;
    // The versions of the C library's symbols are the loader's to compare.
    if (symbol[index].st_shndx != SHN_UNDEF || symbol[index].st_name >= names_size || (named && (named[index] & 0x7fff) > 1)) {
      continue;
    }
    if (type > STT_FUNC || (binding != STB_GLOBAL && binding != STB_WEAK) || symbol[index].st_other != STV_DEFAULT) {
      *unbound += 1;
      continue;
    }
    const char *name = names + symbol[index].st_name;
    ElfW(Addr) address = find(name);
    if (address != 0) {
      symbol[index].st_value = address;
      symbol[index].st_shndx = SHN_ABS;
      symbol[index].st_info = (unsigned char)(STB_LOCAL << 4 | type);
    } else if (binding == STB_GLOBAL || *name != '_') {
      // Weak ones with an underscore are the compiler's, which asks for them and does without.
      *unbound += 1;
    }
  }
  return true;
}
