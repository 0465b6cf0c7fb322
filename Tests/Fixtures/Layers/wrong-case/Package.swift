// swift-tools-version: 6.2
// Folders that are called almost as they must be.

import PackageDescription

let package = Package(
  name: "wrong-case",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", path: "plugins/Base/Library"),
    .target(name: "Shelf", path: "Plugins/base/Library/Shelf"),
    .target(name: "LibraryFace", path: "Plugins/Base/Library/face"),
    .target(name: "Notes", dependencies: ["ComponentKit", "Library"], path: "Plugins/Shared/Notes"),
  ]
)
