import Glibc

/// What lies in memory behind a struct of an earlier contract.
enum Behind: CaseIterable {
  /// Bytes that would do harm as flags, pointers and counts.
  case garbage
  /// No memory at all: whoever reads it crashes.
  case nothing
}

/// Lends a struct as a component has it whose contract gives it that size.
func withSize<T, R>(
  _ size: Int, of whole: T, behind: Behind = .garbage, _ body: (UnsafeMutablePointer<T>) -> R
) -> R {
  let page = sysconf(Int32(_SC_PAGESIZE))
  guard let memory = mmap(nil, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
    memory != MAP_FAILED
  else { fatalError("no memory is left") }
  defer { munmap(memory, 3 * page) }
  memory.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 3 * page)
  mprotect(memory + 2 * page, page, PROT_NONE)
  // What ends with the page is aligned, a size being a multiple of eight.
  let start = behind == .nothing ? memory + 2 * page - size : memory
  withUnsafeBytes(of: whole) { whole in
    UnsafeMutableRawBufferPointer(start: start, count: max(size, 8))
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: whole.prefix(max(size, 8))))
  }
  start.storeBytes(of: UInt32(size), toByteOffset: 4, as: UInt32.self)
  return body(start.assumingMemoryBound(to: T.self))
}
