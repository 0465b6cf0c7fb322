// swift-tools-version: 6.2
// What the article's code becomes: a program that embeds the host and knows the faces of the example components.

import PackageDescription

let package = Package(
  name: "ComingFromURLRouters",
  dependencies: [.package(path: "../component-host"), .package(path: "../component-host/Plugins")],
  targets: [
    .executableTarget(
      name: "ComingFromURLRouters",
      dependencies: [
        .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentTesting", package: "component-host"),
        .product(name: "ComponentKit", package: "component-host"),
        .product(name: "ReaderFace", package: "Plugins"), .product(name: "BookDetailFace", package: "Plugins"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
