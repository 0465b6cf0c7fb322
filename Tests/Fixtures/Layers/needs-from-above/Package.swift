// swift-tools-version: 6.2
// What is wrong shows when the components are asked: one of a lower layer needs one of a higher layer.

import PackageDescription

let package = Package(
  name: "needs-from-above",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(
      name: "NeedsMissingOptional", dependencies: ["ComponentKit"], path: "Plugins/Base/NeedsMissingOptional"),
    .target(name: "Nowhere", dependencies: ["ComponentKit"], path: "Plugins/Feature/Nowhere"),
  ]
)
