/// Why a value can't be encoded.
struct EncodingFault: Error {
  let reason: String
  /// What is said of the place, such as `is nested too deep`.
  let words: String
  let path: [CodingPlace]

  /// An encoder was used after its encoding had ended.
  static var ended: EncodingFault {
    EncodingFault(reason: "ended", words: "is encoded after the encoding has ended", path: [])
  }
}

extension Failure {
  init(_ fault: EncodingFault, failing code: Code) {
    self.init(code, fault.reason, "\(fault.path.named(root: "the value")) \(fault.words)")
  }

  /// Any error of an encoding.
  init(_ error: any Error, failing code: Code) {
    switch error {
    case let fault as EncodingFault: self.init(fault, failing: code)
    case EncodingError.invalidValue(_, let context):
      let words = "can't be encoded: \(context.debugDescription)"
      self.init(
        EncodingFault(reason: "unencodable", words: words, path: context.codingPath.map(CodingPlace.init)),
        failing: code)
    default: self.init(error)
    }
  }
}
