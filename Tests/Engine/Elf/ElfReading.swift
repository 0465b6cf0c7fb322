@testable import ComponentHost

/// Everything that can be read from a file, each part with its own outcome.
struct ElfReading {
  var faults: [ElfFault] = []
  var note: ComponentNote?
  var needed: [String] = []
  var soname: String?
  var definesRegister = false
  var symbols = ElfSymbolTable.List()
  var runtime: LanguageRuntime?
  /// Why the dynamic loader is not trusted with it.
  var loaderFault: ElfFault?

  init(_ bytes: [UInt8]) {
    self.init(ByteSource(bytes: bytes))
  }

  init(_ source: ByteSource) {
    do throws(ElfFault) {
      let elf = try Elf(source)
      note = attempt { () throws(ElfFault) in try elf.componentNote() } ?? nil
      _ = attempt { () throws(ElfFault) in try elf.buildIdentifier() }
      let dynamic = try elf.dynamic()
      needed = dynamic.needed
      soname = dynamic.soname
      definesRegister = attempt { () throws(ElfFault) in try elf.defines("register", dynamic: dynamic) } ?? false
      symbols = attempt { () throws(ElfFault) in try elf.symbols(dynamic) } ?? symbols
      runtime = elf.languageRuntime(dynamic)
      do throws(ElfFault) { try elf.checkForLoader(dynamic) } catch { loaderFault = error }
    } catch {
      faults.append(error)
    }
  }

  private mutating func attempt<Part>(_ read: () throws(ElfFault) -> Part) -> Part? {
    do throws(ElfFault) {
      return try read()
    } catch {
      faults.append(error)
      return nil
    }
  }
}
