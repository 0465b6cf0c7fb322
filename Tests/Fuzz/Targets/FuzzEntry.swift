import Glibc

// FUZZ_TARGET says which target is meant.

private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  if let target = FuzzTarget.named(name) { return target }
  print("no fuzz target named '\(name)', there are: \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
  exit(2)
}()

/// Where libFuzzer comes in, if the program is one that Scripts/fuzz made.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do throws(BrokenPromise) {
    _ = try target.check(UnsafeRawBufferPointer(start: bytes, count: count))
  } catch {
    fatalError("this does not hold: \(error)")
  }
  return 0
}
