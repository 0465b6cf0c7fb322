extension Help {
  static let describe = """
    host describe - \(DescribeCommand.summary.lowercased())

    USAGE
      host describe TARGET [ACTION] [OPTIONS]

      Shows what a component registers, like a page of a manual: its targets and
      actions with their signatures, or one action with its parameters, its reply
      and the types of both. That component alone is loaded.

    EXAMPLES
      host describe Reader
      host describe Reader showDetail
      host describe Reader.Settings set --json

    \(common)

    JSON
      An object with the keys name, version, summary, file (null if it is linked
      into the program), needs (objects with name, minimum and optional), targets
      and types. Of targets and actions it has only what was asked for.
      A target     name, summary, serial, lifetime (of its instances: "kept",
                   "cached", "per call", or null if it has none) and actions
      An action    name, summary, signature (null where it does not say what it
                   takes), remote (whether callers from outside the process may
                   call it), progress (whether it reports any), parameters and
                   reply (a type, or null where it does not say)
      A parameter  name, type, required, default, has_default and note; without
                   a default has_default is false and default is null
      A type       name, definition and summary; all types that the actions shown
                   refer to, also by way of other types

    EXIT CODES
      0  ok
      3  no such component, target or action
      4  the component is refused

    """
}
