// swift-tools-version: 6.2
// What the article's blocks become: a program that embeds the host and answers in a cluster.

import PackageDescription

let package = Package(
  name: "Clusters",
  dependencies: [.package(path: "../component-host")],
  targets: [
    .executableTarget(
      name: "Clusters",
      dependencies: [
        .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentCluster", package: "component-host"),
        .product(name: "ComponentKit", package: "component-host"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
