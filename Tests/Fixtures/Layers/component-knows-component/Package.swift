// swift-tools-version: 6.2
// A component knows others: of its own layer, of one below, and a part of one.

import PackageDescription

let package = Package(
  name: "component-knows-component",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library", exclude: ["Face", "Shelf"]),
    .target(name: "LibraryShelf", path: "Plugins/Base/Library/Shelf"),
    .target(name: "Review", dependencies: ["ComponentKit"], path: "Plugins/Shared/Review"),
    .target(
      name: "Notes", dependencies: ["ComponentKit", "Review", "Library", "LibraryShelf"], path: "Plugins/Shared/Notes"),
  ]
)
