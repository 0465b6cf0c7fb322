import Glibc

/// A folder of components that are all the same file.
enum Links {
  static func make(of file: String, in folder: String, _ count: Int) throws {
    for number in 0..<count {
      // The first one has the name by which it is called.
      let name = number == 0 ? "Typed" : "Other\(number)"
      guard link(file, "\(folder)/lib\(name).so") == 0 else { throw Complaint("\(folder) can't be filled") }
    }
  }
}
