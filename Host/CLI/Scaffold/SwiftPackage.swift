/// A package for a component in Swift: its face, the component, a test.
struct SwiftPackage: PackageTemplate {
  static let language = "Swift"
  static let build = "swift build -c release"
  static let test = "swift test"
  static let built = ".build/release/"

  let name: PackageName
  let layer: Layer
  let sdk: PackageSDK
  /// Whether it has what makes its load faster, and its manifest longer.
  let isLean: Bool

  var files: [PackageFile] {
    [
      PackageFile("Package.swift", manifest),
      PackageFile("\(folder)/Face/Requests.swift", requests),
      PackageFile("\(folder)/Face/\(name.text)Calls.swift", calls),
      PackageFile("\(folder)/Face/\(name.text)Service.swift", service),
      PackageFile("\(folder)/\(name.text).swift", component),
      PackageFile("Tests/\(name.text)Tests/\(name.text)Tests.swift", tests),
      PackageFile("README.md", readme(places) + origin),
      PackageFile(".gitignore", "/.build/\n"),
    ]
  }

  var folder: String { "\(layer.folder)/\(name.text)" }

  /// `greeter`, in backticks where Swift needs them.
  var property: String { SwiftWords.written(name.property) }

  private var places: [(path: String, what: String)] {
    [
      ("\(folder)/Face", "the face, which callers import: requests, the calls that make them, a protocol over these"),
      ("\(folder)/\(name.text).swift", "the component"),
      ("Tests", "its test, on a workbench: alone, with its neighbours in the test's hands"),
    ]
  }

  // How the other way to have the kit is taken: SwiftPM lets nobody depend by a version on what depends by a path.
  private var origin: String {
    let (now, other, line, label) =
      switch sdk {
      case .checkout(let path, _):
        (
          "from the folder `\(path)`", "a version, which others need who depend on this package by one",
          ".package(url: \"URL of the repository\", from: \"VERSION\")",
          "the last part of the URL, without `.git`"
        )
      case .repository(let url, let version):
        (
          "from `\(url)`, version \(version) or later", "a folder of this machine, to change the kit itself",
          ".package(name: \"component-host\", path: \"PATH OF THE CHECKOUT\")", "`component-host`"
        )
      }
    return """

      ## Where the kit comes from

      It is taken \(now). To take it from \(other), write in `Package.swift`, in the place of the one line of
      `dependencies`,

          \(line)

      and behind each `package:` \(label). A package that depends on a folder can be used by others only by its own folder:
      for a version of it SwiftPM says that it "depends on an unstable-version package".

      """
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let kit: Target.Dependency = \(sdk.product("ComponentKit"))
    \(isLean ? lean : "")
    let package = Package(
      name: "\(name.text)",
      products: [
        .library(name: "\(name.text)", type: .dynamic, targets: ["\(name.text)"]),
        .library(name: "\(name.text)Face", targets: ["\(name.text)Face"]),
      ],
      dependencies: [
        \(sdk.dependency)
      ],
      targets: [
        // What callers import.
        .target(
          name: "\(name.text)Face", dependencies: [kit], path: "\(folder)/Face"\(setting)),

        // The component. It may import faces of its own layer, \(layer.rawValue), and of those below.
        .target(
          name: "\(name.text)", dependencies: ["\(name.text)Face", kit], path: "\(folder)",
          exclude: ["Face"]\(setting)),
        .testTarget(
          name: "\(name.text)Tests",
          dependencies: [
            "\(name.text)", "\(name.text)Face", kit, \(sdk.product("ComponentTesting")),
          ]),
      ]
    )

    """
  }

  private var setting: String { isLean ? ", swiftSettings: lean" : "" }

  private var lean: String {
    """

    // Types are asked for directly, not by their names, which Swift's runtime would have to read: `register` takes half of
    // the instructions, for most of it looks at what the face's types are made of. There is no safe setting for that; from
    // tools version 6.2 on, a package with such flags can be used by others all the same.
    let lean: [SwiftSetting] = [
      .unsafeFlags(
        ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"], .when(configuration: .release))
    ]

    """
  }
}
