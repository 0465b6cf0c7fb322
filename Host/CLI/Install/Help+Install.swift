extension Help {
  static let install = """
    host install - \(Help.clause(InstallCommand.summary))

    USAGE
      host install FILE.so [DIR] [OPTIONS]

      Does what 'host check --quick' does, and moves a copy into the folder
      in one step: no host ever sees half of a file. DIR is the first plugin
      folder without it. The version before is kept for 'host rollback'. It
      works while a host watches the folder; 'cp' stays enough.

    EXAMPLES
      host install lib/libWordCount.so
      host install lib/libReader.so lib --dry-run

    INSTALL OPTIONS
      --dry-run       Check, and only say what would be done

    VERSIONS
      The last \(InstallFolder.versionLimit) versions of each component lie in DIR/\(InstallFolder.versionsName), which no
      host looks into: libGreeter.so.7 is later than libGreeter.so.6.

    \(common)

    JSON
      An object with the keys command, component, file, version, replaced
      (whether there was one before), replaced_version, kept (where that lies),
      changed and dry_run. What is not known is null.

    EXIT CODES
      0  it is there
      1  the folder can't be written
      2  the command line makes no sense
      3  there is no such file or folder
      4  it is refused, and nothing was changed
      7  given up by Ctrl-C

    """

  static let remove = """
    host remove - \(Help.clause(RemoveCommand.summary))

    USAGE
      host remove NAME [DIR] [OPTIONS]

      Moves lib<NAME>.so to DIR/\(InstallFolder.versionsName), from where 'host rollback NAME'
      brings it back. DIR is the first plugin folder that has it.

    EXAMPLES
      host remove Discover
      host remove WordCount lib --json

    REMOVE OPTIONS
      --dry-run       Only say what would be done

    \(common)

    JSON
      An object as 'host install' prints it.

    EXIT CODES
      0  it is gone
      1  the folder can't be written
      2  the command line makes no sense
      3  there is no such component or folder

    """

  static let rollback = """
    host rollback - \(Help.clause(RollbackCommand.summary))

    USAGE
      host rollback NAME [DIR] [OPTIONS]

      Puts back what the last 'host install' replaced or 'host remove' took
      out; once more, it goes one further back. A host that runs takes it up as
      any other file. What it replaces is kept until the next time as
      DIR/\(InstallFolder.versionsName)/lib<NAME>.so.undone.

    EXAMPLES
      host remove Discover
      host rollback Discover

    ROLLBACK OPTIONS
      --dry-run       Only say what would be done

    \(common)

    JSON
      An object as 'host install' prints it.

    EXIT CODES
      0  the version before is in its place
      1  the folder can't be written
      2  the command line makes no sense
      3  no version before is kept

    """
}
