// swift-tools-version: 6.2
// What the article's blocks become: a program that embeds the host and answers requests.

import PackageDescription

let package = Package(
  name: "Serving",
  dependencies: [.package(path: "../component-host")],
  targets: [
    .executableTarget(
      name: "Serving",
      dependencies: [
        .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentDoors", package: "component-host"),
        .product(name: "ComponentKit", package: "component-host"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
