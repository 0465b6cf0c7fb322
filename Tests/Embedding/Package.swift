// swift-tools-version: 6.2
// A program outside the package that embeds the host, and a component of its own that it loads from a folder.

import PackageDescription

let package = Package(
  name: "Embedding",
  products: [.library(name: "Greeter", type: .dynamic, targets: ["Greeter"])],
  dependencies: [.package(name: "component-host", path: "COMPONENT_HOST")],
  targets: [
    .executableTarget(
      name: "Embedding",
      dependencies: [
        .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentKit", package: "component-host"),
      ]),
    .target(name: "Greeter", dependencies: [.product(name: "ComponentKit", package: "component-host")]),
  ],
  swiftLanguageModes: [.v6]
)
