// swift-tools-version: 6.2
// Targets below Plugins that lie in no component's folder.

import PackageDescription

let package = Package(
  name: "outside-the-layers",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Loose", path: "Plugins/Loose"),
    .target(name: "Everything", path: "Plugins"),
    .target(name: "Bases", path: "Plugins/Base"),
    .target(name: "Aside", path: "Plugins/Base/../Loose/Aside"),
    .plugin(name: "Generator", capability: .buildTool()),
  ]
)
