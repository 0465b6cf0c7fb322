/// A request that a connection reads or answers.
struct ServedRequest {
  let terms: ResponseWriter.Terms
  var plan: HTTPRules.Plan
  /// What has come of its body in several pieces.
  var body: [UInt8] = []
  let began: Int64
}
