import ComponentHost
import ComponentKit
import Glibc

extension Console {
  /// Prints data.
  ///
  /// A reader that has closed its pipe has seen enough: that is no error. Any other is, such as a full disk.
  @discardableResult
  func print(_ bytes: [UInt8]) throws(Problem) -> ExitCode { try check(out.write(bytes)) }

  @discardableResult
  func print(_ text: String) throws(Problem) -> ExitCode { try check(out.write(text)) }

  private func check(_ number: Int32) throws(Problem) -> ExitCode {
    if number == EPIPE { outIsClosed.isSet = true }
    if number == 0 || number == EPIPE { return .ok }
    throw Problem(.failed, "output", "can't write the output: \(systemReason(number))")
  }
}
