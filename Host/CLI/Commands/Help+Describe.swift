extension Help {
  static let describe = """
    host describe - \(Help.clause(DescribeCommand.summary))

    USAGE
      host describe TARGET [ACTION] [OPTIONS]

      Shows what a component registers, like a page of a manual: its targets and
      actions with their signatures, or one action with its parameters, its reply
      and the types of both; the routes and map keys that lead there, and the
      events that the component publishes and hears of. That component alone is
      loaded, unless what it says is kept from an earlier time.

    EXAMPLES
      host describe Reader
      host describe Reader showDetail
      host describe Reader.Settings set --json

    DESCRIBE OPTIONS
      --timeout SECONDS
                      Give up loading it after so long; 60 by default, 0
                      never

    \(common)

    JSON
      An object with the keys name, version, summary, file (null if it is linked
      into the program), generation, refusal (why another file in its place was
      refused, so that this generation goes on answering, or null), needs (objects
      with name, minimum and optional), targets, routes, keys, events, observes and
      types. It has only what was asked for, and what leads there.
      A target     name, summary, serial, lifetime (of its instances: "kept",
                   "cached", "per call", or null if it has none) and actions
      An action    name, summary, signature (null where it does not say what it
                   takes), remote (whether callers from outside the process may
                   call it), progress (whether it reports any), reads (whether
                   it promises to change nothing), parameters, reply (a type,
                   or null where it does not say) and media_type (what a text or
                   bytes is that it replies with: "text/csv", or null)
      A parameter  name, type, required, default, has_default and note; without
                   a default has_default is false and default is null
      A route      pattern, target (the host part of the URLs), action, scheme (null
                   for any), fixed (an object of parameters that the route gives)
                   and, where they are set, rename, case, priority and longer,
                   as in a policy
      A map key    key (as it is called: "BookDetail_cover"), target, action and
                   hints (an object of those that callers may give, with their
                   defaults)
      An event     name (all of it: "Library.changed"), type (null where it does not
                   say) and summary; observes has the names of the events that the
                   component hears of as long as it is loaded
      A type       name, definition and summary; all types that the actions shown
                   refer to, also by way of other types
      What can't be written down in fixed and hints is null.

    EXIT CODES
      0  ok
      3  no such component, target or action
      4  the component is refused
      7  it did not load in time
      8  it crashed

    """
}
