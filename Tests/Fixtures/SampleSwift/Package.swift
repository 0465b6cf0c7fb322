// swift-tools-version: 6.2
// The sample component in Swift, a package like any author's.

import PackageDescription

let package = Package(
  name: "Sample",
  products: [.library(name: "Sample", type: .dynamic, targets: ["Sample"])],
  dependencies: [.package(name: "component-host", path: "../../..")],
  targets: [
    .target(
      name: "Sample", dependencies: [.product(name: "ComponentKit", package: "component-host")],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")])
  ],
  swiftLanguageModes: [.v6]
)
