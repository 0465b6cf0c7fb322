extension Help {
  static let mcp = """
    host mcp - \(Help.clause(MCPCommand.summary))

    USAGE
      host mcp [OPTIONS]

      Answers one client of the Model Context Protocol over the standard input and
      output: each action that is open to callers from outside is a tool, called
      Reader-showDetail for the action showDetail of Reader. An assistant starts it
      from its configuration, with this command and its options. The folders are
      watched, and the client is told when tools come or go.

      It speaks the revisions 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25 and
      2026-07-28. Nothing but messages goes to the standard output: what components
      print goes to the error output, where the log is, and they read nothing.

    EXAMPLES
      host --plugins ./lib mcp
      host --plugins ./lib mcp --allow Library --allow Reader

    MCP OPTIONS
      --timeout SECONDS
                      How long a call may take; 60 by default, 0 for ever
      --grace SECONDS
                      How long calls may go on once the client has ended, or behind
                      SIGTERM, before they are given up; 1 by default, 0 for ever
      --compatible    Let the old version of a component go on answering where the
                      new one would break what was called of it: the log says what
                      that is
      --log text|json
                      How the log on the error output looks
      --threads N     So many calls may have a thread at once; 64 by default. The
                      others wait for one. Of one target it is three quarters
      --calls N       So many calls may be under way; 1024 by default
      --target-calls N
                      So many of them may be of one target; 256 by default
      --message BYTES How long a message may be; 1048576 by default

    \(policy)

    \(common)

    SIGNALS
      The end of the input, SIGTERM and Ctrl-C end it: it finishes what runs, and
      exits with 0. A second signal ends it at once. SIGHUP has it look at the
      folders again, for file systems that tell of no change.

    EXIT CODES
      0  the client has ended, or it was told to end
      1  its streams can't be used
      2  the command line is wrong
      8  a component crashed

    """
}
