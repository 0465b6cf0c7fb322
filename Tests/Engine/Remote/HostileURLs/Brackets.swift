extension HostileURL {
  /// Queries: brackets, doubled keys, no keys.
  static let brackets: [HostileURL] = [
    HostileURL("a list", "app://Bazaar/echo?a[]=1&a[]=2", #"reply {"a":["1","2"]}"#),
    HostileURL("escaped brackets", "app://Bazaar/echo?a%5B%5D=1", #"reply {"a":["1"]}"#),
    HostileURL("a list of one", "app://Bazaar/find?id=1&tags[]=x", #"reply "1 [\"x\"] false""#),
    HostileURL(
      "nested", "app://Bazaar/echo?a[b]=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "nested deep", "app://Bazaar/echo?a[b][c][d]=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "nested lists", "app://Bazaar/echo?a[][]=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "an index", "app://Bazaar/echo?a[0]=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "not closed", "app://Bazaar/echo?a[=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "not opened", "app://Bazaar/echo?a]=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "the wrong way round", "app://Bazaar/echo?a][=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "only brackets", "app://Bazaar/echo?[]=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: a parameter has no name"),
    HostileURL(
      "brackets in the middle", "app://Bazaar/echo?a[]b=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL("brackets in a value", "app://Bazaar/echo?a=[1,[2]]", #"reply {"a":"[1,[2]]"}"#),
    HostileURL(
      "no key", "app://Bazaar/echo?=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: a parameter has no name"),
    HostileURL(
      "no key and no value", "app://Bazaar/echo?=",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: a parameter has no name"),
    HostileURL("nothing but signs", "app://Bazaar/echo?&&&", "reply {}"),
    HostileURL("two question marks", "app://Bazaar/echo??a=1", #"reply {"?a":"1"}"#),
    HostileURL("two equals signs", "app://Bazaar/echo?a==1", #"reply {"a":"=1"}"#),
    HostileURL(
      "a key twice", "app://Bazaar/find?id=1&id=2",
      "400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, and the URL gives it 2 times"),
    HostileURL(
      "a key once as a list", "app://Bazaar/find?id[]=1",
      "400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not a list"),
    HostileURL("a key with and without brackets", "app://Bazaar/echo?a=1&a[]=2", #"reply {"a":["1","2"]}"#),
    HostileURL(
      "a prototype", "app://Bazaar/echo?__proto__[x]=1",
      "400 invalid_parameters invalid_url: the URL is invalid: byte 19: brackets stand at the end of a parameter's name and are empty: key[]=value"
    ),
    HostileURL(
      "a key without a value", "app://Bazaar/find?id",
      "400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, and the URL gives it no value"),
    HostileURL(
      "an unknown key", "app://Bazaar/find?id=1&idd=2", #"reply "1 [] false""#),
    HostileURL(
      "an unknown key with brackets and a list", "app://Bazaar/find?id=1&idd[]=2&idd=3", #"reply "1 [] false""#),
    HostileURL("one text where a list is declared", "app://Bazaar/find?id=1&tags=a", #"reply "1 [\"a\"] false""#),
    HostileURL(
      "a text that is no list in JSON", "app://Bazaar/find?id=1&tags=[a]", #"reply "1 [\"[a]\"] false""#),
    HostileURL(
      "a missing key", "app://Bazaar/find",
      "400 invalid_parameters missing_parameter: the parameter 'id' is missing (int)"),
    HostileURL(
      "an empty value", "app://Bazaar/find?id=",
      "400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not the text ''"),
    HostileURL(
      "exponents are no int", "app://Bazaar/find?id=1e400",
      "400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not the text '1e400'"),
    HostileURL(
      "hexadecimal is no int", "app://Bazaar/find?id=0x10",
      "400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not the text '0x10'"),
    HostileURL(
      "JSON for an int", "app://Bazaar/find?id=%7B%7D",
      "400 invalid_parameters mistyped_parameter: the parameter 'id' must be an int, not the text '{}'"),
    HostileURL("semicolons part nothing", "app://Bazaar/echo?a=1;b=2", #"reply {"a":"1;b=2"}"#),
  ]
}
