// swift-tools-version: 6.2
// What the IsolatingComponents's blocks become: a program that brings a component and embeds the host.

import PackageDescription

let package = Package(
  name: "IsolatingComponents",
  dependencies: [.package(path: "../component-host")],
  targets: [
    .executableTarget(
      name: "IsolatingComponents",
      dependencies: [
        .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentWorkers", package: "component-host"),
        .product(name: "ComponentKit", package: "component-host"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
