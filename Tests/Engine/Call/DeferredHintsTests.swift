import ComponentABI
import ComponentHost
import Testing

@testable import ComponentKit

/// What a deferred call has of its own when its caller has long gone on.
@Suite(.serialized) struct DeferredHintsTests {
  let host = Host()
  let ear = Ear()

  init() throws { try host.register(Desk.self) }

  final class Clerk: Sendable {
    static let gone = Guarded(0)
    deinit { Clerk.gone.withLock { $0 += 1 } }
  }

  struct Desk: Component {
    static let kept = Kept()
    init(mediator: Mediator) {}

    var actions: [Action] { Action.deferring("keep") { call in Desk.kept.keep(call) } }

    var targets: [Target] {
      Target("Own", lifetime: .perCall, instance: { Clerk() }) { _ in
        Action.deferring("keep") { call in Desk.kept.keep(call) }
      }
      Target("Busy", isSerial: true) { Action.deferring("keep") { call in Desk.kept.keep(call) } }
    }
  }

  private static let hints: Fields = [
    "animated": true, "times": 3, "style": .text("a text too long to be part of a struct"),
    "bytes": .bytes([1, 2, 3, 4, 5, 6, 7, 8, 9]), "parts": [["deep": ["deeper", nil, 1.5]], []],
  ]

  /// Starts a call with hints that are overwritten and freed as soon as the function has returned.
  private func start(_ target: StaticString, hints: Fields = hints) -> Int32 {
    var request = ear.request(target, "keep")
    let memory = Overwritten()
    defer { memory.overwrite() }
    request.hints = memory.entries(hints)
    request.hint_count = hints.count
    return host.mediator.host.pointee.start(host.mediator.host, &request)
  }

  @Test func `it keeps its hints when their memory is overwritten`() throws {
    #expect(start("Desk") == COMPONENT_OK)
    let call = try #require(Desk.kept.take())
    #expect(call.hints == DeferredHintsTests.hints)
    #expect(ear.outcomes.isEmpty)
    #expect(call.reply(.map(call.hints)))
    #expect(ear.outcomes == [.success(.map(DeferredHintsTests.hints))])
  }

  @Test func `it keeps its instance until it has ended`() throws {
    let gone = Clerk.gone.withLock { $0 }
    #expect(start("Desk.Own") == COMPONENT_OK)
    let call = try #require(Desk.kept.take())
    #expect(Clerk.gone.withLock { $0 } == gone)
    let instance = try #require(call.pointer.pointee.instance)
    #expect(type(of: Unmanaged<AnyObject>.fromOpaque(instance).takeUnretainedValue()) == Clerk.self)
    #expect(call.hints == DeferredHintsTests.hints)
    #expect(call.reply(nil))
    #expect(Clerk.gone.withLock { $0 } == gone + 1)
  }

  @Test func `it keeps its hints while it waits for its turn`() async throws {
    #expect(start("Desk.Busy", hints: ["number": 1]) == COMPONENT_OK)
    let first = try #require(Desk.kept.take())
    #expect(start("Desk.Busy") == COMPONENT_OK)
    #expect(Desk.kept.take() == nil)
    #expect(first.hints == ["number": 1])
    #expect(first.reply(1))
    // Its turn comes on another thread.
    while Desk.kept.call.withLock({ $0 == nil }) { await Task.yield() }
    let second = try #require(Desk.kept.take())
    #expect(second.hints == DeferredHintsTests.hints)
    #expect(second.reply(2))
    #expect(ear.outcomes == [.success(1), .success(2)])
  }
}

/// Memory for what a caller lends, all of which can be overwritten.
private final class Overwritten {
  private var blocks: [UnsafeMutableRawBufferPointer] = []

  /// What means nothing is written over all of it, and it is freed.
  func overwrite() {
    for block in blocks {
      block.initializeMemory(as: UInt8.self, repeating: 0xFF)
      block.deallocate()
    }
    blocks = []
  }

  func entries(_ fields: Fields) -> UnsafePointer<component_entry> {
    let entries = take(fields.count, of: component_entry.self)
    for (place, (key, value)) in fields.enumerated() {
      let key = bytes(Array(key.utf8))
      (entries + place).initialize(to: component_entry(key: component_text(key), value: lay(value)))
    }
    return UnsafePointer(entries)
  }

  private func take<T>(_ count: Int, of type: T.Type) -> UnsafeMutablePointer<T> {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 1) * MemoryLayout<T>.stride, alignment: 8)
    blocks.append(block)
    return block.bindMemory(to: type).baseAddress!
  }

  private func bytes(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
    let start = take(bytes.count, of: UInt8.self)
    start.initialize(from: bytes, count: bytes.count)
    return UnsafeBufferPointer(start: start, count: bytes.count)
  }

  private func lay(_ value: Value) -> component_value {
    // Of numbers all is in the struct itself.
    var laid = value.withBorrowed { $0.pointee }
    switch value {
    case .text(let text):
      laid.as.text = UnsafeRawPointer(bytes(Array(text.utf8)).baseAddress!).assumingMemoryBound(to: CChar.self)
    case .bytes(let own): laid.as.bytes = bytes(own).baseAddress
    case .list(let list):
      let items = take(list.count, of: component_value.self)
      for (place, item) in list.enumerated() { (items + place).initialize(to: lay(item)) }
      laid.as.items = UnsafePointer(items)
    case .map(let fields): laid.as.entries = entries(fields)
    default: break
    }
    return laid
  }
}
