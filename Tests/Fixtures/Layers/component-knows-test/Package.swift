// swift-tools-version: 6.2
// A component knows a test.

import PackageDescription

let package = Package(
  name: "component-knows-test",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .testTarget(name: "NotesTests", path: "Tests/Notes"),
    .target(name: "Notes", dependencies: ["ComponentKit", "NotesTests"], path: "Plugins/Shared/Notes"),
  ]
)
