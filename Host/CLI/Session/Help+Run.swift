extension Help {
  static let run = """
    host run - \(Help.clause(RunCommand.summary))

    USAGE
      host run [SCRIPT|-] [OPTIONS]

      Without a file, and with -, the lines come from the standard input. Each is
      what stands behind 'host' in a shell, or the whole of it:

    \(Session.list)

      Quotes and backslashes are a shell's, and # at a word's begin starts a
      comment; nothing else has a meaning, so a URL needs no quotes. A line ends
      its own quotes, in LF or CR LF. No line has more than 16 MiB.

      The components stay loaded from line to line: copy another file over one of
      theirs, or take one out, and 'refresh' makes the session see it. A component
      that is new in a folder is found without.

    EXAMPLES
      host run
      host run evening.host --policy policy.json
      printf 'call Reader next id=1\\nlist\\n' | host run --json

    RUN OPTIONS
      --compatible    Let the old version of a component go on answering where the
                      new one would break what the session has called of it:
                      'refresh' and 'list' say what that is

    \(policy)

    \(common)

    LINES
      A line that fails says so, with its number unless it is typed, and the next
      one goes on. What is set for the whole session is set with 'host run':
      folders, trust and policy. --json may be, or may stand in one line.
      On a terminal there is a prompt; 'rlwrap host run' adds history and editing.
      Ctrl-C ends the call that runs, and the next line goes on; a second one in
      the same call ends the host at once. A line that is no call can't be given up:
      Ctrl-C there, or between lines, ends the session behind it, and shuts down
      what is loaded; where lines are typed the second one ends the host at once.
      Nor can the start of a component be ended that a call waits for: it goes on
      until it is over or was given up, after 10 seconds.
      SIGTERM, and SIGHUP when the terminal is closed, give up what runs and end the
      session, at the prompt as well; a second SIGTERM ends the host at once.
      At the prompt Ctrl-C begins a new line, and Ctrl-D ends the session.
      A session whose reader closes the pipe, as 'host run | head -1' does, ends.
      A call whose action, or whose component's start, does not stop a second after
      its time ends the session. So does loading for longer than --timeout, and a
      component that crashes.

    JSON
      As for each command; an error of a line that was not typed has its number as
      well: {"error":{"code":3,...,"line":2}}

    EXIT CODES
      That of the first line that failed, or 0; and 7 or 8 where the session was
      ended:
    \(exitCodes)

    """

  static let refresh = """
    refresh - \(Help.clause(RefreshCommand.summary))

    USAGE
      refresh [OPTIONS]

      A loaded component whose file is gone is taken out; one whose file is another
      is replaced, and if the new file is refused the old one goes on answering.
      Such a file is not tried again until it changes, but each time if it was
      refused for what may be over by then: calls that were under way, a save that
      failed, a restore that took too long. What is new is told, and loaded by the
      first call; what was refused then is tried again by the next call behind one.
      In a session that was started with --compatible a new version is refused as
      well, with the reason "not_compatible", where a call that was made before
      would fail with it; one that comes after its component was taken out replaces
      nothing, and is not.

    REFRESH OPTIONS
      --timeout SECONDS
                      End the session where loading takes so long; 60 by
                      default, 0 never. A start that hangs is given up after
                      10 anyway, and the old one goes on answering.

    JSON
      A list of objects with the keys name, change ("added", "removed", "replaced"
      or "kept"), generation (the new one's number, or null) and refusal (why the
      old one was kept, or null).

    """

  static let exit = """
    exit - \(Help.clause(ExitCommand.summary))

    USAGE
      exit

      The session ends with the code of the first line that failed, or 0.

    """
}

extension Session {
  /// What `help` prints.
  var help: String { client == nil ? Session.help : ControlDoor.help }

  static let help = """
    COMMANDS
    \(list)

    'help COMMAND' tells the rest.

    """

  static let list = ListText.aligned(
    [
      ["  call TARGET ACTION [key=text]...", CallCommand.summary], ["  open URL", OpenCommand.summary],
      ["  explain URL | TARGET ACTION", ExplainCommand.summary],
      ["  routes", RoutesCommand.summary],
      ["  describe TARGET [ACTION]", DescribeCommand.summary], ["  openapi", OpenAPICommand.summary],
      ["  list", ListCommand.summary], ["  graph", GraphCommand.summary],
      ["  refresh", RefreshCommand.summary], ["  pardon NAME", PardonCommand.summary],
      ["  inspect FILE.so", InspectCommand.summary], ["  check FILE.so", CheckCommand.summary],
      ["  install FILE.so [DIR]", InstallCommand.summary], ["  remove NAME [DIR]", RemoveCommand.summary],
      ["  rollback NAME [DIR]", RollbackCommand.summary],
      ["  bindings TARGET", BindingsCommand.summary], ["  new NAME", NewCommand.summary],
      ["  help COMMAND", HelpCommand.summary], ["  exit", ExitCommand.summary],
    ], rightAligned: []
  ).dropLast()
}
