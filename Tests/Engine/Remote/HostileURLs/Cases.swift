extension HostileURL {
  /// Mixed case: a scheme has none, all else has.
  static let cases: [HostileURL] = [
    HostileURL("scheme in capitals", "APP://Bazaar/echo", "reply {}"),
    HostileURL("scheme in both", "aPp://Bazaar/echo", "reply {}"),
    HostileURL(
      "target in capitals", "app://BAZAAR/echo", "404 not_found not_found: nothing here answers app://BAZAAR/echo"),
    HostileURL(
      "target in small letters", "app://bazaar/echo", "404 not_found not_found: nothing here answers app://bazaar/echo"),
    HostileURL(
      "action in capitals", "app://Bazaar/ECHO", "404 not_found not_found: nothing here answers app://Bazaar/ECHO"),
    HostileURL(
      "action with a capital", "app://Bazaar/Echo", "404 not_found not_found: nothing here answers app://Bazaar/Echo"),
    HostileURL(
      "key in capitals", "app://Bazaar/find?ID=1",
      "400 invalid_parameters missing_parameter: the parameter 'id' is missing (int)"),
    HostileURL(
      "route in capitals", "app://Bazaar/GOODS/42",
      "404 not_found not_found: nothing here answers app://Bazaar/GOODS/42"),
    HostileURL(
      "map key in capitals", "app://Bazaar/THING", "404 not_found not_found: nothing here answers app://Bazaar/THING"),
    HostileURL(
      "a host of the program's route", "APP://SHOP.example/b/3",
      "404 not_found not_found: nothing here answers app://SHOP.example/b/3"),
    HostileURL("the same in small letters", "app://shop.example/b/3", #"reply "goods 3, page 1""#),
    HostileURL(
      "an escape in the wrong case", "app://Bazaar/%45cho",
      "404 not_found not_found: nothing here answers app://Bazaar/Echo"),
    HostileURL(
      "a flag in capitals", "app://Bazaar/find?id=1&exact=TRUE",
      "400 invalid_parameters mistyped_parameter: the parameter 'exact' must be a bool, not the text 'TRUE'"),
  ]
}
