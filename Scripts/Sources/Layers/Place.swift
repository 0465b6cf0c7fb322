/// A layer of components; a lower one has the smaller number.
enum Layer: Int, CaseIterable {
  case base, shared, feature

  /// The folder's name.
  var folder: String {
    switch self {
    case .base: "Base"
    case .shared: "Shared"
    case .feature: "Feature"
    }
  }
}

/// What a target is, by the folder it lies in.
enum Place: Equatable {
  /// `Host/Kit`, or the contract below it, `Host/ABI`.
  case kit
  /// `Plugins/<Layer>/<Name>/Face`.
  case face(Layer, String)
  /// `Plugins/<Layer>/<Name>` and what else lies below.
  case component(Layer, String)
  /// Below `Plugins`, where nothing belongs; with what is wrong.
  case lost(String)
  /// Anywhere else, such as `Plugins/Tests`, the tests of a package that is itself the folder `Plugins`.
  case elsewhere(String)

  init(_ path: [String]) {
    let written = path.joined(separator: "/")
    guard let top = path.first, top.lowercased() == "plugins" else {
      self = path == ["Host", "Kit"] || path == ["Host", "ABI"] ? .kit : .elsewhere(written)
      return
    }
    if path.dropFirst().first == "Tests" {
      self = .elsewhere(written)
      return
    }
    guard path.count >= 3 else {
      self = .lost("a target below Plugins lies in a folder Plugins/<Layer>/<Name>, not in \(written)")
      return
    }
    guard let layer = Layer.allCases.first(where: { $0.folder.lowercased() == path[1].lowercased() }) else {
      self = .lost("there are three layers, Plugins/Base, Plugins/Shared and Plugins/Feature, and no \(top)/\(path[1])")
      return
    }
    let isFace = path.count == 4 && path[3].lowercased() == "face"
    let right = ["Plugins", layer.folder, path[2]] + (isFace ? ["Face"] : path.dropFirst(3))
    if right != path {
      self = .lost("its folder \(written) has to be written \(right.joined(separator: "/"))")
    } else {
      self = isFace ? .face(layer, path[2]) : .component(layer, path[2])
    }
  }

  /// The component whose folder it lies in.
  var owner: Owner? {
    switch self {
    case .face(let layer, let name), .component(let layer, let name): Owner(layer: layer, name: name)
    default: nil
    }
  }

  var isFace: Bool { if case .face = self { true } else { false } }

  /// In brackets behind a target's name.
  var remark: String {
    switch self {
    case .kit: "the kit"
    case .face(let layer, _), .component(let layer, _): "\(layer)"
    case .lost, .elsewhere(""): "in no layer"
    case .elsewhere(let path): path.shown
    }
  }
}

/// A component, as the owner of all targets in its folder.
struct Owner: Hashable {
  let layer: Layer
  let name: String

  var path: [String] { ["Plugins", layer.folder, name] }
}

extension [String] {
  /// The parts of a path from the package's folder on, `.` and `..` followed; nil where it leads out of the package.
  init?(path: String, from start: [String] = []) {
    var parts = path.hasPrefix("/") ? [] : start
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    self = parts
  }
}
