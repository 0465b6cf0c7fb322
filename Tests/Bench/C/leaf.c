// What the floors call: the least that can be on the other side of a library's border.
#include <stdint.h>

int64_t leaf(int64_t number) { return number + 1; }
