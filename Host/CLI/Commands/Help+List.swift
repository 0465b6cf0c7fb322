extension Help {
  static let list = """
    host list - \(Help.clause(ListCommand.summary))

    USAGE
      host list [OPTIONS]

      Shows each component's name, file, ABI version, size and state: ready,
      shadowed by another file, or refused and why. None of their code runs. In a
      session an earlier generation goes on answering where another file was put in
      its place that is refused: that is said, and --targets shows what answers.

    EXAMPLES
      host list
      host list --targets
      host --plugins ./lib list --json

    LIST OPTIONS
      --targets       Show their targets and actions as well: those of which that
                      is not kept from an earlier time are loaded
      --generations   Show each generation that the session has loaded instead:
                      number, version, build, state (starting, live, draining,
                      retired, failed before it answered, or refused when it
                      registered), calls under way, when it was loaded, and
                      the memory and open files that it holds until the host
                      ends. Calls that it has started and not heard the end of
                      count as well, so one that it has started in itself counts
                      twice
      --why           Show which components have crashed in processes of their own:
                      build, how often, the last signal or exit status and its
                      time, and which are in quarantine: in this session, and
                      with --state in those before it. Says as well why nothing
                      can be kept of what components say of themselves
      --timeout SECONDS
                      Give up loading them after so long; 60 by default, 0
                      never

    \(common)

    JSON
      A list of objects with the keys name, file, abi, size, state ("ready",
      "shadowed" or "refused"), by (what shadows it, or null), refusal (null, or an
      object with reason, message and help) and generation (the number of the one
      that answers in this session, or null). With --targets also version, summary,
      needs (objects with name, minimum and optional) and targets (objects with
      name, summary, serial and actions; an action has a name, a summary, a
      signature, null where it does not say what it takes, remote, whether callers
      from outside the process may call it, progress, whether it reports any, and
      reads, whether it promises to change nothing); they are null for what is not
      loaded. With --generations objects with name, number, version, file, build,
      state, calls, loaded, bytes and descriptors; file and build may be null, and
      number and version are for what was refused. With --why objects with
      component, build, count, quarantined and crashes (objects with time and how:
      "SIGSEGV", "exit status 3", "pthread_exit", "longjmp", "hang" or "broken
      channel"; the last ones, the latest at the end).

    EXIT CODES
      0  ok, also if some or all components are refused
      1  a folder or a file could not be looked at
      3  a folder that --plugins names is not there, or none of the environment's
      7  a component did not load in time
      8  a component crashed

    """
}
