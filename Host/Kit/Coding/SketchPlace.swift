/// What messages call a place in a type: `Detail`, `Detail.parts[]`. The words are made only when a message needs them.
indirect enum SketchPlace {
  case type(Any.Type)
  case item(of: SketchPlace)
  case field(of: SketchPlace, String)

  var words: String {
    switch self {
    case .type(let type): TypeName.short(type)
    case .item(let list): "\(list.words)[]"
    case .field(let record, let name): "\(record.words).\(name)"
    }
  }
}
