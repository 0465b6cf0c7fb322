extension Help {
  static let graph = """
    host graph - \(Help.clause(GraphCommand.summary))

    USAGE
      host graph [OPTIONS]

      Components stand in rows, each above those that it needs. An arrow is a need,
      dashed where the component can do without, and named "face" where it says
      nothing of it, but its code has in itself the face of a component that is
      there, in Swift a module called NAMEFace; dotted, what it hears of another;
      and with --trace bold, what it was seen to call, and how often. Components
      are loaded to say what they need, and in a session started as well.

    EXAMPLES
      host graph > components.mmd
      host graph --format dot > components.dot
      host call Reader overview id=1 --trace overview.json
      host graph --trace overview.json

    GRAPH OPTIONS
      --format mermaid|dot
                      Mermaid, which web pages and editors draw, by default; or
                      DOT, for Graphviz
      --trace FILE    Draw the calls as well that 'host call --trace FILE' has
                      seen, also one that did not come to its end
      --timeout SECONDS
                      End the host where loading takes so long; 60 by default, 0
                      never

    \(common)

    JSON
      An object with the keys rows (lists of names, the highest first), missing (the
      names of those that are not there) and arrows: objects with from, to, kind
      ("needs" with optional, "knows", "hears" with event, "calls" with count).

    EXIT CODES
    \(exitCodes)

    """
}
