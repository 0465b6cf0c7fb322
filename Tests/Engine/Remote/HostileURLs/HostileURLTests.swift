import ComponentHost
import ComponentKit
import TestThreads
import Testing

@Suite(.offPool) struct HostileURLTests {
  private static let host = Result { try Host.bazaar() }

  @Test(arguments: HostileURL.all.map(\.kind)) func `every hostile URL comes to its exact end, once`(_ kind: String)
    async throws
  {
    let host = try HostileURLTests.host.get()
    let urls = try #require(HostileURL.all.first { $0.kind == kind }).urls
    let ends = Guarded<[String: Int]>([:])
    for hostile in urls {
      let url = hostile.makesURL()
      let foretold = host.canOpen(url)
      let result = await withCheckedContinuation { continuation in
        host.mediator.open(url) { result in
          let isFirst = ends.withLock { ends in
            ends[hostile.name, default: 0] += 1
            return ends[hostile.name] == 1
          }
          if isFirst { continuation.resume(returning: result) }
        }
      }
      let place = Comment(rawValue: "\(hostile.name): \(url.prefix(200).debugDescription)")
      #expect(result.outcome == hostile.outcome, place)
      if result == .success("never") { Issue.record("what is local was reached: \(place)") }
      checkForetold(hostile, foretold, result, place)
      if case .failure(let failure) = result { checkText(failure, place) }
      checkSteps(host.explain(url: url), foretold, place)
    }
    #expect(ends.withLock { $0 } == Dictionary(uniqueKeysWithValues: urls.map { ($0.name, 1) }))
  }

  private func checkForetold(
    _ hostile: HostileURL, _ foretold: Result<Candidate, Failure>, _ result: Result<Value, Failure>, _ place: Comment
  ) {
    switch (foretold, result) {
    case (.success, .success): break
    case (.success, .failure): #expect(hostile.isLate, place)
    case (.failure(let foretold), .failure(let failure)): #expect(foretold == failure, place)
    case (.failure(let foretold), .success):
      Issue.record("it can be opened, but was said to fail: \(foretold), \(place)")
    }
  }

  private func checkText(_ failure: Failure, _ place: Comment) {
    for text in [failure.message, failure.reason] {
      #expect(text.unicodeScalars.allSatisfy(isPrintable), place)
      #expect(text.utf8.count <= 400, place)
    }
    // Only what the caller sent, what the action declares, and what the action says itself.
    let known: Set = ["byte", "parameter", "hint", "expected", "suggestions", "path", "key", "day"]
    #expect(Set(failure.details.keys).isSubset(of: known), place)
  }

  private func checkSteps(_ steps: [Step], _ foretold: Result<Candidate, Failure>, _ place: Comment) {
    #expect(steps.last?.stage == .end, place)
    #expect(steps.last?.isObstacle == (try? foretold.get()).map { _ in false } ?? true, place)
    #expect(steps.allSatisfy { $0.message.unicodeScalars.allSatisfy(isPrintable) }, place)
    #expect(steps.allSatisfy { $0.message.utf8.count < 4000 }, place)
  }

  @Test func `there are enough of them, and each has a name of its own`() {
    #expect(HostileURL.all.reduce(0) { $0 + $1.urls.count } >= 250)
    for (_, urls) in HostileURL.all { #expect(Set(urls.map(\.name)).count == urls.count) }
  }
}

private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
  default: true
  }
}
