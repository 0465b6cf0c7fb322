import ComponentABI
import ComponentHost
import ComponentKit
import Synchronization

@testable import HostCLI

/// A component that registers whatever a description says, linked into the test; its actions reply null.
enum DescribedComponent {
  // The function that registers can't have a context; it finds its description by the component's name.
  private static let known = Mutex<[String: FaceDescription]>([:])

  static func add(_ description: FaceDescription, to host: Host) throws(Refusal) {
    known.withLock { $0[description.component] = description }
    try host.register(description.component) { table, registration in
      let name = String(table.pointee.name)
      guard let description = DescribedComponent.known.withLock({ $0[name] }) else { return COMPONENT_FAILURE_FAILED }
      return Registering(table: table.pointee, registration: registration).add(description)
    }
  }

  private struct Registering {
    let table: component_host
    let registration: OpaquePointer

    // The first refusal shows in what the host says of the whole registration.
    func add(_ description: FaceDescription) -> Int32 {
      var about = component_about()
      (about.abi, about.size) = (COMPONENT_ABI_VERSION, UInt32(MemoryLayout<component_about>.size))
      (about.name, about.summary) = (kept(description.component), kept(description.summary))
      about.version = component_version(
        major: description.version.major, minor: description.version.minor, patch: description.version.patch)
      _ = table.describe(registration, &about)
      for name in description.types.names {
        var type = component_type()
        (type.abi, type.size) = (COMPONENT_ABI_VERSION, UInt32(MemoryLayout<component_type>.size))
        (type.name, type.definition) = (kept(name), kept(description.types[name].map { "\($0)" } ?? ""))
        type.summary = kept(description.typeSummaries[name] ?? "")
        _ = table.add_type(registration, &type)
      }
      for target in description.targets {
        var added = component_target()
        (added.abi, added.size) = (COMPONENT_ABI_VERSION, UInt32(MemoryLayout<component_target>.size))
        (added.name, added.summary) = (kept(target.name), kept(target.summary))
        _ = table.add_target(registration, &added)
        for action in target.actions { add(action, to: target.name) }
        for way in target.ways { add(way, to: target.name) }
      }
      for event in description.events {
        var added = component_event()
        (added.abi, added.size) = (COMPONENT_ABI_VERSION, UInt32(MemoryLayout<component_event>.size))
        (added.name, added.summary) = (kept(event.name), kept(event.summary))
        added.type = kept(event.form.map { "\($0)" } ?? "")
        _ = table.add_event(registration, &added)
      }
      return COMPONENT_OK
    }

    private func add(_ action: FaceDescription.Action, to target: String) {
      let notes = action.notes.map { "\($0.key): \($0.value)" }.sorted().joined(separator: "\n")
      let added = component_action(
        abi: COMPONENT_ABI_VERSION, size: UInt32(MemoryLayout<component_action>.size), target: kept(target),
        name: kept(action.name), summary: kept(action.summary),
        flags: (action.isRemote ? 1 : 0) | (action.tellsProgress ? 2 : 0) | (action.reads ? 4 : 0), reserved: 0,
        run: { _, call in
          var null = component_value()
          return call.pointee.host.pointee.reply(call, &null)
        }, context: nil, release: nil, signature: kept(action.signature.map { "\($0)" } ?? ""),
        parameter_notes: kept(notes), media_type: kept(action.mediaType))
      withUnsafePointer(to: added) { _ = table.add_action(registration, $0) }
    }

    // A list or a map is null.
    private func value(_ given: Value) -> component_value {
      var value = component_value()
      switch given {
      case .bool(let bool): (value.kind, value.as.boolean) = (COMPONENT_KIND_BOOL, bool)
      case .int(let int): (value.kind, value.as.integer) = (COMPONENT_KIND_INT, Int64(int))
      case .double(let double): (value.kind, value.as.number) = (COMPONENT_KIND_DOUBLE, double)
      case .text(let text):
        let text = kept(text)
        (value.kind, value.as.text, value.count) = (COMPONENT_KIND_TEXT, text.bytes, text.length)
      default: break
      }
      return value
    }

    private func add(_ way: FaceWay, to target: String) {
      let fields = UnsafeMutableBufferPointer<component_entry>.allocate(capacity: way.fields.count)
      for (index, field) in way.fields.enumerated() {
        fields.initializeElement(at: index, to: component_entry(key: kept(field.key), value: value(field.value)))
      }
      switch way.kind {
      case .route:
        let parts = way.name.split(separator: "//\(target)", maxSplits: 1, omittingEmptySubsequences: false)
        let (scheme, pattern) = (String(parts[0].dropLast()), String(parts.last ?? ""))
        var route = component_route()
        (route.abi, route.size) = (COMPONENT_ABI_VERSION, UInt32(MemoryLayout<component_route>.size))
        (route.target, route.pattern, route.action) = (kept(target), kept(pattern), kept(way.action))
        route.scheme = kept(scheme)
        (route.fixed, route.fixed_count) = (UnsafePointer(fields.baseAddress), fields.count)
        let renames = UnsafeMutableBufferPointer<component_entry>.allocate(capacity: way.query.renames.count)
        for (index, rename) in way.query.renames.enumerated() {
          let renamed = component_entry(key: kept(rename.key), value: value(.text(rename.value)))
          renames.initializeElement(at: index, to: renamed)
        }
        (route.renames, route.rename_count) = (UnsafePointer(renames.baseAddress), renames.count)
        if way.query.foldsCase == true { route.flags |= COMPONENT_ROUTE_FOLDS_CASE }
        if way.takesLonger { route.flags |= COMPONENT_ROUTE_TAKES_LONGER }
        route.priority = Int32(way.priority)
        _ = table.add_route(registration, &route)
      case .key:
        var key = component_key()
        (key.abi, key.size) = (COMPONENT_ABI_VERSION, UInt32(MemoryLayout<component_key>.size))
        (key.key, key.target, key.action) = (
          kept(String(way.name.drop { $0 != "_" }.dropFirst())), kept(target), kept(way.action)
        )
        (key.hints, key.hint_count) = (UnsafePointer(fields.baseAddress), fields.count)
        _ = table.add_key(registration, &key)
      }
    }

    // Never freed: a few letters of a test.
    private func kept(_ text: String) -> component_text {
      let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
      _ = bytes.initialize(from: text.utf8.lazy.map { CChar(bitPattern: $0) })
      return component_text(bytes: bytes.baseAddress, length: bytes.count)
    }
  }
}

extension String {
  init(_ text: component_text) {
    self = UnsafeBufferPointer(start: text.bytes, count: text.length).withMemoryRebound(to: UInt8.self) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
