// swift-tools-version: 6.2
// The example components: a package like any author's, which has of component-host what every package has that depends
// on it. The host is built without it.

import PackageDescription

let kit: Target.Dependency = .product(name: "ComponentKit", package: "component-host")

// As the option `--lean` of `host new` has it, which says why.
let lean: [SwiftSetting] = [
  .unsafeFlags(
    ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"], .when(configuration: .release))
]

let settings: [SwiftSetting] =
  lean + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]

// Components are written as their authors outside would write them, with a plain `import ComponentKit`.
let componentSettings: [SwiftSetting] =
  lean + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

// In C nothing but `register` is visible, which says so itself.
let hidden: CSetting = .unsafeFlags(["-fvisibility=hidden"])

let package = Package(
  name: "example-components",
  products: [
    // Base.
    .library(name: "Library", type: .dynamic, targets: ["Library"]),
    .library(name: "Audit", type: .dynamic, targets: ["Audit"]),
    .library(name: "Console", type: .dynamic, targets: ["Console"]),

    // Shared.
    .library(name: "Notes", type: .dynamic, targets: ["Notes"]),

    // Feature.
    .library(name: "Reader", type: .dynamic, targets: ["Reader"]),
    .library(name: "BookDetail", type: .dynamic, targets: ["BookDetail"]),
    .library(name: "Review", type: .dynamic, targets: ["Review"]),
    .library(name: "Discover", type: .dynamic, targets: ["Discover"]),
    .library(name: "NotFound", type: .dynamic, targets: ["NotFound"]),
    .library(name: "WordCount", type: .dynamic, targets: ["WordCount"]),

    // The faces of the components: what callers import.
    .library(name: "LibraryFace", targets: ["LibraryFace"]),
    .library(name: "AuditFace", targets: ["AuditFace"]),
    .library(name: "NotesFace", targets: ["NotesFace"]),
    .library(name: "ReaderFace", targets: ["ReaderFace"]),
    .library(name: "BookDetailFace", targets: ["BookDetailFace"]),
    .library(name: "ReviewFace", targets: ["ReviewFace"]),
    .library(name: "DiscoverFace", targets: ["DiscoverFace"]),
    .library(name: "WordCountFace", targets: ["WordCountFace"]),
  ],
  dependencies: [.package(name: "component-host", path: "..")],
  targets: [
    // The example components, base. What can be tested without a host is a target of its own, and so is the face: a
    // component depends on faces of its own layer or a lower one, never on another component.
    .target(
      name: "LibraryFace", dependencies: [kit], path: "Base/Library/Face",
      swiftSettings: componentSettings),
    .target(
      name: "LibraryShelf", dependencies: [kit], path: "Base/Library/Shelf",
      swiftSettings: settings),
    .target(
      name: "Library", dependencies: [kit, "LibraryFace", "LibraryShelf"], path: "Base/Library",
      exclude: ["Books", "Face", "Shelf"], swiftSettings: componentSettings),
    .target(name: "AuditFace", dependencies: [kit], path: "Base/Audit/Face", swiftSettings: componentSettings),
    .target(
      name: "AuditJournal", dependencies: [kit, "AuditFace"], path: "Base/Audit/Journal",
      swiftSettings: settings),
    .target(
      name: "Audit", dependencies: [kit, "AuditFace", "AuditJournal"], path: "Base/Audit",
      exclude: ["Face", "Journal"],
      swiftSettings: componentSettings),
    .target(name: "Console", dependencies: [kit], path: "Base/Console", swiftSettings: componentSettings),

    // Shared.
    .target(
      name: "NotesFace", dependencies: [kit], path: "Shared/Notes/Face",
      swiftSettings: componentSettings),
    .target(name: "NotesLog", path: "Shared/Notes/Log", swiftSettings: settings),
    .target(
      name: "Notes", dependencies: [kit, "NotesFace", "NotesLog"], path: "Shared/Notes",
      exclude: ["Face", "Log"], swiftSettings: componentSettings),

    // Feature.
    .target(
      name: "ReaderFace", dependencies: [kit, "LibraryFace", "NotesFace", "BookDetailFace", "ReviewFace"],
      path: "Feature/Reader/Face", swiftSettings: componentSettings),
    .target(name: "ReaderPages", path: "Feature/Reader/Pages", swiftSettings: settings),
    .target(
      name: "ReaderInquiry",
      dependencies: [kit, "ReaderFace", "LibraryFace", "NotesFace", "BookDetailFace", "ReviewFace"],
      path: "Feature/Reader/Inquiry", swiftSettings: settings),
    .target(
      name: "Reader",
      dependencies: [
        kit, "ReaderFace", "ReaderPages", "ReaderInquiry", "LibraryFace", "NotesFace", "BookDetailFace",
      ],
      path: "Feature/Reader", exclude: ["Face", "Pages", "Inquiry"], swiftSettings: componentSettings),
    .target(
      name: "BookDetailFace", dependencies: [kit], path: "Feature/BookDetail/Face",
      swiftSettings: componentSettings),
    .target(
      name: "BookDetail",
      dependencies: [kit, "BookDetailFace", "LibraryFace", "NotesFace", "ReaderFace", "WordCountFace"],
      path: "Feature/BookDetail", exclude: ["Face"], swiftSettings: componentSettings),
    .target(
      name: "ReviewFace", dependencies: [kit], path: "Feature/Review/Face",
      swiftSettings: componentSettings),
    .target(
      name: "Review", dependencies: [kit, "ReviewFace", "LibraryFace", "NotesFace"],
      path: "Feature/Review", exclude: ["Face"], swiftSettings: componentSettings),
    .target(
      name: "DiscoverFace", dependencies: [kit], path: "Feature/Discover/Face",
      swiftSettings: componentSettings),
    .target(
      name: "Discover", dependencies: [kit, "DiscoverFace", "LibraryFace", "ReviewFace"],
      path: "Feature/Discover", exclude: ["Face"], swiftSettings: componentSettings),
    .target(
      name: "NotFound", dependencies: [kit], path: "Feature/NotFound",
      swiftSettings: componentSettings),

    // In C, but for its face. It finds the contract by path, not by target, because the target brings the note of the
    // Swift kit.
    .target(
      name: "WordCountFace", dependencies: [kit], path: "Feature/WordCount/Face",
      swiftSettings: componentSettings),
    .target(name: "WordCounting", path: "Feature/WordCount/Counting", cSettings: [hidden]),
    .target(
      name: "WordCount", dependencies: ["WordCounting"], path: "Feature/WordCount",
      exclude: ["Counting", "Face"], publicHeadersPath: ".",
      cSettings: [hidden, .unsafeFlags(["-I\(Context.packageDirectory)/../Host/ABI/include"])]),

    // Tests. What the components do as built libraries, alone and together, and what their parts do.
    .testTarget(
      name: "ComponentsTests",
      dependencies: [
        "LibraryShelf", "NotesLog", "ReaderPages", "ReaderInquiry", "WordCounting", "AuditJournal", "LibraryFace",
        "AuditFace",
        "NotesFace",
        "ReaderFace", "BookDetailFace", "ReviewFace", "DiscoverFace", "WordCountFace", kit,
        .product(name: "ComponentHost", package: "component-host"),
        .product(name: "ComponentTesting", package: "component-host"),
      ],
      path: "Tests", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
