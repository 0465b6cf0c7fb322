import Testing

@testable import HostCLI

@Suite struct ProgressTests {
  @Test(
    arguments: [
      (0, "", 40, "[>            ]   0%"), (0.5, "half", 40, "[======>      ]  50%  half"),
      (1, "", 40, "[=============] 100%"), (0.999, "", 40, "[============>]  99%"),
      (0.5, "a long message", 30, "[=====>    ]  50%  a long mes…"), (0.5, "half", 23, " 50%"), (0.5, "half", 3, " 5…"),
      (7, "", 40, "[=============] 100%"), (0.5, "a\nb\u{1B}", 60, "[==========>         ]  50%  a\\u{a}b\\u{1b}"),
      (nil, "", 40, "| working"), (nil, "reading", 40, "| reading"), (nil, "reading", 6, "| rea…"),
    ] as [(Double?, String, Int, String)])
  func `a bar never is wider than the terminal`(fraction: Double?, message: String, width: Int, line: String) {
    var bar = ProgressBar()
    #expect(bar.line(fraction, message, width: width) == line)
    #expect(columns(of: line) <= width)
  }

  @Test func `a spinner turns`() {
    var bar = ProgressBar()
    #expect((0..<5).map { _ in bar.line(nil, "x", width: 9) } == ["| x", "/ x", "- x", "\\ x", "| x"])
  }

  @Test func `progress is drawn on a terminal and cleared at the end`() {
    let ran = run("call", "Probe", "steps", err: Captured(columns: 41))
    // The second report comes too soon to be drawn.
    #expect(ran == Ran(.ok, err: "\r[======>      ]  50%  half\u{1B}[K\r\u{1B}[K"))
  }

  @Test(arguments: [nil, "dumb"]) func `progress is not shown elsewhere`(terminal: String?) {
    let err = terminal == nil ? Captured() : Captured(columns: 80)
    let ran = run("call", "Probe", "steps", environment: ["TERM": terminal ?? "xterm"], err: err)
    #expect(ran == Ran(.ok))
  }

  @Test func `a remark does not mix with the bar`() {
    let err = Captured(columns: 41)
    let console = Console(out: Captured(), err: err, readInput: { .bytes([]) }, environment: { _ in nil })
    let remarks = Remarks(console, isJSON: false)
    remarks.progress?(0.5, "")
    remarks.warn("x", "y")
    remarks.endProgress()
    remarks.progress?(0.6, "")
    #expect(err.text == "\r[======>      ]  50%\u{1B}[K\r\u{1B}[K\u{1B}[1;33mwarning:\u{1B}[0m y\n")
  }
}
