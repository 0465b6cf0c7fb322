extension Help {
  static let pardon = """
    host pardon - \(Help.clause(PardonCommand.summary))

    USAGE
      host pardon NAME --state DIR
      pardon NAME                      in a session

      A component that runs in a process of its own and crashes five times in a
      minute is in quarantine: it is started no more, and calls of it fail with the
      reason 'quarantined'. That goes by the build of its file, so another version
      in its place is started at once. This lifts it for all builds of the name, in
      the state folder also for the hosts that use it now.

    EXAMPLES
      host list --why --state /var/lib/reading
      host pardon Reader --state /var/lib/reading

    \(common)

    EXIT CODES
      0  it is lifted
      1  the state folder can't be changed
      2  the command line makes no sense, or names no state folder
      3  there was nothing to lift

    """
}
