/// The page. Its own policy names the one script and the one style that it has, by a word that is made anew for each answer; no
/// other runs, whatever gets into the page, and nothing is loaded from anywhere else.
struct Page {
  private let nonce: String

  init() {
    var random = SystemRandomNumberGenerator()
    nonce = (0..<2).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
  }

  private var policy: String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; img-src data:"
  }

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Component host</title>
    <link rel="icon" href="data:,">
    <style nonce="\(nonce)">
    \(Page.style)
    </style>
    </head>
    <body>
    \(Page.body)
    <script nonce="\(nonce)">
    \(Page.script)
    </script>
    </body>
    </html>

    """
  }

  private static let script = [basics, list, forms, calls, replies, live].joined(separator: "\n\n")

  private static let body = """
    <a class="skip" href="#main">To the actions</a>
    <header>
      <h1>Component host</h1>
      <p id="state" role="status">Asking the host…</p>
    </header>
    <nav aria-label="Components">
      <label for="search">Find</label>
      <input id="search" type="search" autocomplete="off" spellcheck="false" aria-describedby="found">
      <p id="found" class="quiet" role="status"></p>
      <ul id="components"></ul>
    </nav>
    <main id="main" tabindex="-1">
      <section id="component" aria-live="off"><p class="quiet">Choose a component.</p></section>
      <section aria-labelledby="figures-title">
        <h2 id="figures-title">Calls over HTTP</h2>
        <div id="figures"><p class="quiet">None yet.</p></div>
      </section>
    </main>
    <noscript><p>This page needs its script.</p></noscript>
    """
}
