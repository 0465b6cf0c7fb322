/// A shell that commands can be completed in.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  init(word: String) throws(Problem) {
    if let shell = Shell(rawValue: word) {
      self = shell
    } else {
      throw .unknown(
        "shell", word, among: Shell.allCases.map(\.rawValue), orElse: "write host completions bash|zsh|fish")
    }
  }

  /// What makes the shell complete the program's command lines.
  var script: String {
    switch self {
    case .bash: Shell.bashScript
    case .zsh: Shell.zshScript
    case .fish: Shell.fishScript
    }
  }
}
