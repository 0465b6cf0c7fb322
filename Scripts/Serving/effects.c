// What a soak of a cluster calls elsewhere: an answer that is known beforehand, and an effect of which each one is kept in
// the file that CLUSTER_EFFECTS names. Built in several versions, NAME, MAJOR and MINOR being given.
#include "component_author.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void take_time(component_call *call) {
  usleep((useconds_t)component_get_int(call, "milliseconds", 0) * 1000);
}

COMPONENT_ACTION(twice, call) {
  take_time(call);
  return component_reply_int(call, 2 * component_get_int(call, "number", 0));
}

COMPONENT_ACTION(version, call) { return component_reply_int(call, 1000 * MAJOR + MINOR); }

// The call's number is added to the file, in one write, which comes whole or not at all.
COMPONENT_ACTION(effect, call) {
  int64_t number = component_get_int(call, "number", 0);
  const char *path = getenv("CLUSTER_EFFECTS");
  take_time(call);
  int file = path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
  ssize_t written = file < 0 ? -1 : write(file, &number, sizeof number);
  if (file >= 0) close(file);
  if (written != sizeof number) return component_fail(call, COMPONENT_FAILURE_FAILED, "not_kept", "it can't be kept");
  return component_reply_int(call, number);
}

#define OPEN COMPONENT_ACTION_REMOTE
COMPONENT_DEFINE(.name = NAME, .summary = "Doubles, and keeps what it did", .version = {MAJOR, MINOR, 0},
                 COMPONENT_TARGETS({NAME, "Doubles, and keeps what it did", COMPONENT_ACTIONS(
                     {"twice", "(number: int, milliseconds: int = 0) -> int", "Twice the number", twice, "",
                      OPEN | COMPONENT_ACTION_READS},
                     {"version", "() -> int", "Its version", version, "", OPEN | COMPONENT_ACTION_READS},
                     {"effect", "(number: int, milliseconds: int = 0) -> int", "Keeps the number", effect, "", OPEN})}))
