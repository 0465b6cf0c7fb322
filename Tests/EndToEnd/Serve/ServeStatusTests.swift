import TestThreads
import Testing

/// What a client hears of a call that does not go well, and of what stands between it and the action; and what the figures
/// and the log say of it.
@Suite(.offPool) struct ServeStatusTests {
  @Test func `a limit on calls is 429, with the time to wait`() throws {
    let host = try ServedHost(in: Folder("serves-badly"))
    let client = try host.client()
    client.call("/ServesBadly/refuseForNow")
    let answer = try #require(client.answer())
    #expect(answer.status == 429 && answer.headers["retry-after"] == "2", "\(answer)")
    #expect(answer.body.contains("\"reason\":\"rate_limited\",\"message\":\"not so fast\""), "\(answer)")
    #expect(host.end() == 0)
  }

  @Test func `what an action must not do is 500, and no word of the inside`() throws {
    let host = try ServedHost(in: Folder("serves", "serves-badly"))
    let client = try host.client()
    client.call("/ServesBadly/misspeak")
    let answer = try #require(client.answer())
    #expect(answer.status == 500 && answer.body.contains("\"reason\":\"mistyped_reply\""), "\(answer)")
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.body == "2\n")
    #expect(host.end() == 0)
  }

  @Test func `a stand-in's answer is 404 with its body`() throws {
    let host = try ServedHost(in: Folder("serves", "fallback"))
    let client = try host.client()
    client.call("/Nobody/here", headers: "Accept: text/plain\r\n")
    let text = try #require(client.answer())
    #expect(text.status == 404 && text.body == "not_found: Nobody.here", "\(text)")
    client.call("/Nobody/here")
    let json = try #require(client.answer())
    #expect(json.status == 404 && json.body == "\"not_found: Nobody.here\"\n", "\(json)")
    client.call("/Serves/secret")
    #expect(client.answer()?.body == "\"not_found: Serves.secret\"\n")
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.status == 200)
    #expect(host.end() == 0)
  }

  @Test func `an interceptor that the policy names sees each call, refuses with 403, and changes replies`() throws {
    let folder = Folder("serves", "guard", "paints")
    folder.write("{\"interceptors\":[{\"component\":\"Guard\"}]}".utf8, as: "policy.json")
    let host = try ServedHost("--policy", folder("policy.json"), in: folder)
    let client = try host.client()
    client.call("/Serves/add", "{\"number\":1,\"stop\":true}")
    let refused = try #require(client.answer())
    #expect(refused.status == 403 && refused.body.contains("\"reason\":\"stopped\""), "\(refused)")
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.body == "2\n")
    client.get("/Paints/page")
    let turned = try #require(client.answer())
    #expect(turned.status == 200 && turned.body == "\">tpircs/<)1(trela>tpircs<\"\n", "\(turned)")
    // Without it nothing is let past.
    folder.remove("libGuard.so")
    #expect(eventually { host.lines.contains("info Guard was taken out") })
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.status == 503)
    #expect(host.end() == 0)
  }

  @Test func `figures tell how long calls take, which run, what was replaced and how much memory there is`() throws {
    let host = try ServedHost("--metrics")
    let client = try host.client()
    for _ in 0..<3 {
      client.call("/Serves/add", "{\"number\":1}")
      #expect(client.answer()?.status == 200)
    }
    client.call("/Serves/nap", "{\"milliseconds\":30}")
    #expect(client.answer()?.status == 200)
    // An action is told apart once a call of it has ended.
    for _ in 0..<2 {
      let gone = try host.client()
      gone.call("/Serves/await")
      #expect(eventually { host.marks.last == "deferred" })
      gone.close()
      #expect(eventually { host.marks.last == "given up" })
    }
    let waiting = try host.client()
    waiting.call("/Serves/await")
    #expect(eventually { host.marks.last == "deferred" })
    let add = "target=\"Serves\",action=\"add\""
    let nap = "target=\"Serves\",action=\"nap\""
    let first = try figures(client)
    #expect(first["host_calls_in_flight{target=\"Serves\",action=\"await\"}"] == "1")
    #expect(first["host_calls_in_flight{\(add)}"] == "0")
    #expect(first["host_call_duration_seconds_count{\(add)}"] == "3")
    #expect(first["host_call_duration_seconds_bucket{\(add),le=\"+Inf\"}"] == "3")
    // Each step has what the ones before have, and what took 30 ms is in none below that.
    let steps = first.compactMap { name, count -> (step: Double, count: Int)? in
      guard name.hasPrefix("host_call_duration_seconds_bucket{\(nap),le=\""), let count = Int(count) else { return nil }
      let step = name.dropFirst("host_call_duration_seconds_bucket{\(nap),le=\"".count).dropLast(2)
      return step == "+Inf" ? nil : Double(step).map { ($0, count) }
    }.sorted { $0.step < $1.step }
    #expect(steps.count > 5 && zip(steps, steps.dropFirst()).allSatisfy { $0.count <= $1.count }, "\(steps)")
    #expect(steps.allSatisfy { $0.step > 0.03 || $0.count == 0 } && steps.last?.count == 1, "\(steps)")
    #expect(first["host_call_duration_seconds_sum{\(nap)}"].flatMap(Double.init) ?? 0 >= 0.03)
    let memory = Int(first["process_resident_memory_bytes"] ?? "") ?? 0
    #expect(memory > 1 << 20 && memory < 1 << 30)
    #expect(first["host_component_replacements_total"] == "0" && first["host_components_live"] == "1")
    waiting.close()
    #expect(eventually { host.marks.last == "given up" })
    // The same file once more is a new one.
    host.folder.put("serves")
    #expect(eventually { (try? figures(client)["host_component_replacements_total"]) == "1" })
    let second = try figures(client)
    #expect(second["host_component_generation{component=\"Serves\"}"] == "2")
    #expect(second["host_calls_in_flight{target=\"Serves\",action=\"await\"}"] == "0")
    #expect(second["host_calls_given_up_total"] == "3")
    #expect(second["host_call_duration_seconds_count{\(add)}"] == "3")
    #expect(host.end() == 0)
  }

  @Test func `a reason that is no word is no label`() throws {
    let host = try ServedHost("--metrics", in: Folder("serves-badly"))
    let client = try host.client()
    client.call("/ServesBadly/ramble")
    #expect(client.answer()?.status == 422)
    let failures = try figures(client).filter { $0.key.hasPrefix("host_call_failures_total") }
    #expect(failures == ["host_call_failures_total{target=\"ServesBadly\",action=\"ramble\",reason=\"other\"}": "1"])
    #expect(host.end() == 0)
  }

  @Test func `a log that journald reads has its levels, and no time`() throws {
    let host = try ServedHost("--log-calls", in: Folder("serves", "serves-badly"), journal: true)
    let client = try host.client()
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.status == 200)
    client.call("/ServesBadly/misspeak")
    #expect(client.answer()?.status == 500)
    #expect(host.end() == 0)
    let lines = host.lines
    #expect(lines.allSatisfy { $0.wholeMatch(of: /<[3-7]>.*/) != nil }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("<6>listening at ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("<4>a call failed: POST /ServesBadly/misspeak 500 ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("<6>a call: POST /Serves/add 200 ") }, "\(lines)")
    // Another stream than the one that the variable names is not the journal.
    let plain = try ServedHost(environment: ["JOURNAL_STREAM": "1:2"])
    #expect(plain.lines.allSatisfy { !$0.hasPrefix("<") } && plain.end() == 0)
  }

  @Test func `behind a proxy it takes an address that other machines reach`() throws {
    let host = try ServedHost("--behind-proxy", listen: "0.0.0.0:0")
    let client = try RawClient(port: host.port)
    client.call("/Serves/add", "{\"number\":1}")
    #expect(client.answer()?.body == "2\n")
    #expect(host.end() == 0)
  }

  // The lines of its figures, by what stands before the value.
  private func figures(_ client: RawClient) throws -> [String: String] {
    client.get("/metrics")
    let page = try #require(client.answer())
    return Dictionary(
      page.body.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
        line.lastIndex(of: " ").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
      }, uniquingKeysWith: { first, _ in first })
  }
}
