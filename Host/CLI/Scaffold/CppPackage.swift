/// A package for a component in C++: no more than a compiler is needed.
struct CppPackage: PackageTemplate {
  static let language = "C++"
  static let build = "./build"
  static let test = "./test"
  static let built = ""

  let name: PackageName
  let layer: Layer

  var files: [PackageFile] {
    [
      PackageFile("build", buildScript, isExecutable: true),
      PackageFile("test", testScript, isExecutable: true),
      PackageFile(source, component),
      PackageFile(testSource, tests),
      PackageFile("README.md", readme(places)),
      PackageFile("exports.map", "{ global: register; local: *; };\n"),
      PackageFile(".gitignore", "/lib\(name.text).so\n/\(name.snake)_test\n"),
    ] + CarriedFiles.files(below: "include/", in: "include/")
  }

  var source: String { "\(layer.folder)/\(name.text)/\(name.snake).cpp" }
  var testSource: String { "Tests/\(name.snake)_test.cpp" }

  private var places: [(path: String, what: String)] {
    [
      (source, "the component"),
      (testSource, "its test, which loads the built component into a small host of its own"),
      ("exports.map", "what the linker leaves visible"),
      ("include", "the contract, and what makes it short for authors; nothing in it is yours to change"),
    ]
  }

  private var buildScript: String {
    """
    #!/bin/sh
    # Makes lib\(name.text).so. CXX, CXXFLAGS and LDLIBS are yours to set, the last for libraries that it uses: LDLIBS=-lz.
    set -eu
    cd "$(dirname "$0")"
    # Nothing but `register` is visible, templates of C++'s own library neither, and what is missing is told here, not when
    # the component is loaded.
    ${CXX:-c++} -std=c++17 -Wall -Wextra -O2 -g -fPIC -fvisibility=hidden -I include ${CXXFLAGS:-} \\
      -shared -Wl,-z,defs -Wl,--version-script=exports.map -o lib\(name.text).so \(source) \
      ${LDLIBS:-}

    """
  }

  private var testScript: String {
    """
    #!/bin/sh
    # Makes the component and runs its test. CXX, CXXFLAGS and LDLIBS are yours to set.
    set -eu
    cd "$(dirname "$0")"
    ./build
    ${CXX:-c++} -std=c++17 -Wall -Wextra -g -I include ${CXXFLAGS:-} -pthread -o \(name.snake)_test \\
      \(testSource) -ldl ${LDLIBS:-}
    ./\(name.snake)_test

    """
  }

  private var component: String {
    """
    #include "component.hpp"

    // "Hello, Ann". What the signature below says of the parameters is checked before.
    static std::string greet(component::Call &call) { return "Hello, " + call.get("name", "world"); }
    \(fallback)
    COMPONENT_DEFINE(own) {
      own.about("\(name.text)", "Greets people", {1, 0, 0});
      own.target("\(name.text)", "Greets people")
          .action("greet", "(name: text = \\"world\\") -> text", "Greets a person", greet, "name: who is greeted",
                  COMPONENT_ACTION_REMOTE | COMPONENT_ACTION_READS)\(fallbackRow);
      // app://\(name.text)/hello/Ann: callers from outside reach the action by more than its name.
      own.path({"/hello/:name", "greet"});
      // \(name.text)_greeting, a map key: it stays, whatever the action is called one day.
      own.key("greeting", "greet");
    }

    """
  }

  private var fallback: String {
    guard name.isFallback else { return "" }
    return """

      // What nobody else answers comes here.
      static std::string not_found(component::Call &call) {
        return "Nobody answers " + call.get("target", "") + "." + call.get("action", "") + ": " + call.get("message", "");
      }

      """
  }

  private var fallbackRow: String {
    guard name.isFallback else { return "" }
    return """

                .action("notFound", "", "Answers what nobody else does", not_found)
      """
  }

  private var fallbackTest: String {
    guard name.isFallback else { return "" }
    return """
        test.expect("notFound", {{"target", "Nowhere"}, {"action", "run"}, {"message", "it is not there"}},
                    "Nobody answers Nowhere.run: it is not there");

      """
  }

  private var tests: String {
    """
    #include "component_test.hpp"

    int main() {
      component::Test test("./lib\(name.text).so");
      test.expect("greet", {{"name", "Ann"}}, "Hello, Ann");
      test.expect("greet", {}, "Hello, world");
      test.expect_failure("greet", {{"name", 1}}, "mistyped_parameter");
    \(fallbackTest)  return test.close();
    }

    """
  }
}
