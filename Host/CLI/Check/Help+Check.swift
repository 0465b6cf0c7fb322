extension Help {
  static let check = """
    host check - \(Help.clause(CheckCommand.summary))

    USAGE
      host check FILE.so [OPTIONS]

      Looks at the file, loads it, and calls every action with parameters made
      from its description. All of its code runs in processes of their own,
      which may end or hang: that is a finding, and the check goes on. These are
      confined: they can write to a folder that is removed in the end, and reach
      no other files of yours and no network. Where the system has no namespaces
      for them, they see in /proc what it tells everybody of other processes.

      Neighbours that it needs are those in the folders of --plugins or
      HOST_PLUGINS. It is tried without those that are not there.

    EXAMPLES
      host check lib/libWordCount.so
      host check lib/libReader.so --quick --plugins lib
      host check lib/libWordCount.so --seed 42 --json

    CHECK OPTIONS
      --quick         Only look and register: no action is called
      --seed N        Make the same calls as a report with this seed
      --timeout SECONDS
                      How long one call may take; 5 without it
      --skip TARGET.ACTION
                      Don't call this action; may be given several times
      --unconfined    Let it do all that you may, where the system can't confine
                      it; what it then finds in your folders it may change

    STEPS
    \(steps)

    \(common)

    JSON
      An object with the keys file, component, version, build_id, verdict
      ("passed" or "failed"), quick, seed (a text), steps (objects with step,
      result "passed", "failed" or "skipped", skipped, calls and notes) and
      findings (objects with step, reason, message, help, target, action, about,
      parameters, signal, exit_status and stderr). What is not known is null.

    EXIT CODES
      0  nothing was found
      1  something was found, or the check could not be made
      2  the command line makes no sense
      3  there is no such file
      4  the loader would refuse it
      7  given up by Ctrl-C

    """

  private static let steps = CheckStep.allCases.map { step in
    "  \(step.rawValue)" + String(repeating: " ", count: max(1, 14 - step.rawValue.count)) + "\(step.summary)"
  }.joined(separator: "\n")
}
