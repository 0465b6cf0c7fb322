/// Values by types, sorted by the types' addresses.
///
/// Unlike a dictionary it asks the runtime for no `Hashable`, for which that would search every image's conformances.
struct TypeMap<Value> {
  private var entries: [(key: ObjectIdentifier, value: Value)] = []

  subscript(key: ObjectIdentifier) -> Value? {
    get {
      let place = place(of: key)
      return place < entries.count && entries[place].key == key ? entries[place].value : nil
    }
    set {
      let place = place(of: key)
      let isThere = place < entries.count && entries[place].key == key
      switch (newValue, isThere) {
      case (let value?, true): entries[place].value = value
      case (let value?, false): entries.insert((key, value), at: place)
      case (nil, true): entries.remove(at: place)
      case (nil, false): break
      }
    }
  }

  // The first entry that is not before the key.
  private func place(of key: ObjectIdentifier) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
