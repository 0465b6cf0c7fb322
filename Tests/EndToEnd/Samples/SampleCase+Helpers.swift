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
    SampleCase("a date is read and written, and what is none is refused") { mediator throws in
      let dates = [
        "2024-02-29", "2024-05-31T12:00:00Z", "2024-05-31T14:00:00.25+02:00", "1969-12-31T23:59:59.999999999Z",
        "2024-05-31T12:00:00.1234567899-23:59", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.000000001Z", "2000-02-29",
        "0000-02-29", "1600-12-31T23:59:59Z", "0399-03-01",
      ]
      for text in dates {
        let date = try #require(Timestamp(text))
        let read = try mediator.call("Sample.Helpers", "moment", ["at": .text(text)])
        let expected: Value = [
          "at": .text(date.description), "seconds": .int(Int(date.seconds)), "nanosecond": .int(date.nanosecond),
        ]
        #expect(read == expected, "\(text)")
      }
      let others: [Value] = [
        "", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "2024-04-31", "2024-1-1",
        "2024-01-01T",
        "2024-01-01T00:00:00", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:60Z",
        "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+0100", "2024-01-01T00:00:00Zx",
        "2024-01-01t00:00:00z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", " 2024-01-01", "٢024-01-01",
        "2024-01-01\0", 1_700_000_000, ["2024-01-01"],
      ]
      for value in others {
        let refused = failure { () throws(Failure) in
          try mediator.call("Sample.Helpers", "moment", ["at": value])
        }
        #expect(refused?.reason == "mistyped_parameter" && refused?.details["expected"] == "date", "\(value)")
        #expect(refused?.message.hasPrefix("the parameter 'at' must be a date like 2026-11-21T09:30:00Z") == true)
      }
      let missing = failure { () throws(Failure) in try mediator.call("Sample.Helpers", "moment") }
      #expect(missing?.reason == "missing_parameter" && missing?.message == "the parameter 'at' is missing (date)")
    },
    SampleCase("a date is as late as dates can be where it would be later") { mediator throws in
      let after = { (seconds: Int) throws(Failure) -> Value in
        try mediator.call("Sample.Helpers", "after", ["at": "2024-02-28T23:59:59.5Z", "seconds": .int(seconds)])
      }
      #expect(try after(1) == "2024-02-29T00:00:00.5Z")
      #expect(try after(-1_709_164_800) == "1969-12-31T23:59:59.5Z")
      #expect(try after(1 << 40) == "9999-12-31T23:59:59.999999999Z")
      #expect(try after(-1 << 40) == "0000-01-01T00:00:00Z")
      #expect(try mediator.call("Sample.Helpers", "after", ["seconds": 5]) == "1970-01-01T00:00:05Z")
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
    SampleCase("a text has a type for callers from outside, and is a text for those in code") { mediator throws in
      #expect(try mediator.call("Sample.Helpers", "table") == "a,b\r\n1,2\r\n")
    },
    SampleCase("a kept instance is the same for all calls, until it is let go of") { mediator throws in
      #expect(try mediator.call("Sample.Desk", "sit") == 1)
      #expect(try mediator.call("Sample.Desk", "sit") == 2)
      #expect(try mediator.call("Sample", "letGo", ["target": "Sample.Desk"]) == true)
      #expect(try mediator.call("Sample.Desk", "sit") == 1)
    },
  ]
}
