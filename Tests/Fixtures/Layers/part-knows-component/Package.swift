// swift-tools-version: 6.2
// What holds for a component holds for each of its targets.

import PackageDescription

let package = Package(
  name: "part-knows-component",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library", exclude: ["Face", "Shelf"]),
    .target(name: "ReaderFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader/Face"),
    .target(name: "NotesLog", dependencies: ["Library", "ReaderFace"], path: "Plugins/Shared/Notes/Log"),
    .target(name: "Notes", dependencies: ["ComponentKit", "NotesLog"], path: "Plugins/Shared/Notes", exclude: ["Log"]),
  ]
)
