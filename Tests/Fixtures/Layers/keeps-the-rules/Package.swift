// swift-tools-version: 6.2
// Everything that is allowed.

import PackageDescription

let package = Package(
  name: "keeps-the-rules",
  targets: [
    .target(name: "ComponentABI", path: "Host/ABI"),
    .target(name: "ComponentKit", dependencies: ["ComponentABI"], path: "Host/Kit"),
    .target(name: "ComponentHost", dependencies: ["ComponentKit"], path: "Host/Engine"),
    .target(name: "LibraryFace", dependencies: ["ComponentKit"], path: "Plugins/Base/Library/Face"),
    .target(name: "LibraryShelf", dependencies: ["ComponentKit", "ComponentABI"], path: "Plugins/Base/Library/Shelf"),
    .target(
      name: "Library", dependencies: ["ComponentKit", "LibraryFace", "LibraryShelf"], path: "Plugins/Base/Library",
      exclude: ["Face", "Shelf"]),
    .target(name: "NotesFace", dependencies: ["ComponentKit", "LibraryFace"], path: "Plugins/Shared/Notes/Face"),
    .target(
      name: "Notes", dependencies: ["ComponentKit", "NotesFace", "LibraryFace"], path: "./Plugins/Shared//Notes/",
      exclude: ["Face", "Templates", "Tests"]),
    .testTarget(
      name: "NotesTests", dependencies: ["Notes", "LibraryFace", "ComponentHost"], path: "Plugins/Shared/Notes/Tests"),
    .target(name: "ReviewFace", dependencies: ["ComponentKit", "NotesFace"], path: "Plugins/Feature/Review/Face"),
    .target(
      name: "Reader", dependencies: ["ComponentKit", "ReviewFace", "NotesFace", "LibraryFace"],
      path: "Plugins/Feature/Reader"),
    .target(
      name: "WordCount", path: "Plugins/Feature/WordCount", publicHeadersPath: ".",
      cSettings: [.headerSearchPath("../../../Host/ABI/include"), .headerSearchPath("Counting")]),
    .executableTarget(name: "App", dependencies: ["ComponentHost", "Reader", "Library"], path: "App"),
    .testTarget(name: "Checks", dependencies: ["Library", "Notes"]),
  ]
)
