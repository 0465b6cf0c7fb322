// swift-tools-version: 6.2
// A dependency may be written in several ways, and hold for one platform only.

import PackageDescription

let package = Package(
  name: "every-form",
  dependencies: [
    .package(path: "Neighbour")
  ],
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library", exclude: ["Face", "Shelf"]),
    .target(name: "ReaderFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader/Face"),
    .target(
      name: "Notes",
      dependencies: [
        .byName(name: "Library", condition: .when(platforms: [.windows])), .target(name: "ReaderFace"),
        .product(name: "Reader", package: "neighbour"),
      ], path: "Plugins/Shared/Notes"),
  ]
)
