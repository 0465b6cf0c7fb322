// swift-tools-version: 6.2
// What Scripts/bench measures with: a program outside the package that embeds the host, a component with a face, and
// an empty program. A package of its own, so that it gets what any user of component-host gets, and nobody builds it
// who does not measure.

import PackageDescription

// As the option `--lean` of `host new` has it.
let lean: [SwiftSetting] = [
  .unsafeFlags(
    ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"], .when(configuration: .release))
]

let package = Package(
  name: "Bench",
  products: [
    .library(name: "Typed", type: .dynamic, targets: ["Typed"]),
    .library(name: "Counting", type: .dynamic, targets: ["Counting"]),
  ],
  dependencies: [.package(name: "component-host", path: "../..")],
  targets: [
    .executableTarget(
      name: "Measure",
      dependencies: [
        "BenchFace", "BenchNative",
        .product(name: "ComponentCluster", package: "component-host"),
        .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentKit", package: "component-host"),
        .product(name: "ComponentWorkers", package: "component-host"),
      ]),
    .target(name: "BenchNative", path: "Sources/Native"),
    .executableTarget(name: "Empty"),
    .target(
      name: "BenchFace", dependencies: [.product(name: "ComponentKit", package: "component-host")],
      swiftSettings: lean),
    .target(
      name: "Typed", dependencies: ["BenchFace", .product(name: "ComponentKit", package: "component-host")],
      swiftSettings: lean),
    .target(
      name: "Counting", dependencies: [.product(name: "ComponentKit", package: "component-host")],
      swiftSettings: lean),
  ],
  swiftLanguageModes: [.v6]
)
