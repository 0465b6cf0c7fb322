// swift-tools-version: 6.2
// What Scripts/fuzz feeds with made-up bytes, the tests that feed it with kept ones, and the program that loads mutated
// libraries. A package of its own, so that nobody builds it who does not fuzz.

import PackageDescription

let kit: Target.Dependency = .product(name: "ComponentKit", package: "component-host")

let host: Target.Dependency = .product(name: "ComponentHost", package: "component-host")

let workers: Target.Dependency = .product(name: "ComponentWorkers", package: "component-host")

let doors: Target.Dependency = .product(name: "ComponentDoors", package: "component-host")

let cluster: Target.Dependency = .product(name: "ComponentCluster", package: "component-host")

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "fuzz",
  products: [.library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"])],
  dependencies: [.package(name: "component-host", path: "../..")],
  targets: [
    .target(
      name: "FuzzTargets", dependencies: [host, kit, workers, doors, cluster], path: "Targets", swiftSettings: settings),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", kit], path: "Tests", swiftSettings: settings),
    .target(name: "FuzzChild", path: "Child"),
    .executableTarget(
      name: "mutants", dependencies: [host, kit, "FuzzChild"], path: "Mutants", exclude: ["mutant.c"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
