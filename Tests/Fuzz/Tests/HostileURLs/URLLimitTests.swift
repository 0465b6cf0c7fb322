import ComponentKit
import Testing

@Suite struct URLLimitTests {
  @Test func `a URL has at most 8192 bytes`() {
    let full = "app://R/a?x=" + String(repeating: "y", count: 8192 - 12)
    let value = String(repeating: "y", count: 8192 - 12)
    expect(full, #"app R ["a"] {"x":"\#(value)"}"#)
    expect(full + "y", "url_too_long, it has 8193 bytes, the limit is 8192")
    // Bytes, not letters, and those of the fragment too.
    expect("app://R/" + String(repeating: "é", count: 4093), "url_too_long, it has 8194 bytes, the limit is 8192")
    expect("app://R#" + String(repeating: "y", count: 8185), "url_too_long, it has 8193 bytes, the limit is 8192")
    expect(String(repeating: "y", count: 9000), "url_too_long, it has 9000 bytes, the limit is 8192")
  }

  @Test func `a URL of a megabyte is refused, or read where that is allowed`() {
    let text = String(repeating: "x", count: 1 << 20)
    expect("app://R/a?x=\(text)", "url_too_long, it has 1048588 bytes, the limit is 8192")
    expect("app://R/a?x=\(text)", #"app R ["a"] {"x":"\#(text)"}"#, lengthLimit: .max)
    expect("app://R/\(text)", #"app R ["\#(text)"] {}"#, lengthLimit: .max)
    expect("app://\(text)", "app \(text) [] {}", lengthLimit: .max)
    expect("\(text)://R", "\(text) R [] {}", lengthLimit: .max)
    expect(text, "invalid_url, byte 1048577: expected '://' behind the scheme '\(text.prefix(40))'", lengthLimit: .max)
    expect("app://R?" + String(repeating: "&", count: 1 << 20), "app R [] {}", lengthLimit: .max)
    let escapes = String(repeating: "%41", count: 1 << 18)
    expect("app://R?x=\(escapes)", #"app R [] {"x":"\#(String(repeating: "A", count: 1 << 18))"}"#, lengthLimit: .max)
    let dots = String(repeating: "../", count: 1 << 18)
    expect("app://R/\(dots)", "invalid_url, byte 9: '..' has no place in the path", lengthLimit: .max)
  }

  @Test func `there are at most 256 parameters, values of lists included`() {
    let distinct = (1...256).map { "k\($0)=\($0)" }.joined(separator: "&")
    let map = (1...256).map { #""k\#($0)":"\#($0)""# }.joined(separator: ",")
    expect("app://R?\(distinct)", "app R [] {\(map)}")
    expect("app://R?&&\(distinct)&&", "app R [] {\(map)}")
    let place = 9 + distinct.utf8.count + 1
    expect("app://R?\(distinct)&x", "too_many_parameters, byte \(place): it has more than 256 parameters")
    let list = String(repeating: "k[]=&", count: 256)
    expect("app://R?\(list)", "app R [] {\"k\":[\(Array(repeating: "\"\"", count: 256).joined(separator: ","))]}")
    expect("app://R?\(list)k", "too_many_parameters, byte 1289: it has more than 256 parameters")
    expect("app://R?a", "too_many_parameters, byte 9: it has more than 0 parameters", parameterLimit: 0)
    expect("app://R?&", "app R [] {}", parameterLimit: 0)
  }

  @Test func `100,000 parameters are refused, or read where that is allowed`() throws {
    let distinct = "app://R?" + (0..<100_000).map { "k\($0)" }.joined(separator: "&")
    let list = "app://R?" + String(repeating: "k=1&", count: 100_000)
    expect(distinct, "url_too_long, it has 688897 bytes, the limit is 8192")
    for url in [distinct, list] {
      let fault = #expect(throws: URLFault.self) { try CallURL(url, lengthLimit: .max) }
      #expect(fault?.reason == .tooManyParameters)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let map = try CallURL(distinct, lengthLimit: .max, parameterLimit: .max).parameters
    #expect(map.count == 100_000 && map.allSatisfy { $0.value == true })
    let items = try CallURL(list, lengthLimit: .max, parameterLimit: .max).parameters["k"]
    #expect(items?.list?.count == 100_000)
    // What grew with the square would take minutes.
    #expect(clock.now - start < .seconds(20))
  }
}
