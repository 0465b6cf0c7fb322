// The component in C, and its test.
extension CPackage {
  var component: String {
    """
    #include "component_author.h"

    // "Hello, Ann". What the signature below says of the parameters is checked before.
    static int32_t greet(void *context, component_call *call) {
      const component_text hello = component_text_of("Hello, ");
      component_text name;
      (void)context;
      if (!component_text_parameter_or(call, "name", component_text_of("world"), &name)) return COMPONENT_OK;

      component_text greeting = {NULL, hello.length + name.length};
      char *bytes = malloc(greeting.length);
      if (!bytes) return component_fail(call, COMPONENT_FAILURE_FAILED, "no_memory", "there is no memory left");
      memcpy(bytes, hello.bytes, hello.length);
      if (name.length > 0) memcpy(bytes + hello.length, name.bytes, name.length);
      greeting.bytes = bytes;
      // The host has what it needs of a reply when the function returns.
      int32_t status = component_reply_text(call, greeting);
      free(bytes);
      return status;
    }

    static const component_row rows[] = {
        {"greet", "(name: text = \\"world\\") -> text", "Greets a person", greet, "name: who is greeted",
         COMPONENT_ACTION_REMOTE, NULL},
    };

    COMPONENT_REGISTER(host, registration) {
      const component_text target = component_text_of("\(name.text)"), action = component_text_of("greet");
      // app://\(name.text)/hello/Ann: callers from outside reach the action by more than its name.
      const component_route path = {COMPONENT_HEAD(component_route), .target = target, .action = action,
                                    .pattern = component_text_of("/hello/:name")};
      // \(name.text)_greeting, a map key: it stays, whatever the action is called one day.
      const component_key key = {COMPONENT_HEAD(component_key), .target = target, .action = action,
                                 .key = component_text_of("greeting")};

      int32_t status = component_describe(host, registration, "\(name.text)", "Greets people", 1, 0, 0);
      if (status == COMPONENT_OK) status = component_add_target(host, registration, "\(name.text)", "Greets people", 0);
      if (status == COMPONENT_OK) {
        status = component_add_actions(host, registration, "\(name.text)", rows, COMPONENT_COUNT(rows));
      }
      if (status == COMPONENT_OK) status = host->add_route(registration, &path);
      if (status == COMPONENT_OK) status = host->add_key(registration, &key);
      return status;
    }

    """
  }

  var tests: String {
    """
    #include "component_test.h"

    int main(void) {
      component_test *test = component_test_open("./lib\(name.text).so");
      const component_entry ann[] = {component_pair("name", component_string("Ann"))};
      const component_entry one[] = {component_pair("name", component_int(1))};

      COMPONENT_EXPECT(test, "greet", ann, 1, "\\"Hello, Ann\\"");
      COMPONENT_EXPECT(test, "greet", NULL, 0, "\\"Hello, world\\"");
      COMPONENT_EXPECT_FAILURE(test, "greet", one, 1, "mistyped_parameter");
      return component_test_close(test);
    }

    """
  }
}
