// Signatures: whether the small host can read one, and whether a reply keeps to it.

#ifndef COMPONENT_TEST_SIGNATURE_H
#define COMPONENT_TEST_SIGNATURE_H

#include "form.h"

// Reads a whole signature.
//
// OWNERSHIP: everything is borrowed, and so in all functions of this file.
// THREADS: the reader's own; of what has no reader, any.
static inline void component_test_read_signature(component_test_reader *reader) {
  component_test_need(reader, '(');
  if (!component_test_take(reader, ')')) {
    do {
      component_test_word(reader);
      component_test_need(reader, ':');
      component_test_read_type(reader, NULL);
      if (component_test_take(reader, '=')) component_test_skip_default(reader);
    } while (component_test_take(reader, ','));
    component_test_need(reader, ')');
  }
  if (component_test_take(reader, '-')) {
    component_test_need(reader, '>');
    reader->reply = reader->at;
    component_test_read_type(reader, NULL);
  }
  if (component_test_next(reader)) reader->is_broken = true;
}

// Whether all signatures and types of a generation can be read; of the first that can't, it is told from where on.
static inline bool component_test_reads_signatures(const component_test_generation *now) {
  bool is_so = true;
  for (size_t index = 0; is_so && index < now->type_count + now->action_count; index++) {
    size_t place = index - now->type_count;
    bool is_type = index < now->type_count;
    const char *text = is_type ? now->types[index].definition : now->actions[place].signature;
    component_test_reader reader = component_test_reader_of(now, text);
    if (is_type) component_test_read_type(&reader, NULL);
    else if (*text) component_test_read_signature(&reader);
    is_so = !reader.is_broken && component_test_next(&reader) == 0;
    if (is_so) continue;
    fprintf(stderr, "error: the %s of '%s' can't be read from here on: %s\n", is_type ? "type" : "signature",
            is_type ? now->types[index].name : now->actions[place].name, reader.at);
  }
  return is_so;
}

// The first place where a reply is not what its action declares, as a sentence; empty where there is none.
static inline component_message component_test_misfit(const component_test_generation *now,
                                                      const component_test_action *action,
                                                      const component_value *reply) {
  component_test_reader reader = component_test_reader_of(now, action->signature);
  if (*action->signature) component_test_read_signature(&reader);
  if (reader.reply && !reader.is_broken) {
    reader.at = reader.reply;
    component_test_read_type(&reader, reply);
  }
  free(reader.place.bytes);
  return reader.misfit;
}

#endif
