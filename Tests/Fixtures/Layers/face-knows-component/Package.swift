// swift-tools-version: 6.2
// A face brings a component to everybody who imports it: its own, or another.

import PackageDescription

let package = Package(
  name: "face-knows-component",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library", exclude: ["Face", "Shelf"]),
    .target(name: "NotesLog", path: "Plugins/Shared/Notes/Log"),
    .target(
      name: "NotesFace", dependencies: ["ComponentKit", "NotesLog", "Library"], path: "Plugins/Shared/Notes/Face"),
  ]
)
