// swift-tools-version: 6.2
// What another package offers.

import PackageDescription

let package = Package(
  name: "component-host",
  products: [
    .library(name: "ComponentKit", targets: ["ComponentKit"]),
    .library(name: "ComponentHost", targets: ["ComponentHost"]),
    .library(name: "LibraryFace", targets: ["LibraryFace"]),
    .library(name: "ReaderFace", targets: ["ReaderFace"]),
    .library(name: "Reader", type: .dynamic, targets: ["Reader"]),
    .library(name: "OddFace", targets: ["LibraryFace", "Reader"]),
  ],
  targets: [
    .target(name: "ComponentKit", path: "Host/Kit"),
    .target(name: "ComponentHost", dependencies: ["ComponentKit"], path: "Host/Engine"),
    .target(name: "LibraryFace", dependencies: ["ComponentKit"], path: "Plugins/Base/Library/Face"),
    .target(name: "ReaderFace", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader/Face"),
    .target(name: "Reader", dependencies: ["ComponentKit"], path: "Plugins/Feature/Reader"),
  ]
)
