// swift-tools-version: 6.2

import PackageDescription

// What a component or a program does not use of these targets is left out of it when it is linked: of themselves Swift's
// objects keep everything public, used or not. A Swift component is 29 % smaller, and its load takes 5.2 times its dlopen
// instead of 5.7. And types are asked for directly, not by their names, which the runtime would have to read, and copied and
// destroyed without asking for them at all: a process that makes one call takes 5 % less by the one and 2 % less by the
// other.
let lean: [SwiftSetting] = [
  .unsafeFlags(
    [
      "-function-sections", "-internalize-at-link", "-disable-concrete-type-metadata-mangled-name-accessors",
      "-disable-type-layout",
    ]
    .flatMap { ["-Xfrontend", $0] }, .when(configuration: .release))
]

let settings: [SwiftSetting] =
  lean + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]

// The compiler's version, for the note of Swift components. A later one goes by the last of these, and is told from it by
// its revision.
#if compiler(>=7.0)
  let swiftVersion = "0x700u"
#elseif compiler(>=6.5)
  let swiftVersion = "0x605u"
#elseif compiler(>=6.4)
  let swiftVersion = "0x604u"
#elseif compiler(>=6.3)
  let swiftVersion = "0x603u"
#else
  let swiftVersion = "0x602u"
#endif

// Components are written as their authors outside would write them, with a plain `import ComponentKit`.
let componentSettings: [SwiftSetting] =
  lean + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

// What is linked needs no library that it does not use. There is no safe setting for that, nor for a version script. The
// linker is lld because gold leaves the hidden names in the table of dynamic symbols, and keeps the libraries of code
// that it has thrown away.
func linking(_ file: String) -> [LinkerSetting] {
  [.unsafeFlags(["-use-ld=lld", "-Xclang-linker", "--config=\(Context.packageDirectory)/\(file)"])]
}

// A component exports `register` and nothing else: what else is public in it is nobody's business, and makes it slower
// to load.
let componentLinking = linking("Plugins/component.cfg")

let package = Package(
  name: "component-host",
  products: [
    .executable(name: "host", targets: ["host"]),
    .library(name: "ComponentHost", targets: ["ComponentHost"]),
    .library(name: "ComponentKit", targets: ["ComponentKit"]),
    .library(name: "ComponentTesting", targets: ["ComponentTesting"]),

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

    // The faces of the components: what callers import.
    .library(name: "LibraryFace", targets: ["LibraryFace"]),
    .library(name: "NotesFace", targets: ["NotesFace"]),
    .library(name: "ReaderFace", targets: ["ReaderFace"]),
    .library(name: "BookDetailFace", targets: ["BookDetailFace"]),
    .library(name: "ReviewFace", targets: ["ReviewFace"]),
    .library(name: "DiscoverFace", targets: ["DiscoverFace"]),
    .library(name: "WordCountFace", targets: ["WordCountFace"]),

    // For the tests.
    .library(name: "Sample", type: .dynamic, targets: ["Sample"]),
    .library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"]),
  ],
  targets: [
    // The contract.
    .target(
      name: "ComponentABI", path: "Host/ABI", exclude: ["rust"],
      cSettings: [.define("COMPONENT_SWIFT_VERSION", to: swiftVersion)]),

    // What both sides speak and authors import.
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit", swiftSettings: settings),

    // The mediator itself, and the little of it that only C can say.
    .target(name: "HostNative", dependencies: ["ComponentABI"], path: "Host/Native"),
    .target(
      name: "ComponentHost", dependencies: ["ComponentKit", "ComponentABI", "HostNative"], path: "Host/Engine",
      swiftSettings: settings),

    // For the tests of a component.
    .target(
      name: "ComponentTesting", dependencies: ["ComponentHost", "ComponentKit", "ComponentABI"], path: "Host/Testing",
      swiftSettings: settings),

    // The program, and what it carries of the SDK for new packages.
    .target(name: "HostCarried", path: "Host/CLI/Scaffold/Carried"),
    .target(
      name: "HostCLI", dependencies: ["ComponentHost", "ComponentKit", "HostNative", "HostCarried"], path: "Host/CLI",
      exclude: ["Main", "Scaffold/Carried", "Start"], swiftSettings: settings),
    .target(name: "HostStart", path: "Host/CLI/Start"),
    .executableTarget(
      name: "host", dependencies: ["HostCLI", "HostStart"], path: "Host/CLI/Main", exclude: ["program.cfg"],
      swiftSettings: settings, linkerSettings: linking("Host/CLI/Main/program.cfg")),

    // The example components, base. What can be tested without a host is a target of its own, and so is the face: a
    // component depends on faces of its own layer or a lower one, never on another component.
    .target(
      name: "LibraryFace", dependencies: ["ComponentKit"], path: "Plugins/Base/Library/Face",
      swiftSettings: componentSettings),
    .target(
      name: "LibraryShelf", dependencies: ["ComponentKit"], path: "Plugins/Base/Library/Shelf",
      swiftSettings: settings),
    .target(
      name: "Library", dependencies: ["ComponentKit", "LibraryFace", "LibraryShelf"], path: "Plugins/Base/Library",
      exclude: ["Books", "Face", "Shelf"], swiftSettings: componentSettings, linkerSettings: componentLinking),

    // Shared.
    .target(
      name: "NotesFace", dependencies: ["ComponentKit"], path: "Plugins/Shared/Notes/Face",
      swiftSettings: componentSettings),
    .target(name: "NotesLog", path: "Plugins/Shared/Notes/Log", swiftSettings: settings),
    .target(
      name: "Notes", dependencies: ["ComponentKit", "NotesFace", "NotesLog"], path: "Plugins/Shared/Notes",
      exclude: ["Face", "Log"], swiftSettings: componentSettings, linkerSettings: componentLinking),

    // Feature.
    .target(
      name: "ReaderFace", dependencies: ["ComponentKit", "LibraryFace", "NotesFace", "BookDetailFace", "ReviewFace"],
      path: "Plugins/Feature/Reader/Face", swiftSettings: componentSettings),
    .target(name: "ReaderPages", path: "Plugins/Feature/Reader/Pages", swiftSettings: settings),
    .target(
      name: "ReaderInquiry",
      dependencies: ["ComponentKit", "ReaderFace", "LibraryFace", "NotesFace", "BookDetailFace", "ReviewFace"],
      path: "Plugins/Feature/Reader/Inquiry", swiftSettings: settings),
    .target(
      name: "Reader",
      dependencies: [
        "ComponentKit", "ReaderFace", "ReaderPages", "ReaderInquiry", "LibraryFace", "NotesFace", "BookDetailFace",
      ],
      path: "Plugins/Feature/Reader", exclude: ["Face", "Pages", "Inquiry"], swiftSettings: componentSettings,
      linkerSettings: componentLinking),
    .target(
      name: "BookDetailFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/BookDetail/Face",
      swiftSettings: componentSettings),
    .target(
      name: "BookDetail", dependencies: ["ComponentKit", "BookDetailFace", "LibraryFace", "WordCountFace"],
      path: "Plugins/Feature/BookDetail", exclude: ["Face"], swiftSettings: componentSettings,
      linkerSettings: componentLinking),
    .target(
      name: "ReviewFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/Review/Face",
      swiftSettings: componentSettings),
    .target(
      name: "Review", dependencies: ["ComponentKit", "ReviewFace", "LibraryFace", "NotesFace"],
      path: "Plugins/Feature/Review", exclude: ["Face"], swiftSettings: componentSettings,
      linkerSettings: componentLinking),
    .target(
      name: "DiscoverFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/Discover/Face",
      swiftSettings: componentSettings),
    .target(
      name: "Discover", dependencies: ["ComponentKit", "DiscoverFace", "LibraryFace", "ReviewFace"],
      path: "Plugins/Feature/Discover", exclude: ["Face"], swiftSettings: componentSettings,
      linkerSettings: componentLinking),
    .target(
      name: "NotFound", dependencies: ["ComponentKit"], path: "Plugins/Feature/NotFound",
      swiftSettings: componentSettings, linkerSettings: componentLinking),

    // In C, but for its face. It finds the contract by path, not by target, because the target brings the note of the
    // Swift kit.
    .target(
      name: "WordCountFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/WordCount/Face",
      swiftSettings: componentSettings),
    .target(name: "WordCounting", path: "Plugins/Feature/WordCount/Counting"),
    .target(
      name: "WordCount", dependencies: ["WordCounting"], path: "Plugins/Feature/WordCount",
      exclude: ["Counting", "Face"], publicHeadersPath: ".",
      cSettings: [.headerSearchPath("../../../Host/ABI/include")],
      linkerSettings: componentLinking),

    // Tests, one suite per part. The end-to-end tests bring a component of their own.
    .target(
      name: "Sample", dependencies: ["ComponentKit"], path: "Tests/Fixtures/SampleSwift",
      swiftSettings: componentSettings, linkerSettings: componentLinking),
    .target(name: "TestThreads", path: "Tests/Threads", swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests", dependencies: ["ComponentHost", "ComponentKit", "WordCountFace", "TestThreads"],
      path: "Tests/EndToEnd", swiftSettings: settings),
    .target(
      name: "FuzzTargets", dependencies: ["ComponentHost", "ComponentKit"], path: "Tests/Fuzz/Targets",
      swiftSettings: settings),
    .target(name: "FuzzChild", path: "Tests/Fuzz/Child"),
    .executableTarget(
      name: "mutants", dependencies: ["ComponentHost", "ComponentKit", "FuzzChild"], path: "Tests/Fuzz/Mutants",
      exclude: ["mutant.c"], swiftSettings: settings),
    .testTarget(
      name: "KitTests", dependencies: ["ComponentKit", "ComponentABI", "FuzzTargets"], path: "Tests/Kit",
      swiftSettings: settings),
    .testTarget(
      name: "EngineTests",
      dependencies: ["ComponentHost", "ComponentKit", "ComponentABI", "HostNative", "TestThreads"],
      path: "Tests/Engine", swiftSettings: settings),
    .testTarget(
      name: "CLITests", dependencies: ["HostCLI", "ComponentHost", "ComponentKit", "ComponentABI", "TestThreads"],
      path: "Tests/CLI", swiftSettings: settings),
    .testTarget(
      name: "TestingTests", dependencies: ["ComponentTesting", "ComponentHost", "ComponentKit"], path: "Tests/Testing",
      swiftSettings: settings),
    .target(name: "AuthorFixture", dependencies: ["ComponentABI"], path: "Tests/Components/AuthorFixture"),
    .testTarget(
      name: "ComponentsTests",
      dependencies: [
        "LibraryShelf", "NotesLog", "ReaderPages", "ReaderInquiry", "WordCounting", "AuthorFixture", "LibraryFace",
        "NotesFace", "ReaderFace", "BookDetailFace", "ReviewFace", "DiscoverFace", "WordCountFace", "ComponentTesting",
        "ComponentHost", "ComponentKit", "TestThreads",
      ],
      path: "Tests/Components", exclude: ["AuthorFixture"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
