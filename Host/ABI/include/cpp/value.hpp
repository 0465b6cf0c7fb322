// Values that are one's own: what parameters, replies and failures are made of in C++.

#ifndef COMPONENT_CPP_VALUE_HPP
#define COMPONENT_CPP_VALUE_HPP

#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "../component_author.h"
#include "date.hpp"
#include "held.hpp"

namespace component {

class Value;
struct Entry;
using Bytes = std::vector<uint8_t>;
using List = std::vector<Value>;

// Text as the contract lends it, and as C++ reads it.
inline component_text lend(std::string_view text) noexcept {
  component_text lent{};
  lent.bytes = text.data();
  lent.length = text.size();
  return lent;
}
inline std::string_view view(component_text text) noexcept {
  return text.bytes ? std::string_view(text.bytes, text.length) : std::string_view();
}

// A map, or the parameters of a call, in their order; keys are unique.
//
// An entry holds a value, which may hold a map: so all that makes, copies and destroys entries stands below their type.
// From C++20 on a compiler asks for the type as soon as a vector of it is made or destroyed.
class Map {
 public:
  inline Map() noexcept;
  inline Map(const Map &other);
  inline Map(Map &&other) noexcept;
  inline Map &operator=(const Map &other);
  inline Map &operator=(Map &&other) noexcept;
  inline ~Map();
  inline Map(std::initializer_list<Entry> entries);
  inline Map(const component_entry *entries, size_t count);

  // The value of a key; null where there is none.
  inline const Value *find(std::string_view key) const;
  inline const Value &operator[](std::string_view key) const;
  inline Map &set(std::string_view key, Value value);
  // Adds an entry whose key is not there yet.
  inline void add(std::string_view key, Value value);

  inline size_t size() const noexcept;
  inline const Entry *begin() const noexcept;
  inline const Entry *end() const noexcept;
  inline bool operator==(const Map &other) const;

 private:
  std::vector<Entry> entries_;
};

namespace detail {
template <class T, class = void>
struct Form;
template <class T>
using Plain = std::remove_cv_t<std::remove_reference_t<T>>;

// Whether a type is a dictionary of C++'s own, std::map<std::string, T> say.
template <class T, class = void>
struct IsDictionary : std::false_type {};
template <class T>
struct IsDictionary<T, std::void_t<typename T::mapped_type>> : std::is_same<typename T::key_type, std::string> {};

// Whether an enum goes as texts: those of a function `face_texts` beside it, in the order of its cases, which count from 0.
template <class T, class = void>
struct HasTexts : std::false_type {};
template <class T>
struct HasTexts<T, std::void_t<decltype(face_texts(std::declval<T>()).size())>> : std::is_enum<T> {};

// An integer as the contract has it, which knows no larger ones: throws, and never makes another number of it.
template <class T>
int64_t whole(T integer) {
  if constexpr (std::is_unsigned_v<T> && sizeof(T) >= sizeof(int64_t)) {
    if (integer > static_cast<T>(std::numeric_limits<int64_t>::max())) {
      throw std::out_of_range(std::to_string(integer) + " does not fit an int, of 64 bits with a sign");
    }
  }
  return static_cast<int64_t>(integer);
}
}  // namespace detail

// Anything that crosses the border. What it holds is its own; objects and functions are held by their counts.
class Value {
 public:
  Value() noexcept = default;
  Value(std::nullptr_t) noexcept {}
  // No pointer, which C++ would take for a bool.
  template <class T, std::enable_if_t<std::is_same_v<T, bool>, int> = 0>
  Value(T boolean) : data_(boolean) {}
  template <class T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  Value(T integer) : data_(detail::whole(integer)) {}
  template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
  Value(T number) : data_(static_cast<double>(number)) {}
  Value(const char *text) : data_(std::string(text)) {}
  Value(std::string_view text) : data_(std::string(text)) {}
  Value(std::string text) : data_(std::move(text)) {}
  Value(const Date &date) : data_(date.text()) {}
  // Null for one that has no text.
  template <class T, std::enable_if_t<detail::HasTexts<T>::value, int> = 0>
  Value(T choice) {
    const auto texts = face_texts(choice);
    const size_t place = static_cast<size_t>(choice);
    if (place < texts.size()) data_ = std::string(texts.begin()[place]);
  }
  Value(Bytes bytes) : data_(std::move(bytes)) {}
  Value(List items) : data_(std::move(items)) {}
  Value(Map map) : data_(std::move(map)) {}
  Value(Object object) : data_(std::move(object)) {}
  Value(Function function) : data_(std::move(function)) {}
  template <class T, std::enable_if_t<!std::is_same_v<T, Value> && !std::is_same_v<T, uint8_t>, int> = 0>
  Value(const std::vector<T> &items) {
    List list;
    list.reserve(items.size());
    for (const T &item : items) list.push_back(Value(item));
    data_ = std::move(list);
  }
  template <class T, std::enable_if_t<detail::IsDictionary<T>::value, int> = 0>
  Value(const T &dictionary) {
    Map map;
    for (const auto &entry : dictionary) map.add(entry.first, Value(entry.second));
    data_ = std::move(map);
  }
  template <class T>
  Value(const std::optional<T> &other) {
    if (other) *this = Value(*other);
  }
  // A copy of what is borrowed.
  explicit Value(const component_value &borrowed);

  bool is_null() const noexcept { return data_.index() == 0; }
  // What it holds, without a copy; null where it is none.
  const Map *map() const noexcept { return std::get_if<Map>(&data_); }
  const List *list() const noexcept { return std::get_if<List>(&data_); }
  // What it can be read as; nothing where that can't be: bool, integers, double, std::string, Date, Bytes, List, Map,
  // Object, Function, vectors and dictionaries of these, enums with `face_texts` beside them, and records with a static
  // `from(const Map &)`.
  template <class T>
  std::optional<T> as() const;
  // The value of a map's key, null where there is none; and what it can be read as.
  const Value &operator[](std::string_view key) const;
  template <class T>
  T get(std::string_view key, T other) const;

  bool operator==(const Value &other) const { return data_ == other.data_; }
  bool operator!=(const Value &other) const { return !(*this == other); }

 private:
  friend class Lent;
  std::variant<std::monostate, bool, int64_t, double, std::string, Bytes, List, Map, Object, Function> data_;
};

struct Entry {
  std::string key;
  Value value;
  bool operator==(const Entry &other) const { return key == other.key && value == other.value; }
};

inline Map::Map() noexcept = default;
inline Map::Map(const Map &other) = default;
inline Map::Map(Map &&other) noexcept = default;
inline Map &Map::operator=(const Map &other) = default;
inline Map &Map::operator=(Map &&other) noexcept = default;
inline Map::~Map() = default;
inline Map::Map(std::initializer_list<Entry> entries) : entries_(entries) {}
inline Map::Map(const component_entry *entries, size_t count) {
  entries_.reserve(entries ? count : 0);
  for (size_t index = 0; entries && index < count; index++) {
    entries_.push_back(Entry{std::string(view(entries[index].key)), Value(entries[index].value)});
  }
}
inline size_t Map::size() const noexcept { return entries_.size(); }
inline const Entry *Map::begin() const noexcept { return entries_.data(); }
inline const Entry *Map::end() const noexcept { return entries_.data() + entries_.size(); }
inline bool Map::operator==(const Map &other) const { return entries_ == other.entries_; }
inline const Value *Map::find(std::string_view key) const {
  for (const Entry &entry : entries_) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}
inline const Value &Map::operator[](std::string_view key) const {
  static const Value null;
  const Value *found = find(key);
  return found ? *found : null;
}
inline Map &Map::set(std::string_view key, Value value) {
  for (Entry &entry : entries_) {
    if (entry.key == key) return entry.value = std::move(value), *this;
  }
  entries_.push_back(Entry{std::string(key), std::move(value)});
  return *this;
}

inline void Map::add(std::string_view key, Value value) {
  entries_.push_back(Entry{std::string(key), std::move(value)});
}

inline Value::Value(const component_value &from) {
  switch (from.kind) {
    case COMPONENT_KIND_BOOL: data_ = from.as.boolean; break;
    case COMPONENT_KIND_INT: data_ = from.as.integer; break;
    case COMPONENT_KIND_DOUBLE: data_ = from.as.number; break;
    case COMPONENT_KIND_TEXT: data_ = std::string(view(component_text_in(&from))); break;
    case COMPONENT_KIND_BYTES:
      data_ = from.as.bytes ? Bytes(from.as.bytes, from.as.bytes + from.count) : Bytes();
      break;
    case COMPONENT_KIND_LIST: {
      List items;
      items.reserve(from.as.items ? from.count : 0);
      for (size_t index = 0; from.as.items && index < from.count; index++) items.emplace_back(from.as.items[index]);
      data_ = std::move(items);
      break;
    }
    case COMPONENT_KIND_MAP: data_ = Map(from.as.entries, from.count); break;
    case COMPONENT_KIND_OBJECT: data_ = Object(*from.as.object); break;
    case COMPONENT_KIND_FUNCTION: data_ = Function(*from.as.function); break;
    default: break;
  }
}

inline const Value &Value::operator[](std::string_view key) const {
  static const Value null;
  const Map *map = std::get_if<Map>(&data_);
  return map ? (*map)[key] : null;
}

// A value, or the parameters of a call, as the contract lends them, for as long as this and the value live.
class Lent {
 public:
  explicit Lent(const Value &value) : value_(lent(value)) {}
  explicit Lent(const Map &map) : value_(lent(map)) {}
  Lent(const Lent &) = delete;
  Lent &operator=(const Lent &) = delete;

  const component_value *value() const noexcept { return &value_; }
  // Of a map.
  const component_entry *entries() const noexcept { return value_.as.entries; }
  size_t count() const noexcept { return value_.count; }

 private:
  component_value lent(const Map &map) {
    component_entry *entries = maps_.emplace_back(new component_entry[map.size()]).get();
    size_t index = 0;
    for (const Entry &entry : map) {
      entries[index].key = lend(entry.key);
      entries[index++].value = lent(entry.value);
    }
    return component_map(entries, map.size());
  }

  component_value lent(const Value &value) {
    const auto &data = value.data_;
    if (auto boolean = std::get_if<bool>(&data)) return component_bool(*boolean);
    if (auto integer = std::get_if<int64_t>(&data)) return component_int(*integer);
    if (auto number = std::get_if<double>(&data)) return component_double(*number);
    if (auto text = std::get_if<std::string>(&data)) return component_text_value(lend(*text));
    if (auto bytes = std::get_if<Bytes>(&data)) return component_bytes(bytes->data(), bytes->size());
    if (auto map = std::get_if<Map>(&data)) return lent(*map);
    if (auto object = std::get_if<Object>(&data)) return component_object_value(object->raw());
    if (auto function = std::get_if<Function>(&data)) return component_function_value(function->raw());
    auto list = std::get_if<List>(&data);
    if (!list) return component_null();
    component_value *items = lists_.emplace_back(new component_value[list->size()]).get();
    for (size_t index = 0; index < list->size(); index++) items[index] = lent((*list)[index]);
    return component_list(items, list->size());
  }

  std::vector<std::unique_ptr<component_value[]>> lists_;
  std::vector<std::unique_ptr<component_entry[]>> maps_;
  component_value value_;
};

}  // namespace component

#include "form.hpp"

#endif
