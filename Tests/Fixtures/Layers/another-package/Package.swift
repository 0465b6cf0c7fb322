// swift-tools-version: 6.2
// What another package offers has layers as well, where it lies on this disk.

import PackageDescription

let package = Package(
  name: "another-package",
  dependencies: [
    .package(name: "sdk", path: "Neighbour")
  ],
  targets: [
    .target(
      name: "Notes",
      dependencies: [
        .product(name: "ComponentKit", package: "sdk"), .product(name: "LibraryFace", package: "sdk"),
        .product(name: "ReaderFace", package: "sdk"), .product(name: "Reader", package: "sdk"),
        .product(name: "ComponentHost", package: "sdk"), .product(name: "OddFace", package: "sdk"),
      ], path: "Plugins/Shared/Notes")
  ]
)
