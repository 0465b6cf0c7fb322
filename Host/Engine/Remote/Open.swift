import ComponentABI
import ComponentKit

extension Dispatch {
  func openURL() -> Int32 { end(Failure(.failed, "", "not yet")) }
  func openKey() -> Int32 { end(Failure(.failed, "", "not yet")) }
}
