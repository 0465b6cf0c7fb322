// swift-tools-version: 6.2
// A component of a lower layer knows a face of a higher one.

import PackageDescription

let package = Package(
  name: "face-from-above",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "ReaderFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader/Face"),
    .target(name: "Notes", dependencies: ["ComponentKit", "ReaderFace"], path: "Plugins/Shared/Notes"),
  ]
)
