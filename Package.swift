// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "component-host",
  products: [
    .executable(name: "host", targets: ["host"]),
    .library(name: "ComponentHost", targets: ["ComponentHost"]),
    .library(name: "ComponentKit", targets: ["ComponentKit"]),
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

    // Tests, one suite per part.
    .testTarget(name: "KitTests", dependencies: ["ComponentKit"], path: "Tests/Kit", swiftSettings: settings),
    .testTarget(
      name: "EngineTests", dependencies: ["ComponentHost", "ComponentKit", "ComponentABI"], path: "Tests/Engine",
      swiftSettings: settings),
    .testTarget(name: "CLITests", dependencies: ["HostCLI"], path: "Tests/CLI", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
