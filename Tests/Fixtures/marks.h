// For fixtures that leave marks: a line in the file that the environment names as FIXTURE_MARKS.

#ifndef MARKS_H
#define MARKS_H

#include "fixture.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static inline void mark(const char *word) {
  const char *path = getenv("FIXTURE_MARKS");
  int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644) : -1;
  if (file < 0) return;
  char line[64] = "";
  strncat(line, word, sizeof line - 2);
  strcat(line, "\n");
  if (write(file, line, strlen(line)) < 0) abort();
  close(file);
}

#endif
