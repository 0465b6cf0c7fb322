// swift-tools-version: 6.2
// Sources import modules that were built for somebody else.

import PackageDescription

let package = Package(
  name: "import-around",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library", exclude: ["Face", "Shelf"]),
    .target(name: "ReaderFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader/Face"),
    .target(name: "my-tool", path: "Tool"),
    .target(name: "Notes", dependencies: ["ComponentKit"], path: "Plugins/Shared/Notes"),
  ]
)
