// swift-tools-version: 6.2
// There are three layers.

import PackageDescription

let package = Package(
  name: "fourth-layer",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Theme", dependencies: ["ComponentKit"], path: "Plugins/Design/Theme"),
    .target(name: "Notes", dependencies: ["ComponentKit", "Theme"], path: "Plugins/Shared/Notes"),
  ]
)
