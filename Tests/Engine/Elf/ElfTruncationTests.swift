import Testing

@testable import ComponentHost

@Suite struct ElfTruncationTests {
  @Test func `a library cut off anywhere before the end of its segments is refused`() throws {
    let workshop = try ElfWorkshop()
    let bytes = try ElfWorkshop.content(of: workshop.compile(ElfWorkshop.component, to: "libCut.so"))
    let whole = try Elf(ByteSource(bytes: bytes))
    let end = Int(try #require(whole.segments.filter { $0.kind == .load }.map(\.fileEnd).max()))
    #expect(end > 3000)
    for length in 0..<end {
      do {
        _ = try Elf(ByteSource(bytes: Array(bytes[..<length])))
        Issue.record("\(length) bytes were accepted")
      } catch .empty where length == 0 {
      } catch .truncated(.header, let has, let needs) where length < 64 {
        #expect(has == length && needs == 64)
      } catch .truncated(let part, let has, let needs) where length >= 64 {
        if has != length || needs <= length { Issue.record("\(part) at \(length): has \(has), needs \(needs)") }
      } catch {
        Issue.record("\(length) bytes: \(error)")
      }
    }
    // What follows the segments are the section headers, which no loader needs.
    for length in stride(from: end, through: bytes.count, by: 7) {
      let reading = ElfReading(Array(bytes[..<length]))
      if !reading.faults.isEmpty || !reading.definesRegister { Issue.record("\(length) bytes: \(reading.faults)") }
    }
  }

  @Test func `a file cut off while it is open is truncated`() throws {
    let workshop = try ElfWorkshop()
    let bytes = ElfBlueprint(needed: (0..<900).map { "library-number-\($0).so" }).bytes()
    #expect(bytes.count > 30_000)
    let path = try workshop.write(bytes, to: "libOpen.so")
    let elf = try Elf(ByteSource(path: path))
    try workshop.write(Array(bytes[..<5000]), to: "libOpen.so")
    let fault = #expect(throws: ElfFault.self) { try elf.dynamic() }
    guard case .truncated(_, let has, let needs) = fault else {
      Issue.record("the fault is \(fault.map(\.description) ?? "none")")
      return
    }
    #expect(has == 5000 && needs > 5000)
  }

  @Test func `the first read answers what the headers and the note say`() throws {
    let workshop = try ElfWorkshop()
    let source = try ByteSource(path: try workshop.write(ElfBlueprint().bytes(), to: "libHead.so"))
    try workshop.write([], to: "libHead.so")
    #expect(try Elf(source).componentNote() == ComponentNote(abi: 1, language: 3))
  }
}
