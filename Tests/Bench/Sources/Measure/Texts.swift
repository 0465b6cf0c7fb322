import ComponentKit

extension Figure {
  static var texts: [Figure] {
    [
      Figure("text.16") { place in .loops(Loops(figure: mediated(place, 16), floor: place.floors.lookUp)) },
      Figure("text.16.raw") { place in .loops(Loops(figure: raw(place, 16), floor: place.floors.lookUp)) },
      Figure("floor.text.1m") { place in
        .loops(Loops(figure: lookedAtCopy(place, 1 << 20, looks: 1), floor: copy(place, 1 << 20), counted: 10))
      },
      Figure("floor.text.1m.raw") { place in
        .loops(Loops(figure: lookedAtCopy(place, 1 << 20, looks: 2), floor: copy(place, 1 << 20), counted: 10))
      },
      Figure("text.1m") { place in
        .loops(Loops(figure: mediated(place, 1 << 20), floor: copy(place, 1 << 20), counted: 10))
      },
      Figure("text.1m.raw") { place in
        .loops(Loops(figure: raw(place, 1 << 20), floor: copy(place, 1 << 20), counted: 10))
      },
    ]
  }

  private static func mediated(_ place: Place, _ size: Int) -> Loops.Loop {
    let (mediator, target, action) = (place.mediator, unknown("Reader"), unknown("echo"))
    let text = String(repeating: "x", count: size)
    return { count in
      var sum = 0
      for _ in 0..<count {
        if case .text(let reply)? = try? mediator.call(target, action, ["text": .text(text)]) {
          sum &+= reply.utf8.count
        }
      }
      return sum
    }
  }

  private static func raw(_ place: Place, _ size: Int) -> Loops.Loop {
    let call = RawCall(place.table, "Reader", ["echo"], "text")
    let (text, copy) = (block(size), block(size))
    return { count in
      var sum = 0
      for _ in 0..<count {
        call.text(UnsafeRawBufferPointer(text), to: copy.baseAddress!)
        sum &+= Int(copy[size - 1])
      }
      return sum
    }
  }

  private static func copy(_ place: Place, _ size: Int) -> Loops.Loop {
    let copy = place.floors.copy
    let (text, to) = (block(size), block(size))
    return { copy(to.baseAddress!, UnsafeRawPointer(text.baseAddress!), size, $0) }
  }

  private static func lookedAtCopy(_ place: Place, _ size: Int, looks: Int) -> Loops.Loop {
    let copy = place.floors.lookedAtCopy
    let (text, to) = (block(size), block(size))
    return { copy(to.baseAddress!, UnsafeRawPointer(text.baseAddress!), size, looks, $0) }
  }

  // Never freed.
  private static func block(_ size: Int) -> UnsafeMutableRawBufferPointer {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    block.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "x"))
    return block
  }
}
