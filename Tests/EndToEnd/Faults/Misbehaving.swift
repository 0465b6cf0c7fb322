import Testing

/// A fixture whose action breaks the contract, or goes to its limits, and what its caller gets.
struct Misbehaving: Sendable, CustomTestStringConvertible {
  let fixture: String
  /// What stands on stdout.
  let out: String
  /// What stands on stderr.
  let err: String
  let code: Int32
  /// The failure's word for programs.
  let reason: String
  let options: [String]

  init(_ fixture: String, out: String, warning: String? = nil) {
    self.fixture = fixture
    self.out = out
    err = warning.map { "warning: \($0)\n" } ?? ""
    code = 0
    reason = ""
    options = []
  }

  init(
    _ fixture: String, _ code: Int32, _ reason: String, _ message: String, help: String? = nil,
    warning: String? = nil, options: [String] = []
  ) {
    self.fixture = fixture
    out = ""
    let lines = [("warning", warning), ("error", message), ("help", help)]
    err = lines.compactMap { kind, text in text.map { "\(kind): \($0)\n" } }.joined()
    self.code = code
    self.reason = reason
    self.options = options
  }

  var name: String { componentName(fixture) }
  /// How many warnings stand on stderr.
  var warnings: Int { err.split(separator: "\n").count { $0.hasPrefix("warning: ") } }
  var testDescription: String { fixture }
}

extension Misbehaving {
  /// No reply, or more than one end.
  static let ends: [Misbehaving] = [
    Misbehaving("never-replies", 1, "no_reply", "NeverReplies.run returned without a reply"),
    Misbehaving("returns-code", 5, "no_reply", "ReturnsCode.run returned the code 5 without a reply"),
    Misbehaving("replies-twice", out: "first\n", warning: twice("RepliesTwice")),
    Misbehaving("replies-after-fail", 1, "no_wish", "I do not wish to", warning: twice("RepliesAfterFail")),
    Misbehaving("fails-after-reply", out: "done\n", warning: twice("FailsAfterReply")),
    Misbehaving("progress-after-reply", out: "done\n"),
    Misbehaving("replies-from-thread", out: "from afar\n"),
    Misbehaving("replies-twice-from-thread", out: "first\n", warning: twice("RepliesTwiceFromThread")),
    Misbehaving("defers-after-reply", out: "done\n"),
    Misbehaving(
      "defers-and-drops", 1, "no_reply", "DefersAndDrops.run gave its deferred call back without a reply"),
    Misbehaving(
      "defers-and-forgets", 7, "timed_out", "DefersAndForgets.run did not reply before the deadline",
      help: "allow more with --timeout SECONDS", options: ["--timeout", "2"]),
    Misbehaving(
      "never-returns", 7, "timed_out", "NeverReturns.run did not reply within 2 s, and does not stop",
      help: "allow more with --timeout SECONDS", options: ["--timeout", "2"]),
  ]

  private static func twice(_ name: String) -> String {
    "\(name).run ended its call a second time; that was ignored"
  }

  /// Values that are wrong, and some that are only large or odd.
  static let values: [Misbehaving] = [
    invalid("bad-value-kind", "a value is of the unknown kind 99"),
    invalid("invalid-utf8-reply", "a text is not valid UTF-8"),
    invalid("missing-value-bytes", "a text is missing where it was announced"),
    invalid("deep-reply", tooDeep),
    invalid("duplicate-keys-reply", "the key 'a' occurs twice"),
    invalid("endless-reply", tooDeep),
    Misbehaving("odd-texts", out: "a\0b" + planes + "\n"),
    Misbehaving(
      "local-reply", 1, "unwritable_reply",
      "the reply of LocalReply.run can't be printed: an object can't be written down"),
    Misbehaving(
      "nan-reply", 1, "unwritable_reply",
      "the reply of NanReply.run can't be printed: a double that is not a number can't be written down"),
    Misbehaving("unknown-code", 1, "odd", "a failure of an odd kind"),
    Misbehaving("claims-crash", 1, "crashed", "component 'Good' crashed in Good.run: its process died of SIGSEGV"),
    Misbehaving("returns-crash", 1, "no_reply", "ReturnsCrash.run returned the code 8 without a reply"),
    Misbehaving("wordless-failure", 6, "denied", "WordlessFailure.run failed and did not say why"),
    Misbehaving(
      "small-failure", 1, "invalid_failure",
      "SmallFailure.run failed, and what it says is invalid: its struct is too small"),
    Misbehaving(
      "invalid-failure", 1, "invalid_failure",
      "InvalidFailure.run failed, and what it says is invalid: a text is not valid UTF-8, at 'message'"),
    Misbehaving("progress", out: "done\n"),
    Misbehaving("odd-progress", out: "done\n"),
  ]

  /// The last character of every plane that is one.
  static let planes = String(String.UnicodeScalarView((0...16).map { Unicode.Scalar($0 << 16 | 0xfffd)! }))

  // A long way loses its middle.
  private static let tooDeep =
    "lists and maps nest deeper than 128, at '" + String(repeating: "[0]", count: 8) + "…"
    + String(repeating: "[0]", count: 8) + "'"

  private static func invalid(_ fixture: String, _ fault: String) -> Misbehaving {
    Misbehaving(fixture, 1, "invalid_reply", "the reply of \(componentName(fixture)).run is invalid: \(fault)")
  }

  /// What goes wrong around a call, and what merely comes near a limit.
  static let others: [Misbehaving] = [
    Misbehaving(
      "needs-newer", 4, "component_refused", "NeedsNewer needs Good 1.2.3 or newer, but 1.0.0 is installed"),
    Misbehaving("needs-missing-optional", out: "ok\n"),
    Misbehaving("calls-in-register", out: "calls can't be made from inside register\n"),
    Misbehaving(
      "calls-itself", 1, "too_deep",
      "calls nest deeper than 64: CallsItself.run → CallsItself.run → CallsItself.run → CallsItself.run → "
        + "CallsItself.run → … (58 more) → CallsItself.run → CallsItself.run"),
    Misbehaving("small-request", out: "5\n"),
    Misbehaving("registers-late", out: "10\n"),
    Misbehaving("large-struct", out: "ok\n"),
    Misbehaving("most-actions", out: "ok\n"),
    Misbehaving("serial", out: "0\n"),
  ]

  static let all = ends + values + others
}
