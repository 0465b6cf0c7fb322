struct Verdict {
  let needed: [String] = []; let abi: UInt32? = 1
  static func checkMagic(_ f: ComponentFile) throws(Refusal) {}
  init(descriptor: Int32, size: Int) throws(Refusal) {}
}
enum Siblings { static func open(_ n: [String], beside: String, of: String) throws(Refusal) {} }
import Glibc
enum Trust {
  struct D { let message: String; let help: String }
  static func distrust(ofFolder: Int32, path: String) -> D? { nil }
  static func distrust(ofFile: stat, path: String) -> D? { nil }
}
