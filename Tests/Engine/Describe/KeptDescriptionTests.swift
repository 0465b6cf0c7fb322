import ComponentKit
import Glibc
import TestDice
import Testing

@testable import ComponentHost

/// What is kept of a component: it comes back as it was, or not at all.
@Suite struct KeptDescriptionTests {
  private struct Seeded: Dice { var state: UInt64 }

  /// A file that stands for the component's, and what is kept of it.
  private struct Kept {
    let host = Host()
    let generation: Generation
    let file: Descriptor
    let key: [UInt8]
    let bytes: [UInt8]

    init() throws {
      generation = try Described.generation()
      let workshop = try ElfWorkshop()
      let path = try workshop.compile("int x;", to: "libRich.so", "-Wl,--build-id=sha1")
      file = try Descriptor(opening: path)
      var status = stat()
      try #require(fstat(file.number, &status) == 0)
      key = KeptKey.bytes(of: ComponentFile.Identity(status, path: path), "Rich")
      let image = try Elf(ByteSource(file: file))
      try #require(image.buildPlace()?.bytes.count == 20)
      bytes = try KeptDescription.file(key: key, image, generation.registered())
    }

    /// Everything that the description would register.
    func read(_ bytes: [UInt8]) -> [UInt8]? {
      guard let kept = KeptDescription(bytes, key: key, file: file) else { return nil }
      return registered(kept)
    }

    func registered(_ kept: KeptDescription) -> [UInt8]? {
      let staging = Unmanaged.passRetained(Staging(name: "Rich")).takeUnretainedValue()
      do throws(Refusal) {
        let declared = try staging.close(status: kept.say(to: staging))
        let seat = Seat.make(host.loader.core, HostProgram(), name: "Rich", directory: "")
        return try? Generation(staging, declared, number: 1, Loader.Source(), seat: seat).registered().bytes
      } catch {
        return nil
      }
    }
  }

  @Test func `everything that was registered comes back`() throws {
    let kept = try Kept()
    #expect(kept.read(kept.bytes) == (try kept.generation.registered().bytes))
  }

  @Test func `it shows what the component itself shows`() throws {
    let kept = try Kept()
    let description = try #require(KeptDescription(kept.bytes, key: kept.key, file: kept.file))
    let staging = Unmanaged.passRetained(Staging(name: "Rich")).takeUnretainedValue()
    let declared = try staging.close(status: description.say(to: staging))
    let seat = Seat.make(kept.host.loader.core, HostProgram(), name: "Rich", directory: "")
    let (shown, own) = (
      LoadedComponent(Generation(staging, declared, number: 1, Loader.Source(), seat: seat)),
      LoadedComponent(kept.generation)
    )
    #expect(shown.version == Version(3, 2, 1) && shown.summary == own.summary && shown.types == own.types)
    #expect(shown.needs == own.needs && shown.routes == own.routes && shown.observed == own.observed)
    #expect(shown.keys.map(\.name) == own.keys.map(\.name) && shown.keys.map(\.hints) == own.keys.map(\.hints))
    #expect(shown.events.map(\.name) == own.events.map(\.name) && shown.events.map(\.type) == own.events.map(\.type))
    #expect(shown.targets.map(\.lifetime) == [nil, .kept, .cached, .perCall])
    for (one, other) in zip(shown.targets, own.targets) {
      #expect(one.name == other.name && one.summary == other.summary && one.isSerial == other.isSerial)
      #expect(one.lifetime == other.lifetime && one.actions.count == 3)
      for (one, other) in zip(one.actions, other.actions) {
        #expect(one.name == other.name && one.summary == other.summary && one.signature == other.signature)
        #expect(one.parameters == other.parameters && one.reply == other.reply && one.form == other.form)
        #expect((one.isRemote, one.tellsProgress, one.reads) == (other.isRemote, other.tellsProgress, other.reads))
        #expect(one.mediaType == other.mediaType)
        #expect(one.mediaType == (one.name == "anything" ? MediaType("image/png") : nil))
      }
    }
  }

  @Test func `another file's is none`() throws {
    let kept = try Kept()
    for place in kept.key.indices {
      var key = kept.key
      key[place] ^= 1
      #expect(KeptDescription(kept.bytes, key: key, file: kept.file) == nil, "byte \(place) of the key")
    }
    // The same numbers and times, and another build.
    let workshop = try ElfWorkshop()
    let other = try workshop.compile("int x, y;", to: "libRich.so", "-Wl,--build-id=sha1")
    #expect(KeptDescription(kept.bytes, key: kept.key, file: try Descriptor(opening: other)) == nil)
  }

  @Test func `each cut and each changed byte is seen`() throws {
    let kept = try Kept()
    for count in 0..<kept.bytes.count { #expect(kept.read(Array(kept.bytes[..<count])) == nil) }
    for place in kept.bytes.indices {
      var bytes = kept.bytes
      bytes[place] ^= 1 << UInt8(place % 8)
      #expect(kept.read(bytes) == nil, "byte \(place)")
    }
    #expect(kept.read(kept.bytes + [0]) == nil)
  }

  // As somebody writes it who knows the form: the sum is right.
  @Test func `bytes that are made to deceive give nothing, or what could have been registered`() throws {
    let kept = try Kept()
    var dice = Seeded(state: 22)
    let head = 20 + kept.key.count
    var taken = 0
    for _ in 0..<4_000 {
      var bytes = kept.bytes
      for _ in 0...dice.below(3) {
        let place = head + dice.below(bytes.count - head)
        switch dice.below(4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: dice.next())
        case 1: bytes[place] ^= 1 << UInt8(dice.below(8))
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + dice.below(8)))
        default:
          let part = bytes[place..<min(bytes.count, place + 1 + dice.below(40))]
          bytes.insert(contentsOf: part, at: head + dice.below(bytes.count - head))
        }
        if bytes.count <= head { bytes = kept.bytes }
      }
      guard let again = kept.read(KeptDescription.summed(bytes)) else { continue }
      taken += 1
      // What is taken is written as it is read, and read as it is written.
      let image = try Elf(ByteSource(file: kept.file))
      let whole = try KeptDescription.file(key: kept.key, image, KeptWriter(again))
      #expect(kept.read(whole) == again)
    }
    // Texts, say, may be any.
    #expect(taken > 100)
  }

  @Test func `counts and lengths that can't be take no memory and no time`() throws {
    let kept = try Kept()
    for place in stride(from: 20 + kept.key.count, to: kept.bytes.count - 4, by: 1) {
      var bytes = kept.bytes
      for index in 0..<4 { bytes[place + index] = 0xff }
      _ = kept.read(KeptDescription.summed(bytes))
    }
  }

  @Test func `what lives in this process only is not written down`() throws {
    var writer = KeptWriter()
    #expect(throws: KeptWriter.Unwritable.self) { try writer.fields(["x": [.object(Object(Local()))]]) }
  }
}

private final class Local: Sendable {}
