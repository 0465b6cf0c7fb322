extension Help {
  static let open = """
    host open - \(Help.clause(OpenCommand.summary))

    USAGE
      host open URL [OPTIONS]
      host open --key KEY [key=text | key:=json]... [OPTIONS]

      scheme://Target/action?key=value&list[]=a&list[]=b&flag

      The host part is a target, the path its action, or what a route makes of it.
      Only actions that their component opened to callers from outside are
      reached; all others are not found, whether they are there or not. What the
      query says and the action does not declare is ignored, with a warning. A
      path's variables are the action's parameters: it declares them as they are
      called there. *path is all that follows: one text with its slashes, or where
      the action declares a list one of the parts. Where a part of it has a slash of
      its own, %2F, the route does not fit.

      Where the action declares no text, a text of the URL is read as what it
      declares: an int, a double, a bool, bytes from base64, and anything else
      from JSON, list=[1,2]. Where it declares a list any other text is a list of
      one, and what comes several times a list in the URL's order; of names that
      are one by "rename" or "case" each keeps its values together.

      KEY is a short stable name, BookDetail_cover. It is no URL, so it is called as
      with 'host call', whoever may; what is one of its hints becomes that.

    EXAMPLES
      host open 'app://Reader/showDetail?id=1'
      host open 'app://BookDetail/books/1' --dry-run
      host open 'app://Reader/next?id=1' --deny Notes --scheme app
      host open --key BookDetail_cover id=1 framed=no

    OPEN OPTIONS
      --dry-run       Say who would answer, and call nobody
      --key KEY       Call the action of a map key; 'host routes' lists them. No
                      rule for callers from outside applies to it
      --timeout SECONDS
                      Give the call up after so long; 60 by default, 0 never

    \(form)

    \(policy)

    \(common)

    OUTPUT
      As with 'host call'. The details of an error have its status in the numbers
      of HTTP: 400, 403, 404, 422, 429, 500, 502, 503 or 504. With --dry-run and
      --json an object with the keys target, action, route, which is null without
      one, and ignored, a list of objects with the keys parameter, suggestions and
      key, the map key that has a hint of that name, which is null without one.

    EXIT CODES
    \(exitCodes)

    """

  static let explain = """
    host explain - \(Help.clause(ExplainCommand.summary))

    USAGE
      host explain URL [OPTIONS]
      host explain TARGET ACTION [OPTIONS]

      A URL goes through parse, policy, interceptors, component, route, action and
      parameters; what stops it is marked with x. Where nothing answers, fallback
      says what stands in: the target's notFound, or the component NotFound.
      Interceptors are not asked here, and may refuse the call all the same, as a
      limit that is used up does. The higher priority goes first, which
      is 0 for actions and keys; then a route of words, the action that the path
      names, the other routes of the host part, a map key, routes that take longer
      paths, and last those of any host part. It is the truth, so show it to nobody
      outside.

    EXAMPLES
      host explain 'app://BookDetail/books/1'
      host explain Reader showDetail

    EXPLAIN OPTIONS
      --timeout SECONDS
                      Give up after so long; 60 by default, 0 never

    \(policy)

    \(common)

    JSON
      A list of objects with the keys stage (parse, policy, outbound, route, key,
      component, target, action, parameters, interceptors, ladder or end), message
      and obstacle. The stage ladder is the fallback.

    EXIT CODES
      0  ok, whoever answers
      7  a component did not load in time
      8  a component crashed

    """

  /// The options of what takes URLs.
  static let policy = """
    POLICY OPTIONS
      --policy FILE   What callers from outside may do, as JSON. Every key may be
                      left out:
                      {"schemes": ["app"],
                       "targets": {"prefix": "", "suffix": "",
                                   "allow": ["Reader", "BookDetail"],
                                   "deny": ["Notes"]},
                       "actions": {"prefix": "", "suffix": ""},
                       "limits": {"length": 8192, "parameters": 256},
                       "unknown": "ignore", "case": "keep",
                       "rename": {"pageindex": "page"},
                       "aliases": {"book": "BookDetail"},
                       "routes": [{"from": "app://shop/books/:id<int>",
                                   "target": "BookDetail", "action": "detail",
                                   "fixed": {}, "rename": {}, "case": "fold",
                                   "priority": 0, "longer": false}],
                       "outbound": {"https": ["xdg-open"]},
                       "isolate": ["Decoder"],
                       "interceptors": [{"component": "Audit", "priority": 10},
                                        {"ready": "log"},
                                        {"ready": "limit", "calls": 100,
                                         "seconds": 1, "of": "remote",
                                         "each": "action"}],
                       "confine": {"*": {"memory": "256M", "files": 256},
                                   "Notes": {"write": ["/var/lib/notes"],
                                             "read": ["/etc/notes"],
                                             "network": false, "cpu": 600,
                                             "processes": false,
                                             "signals": false,
                                             "all": false}},
                       "shows": {"metrics": true, "openapi": true,
                                 "events": ["Library.changed"]},
                       "elsewhere": {"targets": ["Reader"], "waits": false,
                                     "events": ["Library.changed"]}}
                      prefix and suffix: what is reached has names that begin
                      and end so
                      limits: a URL's bytes, and its parameters
                      unknown: ignore what a URL's query says and the action
                      does not declare, with a warning; or refuse the URL
                      rename: what the query calls otherwise than the action;
                      a name that the action declares is left as it is, any
                      other is renamed until it is one that it declares. Two that
                      are renamed to each other are two names for one. A
                      policy renames up to 1024 names, and so does a route
                      case: fold takes names that differ by capital letters
                      only, keep does not. A route may have these two for
                      itself; what it says goes before what the policy says
                      aliases: other names of components in map keys, so that
                      app://book/cover is the key BookDetail_cover. One that is
                      the name of a component takes that one's keys away.
                      from: its host part may be :name, for any one, and a
                      (/part) of its pattern may be missing; without a scheme
                      in it, "schemes" may list some. The action must
                      declare every variable, also that of the host part:
                      app://:target/*path leads to one that has the
                      parameters target and path. A component with a route
                      as specific as this one, and of its priority, is refused
                      fixed: parameters that the route gives by itself
                      priority: of two that fit the higher one goes first
                      longer: it takes longer paths, where nothing else does
                      outbound: the command that gets URLs of a scheme, each as
                      its last word. Nobody waits for it: that it failed is in
                      the log of a host that goes on running
                      interceptors: see every call, the highest priority first,
                      of equal ones the first by name; log has 1000 and limit
                      800 where nothing is said, a component 0. "of" is remote or
                      all, "each" is together, action or caller. A limit loads
                      nothing: URLs of one component that is not loaded yet count as
                      one action
                      confine: what confined components may do, each by its name,
                      which isolates it as well; * is for those that have no entry,
                      and each entry begins with what it says. read and write:
                      absolute paths of files and folders. network: IPv4 and IPv6.
                      processes: true, or how many with all threads. signals: to
                      whom the host's user may. all: everything, only the limits
                      hold: memory, cpu in seconds of a worker's life, open files
                      shows: what 'host serve' shows to everybody, beside what
                      its options --metrics, --openapi and --events name
                      elsewhere: the targets, or "*" for all, that 'host serve'
                      calls on other hosts of its --cluster where they are not in
                      the folders; with waits also once a broker is back; and
                      the events that cross, a list of names or "*" as well
      --scheme SCHEME Take only this scheme; may be given several times
      --allow TARGET  Reach only this target and what is below it; several times
      --deny TARGET   Do not reach this target and what is below it; several times
                      These three are for URLs, not for keys, and only take
                      away from what the file allows
    """
}
