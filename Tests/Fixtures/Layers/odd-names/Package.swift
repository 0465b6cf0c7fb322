// swift-tools-version: 6.2
// Names that would steer a terminal.

import PackageDescription

let package = Package(
  name: "odd-names",
  targets: [
    .target(name: "Notes\u{1B}[2J", dependencies: ["Other\u{202E}"], path: "Plugins/Shared/Notes")
  ]
)
