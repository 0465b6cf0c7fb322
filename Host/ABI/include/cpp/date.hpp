// Dates: moments, which go as texts where signatures say `date`.

#ifndef COMPONENT_CPP_DATE_HPP
#define COMPONENT_CPP_DATE_HPP

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "../component_author.h"

namespace component {

// A moment to the nanosecond, in the years 0 to 9999 of UTC; one beyond them is the first or the last of these.
class Date {
 public:
  // So long after 1970.
  explicit Date(int64_t seconds = 0, int64_t nanoseconds = 0) noexcept : raw_(component_date_of(seconds, nanoseconds)) {}
  template <class Duration>
  Date(std::chrono::time_point<std::chrono::system_clock, Duration> time) : Date() {
    auto whole = std::chrono::floor<std::chrono::seconds>(time);
    auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(time - whole);
    raw_ = component_date_of(whole.time_since_epoch().count(), rest.count());
  }
  static Date now() noexcept {
    component_date now = component_date_now();
    return Date(now.seconds, now.nanosecond);
  }
  // Reads a date and time with its offset, or a day, which is its first moment in UTC.
  static std::optional<Date> parse(std::string_view text) noexcept {
    component_text borrowed{};
    borrowed.bytes = text.data();
    borrowed.length = text.size();
    component_date read;
    if (!component_read_date(borrowed, &read)) return std::nullopt;
    return Date(read.seconds, read.nanosecond);
  }

  // Whole seconds since 1970, rounded down, and the nanoseconds after them.
  int64_t seconds() const noexcept { return raw_.seconds; }
  int32_t nanosecond() const noexcept { return raw_.nanosecond; }
  // As the system's clock has it; nothing where that can't reach so far, in years before 1678 and after 2261.
  std::optional<std::chrono::system_clock::time_point> time() const {
    using Clock = std::chrono::system_clock;
    constexpr auto first = std::chrono::ceil<std::chrono::seconds>(Clock::time_point::min());
    constexpr auto last = std::chrono::floor<std::chrono::seconds>(Clock::time_point::max());
    const std::chrono::time_point<Clock, std::chrono::seconds> whole{std::chrono::seconds(raw_.seconds)};
    if (whole < first || whole >= last) return std::nullopt;
    return Clock::time_point(whole) + std::chrono::duration_cast<Clock::duration>(std::chrono::nanoseconds(raw_.nanosecond));
  }
  // In UTC, with as much of a fraction as is needed: "2024-05-31T12:00:00.25Z".
  std::string text() const {
    char room[COMPONENT_DATE_ROOM];
    return std::string(room, component_write_date(raw_, room).length);
  }

  bool operator==(const Date &other) const noexcept {
    return raw_.seconds == other.raw_.seconds && raw_.nanosecond == other.raw_.nanosecond;
  }
  bool operator!=(const Date &other) const noexcept { return !(*this == other); }
  bool operator<(const Date &other) const noexcept {
    return raw_.seconds != other.raw_.seconds ? raw_.seconds < other.raw_.seconds
                                              : raw_.nanosecond < other.raw_.nanosecond;
  }

 private:
  component_date raw_;
};

}  // namespace component

#endif
