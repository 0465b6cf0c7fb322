// swift-tools-version: 6.2
// A package that is itself the folder Plugins.

import PackageDescription

let package = Package(
  name: "plugins-itself",
  targets: [
    .target(name: "LibraryFace", path: "Base/Library/Face"),
    .target(name: "Library", dependencies: ["LibraryFace"], path: "Base/Library", exclude: ["Face"]),
    .target(name: "ReaderFace", path: "Feature/Reader/Face"),
    .target(name: "Notes", dependencies: ["LibraryFace", "ReaderFace", "Library"], path: "Shared/Notes"),
    .target(name: "Loose", path: "Loose"),
    .testTarget(name: "ComponentsTests", dependencies: ["Library", "Notes"], path: "Tests"),
  ]
)
