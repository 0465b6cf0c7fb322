// Forms: types as signatures write them, and whether a value is of one.

#ifndef COMPONENT_TEST_FORM_H
#define COMPONENT_TEST_FORM_H

#include "../author/conversion.h"
#include "../author/date.h"
#include "../author/refusal.h"
#include "reader.h"

// Says that a value is not what it must be, if nothing was said before.
//
// OWNERSHIP: everything is borrowed, and so in all functions of this file.
// THREADS: the reader's own, and so for all functions of this file.
static inline void component_test_say_misfit(component_test_reader *reader, const char *what, component_text kind,
                                             const component_value *value) {
  component_message *message = &reader->misfit;
  if (message->length > 0) return;
  component_message_say(message, reader->place.length > 0 ? "the reply's '" : "the reply");
  component_message_quote(message, component_text_of(reader->place.bytes));
  component_message_say(message, reader->place.length > 0 ? "'" : "");
  component_message_say(message, what);
  component_message_add(message, kind);
  if (!value) return;
  component_message_say(message, ", not ");
  char number[32];
  snprintf(number, sizeof(number), "the int %lld", value->kind == COMPONENT_KIND_INT ? (long long)value->as.integer : 0);
  // Where ints are listed, or a double can't hold it, the int is what is wrong.
  bool is_shown = value->kind == COMPONENT_KIND_INT && kind.length > 0 &&
                  (component_text_is(kind, "a double") || strchr("-0123456789", kind.bytes[0]));
  if (is_shown) component_message_say(message, number);
  else component_message_found(message, value);
}

// Steps over a type, of which `value` has to be; without one it is only read.
static inline void component_test_read_type(component_test_reader *reader,
                                            const component_value *value);

// Holds a value against the type that begins at `type`, which was read before, as what lies in the reply at a key or, where
// there is none, at an index.
static inline void component_test_hold_inside(component_test_reader *reader, const char *type,
                                              const component_value *value, const component_text *key,
                                              size_t index) {
  const char *at = reader->at;
  size_t length = reader->place.length, names = reader->names;
  char number[32];
  snprintf(number, sizeof(number), "[%zu]", index);
  if (key && length > 0) component_test_say(&reader->place, ".");
  if (key) component_test_add(&reader->place, key->bytes, key->length);
  else component_test_say(&reader->place, number);
  reader->at = type;
  reader->names = 0;
  component_test_read_type(reader, value);
  reader->at = at;
  reader->names = names;
  reader->place.length = length;
  reader->place.bytes[length] = 0;
}

// Steps over "[T]" or "[text: T]".
static inline void component_test_read_list(component_test_reader *reader,
                                            const component_value *value) {
  component_test_need(reader, '[');
  const char *type = reader->at;
  component_test_read_type(reader, NULL);
  bool is_map = component_test_take(reader, ':');
  if (is_map) {
    type = reader->at;
    component_test_read_type(reader, NULL);
  }
  component_test_need(reader, ']');
  if (!value || reader->is_broken) return;
  if (value->kind != (is_map ? COMPONENT_KIND_MAP : COMPONENT_KIND_LIST)) {
    component_test_say_misfit(reader, " must be ", component_text_of(is_map ? "a map" : "a list"), value);
    return;
  }
  for (size_t index = 0; index < value->count; index++) {
    if (is_map) {
      const component_entry *entry = &value->as.entries[index];
      component_test_hold_inside(reader, type, &entry->value, &entry->key, 0);
    } else {
      component_test_hold_inside(reader, type, &value->as.items[index], NULL, index);
    }
  }
}

// How the type at `reader` takes null: 2 where it may be left out as well, 1 where it may be null, 0 where it may not.
static inline int component_test_takes_null(component_test_reader reader) {
  for (int names = 0; names < 256; names++) {
    char first = component_test_next(&reader);
    bool is_word = first && !strchr("[{\"-0123456789", first);
    const char *start = reader.at;
    component_test_read_type(&reader, NULL);
    if (reader.is_broken) return 0;
    if (reader.at[-1] == '?') return 2;
    reader.at = start;
    if (!is_word) return 0;
    component_text word = component_test_word(&reader);
    if (component_text_is(word, "any") || component_text_is(word, "nothing")) return 1;
    const char *definition = component_test_definition(reader.known, word);
    if (!definition) return 0;
    reader.at = definition;
    reader.end = definition + strlen(definition);
  }
  return 0;
}

// Where the type of a field begins, among the fields that begin at `first`; null where there is none of that name.
static inline const char *component_test_field(component_test_reader *reader, const char *first, component_text name) {
  reader->at = first;
  while (component_test_next(reader) && component_test_next(reader) != '}') {
    component_text field = component_test_word(reader);
    component_test_need(reader, ':');
    component_test_next(reader);
    if (field.length == name.length && memcmp(field.bytes, name.bytes, name.length) == 0) return reader->at;
    component_test_read_type(reader, NULL);
    component_test_take(reader, ',');
  }
  return NULL;
}

// Says that a field is missing, whose type comes next.
static inline void component_test_say_missing(component_test_reader *reader, component_text name) {
  size_t length = reader->place.length;
  component_text type = COMPONENT_ZERO;
  component_message words = COMPONENT_ZERO;
  type.bytes = reader->at;
  component_test_read_type(reader, NULL);
  type.length = (size_t)(reader->at - type.bytes);
  while (strchr(" \t\r\n", type.bytes[type.length - 1])) type.length--;
  component_message_say(&words, " is missing (");
  component_message_add(&words, type);
  component_message_say(&words, ")");
  type.bytes = words.bytes;
  type.length = words.length;
  if (length > 0) component_test_say(&reader->place, ".");
  component_test_add(&reader->place, name.bytes, name.length);
  component_test_say_misfit(reader, "", type, NULL);
  reader->place.length = length;
  reader->place.bytes[length] = 0;
}

// Holds a map against the fields that begin at `first`: what is in it, in its order, and then what is not.
static inline void component_test_hold_fields(component_test_reader *reader, const char *first,
                                              const component_value *map) {
  for (size_t index = 0; index < map->count; index++) {
    const component_entry *entry = &map->as.entries[index];
    const char *type = component_test_field(reader, first, entry->key);
    if (type && entry->value.kind == COMPONENT_KIND_NULL && component_test_takes_null(*reader) == 0) {
      component_test_say_missing(reader, entry->key);
    } else if (type) {
      component_test_hold_inside(reader, type, &entry->value, &entry->key, 0);
    } else {
      component_message key = COMPONENT_ZERO;
      component_text words = COMPONENT_ZERO;
      component_message_say(&key, " has the unknown key '");
      component_message_quote(&key, entry->key);
      component_message_say(&key, "'");
      words.bytes = key.bytes;
      words.length = key.length;
      component_test_say_misfit(reader, "", words, NULL);
    }
  }
  reader->at = first;
  while (component_test_next(reader) && component_test_next(reader) != '}') {
    component_text name = component_test_word(reader);
    component_test_need(reader, ':');
    component_test_next(reader);
    size_t index = 0;
    while (index < map->count && (map->as.entries[index].key.length != name.length ||
                                  memcmp(map->as.entries[index].key.bytes, name.bytes, name.length) != 0)) {
      index++;
    }
    bool is_missing = index == map->count && component_test_takes_null(*reader) < 2;
    if (is_missing) component_test_say_missing(reader, name);
    else component_test_read_type(reader, NULL);
    component_test_take(reader, ',');
  }
}

// Steps over "{name: T, …}".
static inline void component_test_read_fields(component_test_reader *reader, const component_value *value) {
  component_test_need(reader, '{');
  const char *first = reader->at;
  if (!component_test_take(reader, '}')) {
    do {
      component_test_word(reader);
      component_test_need(reader, ':');
      component_test_read_type(reader, NULL);
    } while (component_test_take(reader, ','));
    component_test_need(reader, '}');
  }
  if (!value || reader->is_broken) return;
  if (value->kind != COMPONENT_KIND_MAP) {
    component_test_say_misfit(reader, " must be ", component_text_of("a map"), value);
    return;
  }
  const char *end = reader->at;
  component_test_hold_fields(reader, first, value);
  reader->at = end;
}

// Steps over texts or ints, one of which it is: "plain" | "rich".
static inline void component_test_read_choice(component_test_reader *reader, const component_value *value) {
  component_test_text text = COMPONENT_ZERO;
  component_message all = COMPONENT_ZERO;
  int64_t number = 0;
  size_t count = 0;
  bool is_one = false, is_text = component_test_next(reader) == '"';
  bool is_int = value && value->kind != COMPONENT_KIND_TEXT && component_as_int(value, &number);
  do {
    component_test_next(reader);
    component_text choice = COMPONENT_ZERO;
    choice.bytes = reader->at;
    if (is_text) {
      text.length = 0;
      component_test_unquote(reader, &text);
      component_text said = value ? component_text_in(value) : component_text_of(NULL);
      bool is_same = said.length == text.length && (said.length == 0 || !memcmp(said.bytes, text.bytes, text.length));
      is_one = is_one || (value && value->kind == COMPONENT_KIND_TEXT && !reader->is_broken && is_same);
    } else {
      char *end = NULL;
      // A signature is NUL-terminated, and its next sign is no part of a number.
      is_one = (strtoll(reader->at, &end, 10) == number && is_int) || is_one;
      if (end == reader->at || strchr(".eE", *end ? *end : ' ')) reader->is_broken = true;
      else reader->at = end;
    }
    choice.length = (size_t)(reader->at - choice.bytes);
    if (count++ > 0) component_message_say(&all, ", ");
    component_message_add(&all, choice);
  } while (component_test_take(reader, '|'));
  free(text.bytes);
  if (!value || is_one || reader->is_broken) return;
  component_text words = COMPONENT_ZERO;
  words.bytes = all.bytes;
  words.length = all.length;
  component_test_say_misfit(reader, count > 1 ? " must be one of " : " must be ", words, value);
}

// Whether a value is of a type that has a name in every component; -1 where `name` is none, and `words` says it.
static inline int component_test_is_basic(component_text name, const component_value *value, const char **words) {
  static const struct {
    const char *name, *words;
    int kind;
  } types[] = {{"any", "a value", -1},
               {"bool", "a bool", COMPONENT_KIND_BOOL},
               {"int", "an int", COMPONENT_KIND_INT},
               {"double", "a double", COMPONENT_KIND_DOUBLE},
               {"text", "text", COMPONENT_KIND_TEXT},
               {"bytes", "bytes", COMPONENT_KIND_BYTES},
               {"date", "a date like 2026-11-21T09:30:00Z", COMPONENT_KIND_TEXT},
               {"object", "an object", COMPONENT_KIND_OBJECT},
               {"function", "a function", COMPONENT_KIND_FUNCTION},
               {"nothing", "null", COMPONENT_KIND_NULL}};
  for (size_t index = 0; index < COMPONENT_COUNT(types); index++) {
    int64_t integer;
    double number;
    component_date date;
    if (!component_text_is(name, types[index].name)) continue;
    *words = types[index].words;
    int kind = types[index].kind;
    // A day alone is no moment in a reply, for nobody makes one of it. A number counts as the other kind where it is exact.
    if (component_text_is(name, "date")) return value->count > 10 && component_as_date(value, &date);
    if (kind == COMPONENT_KIND_INT && value->kind == COMPONENT_KIND_DOUBLE) return component_as_int(value, &integer);
    if (kind == COMPONENT_KIND_DOUBLE && value->kind == COMPONENT_KIND_INT) return component_as_double(value, &number);
    return kind < 0 || value->kind == (component_kind)kind;
  }
  return -1;
}

// Steps over the name of a type.
static inline void component_test_read_name(component_test_reader *reader,
                                            const component_value *value) {
  const component_value null = component_null();
  const char *words = "", *start = reader->at;
  component_text name = component_test_word(reader);
  int is_basic = component_test_is_basic(name, value ? value : &null, &words);
  if (is_basic == 0 && value) component_test_say_misfit(reader, " must be ", component_text_of(words), value);
  if (is_basic >= 0 || reader->is_broken) return;
  const char *definition = component_test_definition(reader->known, name);
  // One that leads to itself would never end.
  if (!definition || (value && reader->names == 256)) {
    reader->is_broken = true;
    reader->at = start;
    return;
  }
  if (!value) return;
  const char *at = reader->at, *end = reader->end;
  reader->at = definition;
  reader->end = definition + strlen(definition);
  reader->names++;
  component_test_read_type(reader, value);
  reader->names--;
  reader->at = at;
  reader->end = end;
}

static inline void component_test_read_type(component_test_reader *reader,
                                            const component_value *value) {
  char first = component_test_next(reader);
  if (value && value->kind == COMPONENT_KIND_NULL && component_test_takes_null(*reader) > 0) value = NULL;
  if (first == '[') component_test_read_list(reader, value);
  else if (first == '{') component_test_read_fields(reader, value);
  else if (first && strchr("\"-0123456789", first)) component_test_read_choice(reader, value);
  else component_test_read_name(reader, value);
  component_test_take(reader, '?');
}

#endif
