// swift-tools-version: 6.2
// Two components call one of a higher layer by name, in Swift and in C, and import nothing of it.

import PackageDescription

let package = Package(
  name: "calls-from-above",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library"),
    .target(name: "Reader", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader"),
    .target(name: "Notes", dependencies: ["ComponentKit"], path: "Plugins/Shared/Notes"),
    .target(name: "Pad", dependencies: ["ComponentABI"], path: "Plugins/Shared/Pad"),
  ]
)
