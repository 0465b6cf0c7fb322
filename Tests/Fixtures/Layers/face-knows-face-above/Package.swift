// swift-tools-version: 6.2
// So does a face.

import PackageDescription

let package = Package(
  name: "face-knows-face-above",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "NotesFace", dependencies: ["ComponentKit"], path: "Plugins/Shared/Notes/Face"),
    .target(name: "LibraryFace", dependencies: ["ComponentKit", "NotesFace"], path: "Plugins/Base/Library/Face"),
  ]
)
