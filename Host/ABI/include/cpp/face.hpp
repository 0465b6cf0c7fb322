// Faces: typed calls to other components, as host bindings --language cpp prints them. What a face declares is read and
// written here: enums by the `face_texts` beside them, structs by their `face_fields`.

#ifndef COMPONENT_CPP_FACE_HPP
#define COMPONENT_CPP_FACE_HPP

#include "call.hpp"

namespace component::face {

// A map with any keys.
template <class T>
using Entries = std::vector<std::pair<std::string, T>>;

template <class T>
Value value(const T &from);
template <class T>
bool read(const Value &value, T &out);

namespace detail {

template <class T, class = void>
struct IsRecord : std::false_type {};
template <class T>
struct IsRecord<T, std::void_t<decltype(T::face_name)>> : std::true_type {};

// Whether a field that may be missing is; all others are there.
template <class T>
bool is_there(const T &) {
  return true;
}
template <class T>
bool is_there(const std::optional<T> &field) {
  return field.has_value();
}
template <class T>
bool is_there(const std::shared_ptr<T> &field) {
  return field != nullptr;
}

template <class T>
struct Form {
  static Value write(const T &from) {
    if constexpr (IsRecord<T>::value) {
      Map map;
      T::face_fields(from, [&](std::string_view key, const auto &field) {
        if (is_there(field)) map.add(key, face::value(field));
        return true;
      });
      return map;
    } else {
      return Value(from);
    }
  }
  static bool read(const Value &value, T &out) {
    if constexpr (IsRecord<T>::value) {
      const Map *map = value.map();
      return map && T::face_fields(out, [&](std::string_view key, auto &field) { return face::read((*map)[key], field); });
    } else if constexpr (std::is_same_v<T, Value>) {
      return out = value, true;
    } else {
      auto found = value.as<T>();
      if (found) out = std::move(*found);
      return found.has_value();
    }
  }
};
template <class T>
struct Form<std::vector<T>> {
  static Value write(const std::vector<T> &from) {
    if constexpr (std::is_same_v<T, uint8_t>) {
      return Value(Bytes(from));
    } else {
      List items;
      for (auto &&item : from) items.push_back(face::value<T>(item));
      return items;
    }
  }
  static bool read(const Value &value, std::vector<T> &out) {
    if constexpr (std::is_same_v<T, uint8_t>) {
      auto found = value.as<Bytes>();
      if (found) out = std::move(*found);
      return found.has_value();
    } else {
      const List *list = value.list();
      if (!list) return false;
      out.clear();
      for (const Value &from : *list) {
        T item{};
        if (!face::read(from, item)) return false;
        out.push_back(std::move(item));
      }
      return true;
    }
  }
};
template <class T>
struct Form<Entries<T>> {
  static Value write(const Entries<T> &from) {
    Map map;
    for (const auto &entry : from) map.set(entry.first, face::value(entry.second));
    return map;
  }
  static bool read(const Value &value, Entries<T> &out) {
    const Map *map = value.map();
    if (!map) return false;
    out.clear();
    for (const Entry &entry : *map) {
      T item{};
      if (!face::read(entry.value, item)) return false;
      out.emplace_back(entry.key, std::move(item));
    }
    return true;
  }
};
template <class T>
struct Form<std::optional<T>> {
  static Value write(const std::optional<T> &from) { return from ? face::value(*from) : Value(); }
  static bool read(const Value &value, std::optional<T> &out) {
    out.reset();
    if (value.is_null()) return true;
    if constexpr (std::is_default_constructible_v<T>) {
      T inner{};
      if (!face::read(value, inner)) return false;
      out.emplace(std::move(inner));
    } else {
      out = value.as<T>();
    }
    return out.has_value();
  }
};
// A record from afar; one that must be there is looked for by its owner.
template <class T>
struct Form<std::shared_ptr<T>> {
  static Value write(const std::shared_ptr<T> &from) { return from ? face::value(*from) : Value(); }
  static bool read(const Value &value, std::shared_ptr<T> &out) {
    out.reset();
    if (value.is_null()) return true;
    auto inner = std::make_shared<T>();
    if (!face::read(value, *inner)) return false;
    out = std::move(inner);
    return true;
  }
};

}  // namespace detail

template <class T>
Value value(const T &from) {
  return detail::Form<T>::write(from);
}
template <class T>
bool read(const Value &value, T &out) {
  return detail::Form<T>::read(value, out);
}

// Calls an action and reads its reply, which only the action's own counts for.
template <class T, class Parameters>
T call(const Host &host, std::string_view target, std::string_view action, const Parameters &parameters,
       const Options &options) {
  Value with = value(parameters);
  const Map *map = with.map();
  Value reply = host.call_strictly(target, action, map ? *map : Map(), options);
  T out{};
  if (read(reply, out)) return out;
  throw Failure(COMPONENT_FAILURE_FAILED, "unreadable_reply",
                "the reply of " + std::string(target) + "." + std::string(action) + " has another form");
}

}  // namespace component::face

#endif
