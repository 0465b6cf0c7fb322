// swift-tools-version: 6.2
// A package without components.

import PackageDescription

let package = Package(
  name: "nothing-below-plugins",
  targets: [
    .target(name: "Greeter", path: "Greeter")
  ]
)
