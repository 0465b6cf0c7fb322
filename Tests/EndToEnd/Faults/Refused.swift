import Testing

/// A fixture that is refused, and what the host says of it.
struct Refused: Sendable, CustomTestStringConvertible {
  let fixture: String
  /// The refusal's word for programs.
  let reason: String
  /// What stands after "the component '…' is refused: ".
  let words: String
  let help: String?
  /// Whether it is found without running any of its code, so that `list` and `inspect` say it too.
  let isSeen: Bool

  init(_ fixture: String, _ reason: String, _ words: String, help: String? = nil, isSeen: Bool = false) {
    self.fixture = fixture
    self.reason = reason
    self.words = words
    self.help = help
    self.isSeen = isSeen
  }

  /// Whether `inspect` says it. `list` does not look for symbols.
  var isInspected: Bool { isSeen || reason == "undefined_symbol" }

  var name: String { componentName(fixture) }
  var message: String { "the component '\(name)' is refused: \(words)" }
  var testDescription: String { fixture }

  /// What the failure says to do: what the refusal itself says, or where its `register` is to blame, to mend that.
  var detail: String? { help ?? (isSeen ? nil : mend) }

  /// What stands on stderr when it is called.
  func text(in folder: Folder) -> String {
    let file = folder("lib\(name).so")
    return "error: \(message)\n  in \(file)\nhelp: \(detail ?? inspect(file))\n"
  }
}

/// What helps where nothing else does.
func inspect(_ file: String) -> String { "see more with 'host inspect \(file)'" }

/// What helps where the file is as it should be, and `register` says what can't be.
let mend = "mend it in the component's code, or put another version of the component there"

private let startAgain = "once that is put right, touch its file: it is tried again when that has changed"

/// "no-note" is NoNote.
func componentName(_ fixture: String) -> String {
  fixture.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

private let rule = "a name is a letter, then letters, digits and '_', at most 128 in all"
private let rebuild = "build the component with this host's kit"

extension Refused {
  /// Refused for what can be read in the file.
  static let byFile: [Refused] = [
    Refused(
      "no-note", "no_note", "it has no component note",
      help: "a Swift component links ComponentKit, a C or C++ component uses COMPONENT_REGISTER in one file"),
    Refused(
      "older-abi", "abi_version", "it speaks version 0 of the contract, and this host version 1", help: rebuild),
    Refused(
      "newer-abi", "abi_version", "it speaks version 2 of the contract, and this host version 1",
      help: "use a newer host, or \(rebuild)"),
    Refused("garbage-note", "malformed", "its notes can't be right: a note reaches beyond their end"),
    Refused("short-note", "malformed", "its component note can't be right: it has 4 bytes instead of 16"),
    noRegister("no-register"), noRegister("hidden-register"), noRegister("register-is-data"),
    noRegister("register-in-dependency"),
    Refused(
      "missing-library", "missing_library", "it needs 'libgone.so.1', which can't be found",
      help: "install the library, or put it beside the component"),
  ].map { Refused($0.fixture, $0.reason, $0.words, help: $0.help, isSeen: true) }

  private static func noRegister(_ fixture: String) -> Refused {
    Refused(
      fixture, "no_register", "it does not export a function named 'register'",
      help: "export it with @c(register) in Swift, with COMPONENT_REGISTER in C and C++")
  }

  /// Refused by the dynamic loader, or for what register says.
  static let byCode: [Refused] = [
    Refused(
      "undefined-symbol", "undefined_symbol", "it can't be linked: undefined symbol: nowhere_to_be_found",
      help: "link it with the library that has the symbol (-Wl,-z,defs finds this when it is built)"),
    Refused("register-fails", "register_failed", "its register returned the code 6: the license file is missing"),
    Refused("register-fails-silently", "register_failed", "its register returned the code -7"),
    Refused("start-fails", "start_failed", "its start failed: the port is taken", help: startAgain),
    Refused(
      "start-says-nothing", "start_failed", "its start failed: StartSaysNothing.start returned without a reply",
      help: startAgain),
    Refused("half-then-fail", "register_failed", "its register returned the code 1: changed my mind"),
    Refused(
      "does-nothing", "not_described", "its register did not describe the component", help: "call host->describe first"),
    Refused("not-described", "not_described", "its register calls add_target before describe"),
    Refused("described-twice", "described_twice", "it describes itself twice"),
    Refused(
      "name-mismatch", "name_mismatch", "it says its name is 'SomethingElse', but the file's name says 'NameMismatch'",
      help: "name the file 'libSomethingElse.so', or the component 'NameMismatch'"),
    Refused(
      "foreign-target", "foreign_target",
      "it registers the target 'Reader.Settings', which belongs to libReader.so",
      help: "its targets are 'ForeignTarget' and 'ForeignTarget.…'"),
    Refused(
      "foreign-event", "foreign_event",
      "it declares the event 'Reader.turned', which belongs to libReader.so",
      help: "its events are 'ForeignEvent.…'"),
    Refused(
      "local-event", "invalid_type",
      "the type of the event 'LocalEvent.seen' is invalid: an object or a function is no part of an event, which may outlive who published it"
    ),
    Refused(
      "observes-nothing", "invalid_event",
      "its observer can't be taken: it names no event, or more than 256 of them"),
    Refused(
      "ignores-refusal", "foreign_target", "it registers the target 'Other', which belongs to libOther.so",
      help: "its targets are 'IgnoresRefusal' and 'IgnoresRefusal.…'"),
    Refused(
      "foreign-action", "foreign_target", "it adds the action 'open' to 'Reader', a target it has not registered"),
    Refused("duplicate-target", "duplicate_target", "it registers the target 'DuplicateTarget' twice"),
    Refused("duplicate-action", "duplicate_action", "it registers the action 'DuplicateAction.run' twice"),
    Refused("no-actions", "no_actions", "it registers no action at all"),
    Refused("empty-target", "no_actions", "its target 'EmptyTarget.Sub' has no action"),
    Refused("no-function", "no_function", "its action 'NoFunction.run' has no function"),
    Refused("ten-thousand-actions", "too_many_actions", "it registers more than 4096 actions"),
    Refused("twenty-thousand-routes", "too_many_routes", "it adds more than 16384 routes"),
    Refused("invalid-name", "invalid_name", "its action 'show detail' has an invalid name", help: rule),
    Refused("invalid-target", "invalid_name", "its target 'InvalidTarget.../x' has an invalid name", help: rule),
    Refused("empty-name", "invalid_name", "its action '' has an invalid name", help: rule),
    Refused("control-name", "invalid_name", #"its action '\u{1b}[31mred\u{a}' has an invalid name"#, help: rule),
    Refused(
      "long-name", "invalid_name",
      "its action '\(String(repeating: "a", count: 60))… (129 bytes)' has an invalid name", help: rule),
    Refused(
      "huge-name", "invalid_text", "an action's name is 1048575 bytes long; at most 1024 are taken"),
    Refused("invalid-utf8", "invalid_text", "an action's name is not valid UTF-8"),
    Refused("missing-text", "invalid_text", "an action's summary is missing where it was announced"),
    Refused(
      "small-struct", "struct_size",
      "it calls describe with a struct of 24 bytes; the contract's has 112",
      help: "begin the struct with COMPONENT_HEAD(component_about)"),
    Refused(
      "needs-missing", "missing_need", "it needs the component 'Nowhere', which is not there",
      help: "put libNowhere.so into a plugin folder"),
  ]

  static let all = byFile + byCode + byDescription
}
