import Glibc

/// The floors, as Scripts/bench compiled them: Tests/Bench/C says what each one does.
struct Floors {
  typealias Pointer = @convention(c) (UnsafeRawPointer, Int) -> Int
  typealias Lookup = @convention(c) (UnsafeRawPointer, Int) -> Int
  typealias Contract = @convention(c) (UnsafeRawPointer, UnsafeRawPointer, Int) -> Int
  typealias Table = @convention(c) (Int, UnsafeRawPointer) -> UnsafeRawPointer
  typealias Copy = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int, Int) -> Int
  typealias LookedAtCopy = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int, Int, Int) -> Int
  typealias Miss = @convention(c) (UnsafePointer<CChar>, Int) -> Int
  typealias Look = @convention(c) (UnsafePointer<UnsafePointer<CChar>?>, Int) -> Int
  typealias Loop = @convention(c) (UnsafeMutableRawPointer?, Int) -> Int
  typealias Counted = @convention(c) (Loop, UnsafeMutableRawPointer?, Int) -> Int

  let leaf: UnsafeRawPointer
  let pointer: Pointer
  let lookup: Lookup
  let action: UnsafeRawPointer
  let contract: Contract
  let resolved: Contract
  let guarded: Contract
  let guardedResolved: Contract
  let table: Table
  let copy: Copy
  let lookedAtCopy: LookedAtCopy
  let miss: Miss
  let look: Look
  let counted: Counted
  /// A table of 1,000 names.
  let names: UnsafeRawPointer

  init(_ folder: String) throws {
    let floors = try Floors.open("\(folder)/libfloors.so")
    let contracts = try Floors.open("\(folder)/libcontract.so")
    let guards = try Floors.open("\(folder)/libguarded.so")
    let leaves = try Floors.open("\(folder)/libleaf.so")
    leaf = try Floors.find("leaf", in: leaves)
    action = try Floors.find("leaf_action", in: leaves)
    contract = unsafeBitCast(try Floors.find("contract_lookup", in: contracts), to: Contract.self)
    resolved = unsafeBitCast(try Floors.find("contract_resolved", in: contracts), to: Contract.self)
    guarded = unsafeBitCast(try Floors.find("guarded_lookup", in: guards), to: Contract.self)
    guardedResolved = unsafeBitCast(try Floors.find("guarded_resolved", in: guards), to: Contract.self)
    pointer = unsafeBitCast(try Floors.find("floor_pointer", in: floors), to: Pointer.self)
    lookup = unsafeBitCast(try Floors.find("floor_lookup", in: floors), to: Lookup.self)
    table = unsafeBitCast(try Floors.find("floor_table", in: floors), to: Table.self)
    copy = unsafeBitCast(try Floors.find("floor_copy", in: floors), to: Copy.self)
    lookedAtCopy = unsafeBitCast(try Floors.find("floor_looked_at_copy", in: floors), to: LookedAtCopy.self)
    miss = unsafeBitCast(try Floors.find("floor_miss", in: floors), to: Miss.self)
    look = unsafeBitCast(try Floors.find("floor_look", in: floors), to: Look.self)
    counted = unsafeBitCast(try Floors.find("floor_counted", in: floors), to: Counted.self)
    names = table(1000, leaf)
  }

  /// The floor of a call: the look-up of two names, then the call.
  var lookUp: Loops.Loop {
    let (lookup, names) = (lookup, names)
    return { lookup(names, $0) }
  }

  /// The actions of Reader that are called by turns, there and here.
  static let called = (0..<16).map { unknown("showDetail\($0 < 10 ? "0" : "")\($0)") }

  static func open(_ path: String) throws -> UnsafeMutableRawPointer {
    guard let image = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw Complaint(dlerror().map { String(cString: $0) } ?? "\(path) can't be opened")
    }
    return image
  }

  static func find(_ name: String, in image: UnsafeMutableRawPointer) throws -> UnsafeRawPointer {
    guard let found = dlsym(image, name) else { throw Complaint("there is no '\(name)'") }
    return UnsafeRawPointer(found)
  }
}
