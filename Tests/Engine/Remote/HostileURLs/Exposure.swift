extension HostileURL {
  /// What is open to callers from outside, what is not, and what is not there: the last two look alike.
  static let exposure: [HostileURL] = [
    HostileURL("open", "app://Bazaar/find?id=1", #"reply "1 [] false""#),
    HostileURL("open, and later", "app://Bazaar/later", #"reply "later""#),
    HostileURL("local", "app://Bazaar/secret", "404 not_found not_found: nothing here answers app://Bazaar/secret"),
    HostileURL("not there", "app://Bazaar/sacred", "404 not_found not_found: nothing here answers app://Bazaar/sacred"),
    HostileURL(
      "local, with parameters", "app://Bazaar/secret?id=1&x[]=2",
      "404 not_found not_found: nothing here answers app://Bazaar/secret"),
    HostileURL(
      "not there, with parameters", "app://Bazaar/sacred?id=1&x[]=2",
      "404 not_found not_found: nothing here answers app://Bazaar/sacred"),
    HostileURL(
      "native, declared open", "app://Bazaar/nativeThing",
      "404 not_found not_found: nothing here answers app://Bazaar/nativeThing"),
    HostileURL(
      "native in capitals, declared open", "app://Bazaar/NativeOther",
      "404 not_found not_found: nothing here answers app://Bazaar/NativeOther"),
    HostileURL(
      "native that is not there", "app://Bazaar/nativeNone",
      "404 not_found not_found: nothing here answers app://Bazaar/nativeNone"),
    HostileURL(
      "a route to what is local", "app://Bazaar/hidden/1",
      "404 not_found not_found: nothing here answers app://Bazaar/hidden/1"),
    HostileURL(
      "a route to what is local, a parameter twice", "app://Bazaar/hidden/1?id=2",
      "404 not_found not_found: nothing here answers app://Bazaar/hidden/1"),
    HostileURL(
      "no route", "app://Bazaar/hedden/1", "404 not_found not_found: nothing here answers app://Bazaar/hedden/1"),
    HostileURL(
      "no route, a parameter twice", "app://Bazaar/hedden/1?id=2",
      "404 not_found not_found: nothing here answers app://Bazaar/hedden/1"),
    HostileURL(
      "a map key of what is local", "app://Bazaar/hush",
      "404 not_found not_found: nothing here answers app://Bazaar/hush"),
    HostileURL(
      "a map key of what is local, a hint that is not fit", "app://Bazaar/hush?times=x",
      "404 not_found not_found: nothing here answers app://Bazaar/hush"),
    HostileURL(
      "no map key", "app://Bazaar/hash?times=x", "404 not_found not_found: nothing here answers app://Bazaar/hash"),
    HostileURL(
      "a map key", "app://Bazaar/thing?a=1&times=3",
      #"reply {"parameters":{"a":"1"},"hints":{"animated":true,"times":3}}"#),
    HostileURL(
      "a map key, a hint that is not fit", "app://Bazaar/thing?times=x",
      "400 invalid_parameters mistyped_hint: the hint 'times' must be an int, not the text 'x'"),
    HostileURL(
      "a map key as a target", "app://Bazaar_thing/x",
      "404 not_found not_found: nothing here answers app://Bazaar_thing/x"),
    HostileURL(
      "another component's local action", "app://Vault/open",
      "404 not_found not_found: nothing here answers app://Vault/open"),
    HostileURL(
      "another component", "app://Valid/open", "404 not_found not_found: nothing here answers app://Valid/open"),
    HostileURL(
      "what the program routes to what is local", "app://shop.example/vault",
      "404 not_found not_found: nothing here answers app://shop.example/vault"),
    HostileURL(
      "a target below that is all local", "app://Bazaar.Back/cellar",
      "404 not_found not_found: nothing here answers app://Bazaar.Back/cellar"),
    HostileURL(
      "a target's own notFound", "app://Bazaar/notFound",
      "404 not_found not_found: nothing here answers app://Bazaar/notFound"),
    HostileURL(
      "the fallback itself", "app://NotFound/notFound",
      "404 not_found not_found: nothing here answers app://NotFound/notFound"),
    HostileURL(
      "a reply that can't leave the process", "app://Bazaar/object",
      "500 failed invalid_reply: what answers app://Bazaar/object failed", isLate: true),
    HostileURL(
      "an action that says no itself", "app://Bazaar/refuses", "403 denied not_today: come back tomorrow", isLate: true),
    HostileURL(
      "an action that passes on what the host told it", "app://Bazaar/passes",
      "503 component_refused unavailable: what answers app://Bazaar/passes lacks something that it needs", isLate: true),
    HostileURL("an action that calls what is local", "app://Bazaar/through", #"reply "gold""#),
    HostileURL("an action that declines", "app://Bazaar/declines", "404 not_found declined: not mine", isLate: true),
    HostileURL(
      "two routes, the second with a parameter twice", "app://Bazaar/goods/42?word=x", #"reply "goods 42, page 1""#),
    HostileURL(
      "an action hidden by a route, with a wrong parameter", "app://Bazaar/goods/42?page=x",
      "400 invalid_parameters mistyped_parameter: the parameter 'page' must be an int, not the text 'x'"),
    HostileURL(
      "an action hidden by a route, with an unknown parameter", "app://Bazaar/goods/42?pagge=1",
      #"reply "goods 42, page 1""#),
  ]
}
