extension Help {
  static let inspect = """
    host inspect - \(Help.clause(InspectCommand.summary))

    USAGE
      host inspect FILE.so [OPTIONS]

      Reads the file without running any of its code. The last lines are what
      the loader would say: "verdict: ready to be loaded", or "verdict: refused: "
      and why. What the component registers is its code's to say: a call may still
      refuse that, and 'host describe' says so.

    EXAMPLES
      host inspect lib/libReader.so
      host inspect lib/libReader.so --json

    \(common)

    JSON
      An object with the keys file, size, kind, machine, note (state, abi,
      language, compiler, problem), soname, build_id, runtime, libraries (objects
      with name, place and path), register, exports, permissions, verdict
      ("ready" or "refused") and refusal (null, or an object with reason, message
      and help).

    EXIT CODES
      0  the loader would take it
      3  there is no such file
      4  the loader would refuse it

    """
}
