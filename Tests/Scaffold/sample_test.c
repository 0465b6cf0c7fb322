// The small host for tests in C, tried on the sample in C: every way in which a call can go.

#include "component_test.h"

// Answers for the neighbour Good, and for no other.
static int32_t neighbour(void *context, component_call *call) {
  (void)context;
  if (component_text_is(call->target, "Good")) return component_reply_string(call, "ok");
  return component_fail(call, COMPONENT_FAILURE_DENIED, "only_good", "there is only Good");
}

static int32_t twice(void *context, component_call *call) {
  int64_t number;
  (void)context;
  if (!component_int_parameter(call, "n", &number)) return COMPONENT_OK;
  return component_reply_int(call, 2 * number);
}

// Replies how many parameters and hints it was given: 12 is one of the ones, two of the others.
static int32_t counts(void *context, component_call *call) {
  (void)context;
  return component_reply_int(call, (int64_t)(10 * call->parameter_count + call->hint_count));
}

// Of what the table's functions for URLs and map keys are given a plain URL says all itself, and any its hints.
static bool passes_parameters(component_test *test, const component_entry *one) {
  int32_t (*const functions[])(const component_host *, component_text, const component_request *) = {
      test->table.open,     test->table.start_open,     test->table.open_with, test->table.start_open_with,
      test->table.open_key, test->table.start_open_key,
  };
  bool is_right = true;
  test->neighbour = counts;
  for (size_t index = 0; index < COMPONENT_COUNT(functions); index++) {
    component_test_outcome outcome = COMPONENT_ZERO;
    component_request request = component_request_of(one, 1, component_test_ended, &outcome);
    request.hints = one;
    request.hint_count = 2;
    functions[index](&test->table, component_text_of("Good_key"), &request);
    is_right = is_right && strcmp(outcome.text.bytes, index < 2 ? "0" : index < 4 ? "10" : "12") == 0;
    free(outcome.text.bytes);
  }
  test->neighbour = NULL;
  return is_right;
}

// Deadlines are at most as far away as the clock goes on, and never none.
static bool ends_in_time(void) {
  int64_t now = component_now(), soon = component_deadline_in(1000);
  return component_deadline_in(INT64_MAX) == INT64_MAX && component_deadline_in(INT64_MAX / 1000000) == INT64_MAX &&
         component_deadline_after(INT64_MAX) == INT64_MAX && soon >= now + 1000000000 && soon < now + 60000000000 &&
         component_deadline_in(INT64_MIN) >= now && component_deadline_in(-1) <= component_now();
}

// What was waited for in vain is neither there nor not.
static bool knows_presence(void) {
  const int32_t codes[] = {COMPONENT_FAILURE_NOT_FOUND, COMPONENT_FAILURE_REFUSED, COMPONENT_FAILURE_TIMED_OUT,
                           COMPONENT_FAILURE_CANCELLED};
  bool is_right = true;
  for (size_t index = 0; index < COMPONENT_COUNT(codes); index++) {
    component_failure failure = COMPONENT_ZERO;
    int presence = COMPONENT_ABSENT;
    failure.code = codes[index];
    component_note_presence(&presence, NULL, &failure);
    is_right = is_right && presence == (index < 2 ? COMPONENT_ABSENT : COMPONENT_PRESENCE_UNKNOWN);
  }
  return is_right;
}

// Whether the table's function for writing URLs replies this, or fails so: "reason: ...".
static bool names(component_test *test, const char *scheme, const char *target, const component_entry *parameters,
                  size_t count, const char *end) {
  component_test_outcome outcome = COMPONENT_ZERO;
  component_request request = component_request_of(parameters, count, component_test_ended, &outcome);
  request.target = component_text_of(target);
  request.action = component_text_of("run");
  int32_t code = test->table.write_url(&test->table, component_text_of(scheme), &request);
  bool is_so = code == (outcome.is_failure ? COMPONENT_FAILURE_INVALID : COMPONENT_OK) &&
               strncmp(outcome.text.bytes, end, strlen(end)) == 0 &&
               (outcome.is_failure || strlen(end) == strlen(outcome.text.bytes));
  free(outcome.text.bytes);
  return is_so;
}

static bool writes(component_test *test, component_value value, const char *text) {
  const component_entry parameter = component_pair("x", value);
  component_test_text url = COMPONENT_ZERO;
  component_test_say(&url, strstr(text, ": ") ? "" : "\"app://Good/run?x=");
  component_test_say(&url, text);
  component_test_say(&url, strstr(text, ": ") ? "" : "\"");
  bool is_so = names(test, "app", "Good", &parameter, 1, url.bytes);
  free(url.bytes);
  return is_so;
}

// Every day of the calendar is written as it is read, and the days follow one another.
static bool counts_days(void) {
  char last[COMPONENT_DATE_ROOM] = "", room[COMPONENT_DATE_ROOM];
  for (int64_t seconds = COMPONENT_DATE_FIRST; seconds <= COMPONENT_DATE_LAST; seconds += 86400) {
    component_date date;
    component_text text = component_write_date(component_date_of(seconds, 5), room);
    if (!component_read_date(text, &date) || date.seconds != seconds || date.nanosecond != 5) return false;
    text.length = 10;
    if (!component_read_date(text, &date) || date.seconds != seconds || strcmp(last, room) >= 0) return false;
    memcpy(last, room, sizeof last);
  }
  return strcmp(last, "9999-12-31T00:00:00.000000005Z") == 0;
}

// A number of any size is a date.
static bool keeps_dates_in_range(void) {
  const struct {
    int64_t seconds, nanoseconds;
    const char *text;
  } dates[] = {{INT64_MAX, INT64_MAX, "9999-12-31T23:59:59.999999999Z"},
               {INT64_MIN, INT64_MIN, "0000-01-01T00:00:00Z"},
               {INT64_MIN, INT64_MAX, "0000-01-01T00:00:00Z"},
               {INT64_MAX, INT64_MIN, "9999-12-31T23:59:59.999999999Z"},
               {COMPONENT_DATE_LAST, 1000000000, "9999-12-31T23:59:59.999999999Z"},
               {COMPONENT_DATE_LAST + 1, -1, "9999-12-31T23:59:59.999999999Z"},
               {COMPONENT_DATE_FIRST, -1, "0000-01-01T00:00:00Z"},
               {COMPONENT_DATE_FIRST - 1, 1000000001, "0000-01-01T00:00:00.000000001Z"},
               {0, -1, "1969-12-31T23:59:59.999999999Z"}};
  char room[COMPONENT_DATE_ROOM];
  for (size_t index = 0; index < COMPONENT_COUNT(dates); index++) {
    component_write_date(component_date_of(dates[index].seconds, dates[index].nanoseconds), room);
    if (strcmp(room, dates[index].text) != 0) return false;
  }
  return true;
}

// URLs are the host's byte for byte, also where something shorter would read as the same.
static int write_urls(component_test *test) {
  const component_value items[] = {component_int(-1), component_double(1e-300),
                                   component_string("\t\x7f\"\xe2\x80\xae")};
  const uint8_t bytes[] = {251, 255, 0, 1};
  const component_entry map[] = {component_pair("a b", component_list(NULL, 0)),
                                 component_pair("raw", component_bytes(bytes, 4))};
  const component_entry query[] = {
      component_pair("to", component_string("a b\xc3\xbc&~")), component_pair("none", component_null()),
      component_pair("on", component_bool(true)),              component_pair("off", component_bool(false)),
      component_pair("list", component_list(items, 3)),
  };
  if (!names(test, "APP", "Good.Sub", NULL, 0, "\"app://Good.Sub/run\"")) return 2;
  if (!names(test, "app", "Good", query, COMPONENT_COUNT(query),
             "\"app://Good/run?to=a%20b%C3%BC%26~&on=true&off=false"
             "&list=%5B-1%2C1e-300%2C%22%5Ct%5Cu007f%5C%22%5Cu202e%22%5D\"")) {
    return 10;
  }
  if (!writes(test, component_map(map, 2), "%7B%22a%20b%22%3A%5B%5D%2C%22raw%22%3A%22%2B%2F8AAQ%3D%3D%22%7D")) {
    return 11;
  }
  if (!writes(test, component_bytes(bytes, 2), "%2B%2F8%3D") || !writes(test, component_bytes(NULL, 0), "")) return 12;
  const struct {
    double number;
    const char *text;
  } doubles[] = {{10, "10.0"},
                 {150, "150.0"},
                 {-0.0, "-0.0"},
                 {0.0001, "0.0001"},
                 {0.00012345, "0.00012345"},
                 {1e-5, "1e-05"},
                 {1.5e-7, "1.5e-07"},
                 {1e15, "1000000000000000.0"},
                 {9007199254740992.0, "9007199254740992.0"},
                 {-9007199254740994.0, "-9.007199254740994e%2B15"},
                 {1e16, "1e%2B16"},
                 {1e300, "1e%2B300"},
                 {5e-324, "5e-324"},
                 {0.1 + 0.2, "0.30000000000000004"}};
  for (size_t index = 0; index < COMPONENT_COUNT(doubles); index++) {
    if (!writes(test, component_double(doubles[index].number), doubles[index].text)) return 13;
  }
  // What the host refuses.
  const char *const wrong[] = {"", "a[", "a]b", "a\n", "a\xe2\x80\xae"};
  for (size_t index = 0; index < COMPONENT_COUNT(wrong); index++) {
    const component_entry entry = component_pair(wrong[index], component_int(1));
    if (!names(test, "app", "Good", &entry, 1, "invalid_url: ")) return 14;
  }
  component_value zero = component_string("a b");
  zero.as.text = "a\0b";
  component_value nested[130];
  nested[0] = component_int(1);
  for (size_t index = 1; index < 130; index++) nested[index] = component_list(&nested[index - 1], 1);
  component_function function = COMPONENT_ZERO;
  if (!writes(test, zero, "invalid_url: ") || !writes(test, component_double(1e308 * 10), "unwritable_parameter: ") ||
      !writes(test, component_function_value(&function), "unwritable_parameter: ") ||
      !writes(test, nested[129], "unwritable_parameter: ") || writes(test, nested[128], "unwritable_parameter: ")) {
    return 15;
  }
  const char *const targets[] = {"", "Go od", "Good.", ".Good", "Good..Sub", "9"};
  for (size_t index = 0; index < COMPONENT_COUNT(targets); index++) {
    if (!names(test, "app", targets[index], NULL, 0, "invalid_name: ")) return 16;
  }
  const char *const schemes[] = {"a b", "", "9"};
  for (size_t index = 0; index < COMPONENT_COUNT(schemes); index++) {
    if (!names(test, schemes[index], "Good", NULL, 0, "invalid_name: ")) return 17;
  }
  return 0;
}

// What is built wrongly fails its call, in words, and what is right has every value in its place.
static int32_t build(void *context, component_call *call) {
  component_build reply = COMPONENT_ZERO;
  const component_value two[] = {component_int(1), component_null()};
  switch (*(const int *)context) {
    case 0: break;
    case 1: component_begin_list(&reply, NULL); break;
    case 2: component_put_int(&reply, NULL, 1), component_put_int(&reply, NULL, 2); break;
    case 3: component_begin_map(&reply, NULL), component_put_int(&reply, NULL, 1), component_end(&reply); break;
    case 4: component_begin_list(&reply, NULL), component_put_int(&reply, "x", 1), component_end(&reply); break;
    case 5: component_put_null(&reply, NULL), component_end(&reply); break;
    case 6:
      for (int depth = 0; depth <= COMPONENT_DEPTH_LIMIT; depth++) component_begin_list(&reply, NULL);
      break;
    case 8: {
      char row[2][8] = {"a", "one"};
      component_value item = component_string(row[1]);
      reply.copies = true;
      component_begin_list(&reply, NULL);
      for (int number = 0; number < 2; number++) {
        component_begin_map(&reply, NULL);
        component_put_string(&reply, row[0], row[1]);
        component_put_bytes(&reply, "bytes", (const uint8_t *)row[1], 3);
        component_put(&reply, "list", component_list(&item, 1));
        component_put_string(&reply, "none", "");
        component_end(&reply);
        memcpy(row, "b\0......two\0...", sizeof(row));
      }
      component_end(&reply);
      memset(row, 'x', sizeof(row));
      item = component_null();
      break;
    }
    default:
      component_begin_list(&reply, NULL);
      for (int number = 0; number < 40; number++) component_put_format(&reply, NULL, "%d", number % 10);
      component_begin_map(&reply, NULL);
      component_begin_list(&reply, "none");
      component_end(&reply);
      component_put(&reply, "two", component_list(two, 2));
      component_put_bytes(&reply, "bytes", (const uint8_t *)"\x01", 1);
      component_put_double(&reply, "half", 0.5);
      component_end(&reply);
      component_put_bool(&reply, NULL, true);
      component_end(&reply);
  }
  return component_reply_built(call, &reply);
}

static bool builds(component_test *test, int number, const char *end) {
  component_test_outcome outcome = COMPONENT_ZERO;
  component_request request = component_request_of(NULL, 0, component_test_ended, &outcome);
  component_test_run(&test->table, build, &number, NULL, NULL, &request);
  bool is_so = strcmp(outcome.text.bytes, end) == 0;
  if (!is_so) fprintf(stderr, "%d builds %s\n", number, outcome.text.bytes);
  free(outcome.text.bytes);
  return is_so;
}

static bool build_replies(component_test *test) {
  return builds(test, 0, "not_built: nothing was built") &&
         builds(test, 1, "not_built: a list or a map was not ended") &&
         builds(test, 2, "not_built: a value was put beside the first one") &&
         builds(test, 3, "not_built: a value in a map has no key") &&
         builds(test, 4, "not_built: a value in a list has a key") &&
         builds(test, 5, "not_built: more was ended than begun") &&
         builds(test, 6, "not_built: lists and maps nest too deep") &&
         builds(test, 8,
                "[{\"a\":\"one\",\"bytes\":\"b25l\",\"list\":[\"one\"],\"none\":\"\"},"
                "{\"b\":\"two\",\"bytes\":\"dHdv\",\"list\":[\"two\"],\"none\":\"\"}]") &&
         builds(test, 7,
                "[\"0\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"0\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\","
                "\"8\",\"9\",\"0\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"0\",\"1\",\"2\",\"3\",\"4\",\"5\","
                "\"6\",\"7\",\"8\",\"9\",{\"none\":[],\"two\":[1,null],\"bytes\":\"AQ==\",\"half\":0.5},true]");
}

int main(void) {
  component_test *test = component_test_open("./libSample.so");

  const component_value list[] = {component_null(), component_bool(true), component_double(2), component_double(0.1)};
  const uint8_t bytes[] = {0, 1, 2, 255};
  const component_entry all[] = {
      component_pair("list", component_list(list, 4)),       component_pair("none", component_list(NULL, 0)),
      component_pair("text", component_string("a\"\\\n\x01ü")), component_pair("int", component_int(INT64_MIN)),
      component_pair("bytes", component_bytes(bytes, 4)),    component_pair("two", component_bytes(bytes, 2)),
      component_pair("map", component_map(NULL, 0)),         component_pair("small", component_double(1e-300)),
  };
  COMPONENT_EXPECT(test, "echo", all, COMPONENT_COUNT(all),
                   "{\"list\":[null,true,2.0,0.1],\"none\":[],\"text\":\"a\\\"\\\\\\n\\u0001ü\","
                   "\"int\":-9223372036854775808,\"bytes\":\"AAEC/w==\",\"two\":\"AAE=\",\"map\":{},\"small\":1e-300}");

  // A reply, a failure, no such action; now and later, and through another target.
  const component_entry sum[] = {component_pair("a", component_int(40)), component_pair("b", component_int(2))};
  COMPONENT_EXPECT(test, "add", sum, 2, "42");
  COMPONENT_EXPECT_FAILURE(test, "add", sum, 1, "missing_parameter");
  COMPONENT_EXPECT_FAILURE(test, "no", NULL, 0, "no_such_action");
  const component_entry then[] = {component_pair("text", component_string("then"))};
  const component_entry steps[] = {component_pair("steps", component_int(3))};
  COMPONENT_EXPECT(test, "later", then, 1, "\"then\"");
  COMPONENT_EXPECT(test, "progress", steps, 1, "3");
  COMPONENT_EXPECT(test, "log", then, 1, "null");
  COMPONENT_EXPECT(test, "Sample.Sub.name", NULL, 0, "\"Sample.Sub.name\"");
  COMPONENT_EXPECT(test, "box", NULL, 0, "<object Sample.Box>");
  COMPONENT_EXPECT(test, "adder", NULL, 0, "<function>");

  // What the component publishes, and what it hears.
  const component_entry said[] = {component_pair("event", component_string("Sample.said")),
                                  component_pair("value", component_int(7))};
  const component_entry unsaid[] = {component_pair("event", component_string("Sample.sad"))};
  COMPONENT_EXPECT(test, "publish", said, 2, "null");
  const component_entry foreign[] = {component_pair("event", component_string("Samples.said"))};
  COMPONENT_EXPECT_FAILURE(test, "publish", unsaid, 1, "no_such_event");
  COMPONENT_EXPECT_FAILURE(test, "publish", foreign, 1, "foreign_event");
  COMPONENT_EXPECT_PUBLISHED(test, "Sample.said 7\n");
  COMPONENT_EXPECT_PUBLISHED(test, "");
  if (component_test_tell(test, "Other.said", component_int(8)) != 1) return 1;
  if (component_test_tell(test, "Other.sad", component_null()) != 0) return 1;
  COMPONENT_EXPECT_PUBLISHED(test, "Sample.said 8\n");

  // Calls that the component makes: to itself, to nobody, to a neighbour, to a function.
  const component_entry itself[] = {component_pair("target", component_string("Sample")),
                                    component_pair("action", component_string("add")),
                                    component_pair("with", component_map(sum, 2))};
  COMPONENT_EXPECT(test, "nest", itself, 3, "42");
  const component_entry good[] = {component_pair("target", component_string("Good")),
                                  component_pair("action", component_string("run"))};
  COMPONENT_EXPECT_FAILURE(test, "nest", good, 2, "no_such_component");
  test->neighbour = neighbour;
  COMPONENT_EXPECT(test, "nest", good, 2, "\"ok\"");
  const component_entry bad[] = {component_pair("target", component_string("Bad")),
                                 component_pair("action", component_string("run"))};
  COMPONENT_EXPECT_FAILURE(test, "nest", bad, 2, "only_good");
  component_function function = COMPONENT_ZERO;
  function.abi = COMPONENT_ABI_VERSION;
  function.size = (uint32_t)sizeof(function);
  function.run = twice;
  const component_entry back[] = {component_pair("function", component_function_value(&function))};
  COMPONENT_EXPECT(test, "callBack", back, 1, "40");

  // Neighbours are stubbed one action at a time, and what was asked of them is written down.
  test->neighbour = NULL;
  COMPONENT_EXPECT_ASKED(test, "Good.run {}\nGood.run {}\nBad.run {}\n");
  const component_entry to_good[] = {component_pair("target", component_string("Good"))};
  const component_entry to_bad[] = {component_pair("target", component_string("Bad"))};
  COMPONENT_EXPECT(test, "Sample.Helpers.ifThere", to_good, 1, "{\"there\":false,\"said\":null}");
  COMPONENT_STUB(test, "Good", "run", component_list(list, 2));
  component_test_stub_failure(test, "Bad", "run", COMPONENT_FAILURE_INVALID, "asked_wrongly");
  COMPONENT_EXPECT(test, "Sample.Helpers.ifThere", to_good, 1, "{\"there\":true,\"said\":[null,true]}");
  COMPONENT_EXPECT_FAILURE(test, "Sample.Helpers.ifThere", to_bad, 1, "asked_wrongly");
  COMPONENT_STUB(test, "Good", "run", component_int(2));
  COMPONENT_EXPECT(test, "Sample.Helpers.ifThere", to_good, 1, "{\"there\":true,\"said\":2}");
  COMPONENT_EXPECT_ASKED(test, "Good.run {}\nGood.run {}\nBad.run {}\nGood.run {}\n");
  component_test_remove_stubs(test);
  COMPONENT_EXPECT(test, "Sample.Helpers.ifThere", to_good, 1, "{\"there\":false,\"said\":null}");

  // Calls are given up where the test says so.
  test->gives_up = true;
  COMPONENT_EXPECT_FAILURE(test, "Sample.Helpers.untilStopped", NULL, 0, "cancelled");
  COMPONENT_EXPECT_FAILURE(test, "untilGivenUp", NULL, 0, "no_reply");
  test->gives_up = false;
  COMPONENT_EXPECT(test, "givenUp", NULL, 0, "1");
  test->trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  COMPONENT_EXPECT(test, "Sample.Helpers.trace", NULL, 0, "\"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\"");
  test->trace = NULL;
  COMPONENT_EXPECT(test, "Sample.Helpers.trace", NULL, 0, "\"\"");
  if (!build_replies(test)) return 18;
  if (!ends_in_time() || !knows_presence() || !passes_parameters(test, sum)) return 20;

  // What a component writes and asks without a call; the code says how it ended, also where nobody hears it.
  if (!counts_days() || !keeps_dates_in_range()) return 19;
  int unlike = write_urls(test);
  if (unlike != 0) return unlike;
  const component_text own = component_text_of("Sample"), gone = component_text_of("gone");
  if (test->table.release_instance(&test->table, own, NULL, NULL) != COMPONENT_FAILURE_NOT_FOUND) return 3;
  if (test->table.has(&test->table, own, gone, 0, NULL, NULL) != COMPONENT_FAILURE_NOT_FOUND) return 4;
  if (test->table.has(&test->table, own, component_text_of("add"), 0, NULL, NULL) != COMPONENT_OK) return 5;
  // Only what is null is no name.
  const component_text empty = component_text_of(""), none = COMPONENT_ZERO;
  if (test->table.has(&test->table, own, empty, 0, NULL, NULL) != COMPONENT_FAILURE_NOT_FOUND) return 8;
  if (test->table.has(&test->table, own, none, 0, NULL, NULL) != COMPONENT_OK) return 9;

  // What is wrong is told, and counted.
  size_t before = test->failures;
  bool was_right = component_test_expect(test, "a wrong test", 1, "add", sum, 2, false, "4") ||
                   component_test_expect(test, "a wrong test", 2, "add", sum, 2, true, "failed") ||
                   component_test_expect(test, "a wrong test", 3, "no", NULL, 0, true, "no_such") ||
                   component_test_expect(test, "a wrong test", 4, "no", NULL, 0, false, "no_such_action");
  if (was_right || test->failures != before + 4) return 1;
  test->failures = before;
  return component_test_close(test);
}
