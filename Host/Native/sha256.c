#include "native.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const uint32_t factors[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

static void add_block(uint32_t state[8], const uint8_t *block) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++) {
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
           block[4 * i + 3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t a = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3;
    uint32_t b = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  memcpy(s, state, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t e = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25);
    uint32_t one = s[7] + e + ((s[4] & s[5]) ^ (~s[4] & s[6])) + factors[i] + w[i];
    uint32_t a = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22);
    uint32_t two = a + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof s[0]);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; i++) state[i] += s[i];
}

int host_sha256_of_file(int descriptor, uint8_t *digest) {
  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint8_t part[1 << 14];
  uint64_t size = 0;
  // What is left of the part before, which is less than a block.
  size_t filled = 0;
  for (;;) {
    ssize_t count = pread(descriptor, part + filled, sizeof part - filled, (off_t)size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    if (count == 0) break;
    size += (uint64_t)count;
    filled += (size_t)count;
    size_t done = 0;
    for (; done + 64 <= filled; done += 64) add_block(state, part + done);
    memmove(part, part + done, filled - done);
    filled -= done;
  }
  part[filled++] = 0x80;
  size_t end = filled > 56 ? 128 : 64;
  memset(part + filled, 0, end - filled);
  for (int i = 0; i < 8; i++) part[end - 1 - (size_t)i] = (uint8_t)(size * 8 >> (8 * i));
  for (size_t done = 0; done < end; done += 64) add_block(state, part + done);
  for (int i = 0; i < HOST_SHA256_SIZE; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
  return 0;
}
