/// A package for a component in C: no more than a compiler is needed.
struct CPackage: PackageTemplate {
  static let language = "C"
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
      PackageFile(".gitignore", "/lib\(name.text).so\n/\(name.snake)_test\n"),
    ] + CarriedFiles.files(below: "include/", in: "include/").filter { !$0.path.hasSuffix(".hpp") }
  }

  var source: String { "\(layer.folder)/\(name.text)/\(name.snake).c" }
  var testSource: String { "Tests/\(name.snake)_test.c" }

  private var places: [(path: String, what: String)] {
    [
      (source, "the component"),
      (testSource, "its test, which loads the built component into a small host of its own"),
      ("include", "the contract, and what makes it short for authors; nothing in it is yours to change"),
    ]
  }

  private var buildScript: String {
    """
    #!/bin/sh
    # Makes lib\(name.text).so. CC, CFLAGS and LDLIBS are yours to set, the last for libraries that it uses: LDLIBS=-lz.
    set -eu
    cd "$(dirname "$0")"
    # Nothing but `register` is visible, and what is missing is told here, not when the component is loaded.
    ${CC:-cc} -std=c11 -Wall -Wextra -O2 -g -fPIC -fvisibility=hidden -I include ${CFLAGS:-} \\
      -shared -Wl,-z,defs -o lib\(name.text).so \(source) ${LDLIBS:-}

    """
  }

  private var testScript: String {
    """
    #!/bin/sh
    # Makes the component and runs its test. CC, CFLAGS and LDLIBS are yours to set.
    set -eu
    cd "$(dirname "$0")"
    ./build
    ${CC:-cc} -std=c11 -Wall -Wextra -g -I include ${CFLAGS:-} -pthread -o \(name.snake)_test \\
      \(testSource) -ldl ${LDLIBS:-}
    ./\(name.snake)_test

    """
  }
}
