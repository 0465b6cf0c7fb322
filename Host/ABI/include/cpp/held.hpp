// Objects and functions, which both sides hold by counting.

#ifndef COMPONENT_CPP_HELD_HPP
#define COMPONENT_CPP_HELD_HPP

#include <atomic>
#include <functional>
#include <memory>
#include <typeinfo>

#include "../component_author.h"

namespace component {

class Call;
class Reply;

// An object of this component or of another one, held as long as this is.
class Object {
 public:
  explicit Object(const component_object &borrowed) : raw_(borrowed) { raw_.retain(raw_.instance); }
  Object(const Object &other) : Object(other.raw_) {}
  Object &operator=(Object other) noexcept { return std::swap(raw_, other.raw_), *this; }
  ~Object() { raw_.release(raw_.instance); }

  // A thing of one's own; `type` is its name for people, and must live as long as the process.
  template <class T>
  static Object of(std::shared_ptr<T> thing, const char *type) {
    auto held = new Held{{1}, std::move(thing), &typeid(T)};
    component_object raw{COMPONENT_HEAD(component_object), component_text_of(type), held, Held::retain, Held::release};
    Object object(raw);
    Held::release(held);
    return object;
  }

  // The thing, where it is one's own and of this type; else null.
  template <class T>
  std::shared_ptr<T> as() const {
    if (raw_.release != Held::release) return nullptr;
    auto held = static_cast<Held *>(raw_.instance);
    return *held->type == typeid(T) ? std::static_pointer_cast<T>(held->thing) : nullptr;
  }

  const component_object *raw() const noexcept { return &raw_; }
  bool operator==(const Object &other) const noexcept { return raw_.instance == other.raw_.instance; }

 private:
  struct Held {
    std::atomic<int> holds;
    std::shared_ptr<void> thing;
    const std::type_info *type;
    static void retain(void *held) { static_cast<Held *>(held)->holds++; }
    static void release(void *held) {
      if (--static_cast<Held *>(held)->holds == 0) delete static_cast<Held *>(held);
    }
  };
  component_object raw_;
};

// A function that can be called back through Host::invoke, held as long as this is.
class Function {
 public:
  explicit Function(const component_function &borrowed) : raw_(borrowed) {
    if (raw_.retain) raw_.retain(raw_.context);
  }
  Function(const Function &other) : Function(other.raw_) {}
  Function &operator=(Function other) noexcept { return std::swap(raw_, other.raw_), *this; }
  ~Function() {
    if (raw_.release) raw_.release(raw_.context);
  }

  // A function of one's own, which ends its call as an action does.
  static inline Function of(const component_host *host, std::function<Reply(Call &)> body);

  const component_function *raw() const noexcept { return &raw_; }
  bool operator==(const Function &other) const noexcept { return raw_.context == other.raw_.context; }

 private:
  struct Held {
    std::atomic<int> holds;
    std::function<Reply(Call &)> body;
    static void retain(void *held) { static_cast<Held *>(held)->holds++; }
    static void release(void *held) {
      if (--static_cast<Held *>(held)->holds == 0) delete static_cast<Held *>(held);
    }
    static inline int32_t run(void *held, component_call *call);
  };
  component_function raw_;
};

}  // namespace component

#endif
