/// What waits its turn, in order. Adding and taking cost the same however much waits.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var next = 0

  var count: Int { elements.count - next }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[next] }

  mutating func add(_ element: Element) { elements.append(element) }

  mutating func take() -> Element? {
    guard next < elements.count else { return nil }
    let element = elements[next]
    elements[next] = nil
    next += 1
    // What was taken is dropped now and then, so that each costs the same.
    if next * 2 >= elements.count {
      elements.removeFirst(next)
      next = 0
    }
    return element
  }
}
