// swift-tools-version: 6.2
// A package that is fetched can't be looked into: its products go by their names.

import PackageDescription

let package = Package(
  name: "fetched-package",
  dependencies: [
    .package(url: "https://example.org/a/sdk.git", from: "1.0.0"),
    .package(url: "https://example.org/a/others.git", from: "1.0.0"),
  ],
  targets: [
    .target(
      name: "Notes",
      dependencies: [
        .product(name: "ComponentKit", package: "sdk"), .product(name: "OtherFace", package: "others"),
        .product(name: "Crypto", package: "others"), "Unknown",
      ], path: "Plugins/Shared/Notes")
  ]
)
