// Dates: moments, which go as texts where signatures say `date`. Signatures in the program `host` make a day alone its
// first moment in UTC; where nobody has, it is read here as that too.

#ifndef COMPONENT_AUTHOR_DATE_H
#define COMPONENT_AUTHOR_DATE_H

#include <time.h>

#include "build.h"
#include "parameter.h"
#include "reading.h"
#include "reply.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang assume_nonnull begin
#endif

// A moment in the years 0 to 9999 of UTC: whole seconds since 1970, rounded down, and 0 to 999,999,999 nanoseconds.
typedef struct component_date {
  int64_t seconds;
  int32_t nanosecond;
} component_date;

#define COMPONENT_DATE_FIRST INT64_C(-62167219200)
#define COMPONENT_DATE_LAST INT64_C(253402300799)
// The bytes of the longest date, "2024-05-31T12:00:00.123456789Z", and a NUL.
#define COMPONENT_DATE_ROOM 31

// The number of a day of today's calendar, counted from the first of January 1970; and the day of a number. Both count
// in years that begin in March, so that the day that leaps is the last one, and in eras of 400 years.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: any, and so for all functions of this file that take no call.
static inline int64_t component_day_number(int64_t year, int64_t month, int64_t day) {
  int64_t from_march = month <= 2 ? year - 1 : year;
  int64_t era = (from_march >= 0 ? from_march : from_march - 399) / 400;
  int64_t in_era = from_march - era * 400;
  int64_t in_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}

static inline void component_day_of(int64_t number, int64_t *year, int64_t *month, int64_t *day) {
  int64_t days = number + 719468;
  int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  int64_t in_era = days - era * 146097;
  int64_t year_in_era = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  int64_t in_year = in_era - (365 * year_in_era + year_in_era / 4 - year_in_era / 100);
  int64_t from_march = (5 * in_year + 2) / 153;
  *day = in_year - (153 * from_march + 2) / 5 + 1;
  *month = from_march < 10 ? from_march + 3 : from_march - 9;
  *year = year_in_era + era * 400 + (*month <= 2 ? 1 : 0);
}

// A moment so many seconds and nanoseconds, which may be any number, after 1970; beyond the years that there are it is
// the first or the last one.
//
// OWNERSHIP: nothing is borrowed.
// THREADS: any.
static inline component_date component_date_of(int64_t seconds, int64_t nanoseconds) {
  const int64_t second = 1000000000;
  int64_t whole = nanoseconds / second - (nanoseconds % second < 0 ? 1 : 0);
  component_date date = {COMPONENT_DATE_FIRST, 0};
  bool is_early = seconds < COMPONENT_DATE_FIRST - whole, is_late = seconds > COMPONENT_DATE_LAST - whole;
  if (is_early) return date;
  date.seconds = is_late ? COMPONENT_DATE_LAST : seconds + whole;
  date.nanosecond = is_late ? 999999999 : (int32_t)(nanoseconds - whole * second);
  return date;
}

// This moment.
static inline component_date component_date_now(void) {
  struct timespec now = COMPONENT_ZERO;
  timespec_get(&now, TIME_UTC);
  return component_date_of(now.tv_sec, now.tv_nsec);
}

// Reads so many digits, and one letter, and steps behind them; false where something else stands there.
//
// OWNERSHIP: `text` is borrowed.
// THREADS: any.
static inline bool component_date_digits(component_text text, size_t *at, size_t count, int64_t *out) {
  *out = 0;
  for (; count > 0; count--, ++*at) {
    if (*at >= text.length || text.bytes[*at] < '0' || text.bytes[*at] > '9') return false;
    *out = *out * 10 + (text.bytes[*at] - '0');
  }
  return true;
}

static inline bool component_date_skip(component_text text, size_t *at, char letter) {
  if (*at >= text.length || text.bytes[*at] != letter) return false;
  ++*at;
  return true;
}

// Reads what stands behind the seconds: a fraction, of which nine digits count, and how far the clock is ahead of UTC.
//
// OWNERSHIP: `text` is borrowed.
// THREADS: any.
static inline bool component_date_rest(component_text text, size_t *at, int64_t *nanoseconds, int64_t *ahead) {
  int64_t digit, hours, minutes, unit = 100000000;
  *nanoseconds = *ahead = 0;
  if (component_date_skip(text, at, '.')) {
    if (!component_date_digits(text, at, 1, &digit)) return false;
    do {
      *nanoseconds += digit * unit;
      unit /= 10;
    } while (component_date_digits(text, at, 1, &digit));
  }
  if (component_date_skip(text, at, 'Z')) return true;
  bool is_behind = component_date_skip(text, at, '-');
  if (!is_behind && !component_date_skip(text, at, '+')) return false;
  if (!component_date_digits(text, at, 2, &hours) || !component_date_skip(text, at, ':')) return false;
  if (!component_date_digits(text, at, 2, &minutes) || hours > 23 || minutes > 59) return false;
  *ahead = (hours * 3600 + minutes * 60) * (is_behind ? -1 : 1);
  return true;
}

// Reads a date and time with its offset, "2024-05-31T14:00:00.25+02:00", or a day, which is its first moment in UTC. False
// for anything else, for a day that no calendar has, and for a moment out of range.
//
// OWNERSHIP: `text` is borrowed.
// THREADS: any.
static inline bool component_read_date(component_text text, component_date *out) {
  static const int8_t lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int64_t year, month, day, hour, minute, second, nanoseconds, ahead;
  size_t at = 0;
  *out = component_date_of(0, 0);
  if (!text.bytes || !component_date_digits(text, &at, 4, &year) || !component_date_skip(text, &at, '-')) return false;
  if (!component_date_digits(text, &at, 2, &month) || !component_date_skip(text, &at, '-')) return false;
  if (!component_date_digits(text, &at, 2, &day) || month < 1 || month > 12 || day < 1) return false;
  bool leaps = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (day > lengths[month - 1] + (leaps ? 1 : 0)) return false;
  int64_t midnight = component_day_number(year, month, day) * 86400;
  if (at == text.length) return *out = component_date_of(midnight, 0), true;
  if (!component_date_skip(text, &at, 'T') || !component_date_digits(text, &at, 2, &hour)) return false;
  if (!component_date_skip(text, &at, ':') || !component_date_digits(text, &at, 2, &minute)) return false;
  if (!component_date_skip(text, &at, ':') || !component_date_digits(text, &at, 2, &second)) return false;
  if (!component_date_rest(text, &at, &nanoseconds, &ahead) || at != text.length) return false;
  if (hour > 23 || minute > 59 || second > 59) return false;
  int64_t seconds = midnight + hour * 3600 + minute * 60 + second - ahead;
  if (seconds < COMPONENT_DATE_FIRST || seconds > COMPONENT_DATE_LAST) return false;
  return *out = component_date_of(seconds, nanoseconds), true;
}

// Writes a moment in UTC, with as much of a fraction as is needed, and a NUL behind it.
//
// OWNERSHIP: the result borrows `room`, which has COMPONENT_DATE_ROOM bytes.
// THREADS: any.
static inline component_text component_write_date(component_date date, char *room) {
  const component_date moment = component_date_of(date.seconds, date.nanosecond);
  int64_t in_day = (moment.seconds % 86400 + 86400) % 86400, fraction = moment.nanosecond;
  int64_t year, month, day, hour = in_day / 3600, minute = in_day / 60 % 60, second = in_day % 60;
  component_day_of((moment.seconds - in_day) / 86400, &year, &month, &day);
  const int64_t fields[] = {year, month, day, hour, minute, second};
  component_text text = COMPONENT_ZERO;
  text.bytes = room;
  for (size_t index = 0; index < COMPONENT_COUNT(fields); index++) {
    for (int64_t unit = index == 0 ? 1000 : 10; unit > 0; unit /= 10) {
      room[text.length++] = (char)('0' + fields[index] / unit % 10);
    }
    room[text.length++] = "--T::Z"[index];
  }
  if (fraction > 0) {
    room[text.length - 1] = '.';
    for (int64_t unit = 100000000; fraction > 0; unit /= 10) {
      room[text.length++] = (char)('0' + fraction / unit);
      fraction %= unit;
    }
    room[text.length++] = 'Z';
  }
  room[text.length] = 0;
  return text;
}

// What a value can be read as, as component_as_int and component_int_in: `other` where it is null, absent or no date.
//
// OWNERSHIP: `value` is borrowed.
// THREADS: any.
static inline bool component_as_date(const component_value *value, component_date *out) {
  return component_read_date(component_text_in(value), out);
}

static inline component_date component_date_in(const component_value *COMPONENT_NULLABLE value, component_date other) {
  component_date out;
  return value && component_as_date(value, &out) ? out : other;
}

// Refuses a parameter, which must be a date, as component_refuse_parameter does; reads one as component_int_parameter,
// component_int_parameter_or and component_get_int do; and reads a map's key.
//
// OWNERSHIP: everything is borrowed until the function returns.
// THREADS: as component_find.
static inline bool component_refuse_date(component_call *call, const char *name,
                                         const component_value *COMPONENT_NULLABLE value) {
  return component_refuse_type(call, name, value, "date", "a date like 2026-11-21T09:30:00Z");
}

static inline bool component_date_parameter(component_call *call, const char *name, component_date *out) {
  const component_value *COMPONENT_NULLABLE value = component_find(call, name);
  *out = component_date_of(0, 0);
  return (value && component_as_date(value, out)) || component_refuse_date(call, name, value);
}

static inline bool component_date_parameter_or(component_call *call, const char *name, component_date other,
                                               component_date *out) {
  *out = other;
  return !component_has(call, name) || component_date_parameter(call, name, out);
}

static inline component_date component_get_date(const component_call *call, const char *name, component_date other) {
  return component_date_in(component_find(call, name), other);
}

static inline component_date component_date_at(const component_value *value, const char *key, component_date other) {
  return component_date_in(component_value_at(value, key), other);
}

// Ends a call with a moment; and puts one into what is being built.
//
// OWNERSHIP: nothing is borrowed but `key`, as component_put does.
// THREADS: as component_host.reply; as component_put.
static inline int32_t component_reply_date(component_call *call, component_date date) {
  char room[COMPONENT_DATE_ROOM];
  return component_reply_text(call, component_write_date(date, room));
}

static inline void component_put_date(component_build *build, const char *COMPONENT_NULLABLE key, component_date date) {
  char room[COMPONENT_DATE_ROOM];
  component_write_date(date, room);
  component_put_format(build, key, "%s", room);
}

#if defined(__clang__)
#pragma clang assume_nonnull end
#pragma clang diagnostic pop
#endif

#endif
