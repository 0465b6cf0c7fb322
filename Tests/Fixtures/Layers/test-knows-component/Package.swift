// swift-tools-version: 6.2
// A component's test knows another component.

import PackageDescription

let package = Package(
  name: "test-knows-component",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library", exclude: ["Face", "Shelf"]),
    .target(name: "ReaderFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader/Face"),
    .testTarget(name: "NotesTests", dependencies: ["Library", "ReaderFace"], path: "Plugins/Shared/Notes/Tests"),
  ]
)
