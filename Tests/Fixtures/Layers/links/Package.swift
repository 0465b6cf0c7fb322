// swift-tools-version: 6.2
// Links take what is not theirs.

import PackageDescription

let package = Package(
  name: "links",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "Library", dependencies: ["ComponentKit"], path: "Plugins/Base/Library", exclude: ["Face", "Shelf"]),
    .target(name: "Notes", dependencies: ["ComponentKit"], path: "Plugins/Shared/Notes", exclude: ["Mine"]),
    .target(name: "Account", dependencies: ["ComponentKit"], path: "Plugins/Shared/Account"),
  ]
)
