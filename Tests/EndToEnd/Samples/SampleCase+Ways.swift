import ComponentKit
import TestThreads
import Testing

/// Calls that are not waited for, calls that are given up, ways by URLs and lifetimes, in each language.
extension SampleCase {
  static let ways = [
    SampleCase("a call that is not waited for is heard of, until its end") { mediator throws in
      let begin = { (target: Value) throws(Failure) -> Value in
        try mediator.call("Sample.Ways", "begin", ["target": target, "steps": 4])
      }
      #expect(try begin("Sample") == "25 step 1, 50 step 2, 75 step 3, 100 step 4, 4")
      #expect(failure { () throws(Failure) in try begin("Nobody") }?.reason == "no_such_component")
    },
    SampleCase("a URL and a map key that are not waited for are heard of, with what is said besides") {
      mediator throws in
      let begin = { (url: Value) throws(Failure) -> Value in
        try mediator.call("Sample.Ways", "beginURL", ["url": url])
      }
      #expect(try begin("app://Sample.Ways/old/mi") == ["unit": "mi", "names": ["a"], "also": "later"])
      #expect(failure { () throws(Failure) in try begin("app://Nobody/run") }?.code == .notFound)
      let key = { (key: Value, hot: Bool) throws(Failure) -> Value in
        try mediator.call("Sample.Ways", "beginKey", ["key": key, "hot": .bool(hot)])
      }
      for hot in [true, false] { #expect(try key("Sample_hinted", hot) == .bool(hot)) }
      #expect(failure { () throws(Failure) in try key("Sample_nothing", true) }?.code == .notFound)
    },
    SampleCase("a URL is given as much time as its caller says") { mediator throws in
      let code = failure { () throws(Failure) in
        try mediator.call("Sample.Ways", "limitedURL", ["url": "app://Sample.Ways/wait", "milliseconds": 50])
      }?.code
      #expect(code == .timedOut)
    },
    SampleCase("a call can be given up by a handle") { mediator throws in
      #expect(try mediator.call("Sample.Ways", "giveUp") == .int(Int(Failure.Code.cancelled.rawValue)))
    },
    SampleCase("a path gives parameters of its own, and calls others otherwise than the action does") {
      mediator throws in
      let way = try mediator.open("app://Sample.Ways/old/mi?was=b")
      #expect(way["unit"] == "mi" && way["names"] == ["a"] && way["also"] == "b")
    },
    SampleCase("of two paths that fit the one of a higher priority leads") { mediator throws in
      #expect(try mediator.open("app://Sample.Ways/first/km")["unit"] == "km")
    },
    SampleCase("a cached instance is the same for all calls, and one for each call is not") { mediator throws in
      for count in 1...2 {
        #expect(try mediator.call("Sample.Cached", "sit") == .int(count))
        #expect(try mediator.call("Sample.Each", "sit") == 1)
      }
    },
  ]
}
