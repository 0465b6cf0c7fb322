extension Help {
  static let openAPI = """
    host openapi - \(Help.clause(OpenAPICommand.summary))

    USAGE
      host openapi [OPTIONS]

      Prints a document in OpenAPI 3.1 of what 'host serve' answers with the same
      components and policy: a path for each action that is open to callers from
      outside, and for each path that components or the policy declare, with
      parameters, types, defaults, notes, replies and failures. Clients, pages and
      tests can be made of it. The same components give the same bytes.

    EXAMPLES
      host openapi > openapi.json
      host openapi --policy policy.json

    OPENAPI OPTIONS
      --timeout SECONDS
                      Give up loading the components after so long; 60 by default,
                      0 never

    \(policy)

    \(common)

    JSON
      With --json the document is one line, and without there is a line for each
      path and type, so that two documents can be compared by lines.

    EXIT CODES
      0  ok, also if components are refused, which is told
      7  a component did not load in time
      8  a component crashed

    """
}
