import ComponentHost
import ComponentKit
import TestThreads
import Testing

// Before calls, and past who stands there.
extension SampleTests {
  @Test(arguments: Variant.built)
  func `a sample's call goes past interceptors in every language`(_ variant: Variant) throws {
    let host = variant.host()
    let seen = Guarded<[String]>([])
    host.add(
      Interceptor("watch") { call in
        seen.withLock { $0.append(call.action) }
        call.proceed()
      })
    for (skips, expected) in [(.null, ["apart", "name"]), (["watch"], ["apart"])] as [(Value, [String])] {
      let asked: Fields = ["target": "Sample.Sub", "action": "name", "fresh": false, "skips": skips]
      #expect(try host.mediator.call("Sample.More", "apart", asked) == "Sample.Sub.name")
      #expect(seen.withLock { $0 } == expected)
      seen.withLock { $0 = [] }
    }
    host.close()
  }
}
