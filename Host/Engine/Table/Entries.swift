/// Entries that lie side by side, each as its address.
struct Entries: RandomAccessCollection {
  let start: UnsafeMutablePointer<Entry>
  let count: Int

  var startIndex: Int { 0 }
  var endIndex: Int { count }
  subscript(index: Int) -> UnsafeMutablePointer<Entry> { start + index }
}
