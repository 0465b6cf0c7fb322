import ComponentKit

@testable import ComponentHost

/// What a check says about the parameters of a call.
enum SignatureOutcome: Equatable {
  case fits
  case converted(Fields)
  case failed(Failure)
}

func compiled(_ signature: String, _ types: TypeNames? = nil) throws -> ParameterCheck {
  let types = try types ?? SignatureDice.types()
  return try ParameterCheck(Signature(parsing: signature, types: types), types, action: "Reader.showDetail")
}

func outcome(
  _ signature: String, _ parameters: Fields, loose: [String] = [], types: TypeNames? = nil
) throws -> SignatureOutcome {
  outcome(try compiled(signature, types), parameters, loose: loose)
}

func outcome(_ check: ParameterCheck, _ parameters: Fields, loose: [String] = []) -> SignatureOutcome {
  parameters.withBorrowed(loose: loose) { entries in
    let entries = UnsafeBufferPointer(entries)
    return switch check.check(entries) {
    case nil: .fits
    case .failed(let failure): .failed(failure)
    case .converted(let converted): .converted(converted.withBorrowed(entries) { Fields(copying: $0) })
    }
  }
}
