/// A semantic version without suffixes.
public struct Version: Sendable, Hashable, Comparable {
  public var major: UInt32
  public var minor: UInt32
  public var patch: UInt32

  public init(_ major: UInt32, _ minor: UInt32 = 0, _ patch: UInt32 = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  public static func < (a: Version, b: Version) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }
}

extension Version: CustomStringConvertible {
  public var description: String { "\(major).\(minor).\(patch)" }
}
