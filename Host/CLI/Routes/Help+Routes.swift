extension Help {
  static let routes = """
    host routes - \(Help.clause(RoutesCommand.summary))

    USAGE
      host routes [OPTIONS]

      Loads the components of which nothing is kept from an earlier time, for
      only they know their paths and keys, and shows with those of the policy
      who owns each, and what it leads to. What is marked with x nobody outside
      reaches, or no URL of it gets through, unless it has JSON in it. 'behind'
      names what takes some of its paths first, as far as it is reached: routes,
      or the open actions and keys that such a path names. Of more than eight it
      names six, and --json all. A key that is behind something is no URL where
      that takes it; by its own name it is called all the same, with 'host open
      --key', unless an alias of the policy has that name. Last comes what the
      policy says of every URL, and of the targets and actions that are reached.

    EXAMPLES
      host routes
      host routes --policy policy.json --json

    ROUTES OPTIONS
      --timeout SECONDS
                      Give up loading the components after so long; 60 by default,
                      0 never

    \(policy)

    \(common)

    JSON
      An object with the keys routes, keys, outbound, aliases and interceptors, each
      a list of objects, and query, an object with what the policy says of every
      URL's (rename, case and unknown), and schemes (a list, or null for any),
      limits, targets and actions as in a policy. Each of a list has obstacle (why
      nobody outside gets there, or null). Routes, keys and outbound ones have owner
      (an object with kind, "component", "policy" or "program", and name) and behind
      (what goes before it). A route has what 'host describe --json' says of it, and
      route, its text; a key has key, target, action, hints and aliases; an outbound
      one scheme and command; an alias alias and component; an interceptor name.

    EXIT CODES
      0  ok, also if components are refused, which is told
      7  a component did not load in time
      8  a component crashed

    """
}
