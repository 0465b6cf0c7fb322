// The component in C, and its test.
extension CPackage {
  var component: String {
    """
    #include "component_author.h"

    // "Hello, Ann". What the signature below says of the parameters is checked before.
    COMPONENT_ACTION(greet, call) {
      component_text name = component_get_text(call, "name", "world");
      component_build reply = COMPONENT_ZERO;
      component_put_format(&reply, NULL, "Hello, %.*s", (int)name.length, name.bytes);
      return component_reply_built(call, &reply);
    }
    \(fallback)
    // app://\(name.text)/hello/Ann: callers from outside reach the action by more than its name.
    // \(name.text)_greeting, a map key: it stays, whatever the action is called one day.
    COMPONENT_DEFINE(.name = "\(name.text)", .summary = "Greets people", .version = {1, 0, 0},
                     COMPONENT_ROUTES({"/hello/:name", "greet"}), COMPONENT_KEYS({"greeting", "greet"}),
                     COMPONENT_TARGETS({"\(name.text)", "Greets people", COMPONENT_ACTIONS(
                         {"greet", "(name: text = \\"world\\") -> text", "Greets a person", greet, "name: who is greeted",
                          COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS}\(fallbackRow))}))

    """
  }

  private var fallback: String {
    guard name.isFallback else { return "" }
    return """

      // What nobody else answers comes here.
      COMPONENT_ACTION(not_found, call) {
        component_text target = component_get_text(call, "target", ""), action = component_get_text(call, "action", "");
        component_text message = component_get_text(call, "message", "");
        component_build reply = COMPONENT_ZERO;
        component_put_format(&reply, NULL, "Nobody answers %.*s.%.*s: %.*s", (int)target.length, target.bytes,
                             (int)action.length, action.bytes, (int)message.length, message.bytes);
        return component_reply_built(call, &reply);
      }

      """
  }

  private var fallbackRow: String {
    guard name.isFallback else { return "" }
    return """
      ,
                           {"notFound", "", "Answers what nobody else does", not_found}
      """
  }

  private var fallbackTest: String {
    guard name.isFallback else { return "" }
    return """
        const component_entry asked[] = {component_pair("target", component_string("Nowhere")),
                                         component_pair("action", component_string("run")),
                                         component_pair("message", component_string("it is not there"))};
        COMPONENT_EXPECT(test, "notFound", asked, 3, "\\"Nobody answers Nowhere.run: it is not there\\"");

      """
  }

  var tests: String {
    """
    #include "component_test.h"

    int main(void) {
      component_test *test = component_test_open("./lib\(name.text).so");

      COMPONENT_EXPECT(test, "greet", COMPONENT_WITH(component_pair("name", component_string("Ann"))), "\\"Hello, Ann\\"");
      COMPONENT_EXPECT(test, "greet", NULL, 0, "\\"Hello, world\\"");
    \(fallbackTest)  return component_test_close(test);
    }

    """
  }
}
