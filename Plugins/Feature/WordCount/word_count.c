// WordCount: a component in C, written against component.h and its author's header alone.

#include <stdlib.h>

#include "component_author.h"
#include "word_counting.h"

// How many bytes are counted between two looks at whether anybody still waits.
#define PIECE ((size_t)1 << 20)
#define TOP_LIMIT 1000

static int32_t reply_counts(component_call *call, component_text text) {
  word_counts counts = COMPONENT_ZERO;
  for (size_t place = 0; place < text.length; place += PIECE) {
    size_t left = text.length - place;
    if (component_is_cancelled(call)) {
      return component_fail(call, COMPONENT_FAILURE_CANCELLED, "cancelled", "the call was given up");
    }
    word_counts_add(&counts, text.bytes + place, left < PIECE ? left : PIECE);
    if (left > PIECE) {
      component_report_progress(call, (double)(place + PIECE) / (double)text.length, "counting");
    }
  }
  const component_entry entries[] = {
      component_pair("words", component_int((int64_t)counts.words)),
      component_pair("lines", component_int((int64_t)counts.lines)),
      component_pair("characters", component_int((int64_t)counts.characters)),
  };
  return component_reply_map(call, entries, COMPONENT_COUNT(entries));
}

static int32_t count(void *context, component_call *call) {
  component_text text;
  (void)context;
  if (!component_text_parameter(call, "text", &text)) return COMPONENT_OK;
  return reply_counts(call, text);
}

// A call about a book of Library, while Library is asked.
typedef struct book_count {
  component_call *call;
  bool is_book;
} book_count;

static void refuse_reply(component_call *call) {
  component_fail(call, COMPONENT_FAILURE_FAILED, "unexpected_reply",
                 "Library replied something else than was asked for");
}

// Where Library is gone a fallback may answer in its place, so the shape of a reply is looked at.
static void hear_book(void *context, const component_value *reply, const component_failure *failure) {
  book_count *counting = context;
  if (failure) {
    component_pass_on(counting->call, NULL, failure);
  } else if (reply->kind == COMPONENT_KIND_MAP) {
    counting->is_book = true;
  } else {
    refuse_reply(counting->call);
  }
}

static void hear_text(void *context, const component_value *reply, const component_failure *failure) {
  book_count *counting = context;
  if (failure) {
    component_pass_on(counting->call, NULL, failure);
  } else if (reply->kind == COMPONENT_KIND_TEXT) {
    reply_counts(counting->call, component_text_in(reply));
  } else {
    refuse_reply(counting->call);
  }
}

static int32_t count_book(void *context, component_call *call) {
  int64_t id;
  (void)context;
  if (!component_int_parameter(call, "id", &id)) return COMPONENT_OK;
  const component_entry entries[] = {component_pair("id", component_int(id))};
  book_count counting = {call, false};
  component_call_action(call->host, "Library", "book", entries, COMPONENT_COUNT(entries), hear_book, &counting);
  if (counting.is_book) {
    component_call_action(call->host, "Library", "text", entries, COMPONENT_COUNT(entries), hear_text, &counting);
  }
  return COMPONENT_OK;
}

static int32_t reply_top(component_call *call, const word_frequency *words, size_t found) {
  // For each word a map of two entries.
  component_value *items = calloc(found + 1, sizeof(component_value));
  component_entry *entries = calloc(found + 1, 2 * sizeof(component_entry));
  int32_t status = COMPONENT_OK;
  if (items && entries) {
    for (size_t index = 0; index < found; index++) {
      component_text word = {words[index].word, words[index].length};
      entries[2 * index] = component_pair("word", component_text_value(word));
      entries[2 * index + 1] = component_pair("count", component_int((int64_t)words[index].count));
      items[index] = component_map(&entries[2 * index], 2);
    }
    status = component_reply_list(call, items, found);
  } else {
    component_fail(call, COMPONENT_FAILURE_FAILED, "no_memory", "there is not enough memory");
  }
  free(entries);
  free(items);
  return status;
}

static int32_t top(void *context, component_call *call) {
  component_text text;
  int64_t limit;
  (void)context;
  if (!component_text_parameter(call, "text", &text)) return COMPONENT_OK;
  if (!component_int_parameter_or(call, "n", 10, &limit)) return COMPONENT_OK;
  if (limit < 1 || limit > TOP_LIMIT) {
    return component_fail_format(call, COMPONENT_FAILURE_INVALID, "out_of_range",
                                 "the parameter 'n' must be from 1 to %d, not %lld", TOP_LIMIT, (long long)limit);
  }
  int32_t status = COMPONENT_OK;
  word_table *table = word_table_make();
  word_frequency *words = calloc((size_t)limit, sizeof(word_frequency));
  if (table && words && word_table_add(table, text.bytes, text.length)) {
    status = reply_top(call, words, word_table_top(table, words, (size_t)limit));
  } else {
    component_fail(call, COMPONENT_FAILURE_FAILED, "no_memory", "there is not enough memory");
  }
  free(words);
  word_table_free(table);
  return status;
}

static const component_type_row types[] = {
    {"Counts", "{words: int, lines: int, characters: int}", "How long a text is"},
    {"Frequency", "{word: text, count: int}", "How often a word occurs"},
};

static const component_row rows[] = {
    {"count", "(text: text) -> Counts", "Counts words, lines and characters", count, "text: what is counted",
     COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_PROGRESS | COMPONENT_ACTION_READS, NULL},
    {"countBook", "(id: int) -> Counts", "Counts those of a book of Library", count_book, "id: the book's number",
     COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_PROGRESS | COMPONENT_ACTION_READS, NULL},
    {"top", "(text: text, n: int = 10) -> [Frequency]", "Finds the most frequent words", top,
     "text: what is counted\n"
     "n: how many words, from 1 to 1000",
     COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS, NULL},
};

COMPONENT_REGISTER(host, registration) {
  static const char summary[] = "Counts the words of a text";
  int32_t status = component_describe(host, registration, "WordCount", summary, 1, 0, 0);
  if (status == COMPONENT_OK) status = component_add_need(host, registration, "Library", COMPONENT_NEED_OPTIONAL);
  if (status == COMPONENT_OK) status = component_add_types(host, registration, types, COMPONENT_COUNT(types));
  if (status == COMPONENT_OK) status = component_add_target(host, registration, "WordCount", summary, 0);
  if (status == COMPONENT_OK) {
    status = component_add_actions(host, registration, "WordCount", rows, COMPONENT_COUNT(rows));
  }
  return status;
}
