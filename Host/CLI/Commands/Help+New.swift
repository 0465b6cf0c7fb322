extension Help {
  static let new = """
    host new - \(Help.clause(NewCommand.summary))

    USAGE
      host new NAME [OPTIONS]

      Makes the folder NAME in the current one: a package that builds
      libNAME.so with one command, tests it with another, and belongs to
      nobody but you. Nothing is asked, nothing is fetched, and nothing that
      is there is overwritten. A name begins with a capital: Greeter. That of
      NotFound is the fallback, which answers what nobody else does.

    EXAMPLES
      host new Greeter
      host new Greeter --language c
      host new Greeter --layer base --sdk ../component-host
      host new Greeter --sdk https://example.org/component-host.git@1.2.3

    NEW OPTIONS
      --language swift|c|cpp|rust
                      What it is written in; swift without it
      --layer base|shared|feature
                      How high it stands above others, whose faces it may
                      import from its own layer or from below; feature without
                      it
      --lean          In Swift: with a flag of the compiler's in the manifest by
                      which the component is loaded somewhat faster
      --sdk PATH|URL@VERSION
                      Where a package in Swift has ComponentKit from: a
                      checkout, or a repository and the least version. Without
                      it the checkout in which this program was built. The
                      others need none: the contract is copied into the package

    \(common)

    JSON
      An object with the keys name, language, layer, folder, files, library
      (the file that will be built, in the folder) and commands (to build it,
      to test it, and to drop it into the plugin folder DIR).

    EXIT CODES
      0  it is made
      1  it can't be written, or there is something of that name
      2  a name or an option makes no sense

    """
}
