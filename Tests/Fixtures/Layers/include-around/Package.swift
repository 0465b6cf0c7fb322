// swift-tools-version: 6.2
// C sources include what is not theirs.

import PackageDescription

let package = Package(
  name: "include-around",
  targets: [
    .target(
      name: "Shelf", path: "Plugins/Base/Shelf",
      cSettings: [.headerSearchPath("include"), .headerSearchPath("../../Shared/Log")])
  ]
)
