import ComponentKit

/// A record, or the parameters of an action, as a struct of C.
struct CStruct {
  struct Member {
    /// Its key in the map.
    let key: String
    let name: String
    let form: CForm
    let note: String
  }

  let members: [Member]
  private let names: CNames

  init(_ keys: [String], _ forms: [CForm], _ notes: [String], _ names: CNames) {
    self.names = names
    members = zip(zip(keys, forms), zip(names.members(keys, forms), notes)).map { part, rest in
      Member(key: part.0, name: rest.0, form: part.1, note: rest.1)
    }
  }

  func writeDefinition(_ name: String, to source: inout SourceText) {
    source.block("typedef struct \(name)", end: "} \(name);") { source in
      if members.isEmpty { source.add("bool empty;  // there are no fields; C wants one") }
      for member in members {
        let note = member.note.isEmpty ? "" : "  // \(member.note)"
        if member.form.hasFlag { source.add("bool has_\(member.name);") }
        source.add("\(member.form.type(names))\(member.name);\(note)")
        if member.form.isSpan { source.add("size_t \(member.name)_count;") }
      }
    }
  }

  /// How many entries its map and those of the records in it take.
  var entries: String { rooms.total }

  // Where each embedded record lays its entries: behind its owner's, and those of the ones before it.
  private var rooms: (starts: [String], total: String) {
    var sum = ["\(members.count)"]
    let starts = members.map { member in
      let start = sum.joined(separator: " + ")
      if case .record(let place) = member.form.kind { sum.append(CNames.entries(names.types[place])) }
      return start
    }
    return (starts, sum.joined(separator: " + "))
  }

  /// The statements that lay `source` out in `entries` and count them.
  func writeEntries(of owner: String, to source: inout SourceText) {
    source.add("size_t count = 0;")
    for (member, start) in zip(members, rooms.starts) {
      let path = "\(owner)->\(member.name)"
      let value = member.form.value(path, names, room: "entries + \(start)")
      let statement = "entries[count++] = component_pair(\"\(member.key)\", \(value));"
      if member.form.hasFlag {
        source.add("if (\(owner)->has_\(member.name)) \(statement)")
      } else if member.form.isPointer {
        source.add("if (\(path)) \(statement)")
      } else {
        source.add(statement)
      }
    }
  }

  /// The statements that read the map `value` into `out`.
  func writeReading(to source: inout SourceText) {
    source.add("memset(out, 0, sizeof(*out));")
    source.add("if (value->kind != COMPONENT_KIND_MAP) return false;")
    if !members.isEmpty { source.add("const component_value *field;") }
    for member in members {
      let path = "out->\(member.name)"
      let obstacle = member.form.obstacle("field", path, names)
      let take = member.form.take("field", path)
      source.add("field = component_value_at(value, \"\(member.key)\");")
      if member.form.isOptional {
        source.block("if (field && field->kind != COMPONENT_KIND_NULL)") { source in
          if !obstacle.isEmpty { source.add("if (\(obstacle)) return false;") }
          for statement in take { source.add(statement) }
          if member.form.hasFlag { source.add("out->has_\(member.name) = true;") }
        }
      } else {
        source.add("if (!field\(obstacle.isEmpty ? "" : " || \(obstacle)")) return false;")
        for statement in take { source.add(statement) }
      }
    }
    source.add("return true;")
  }
}
