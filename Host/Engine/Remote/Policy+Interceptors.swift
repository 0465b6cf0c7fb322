import ComponentKit

// The interceptors before every call, as a policy's JSON names them.
extension Policy {
  private enum Ready: String, CaseIterable { case log, limit }

  mutating func addInterceptors(_ file: PolicyObject) throws(PolicyFault) {
    var names: Set<String> = []
    for object in try file.objects("interceptors") {
      let one = try Policy.interceptor(object)
      if !names.insert(one.name).inserted {
        throw object.fault("has the name '\(one.name)' that another interceptor has")
      }
      interceptors.append(one)
    }
  }

  private static func interceptor(_ object: PolicyObject) throws(PolicyFault) -> Interceptor {
    let common = ["component", "ready", "priority"]
    if object["component"] != nil {
      guard object["ready"] == nil else { throw object.fault("has both 'component' and 'ready': it can be one") }
      try object.allow(common)
      let name = try object.required("component")
      guard ComponentName.isValidTarget(name.utf8) else {
        throw object.fault("component", "is no target's name: \(ComponentName.rule)")
      }
      return .component(name, priority: try object.anyInt("priority") ?? 0)
    }
    switch try object.word("ready", Ready.self) {
    case .log:
      try object.allow(common)
      return .log(priority: try object.anyInt("priority") ?? 1000)
    case .limit:
      try object.allow(common + ["calls", "seconds", "of", "each"])
      guard let calls = try object.count("calls"), let seconds = try object.seconds("seconds") else {
        throw object.fault("needs 'calls' and 'seconds'")
      }
      return .limit(
        RateLimit(
          calls, per: seconds, of: try object.word("of", RateLimit.Calls.self) ?? .remote,
          each: try object.word("each", RateLimit.Share.self) ?? .together),
        priority: try object.anyInt("priority") ?? 800)
    case nil: throw object.fault("needs a 'component', or a 'ready' one: 'log' or 'limit'")
    }
  }
}
