// Forms: what a value is read as, type by type.

#ifndef COMPONENT_CPP_FORM_HPP
#define COMPONENT_CPP_FORM_HPP

#include "value.hpp"

namespace component {

// How a type is read; specialise it for one of your own. `kind` is what a message names.
namespace detail {

template <class T, class = void>
struct IsRecord : std::false_type {};
template <class T>
struct IsRecord<T, std::void_t<decltype(T::from(std::declval<const Map &>()))>> : std::true_type {};

template <>
struct Form<bool> {
  static constexpr component_kind kind = COMPONENT_KIND_BOOL;
  static std::optional<bool> read(const component_value &value) {
    bool out;
    return component_as_bool(&value, &out) ? std::optional(out) : std::nullopt;
  }
};
template <class T>
struct Form<T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>>> {
  static constexpr component_kind kind = COMPONENT_KIND_INT;
  static std::optional<T> read(const component_value &value) {
    int64_t out;
    if (!component_as_int(&value, &out)) return std::nullopt;
    T narrow = static_cast<T>(out);
    bool fits = static_cast<int64_t>(narrow) == out && (std::is_signed_v<T> || out >= 0);
    return fits ? std::optional(narrow) : std::nullopt;
  }
};
template <class T>
struct Form<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static constexpr component_kind kind = COMPONENT_KIND_DOUBLE;
  static std::optional<T> read(const component_value &value) {
    double out;
    return component_as_double(&value, &out) ? std::optional(static_cast<T>(out)) : std::nullopt;
  }
};
// A view lives as long as what it is read from.
template <class T>
struct Form<T, std::enable_if_t<std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>>> {
  static constexpr component_kind kind = COMPONENT_KIND_TEXT;
  static std::optional<T> read(const component_value &value) {
    if (value.kind != COMPONENT_KIND_TEXT) return std::nullopt;
    return T(view(component_text_in(&value)));
  }
};
// An enum is the case whose text it is.
template <class T>
struct Form<T, std::enable_if_t<HasTexts<T>::value>> {
  static constexpr component_kind kind = COMPONENT_KIND_TEXT;
  static std::optional<T> read(const component_value &value) {
    if (value.kind != COMPONENT_KIND_TEXT) return std::nullopt;
    size_t place = 0;
    for (std::string_view text : face_texts(T())) {
      if (text == view(component_text_in(&value))) return static_cast<T>(place);
      place++;
    }
    return std::nullopt;
  }
};
template <>
struct Form<Date> {
  static constexpr component_kind kind = COMPONENT_KIND_TEXT;
  static std::optional<Date> read(const component_value &value) { return Date::parse(view(component_text_in(&value))); }
};
template <>
struct Form<Bytes> {
  static constexpr component_kind kind = COMPONENT_KIND_BYTES;
  static std::optional<Bytes> read(const component_value &value) {
    if (value.kind == COMPONENT_KIND_BYTES) return Bytes(value.as.bytes, value.as.bytes + value.count);
    if (!(value.flags & (COMPONENT_VALUE_LOOSE | COMPONENT_VALUE_JSON))) return std::nullopt;
    Bytes room(value.count / 4 * 3 + 3);
    size_t count = 0;
    if (!component_base64_decode(component_text_in(&value), room.data(), room.size(), &count)) return std::nullopt;
    room.resize(count);
    return room;
  }
};
template <>
struct Form<Value> {
  static constexpr component_kind kind = COMPONENT_KIND_NULL;
  static std::optional<Value> read(const component_value &value) { return Value(value); }
};
template <>
struct Form<Map> {
  static constexpr component_kind kind = COMPONENT_KIND_MAP;
  static std::optional<Map> read(const component_value &value) {
    if (value.kind != COMPONENT_KIND_MAP) return std::nullopt;
    return Map(value.as.entries, value.count);
  }
};
template <class T>
struct Form<T, std::enable_if_t<IsRecord<T>::value>> {
  static constexpr component_kind kind = COMPONENT_KIND_MAP;
  static std::optional<T> read(const component_value &value) {
    if (value.kind != COMPONENT_KIND_MAP) return std::nullopt;
    return T::from(Map(value.as.entries, value.count));
  }
};
template <class T>
struct Form<T, std::enable_if_t<IsDictionary<T>::value>> {
  static constexpr component_kind kind = COMPONENT_KIND_MAP;
  static std::optional<T> read(const component_value &value) {
    if (value.kind != COMPONENT_KIND_MAP) return std::nullopt;
    T dictionary;
    for (size_t index = 0; value.as.entries && index < value.count; index++) {
      auto item = Form<typename T::mapped_type>::read(value.as.entries[index].value);
      if (!item) return std::nullopt;
      dictionary.emplace(view(value.as.entries[index].key), std::move(*item));
    }
    return dictionary;
  }
};
template <class T>
struct Form<std::vector<T>, std::enable_if_t<!std::is_same_v<T, uint8_t>>> {
  static constexpr component_kind kind = COMPONENT_KIND_LIST;
  static std::optional<std::vector<T>> read(const component_value &value) {
    if (value.kind != COMPONENT_KIND_LIST) return std::nullopt;
    std::vector<T> items;
    for (size_t index = 0; value.as.items && index < value.count; index++) {
      auto item = Form<T>::read(value.as.items[index]);
      if (!item) return std::nullopt;
      items.push_back(std::move(*item));
    }
    return items;
  }
};
template <class T>
struct Form<std::optional<T>> {
  static constexpr component_kind kind = Form<T>::kind;
  static std::optional<std::optional<T>> read(const component_value &value) {
    if (value.kind == COMPONENT_KIND_NULL) return std::optional<T>();
    auto item = Form<T>::read(value);
    return item ? std::optional<std::optional<T>>(std::move(item)) : std::nullopt;
  }
};
template <>
struct Form<Object> {
  static constexpr component_kind kind = COMPONENT_KIND_OBJECT;
  static std::optional<Object> read(const component_value &value) {
    return value.kind == COMPONENT_KIND_OBJECT ? std::optional(Object(*value.as.object)) : std::nullopt;
  }
};
template <>
struct Form<Function> {
  static constexpr component_kind kind = COMPONENT_KIND_FUNCTION;
  static std::optional<Function> read(const component_value &value) {
    return value.kind == COMPONENT_KIND_FUNCTION ? std::optional(Function(*value.as.function)) : std::nullopt;
  }
};

template <class T>
struct Inner {
  using type = T;
};
template <class T>
struct Inner<std::optional<T>> {
  using type = T;
};

// Says that a parameter is missing, or can't be read as a type.
template <class T>
void refuse(component_call *call, const char *name, const component_value *value) {
  using Wanted = typename Inner<T>::type;
  if constexpr (std::is_same_v<Wanted, Date>) {
    component_refuse_date(call, name, value);
  } else if constexpr (HasTexts<Wanted>::value) {
    // As signatures call it: "km" | "mi".
    std::string type;
    for (std::string_view text : face_texts(Wanted())) {
      type += (type.empty() ? "\"" : " | \"") + std::string(text) + "\"";
    }
    component_refuse_type(call, name, value, type.c_str(), type.c_str());
  } else {
    component_refuse_parameter(call, name, value, Form<T>::kind);
  }
}

}  // namespace detail

template <class T>
std::optional<T> Value::as() const {
  return detail::Form<T>::read(*Lent(*this).value());
}
template <class T>
T Value::get(std::string_view key, T other) const {
  auto found = (*this)[key].as<T>();
  return found ? *found : other;
}

}  // namespace component

#endif
