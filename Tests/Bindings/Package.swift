// swift-tools-version: 6.2
// A program that imports generated faces and calls what they are faces of. Scripts/bindings puts the faces in.

import PackageDescription

let package = Package(
  name: "PrintedFaces",
  dependencies: [.package(name: "component-host", path: "COMPONENT_HOST")],
  targets: [
    .target(
      name: "Faces", dependencies: [.product(name: "ComponentKit", package: "component-host")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "Bindings",
      dependencies: [
        "Faces", .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentKit", package: "component-host"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
