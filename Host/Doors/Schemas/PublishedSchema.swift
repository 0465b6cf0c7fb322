import ComponentKit
import HostSchemas

/// A JSON Schema of what the program or a door writes, as it lies in `Host/Schemas/published`. Its number is part of its
/// name, and what is under a number never changes.
public struct PublishedSchema: Sendable {
  /// "failure-1.json"
  public let name: String
  /// The file.
  public let bytes: [UInt8]

  init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// All of them, by their names.
  public static let all: [PublishedSchema] = {
    var all: [PublishedSchema] = []
    while let schema = published_schema_at(all.count)?.pointee {
      let bytes = UnsafeRawBufferPointer(start: schema.bytes, count: schema.length)
      all.append(PublishedSchema(name: String(cString: schema.name), bytes: Array(bytes)))
    }
    return all.sorted { $0.name < $1.name }
  }()

  /// The one that a path asks for, `/schemas/failure-1.json`; nil for any other path.
  init?(path: UnsafeRawBufferPointer) {
    let folder = 9
    guard path.count > folder, path.part(0..<folder).isWord("/schemas/") else { return nil }
    let name = path.part(folder..<path.count)
    guard let known = PublishedSchema.all.first(where: { $0.name.utf8.elementsEqual(name) }) else { return nil }
    self = known
  }

  /// Failures, as they are written everywhere.
  static let failure = PublishedSchema.all.first { $0.name == "failure-1.json" }

  /// The same as a part of another document, without what is said of a document of its own.
  var part: Value {
    guard var fields = (try? Value(json: bytes))?.map else { return [:] }
    fields["$schema"] = nil
    fields["$id"] = nil
    return .map(fields)
  }
}
