#include "control.h"

#include <string.h>

// `host --connect SOCKET …` has another process do its work, and needs nothing of Swift: it is done before the standard
// library starts, which takes most of such a process's time. That library's constructors come behind this one, and those of
// the C library before it. Where the option stands elsewhere in the command line, or the call came to nothing, the program
// goes on, and says in its own words what is wrong.
__attribute__((constructor(101))) static void connect_early(int count, char **values) {
  static const char option[] = "--connect";
  const size_t length = sizeof option - 1;
  if (count < 2 || strncmp(values[1], option, length) != 0) return;
  const char *path = values[1][length] == '=' ? values[1] + length + 1 : count > 2 && !values[1][length] ? values[2] : NULL;
  if (!path || !*path) return;
  host_control_call_at_start(path, count, values);
  host_control_result result = host_control_of_start();
  if (result.stage == HOST_CONTROL_CLIENT_ANSWERED && result.answer.kind == HOST_CONTROL_ENDED) host_control_end(&result.answer);
}
