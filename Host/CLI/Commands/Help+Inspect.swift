extension Help {
  static let inspect = """
    host inspect - \(Help.clause(InspectCommand.summary))

    USAGE
      host inspect FILE.so [OPTIONS]

      Reads the file without running any of its code. The last lines are what
      the loader would say: "verdict: nothing in the file is against it", or
      "verdict: refused: " and why; with --isolate also that it crashed too often.
      What the component registers is its code's to say: a call may still refuse
      that, or what it needs, and 'host describe' says so. In a plugin folder it
      may stand behind a file of the same name: that is said as well.

    EXAMPLES
      host inspect lib/libReader.so
      host inspect lib/libReader.so --json

    \(common)

    JSON
      An object with the keys file, size, kind, machine, note (state, abi,
      language, compiler, problem), soname, build_id, runtime, libraries (objects
      with name, place and path), register, exports, permissions,
      shadowed_by (the file that is called instead, or null), verdict ("passed"
      where nothing in the file is against it, or "refused") and refusal (null, or
      an object with reason, message and help).

    EXIT CODES
      0  nothing in the file is against it
      3  there is no such file
      4  the loader would refuse it

    """
}
