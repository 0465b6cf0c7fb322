// swift-tools-version: 6.2
// A component calls one of a higher layer by name, and imports nothing of it.

import PackageDescription

let package = Package(
  name: "calls-from-above",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library"),
    .target(name: "Reader", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader"),
    .target(name: "Notes", dependencies: ["ComponentKit"], path: "Plugins/Shared/Notes"),
  ]
)
