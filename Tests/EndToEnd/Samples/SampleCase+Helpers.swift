import ComponentKit
import Testing

/// What the helpers for authors say, in each language as shortly; components that were built before don't have it.
extension SampleCase {
  static let helpers = [
    SampleCase("an enum, a list and bytes are read, also where they are missing, and a record is replied") {
      mediator throws in
      let all: Fields = ["unit": "mi", "names": ["a", "ü"], "raw": .bytes([0, 255, 7])]
      #expect(
        try mediator.call("Sample.Helpers", "measure", all) == [
          "unit": "mi", "names": ["0 a", "1 ü"], "bytes": 3, "raw": .bytes([0, 255, 7]),
        ])
      let none: Value = ["unit": "km", "names": [], "bytes": 0]
      let bare = try mediator.call("Sample.Helpers", "measure", ["names": nil])
      // What is absent may be said to be null.
      #expect(bare == none || bare == .map(["unit": "km", "names": [], "bytes": 0, "raw": nil]))
    },
    SampleCase("a neighbour is asked if it is there") { mediator throws in
      let ask = { (target: Value) throws(Failure) -> Value in
        try mediator.call("Sample.Helpers", "ifThere", ["target": target])
      }
      #expect(try ask("Good") == ["there": true, "said": "ok"])
      #expect(try ask("Nobody") == ["there": false, "said": nil])
    },
    SampleCase("without a neighbour that is needed a call fails with what can't be done, and why") { mediator throws in
      #expect(try mediator.call("Sample.Helpers", "needed", ["target": "Good"]) == "ok")
      let without = failure { () throws(Failure) in
        try mediator.call("Sample.Helpers", "needed", ["target": "Nobody"])
      }
      let why = without?.details["missing"]?["Nobody"]
      #expect(without?.reason == "no_nobody" && why?["reason"] == "no_such_component")
      #expect(without?.message == "nothing today: \(why?["message"]?.text ?? "")" && without?.code == .failed)
    },
    SampleCase("a call has less time than the one that it serves, and its action sees that") { mediator throws in
      #expect(try mediator.call("Sample.Helpers", "hasTime") == true)
      let late = failure { () throws(Failure) in try mediator.call("Sample.Helpers", "limited", ["milliseconds": 30]) }
      #expect(late?.code == .timedOut)
    },
    SampleCase("an action ends where its caller gave up") { mediator throws in
      let cancellation = Cancellation(mediator)
      cancellation.cancel()
      let given = failure { () throws(Failure) in
        try mediator.call("Sample.Helpers", "untilStopped", cancellation: cancellation)
      }
      #expect(given?.code == .cancelled)
    },
    SampleCase("hints come with a key, and go with one") { mediator throws in
      #expect(try mediator.open(key: "Sample_hinted") == true)
      #expect(try mediator.open(key: "Sample_hinted", hints: ["hot": false]) == false)
      for hot in [true, false] {
        let through = try mediator.call("Sample.Helpers", "openKey", ["key": "Sample_hinted", "hot": .bool(hot)])
        #expect(through == .bool(hot))
      }
    },
    SampleCase("a URL is written by a route of its own, and leads there") { mediator throws in
      let url = try mediator.call("Sample.Helpers", "url", ["unit": "mi"])
      #expect(url == "app://Sample.Helpers/measures/mi")
      #expect(try mediator.open(url.text ?? "")["unit"] == "mi")
    },
    SampleCase("a kept instance is the same for all calls, until it is let go of") { mediator throws in
      #expect(try mediator.call("Sample.Desk", "sit") == 1)
      #expect(try mediator.call("Sample.Desk", "sit") == 2)
      #expect(try mediator.call("Sample", "letGo", ["target": "Sample.Desk"]) == true)
      #expect(try mediator.call("Sample.Desk", "sit") == 1)
    },
  ]
}
