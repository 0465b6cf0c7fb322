import Testing

/// Who imports whom among the example components: faces, of the same layer or of one below.
@Suite struct LayerTests {
  private static let layers = ["Base", "Shared", "Feature"]
  private static let plugins = "\(Place.repository)/Plugins"

  /// The number of each component's layer.
  private static let layer: [String: Int] = {
    var layer: [String: Int] = [:]
    for (number, name) in layers.enumerated() {
      for component in Folder.names(in: "\(plugins)/\(name)") { layer[component] = number }
    }
    return layer
  }()

  /// The Swift files below a folder, with what each imports.
  private static func imports(below folder: String) -> [(file: String, modules: [String])] {
    Folder.names(in: folder).flatMap { name -> [(String, [String])] in
      let path = "\(folder)/\(name)"
      guard name.hasSuffix(".swift") else { return imports(below: path) }
      let lines = String(decoding: Folder.bytes(of: path), as: UTF8.self).split(separator: "\n")
      return [
        (path, lines.compactMap { $0.firstMatch(of: /^(?:public )?import (\w+)/).map { String($0.1) } })
      ]
    }
  }

  @Test(arguments: layer.keys.sorted()) func `it knows its neighbours by their faces only`(_ component: String) throws {
    let own = try #require(Self.layer[component])
    for (file, modules) in Self.imports(below: "\(Self.plugins)/\(Self.layers[own])/\(component)") {
      for module in modules {
        #expect(Self.layer[module] == nil, "\(file) imports the component \(module)")
        guard module.hasSuffix("Face") else { continue }
        let layer = try #require(Self.layer[String(module.dropLast(4))], "\(file) imports \(module)")
        #expect(layer <= own, "\(file) imports \(module) from above")
      }
    }
  }

  @Test(arguments: layer.keys.sorted()) func `a face imports the kit and other faces`(_ component: String) throws {
    let own = try #require(Self.layer[component])
    let files = Self.imports(below: "\(Self.plugins)/\(Self.layers[own])/\(component)/Face")
    // NotFound answers for everybody; nobody calls it.
    #expect(files.isEmpty == (component == "NotFound"))
    for (file, modules) in files {
      #expect(modules.allSatisfy { $0 == "ComponentKit" || $0.hasSuffix("Face") }, "\(file) imports \(modules)")
    }
  }
}
