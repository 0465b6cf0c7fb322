// swift-tools-version: 6.2
// What the README's blocks become: a program that brings a component and embeds the host.

import PackageDescription

let package = Package(
  name: "README",
  dependencies: [.package(path: "../component-host")],
  targets: [
    .executableTarget(
      name: "README",
      dependencies: [
        .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentTesting", package: "component-host"),
        .product(name: "ComponentKit", package: "component-host"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
