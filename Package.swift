// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// Components are written as their authors outside would write them, with a plain `import ComponentKit`.
let componentSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A component exports `register` and nothing else: what else is public in it is nobody's business, and makes it slower
// to load. There is no safe setting for a version script. The kit and the engine have no unsafe flags. The linker is
// lld because gold leaves the hidden names in the table of dynamic symbols.
let componentLinking: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld", "-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/register.map"])
]

let package = Package(
  name: "component-host",
  products: [
    .executable(name: "host", targets: ["host"]),
    .library(name: "ComponentHost", targets: ["ComponentHost"]),
    .library(name: "ComponentKit", targets: ["ComponentKit"]),

    // The example components, base.
    .library(name: "Library", type: .dynamic, targets: ["Library"]),

    // Shared.
    .library(name: "Notes", type: .dynamic, targets: ["Notes"]),

    // Feature.
    .library(name: "Reader", type: .dynamic, targets: ["Reader"]),
    .library(name: "BookDetail", type: .dynamic, targets: ["BookDetail"]),
    .library(name: "Review", type: .dynamic, targets: ["Review"]),
    .library(name: "Discover", type: .dynamic, targets: ["Discover"]),
    .library(name: "NotFound", type: .dynamic, targets: ["NotFound"]),
    .library(name: "WordCount", type: .dynamic, targets: ["WordCount"]),

    // For the tests.
    .library(name: "Sample", type: .dynamic, targets: ["Sample"]),
    .library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"]),
  ],
  targets: [
    // The contract.
    .target(name: "ComponentABI", path: "Host/ABI"),

    // What both sides speak and authors import.
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit", swiftSettings: settings),

    // The mediator itself, and the little of it that only C can say.
    .target(name: "HostNative", dependencies: ["ComponentABI"], path: "Host/Native"),
    .target(
      name: "ComponentHost", dependencies: ["ComponentKit", "ComponentABI", "HostNative"], path: "Host/Engine",
      swiftSettings: settings),

    // The program.
    .target(
      name: "HostCLI", dependencies: ["ComponentHost", "ComponentKit"], path: "Host/CLI", exclude: ["Main"],
      swiftSettings: settings),
    .executableTarget(name: "host", dependencies: ["HostCLI"], path: "Host/CLI/Main", swiftSettings: settings),

    // The example components, base. What can be tested without a host is a target of its own.
    .target(
      name: "LibraryShelf", dependencies: ["ComponentKit"], path: "Plugins/Base/Library/Shelf",
      swiftSettings: settings),
    .target(
      name: "Library", dependencies: ["ComponentKit", "LibraryShelf"], path: "Plugins/Base/Library",
      exclude: ["Books", "Shelf"], swiftSettings: componentSettings, linkerSettings: componentLinking),

    // Shared.
    .target(name: "NotesLog", path: "Plugins/Shared/Notes/Log", swiftSettings: settings),
    .target(
      name: "Notes", dependencies: ["ComponentKit", "NotesLog"], path: "Plugins/Shared/Notes", exclude: ["Log"],
      swiftSettings: componentSettings, linkerSettings: componentLinking),

    // Feature.
    .target(name: "ReaderPages", path: "Plugins/Feature/Reader/Pages", swiftSettings: settings),
    .target(
      name: "Reader", dependencies: ["ComponentKit", "ReaderPages"], path: "Plugins/Feature/Reader",
      exclude: ["Pages"], swiftSettings: componentSettings, linkerSettings: componentLinking),
    .target(
      name: "BookDetail", dependencies: ["ComponentKit"], path: "Plugins/Feature/BookDetail",
      swiftSettings: componentSettings, linkerSettings: componentLinking),
    .target(
      name: "Review", dependencies: ["ComponentKit"], path: "Plugins/Feature/Review",
      swiftSettings: componentSettings, linkerSettings: componentLinking),
    .target(
      name: "Discover", dependencies: ["ComponentKit"], path: "Plugins/Feature/Discover",
      swiftSettings: componentSettings, linkerSettings: componentLinking),
    .target(
      name: "NotFound", dependencies: ["ComponentKit"], path: "Plugins/Feature/NotFound",
      swiftSettings: componentSettings, linkerSettings: componentLinking),

    // In C. It finds the contract by path, not by target, because the target brings the note of the Swift kit.
    .target(name: "WordCounting", path: "Plugins/Feature/WordCount/Counting"),
    .target(
      name: "WordCount", dependencies: ["WordCounting"], path: "Plugins/Feature/WordCount", exclude: ["Counting"],
      publicHeadersPath: ".", cSettings: [.headerSearchPath("../../../Host/ABI/include")],
      linkerSettings: componentLinking),

    // Tests, one suite per part. The end-to-end tests bring a component of their own.
    .target(
      name: "Sample", dependencies: ["ComponentKit"], path: "Tests/Fixtures/SampleSwift",
      swiftSettings: componentSettings, linkerSettings: componentLinking),
    .testTarget(
      name: "EndToEndTests", dependencies: ["ComponentHost", "ComponentKit"], path: "Tests/EndToEnd",
      swiftSettings: settings),
    .target(name: "FuzzTargets", dependencies: ["ComponentKit"], path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .testTarget(
      name: "KitTests", dependencies: ["ComponentKit", "ComponentABI", "FuzzTargets"], path: "Tests/Kit",
      swiftSettings: settings),
    .testTarget(
      name: "EngineTests", dependencies: ["ComponentHost", "ComponentKit", "ComponentABI"], path: "Tests/Engine",
      swiftSettings: settings),
    .testTarget(
      name: "CLITests", dependencies: ["HostCLI", "ComponentHost", "ComponentKit"], path: "Tests/CLI",
      swiftSettings: settings),
    .target(name: "AuthorFixture", dependencies: ["ComponentABI"], path: "Tests/Components/AuthorFixture"),
    .testTarget(
      name: "ComponentsTests",
      dependencies: [
        "LibraryShelf", "NotesLog", "ReaderPages", "WordCounting", "AuthorFixture", "ComponentHost", "ComponentKit",
      ],
      path: "Tests/Components", exclude: ["AuthorFixture"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
