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

// Whatever is linked with the kit, a component above all, has it for itself, and needs no library that it does not use:
// Host/Kit/kit.cfg says why. Packages get this with the kit, and need no such settings of their own.
let withKit: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld", "-Xclang-linker", "--config=\(Context.packageDirectory)/Host/Kit/kit.cfg"])
]

// There is no safe setting for libraries to be left out, nor for a version script. The linker is lld because gold leaves
// the hidden names in the table of dynamic symbols, and keeps the libraries of code that it has thrown away.
let linking: [LinkerSetting] = [
  .unsafeFlags([
    "-use-ld=lld", "-Xclang-linker", "--config=\(Context.packageDirectory)/Host/CLI/Main/program.cfg",
  ])
]

let package = Package(
  name: "component-host",
  products: [
    .executable(name: "host", targets: ["host"]),
    .library(name: "ComponentHost", targets: ["ComponentHost"]),
    .library(name: "ComponentKit", targets: ["ComponentKit"]),
    .library(name: "ComponentTesting", targets: ["ComponentTesting"]),
    .library(name: "ComponentWorkers", targets: ["ComponentWorkers"]),
    .library(name: "ComponentDoors", targets: ["ComponentDoors"]),
    .library(name: "ComponentCluster", targets: ["ComponentCluster"]),
  ],
  targets: [
    // The contract.
    .target(
      name: "ComponentABI", path: "Host/ABI", exclude: ["rust"],
      cSettings: [.define("COMPONENT_SWIFT_VERSION", to: swiftVersion)]),

    // What both sides speak and authors import.
    .target(
      name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit", exclude: ["kit.cfg", "kit.map"],
      swiftSettings: settings, linkerSettings: withKit),

    // The mediator itself, and the little of it that only C can say.
    .target(name: "HostNative", dependencies: ["ComponentABI"], path: "Host/Native"),
    .target(
      name: "ComponentHost", dependencies: ["ComponentKit", "ComponentABI", "HostNative"], path: "Host/Engine",
      swiftSettings: settings),

    // Components in processes of their own.
    .target(
      name: "ComponentWorkers", dependencies: ["ComponentHost", "ComponentKit", "ComponentABI", "HostNative"],
      path: "Host/Workers", swiftSettings: settings),

    // Ways in from outside. Compiled as another package's code would be, so that they use only what everybody has.
    .target(
      name: "ComponentDoors", dependencies: ["ComponentHost", "ComponentKit", "HostNative", "HostSchemas"],
      path: "Host/Doors", packageAccess: false, swiftSettings: settings),

    // The way in from other machines, through a broker. Compiled in the same way.
    .target(
      name: "ComponentCluster", dependencies: ["ComponentDoors", "ComponentHost", "ComponentKit", "HostNative"],
      path: "Host/Cluster", packageAccess: false, swiftSettings: settings),

    // What the doors and the program write, as JSON Schema.
    .target(name: "HostSchemas", path: "Host/Schemas", exclude: ["published"]),

    // For the tests of a component.
    .target(
      name: "ComponentTesting", dependencies: ["ComponentHost", "ComponentKit", "ComponentABI"], path: "Host/Testing",
      swiftSettings: settings),

    // The program, and what it carries of the SDK for new packages.
    .target(name: "HostCarried", path: "Host/CLI/Scaffold/Carried"),
    .target(name: "HostControl", path: "Host/CLI/Control/Native"),
    .target(
      name: "HostCLI",
      dependencies: [
        "ComponentHost", "ComponentWorkers", "ComponentDoors", "ComponentCluster", "ComponentKit", "HostNative",
        "HostCarried", "HostControl",
      ],
      path: "Host/CLI",
      exclude: ["Main", "Scaffold/Carried", "Control/Native", "Start"], swiftSettings: settings),
    .target(name: "HostStart", dependencies: ["HostNative", "HostControl"], path: "Host/CLI/Start"),
    .executableTarget(
      name: "host", dependencies: ["HostCLI", "HostStart", "ComponentWorkers", "ComponentHost"], path: "Host/CLI/Main",
      exclude: ["program.cfg"],
      swiftSettings: settings, linkerSettings: linking),

    // Tests, one suite per part. What they share is a test target as well: no other package can have it, and a release
    // build leaves it alone.
    .testTarget(name: "TestThreads", path: "Tests/Threads", swiftSettings: settings),
    .testTarget(name: "TestDice", path: "Tests/Dice", swiftSettings: settings),
    .testTarget(
      name: "TestSchemas", dependencies: ["ComponentKit"], path: "Tests/Schemas", swiftSettings: settings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["ComponentHost", "ComponentWorkers", "ComponentKit", "TestThreads", "TestSchemas"],
      path: "Tests/EndToEnd", swiftSettings: settings),
    .testTarget(
      name: "KitTests", dependencies: ["ComponentKit", "ComponentABI"], path: "Tests/Kit", swiftSettings: settings),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "ComponentHost", "ComponentKit", "ComponentABI", "HostNative", "TestThreads", "TestDice", "TestSchemas",
      ],
      path: "Tests/Engine", swiftSettings: settings),
    .testTarget(
      name: "WorkerTests",
      dependencies: [
        "ComponentWorkers", "ComponentHost", "ComponentKit", "ComponentABI", "HostNative", "TestThreads", "TestDice",
      ],
      path: "Tests/Workers", swiftSettings: settings),
    .testTarget(
      name: "DoorTests",
      dependencies: [
        "ComponentDoors", "ComponentHost", "ComponentKit", "TestThreads", "TestDice", "TestSchemas",
      ],
      path: "Tests/Doors", swiftSettings: settings),
    .testTarget(
      name: "ClusterTests",
      dependencies: ["ComponentCluster", "ComponentDoors", "ComponentHost", "ComponentKit", "TestThreads"],
      path: "Tests/Cluster",
      swiftSettings: settings),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "HostCLI", "HostControl", "ComponentDoors", "ComponentHost", "ComponentKit", "ComponentABI", "TestThreads",
        "TestDice", "TestSchemas",
      ],
      path: "Tests/CLI", swiftSettings: settings),
    .testTarget(
      name: "TestingTests", dependencies: ["ComponentTesting", "ComponentHost", "ComponentKit", "TestThreads"],
      path: "Tests/Testing", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
