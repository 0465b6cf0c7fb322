// swift-tools-version: 6.2
// A target without a path lies where SwiftPM looks for it, in no layer.

import PackageDescription

let package = Package(
  name: "no-path",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Common"),
    .target(name: "Notes", dependencies: ["ComponentKit", "Common"], path: "Plugins/Shared/Notes"),
  ]
)
