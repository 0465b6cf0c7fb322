// swift-tools-version: 6.2
// A component knows the host, the program, and a folder that it shares with others.

import PackageDescription

let package = Package(
  name: "component-knows-host",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "ComponentHost", dependencies: ["ComponentKit"], path: "Host/Engine"),
    .target(name: "HostCLI", dependencies: ["ComponentHost"], path: "Host/CLI"),
    .target(name: "Common", path: "Common"),
    .target(
      name: "Notes", dependencies: ["ComponentKit", "ComponentHost", "HostCLI", "Common"], path: "Plugins/Shared/Notes"),
  ]
)
