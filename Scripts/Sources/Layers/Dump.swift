import Foundation

/// A package's target graph, as `swift package dump-package` tells it.
struct Dump: Decodable {
  let name: String
  let dependencies: [Neighbour]
  let products: [Product]
  let targets: [Target]

  struct Product: Decodable {
    let name: String
    let targets: [String]
  }

  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let url: String?
    let exclude: [String]
    let sources: [String]?
    let dependencies: [Dependency]
    let settings: [Setting]
  }

  struct Setting: Decodable {
    let kind: Kind

    struct Kind: Decodable {
      let headerSearchPath: Path?
    }
    struct Path: Decodable {
      let path: String
      enum CodingKeys: String, CodingKey { case path = "_0" }
    }
  }

  /// Reads a package's manifest with the toolchain that is in the PATH.
  init(of folder: URL) throws(Complaint) {
    guard FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) else {
      throw Complaint("there is no Package.swift in \(folder.path.shown): layers are of packages in Swift")
    }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder.path]
    // The package's own build folder may be locked by whoever is building.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "layers-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    process.arguments? += ["--scratch-path", scratch.path, "dump-package"]
    // It leaves a lock file there.
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
    process.standardOutput = pipe
    do {
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      try process.run()
      let json = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      // What is wrong with it the toolchain has said on stderr.
      guard process.terminationStatus == 0 else {
        throw Complaint("the manifest of \(folder.path.shown) can't be read; what is wrong stands above")
      }
      self = try JSONDecoder().decode(Dump.self, from: json)
    } catch let complaint as Complaint {
      throw complaint
    } catch {
      throw Complaint("the target graph of \(folder.path.shown) has an unknown form: \(error)")
    }
  }
}

/// A package that another one depends on: where it lies, if it lies on this machine's disk by the manifest's word.
struct Neighbour: Decodable {
  let identity: String
  let name: String?
  let path: String?

  private enum Key: String, CodingKey { case fileSystem, sourceControl, registry }

  private struct Place: Decodable {
    let identity: String
    let nameForTargetDependencyResolutionOnly: String?
    let path: String?
  }

  init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    guard let key = form.allKeys.first, let place = try form.decode([Place].self, forKey: key).first else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a package dependency of a new kind"))
    }
    identity = place.identity
    name = place.nameForTargetDependencyResolutionOnly
    path = key == .fileSystem ? place.path : nil
  }

  func isCalled(_ name: String) -> Bool { name == self.name || name.lowercased() == identity }
}

/// One arrow of the graph. Conditions don't count: an arrow on one platform is an arrow.
struct Dependency: Decodable {
  let name: String
  /// Set for a product.
  let package: String?

  private enum Key: String, CodingKey { case byName, target, product }

  init(from decoder: any Decoder) throws {
    let form = try decoder.container(keyedBy: Key.self)
    guard let key = form.allKeys.first else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a dependency of a new kind"))
    }
    var parts = try form.nestedUnkeyedContainer(forKey: key)
    name = try parts.decode(String.self)
    package = key == .product ? try parts.decodeIfPresent(String.self) : nil
  }
}
