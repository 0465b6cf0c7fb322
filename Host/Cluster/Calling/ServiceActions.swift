import ComponentKit

/// What a host says of the actions of a component that are open there, as it answers `$SRV.INFO`.
struct ServiceActions: Sendable, Equatable {
  let version: Version
  /// Whether each only reads, by its target and name: "Reader.showDetail".
  let reads: [String: Bool]

  /// What is longer is not read: the connection's thread does that.
  static let limit = 256 << 10

  /// Nil for what does not say it of that component, or of none of its actions: of what is not loaded there nothing is known.
  init?(_ payload: [UInt8], of component: String, in cluster: String) {
    guard payload.count <= ServiceActions.limit else { return nil }
    let said: Value
    do throws(JSONError) { said = try Value(json: payload) } catch { return nil }
    guard said["name"]?.text == component, said["metadata"]?["cluster"]?.text == cluster,
      let version = said["version"]?.text.flatMap({ Version(told: $0) })
    else { return nil }
    let place = "\(cluster).call.\(version.major)."
    var reads: [String: Bool] = [:]
    for endpoint in said["endpoints"]?.list ?? [] {
      guard let subject = endpoint["subject"]?.text, Subject(subject) != nil, subject.utf8.starts(with: place.utf8)
      else { continue }
      let path = String(Substring(subject.utf8.dropFirst(place.utf8.count)))
      guard path.utf8.starts(with: "\(component).".utf8) else { continue }
      reads[path] = endpoint["metadata"]?["reads"]?.text == "true"
    }
    if reads.isEmpty { return nil }
    (self.version, self.reads) = (version, reads)
  }
}
