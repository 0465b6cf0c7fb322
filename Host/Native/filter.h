// Writes a filter of system calls, instruction by instruction.

#ifndef HOST_FILTER_H
#define HOST_FILTER_H

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>

struct program {
  struct sock_filter code[768];
  unsigned count;
};

static inline void add(struct program *program, uint16_t code, uint32_t value, uint8_t then, uint8_t otherwise) {
  if (program->count < sizeof program->code / sizeof program->code[0])
    program->code[program->count] = (struct sock_filter){code, then, otherwise, value};
  program->count++;
}

static inline void load(struct program *program, size_t offset) {
  add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static inline void end(struct program *program, uint32_t action) { add(program, BPF_RET | BPF_K, action, 0, 0); }
static inline void allow(struct program *program) { end(program, SECCOMP_RET_ALLOW); }
static inline void fail(struct program *program, int error) { end(program, SECCOMP_RET_ERRNO | (uint32_t)error); }

// Each is followed by what happens if it is so, one instruction.
static inline void if_equal(struct program *program, uint32_t value) { add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1); }
static inline void if_above(struct program *program, uint32_t value) { add(program, BPF_JMP | BPF_JGT | BPF_K, value, 0, 1); }
static inline void if_any(struct program *program, uint32_t bits) { add(program, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1); }

static inline void only(struct program *program, uint32_t bits) { add(program, BPF_ALU | BPF_AND | BPF_K, bits, 0, 0); }

// The kernel reads the lower half of these arguments only; both processors keep it first.
static inline void argument(struct program *program, int index) {
  load(program, offsetof(struct seccomp_data, args) + 8 * (size_t)index);
}

// What stands between the two is for this call, and has to end it.
static inline unsigned begin(struct program *program, uint32_t call) {
  if_equal(program, call);
  return program->count - 1;
}

static inline void close_block(struct program *program, unsigned begun) {
  if (begun < sizeof program->code / sizeof program->code[0])
    program->code[begun].jf = (uint8_t)(program->count - begun - 1);
}

static inline void refuse(struct program *program, uint32_t call) {
  if_equal(program, call);
  fail(program, EPERM);
}

static inline void refuse_all(struct program *program, const uint16_t *calls, size_t count) {
  for (size_t i = 0; i < count; i++) refuse(program, calls[i]);
}

#define REFUSE_ALL(program, calls) refuse_all(program, calls, sizeof calls / sizeof calls[0])

// Refused where an argument is one of these.
static inline void refuse_if(struct program *program, uint32_t call, int index, const uint32_t *values, size_t count) {
  unsigned block = begin(program, call);
  argument(program, index);
  for (size_t i = 0; i < count; i++) {
    if_equal(program, values[i]);
    fail(program, EPERM);
  }
  allow(program);
  close_block(program, block);
}

#define REFUSE_IF(program, call, index, ...)                                                     \
  do {                                                                                           \
    const uint32_t values[] = {__VA_ARGS__};                                                     \
    refuse_if(program, call, index, values, sizeof values / sizeof values[0]);                   \
  } while (0)

// Allowed where an argument is one of these two only.
static inline void allow_only(struct program *program, uint32_t call, int index, uint32_t one, uint32_t other) {
  unsigned block = begin(program, call);
  argument(program, index);
  if_equal(program, one);
  allow(program);
  if_equal(program, other);
  allow(program);
  fail(program, EPERM);
  close_block(program, block);
}

#endif
