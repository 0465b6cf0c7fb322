import ComponentKit
import Testing

@Suite struct URLQueryTests {
  @Test(arguments: [
    ("app://R/a?id=1", #"app R ["a"] {"id":"1"}"#),
    ("app://R/a?id=", #"app R ["a"] {"id":""}"#),
    ("app://R/a?id", #"app R ["a"] {"id":true}"#),
    ("app://R/a?id=true", #"app R ["a"] {"id":"true"}"#),
    ("app://R/a?a=b=c==", #"app R ["a"] {"a":"b=c=="}"#),
    ("app://R/a?a=1+2", #"app R ["a"] {"a":"1+2"}"#),
    ("app://R/a?a+b=%2B", #"app R ["a"] {"a+b":"+"}"#),
    ("app://R/a?a=1;b=2", #"app R ["a"] {"a":"1;b=2"}"#),
    ("app://R/a?a=b?c=d", #"app R ["a"] {"a":"b?c=d"}"#),
    ("app://R/a??a=1", #"app R ["a"] {"?a":"1"}"#),
    ("app://R/a?a=http://b:c@d/e", #"app R ["a"] {"a":"http://b:c@d/e"}"#),
    ("app://R/a?%61=%62", #"app R ["a"] {"a":"b"}"#),
    ("app://R/a?a%3Db=c%3Dd", #"app R ["a"] {"a=b":"c=d"}"#),
    ("app://R/a?a%26b=c%26d", #"app R ["a"] {"a&b":"c&d"}"#),
    ("app://R/a?a.b=1&a:b=2", #"app R ["a"] {"a.b":"1","a:b":"2"}"#),
    ("app://R/a?имя=Ольга&名=太郎", #"app R ["a"] {"имя":"Ольга","名":"太郎"}"#),
    ("app://R/a?x=\u{1F600}", "app R [\"a\"] {\"x\":\"\u{1F600}\"}"),
    ("app://R/a?id=1&ID=2", #"app R ["a"] {"id":"1","ID":"2"}"#),
    ("app://R/a?x='a'(b)*!$,", #"app R ["a"] {"x":"'a'(b)*!$,"}"#),
    ("app://R/a?x=%25%32%30", #"app R ["a"] {"x":"%20"}"#),
    ("app://R/a?__proto__=1&constructor=2", #"app R ["a"] {"__proto__":"1","constructor":"2"}"#),
  ])
  func `a parameter is a name and a text`(url: String, outcome: String) { expect(url, outcome) }

  @Test(arguments: [
    ("app://R/a?&", #"app R ["a"] {}"#),
    ("app://R/a?&&&&", #"app R ["a"] {}"#),
    ("app://R/a?&&id=1&&x&", #"app R ["a"] {"id":"1","x":true}"#),
    ("app://R/a?=", "invalid_url, byte 11: a parameter has no name"),
    ("app://R/a?=1", "invalid_url, byte 11: a parameter has no name"),
    ("app://R/a?==", "invalid_url, byte 11: a parameter has no name"),
    ("app://R/a?id=1&=2", "invalid_url, byte 16: a parameter has no name"),
    ("app://R/a?[]=1", "invalid_url, byte 11: a parameter has no name"),
    ("app://R/a?[]", "invalid_url, byte 11: a parameter has no name"),
    ("app://R/a?%5B%5D=1", "invalid_url, byte 11: a parameter has no name"),
  ])
  func `empty pieces say nothing, but every parameter has a name`(url: String, outcome: String) {
    expect(url, outcome)
  }

  @Test(arguments: [
    ("app://R/a?t[]=a&t[]=b", #"app R ["a"] {"t":["a","b"]}"#),
    ("app://R/a?t[]=a", #"app R ["a"] {"t":["a"]}"#),
    ("app://R/a?t[]=", #"app R ["a"] {"t":[""]}"#),
    ("app://R/a?t[]", #"app R ["a"] {"t":[true]}"#),
    ("app://R/a?t[]&t[]=&t[]=a", #"app R ["a"] {"t":[true,"","a"]}"#),
    ("app://R/a?t=a&t=b", #"app R ["a"] {"t":["a","b"]}"#),
    ("app://R/a?t=a&t=a&t=a", #"app R ["a"] {"t":["a","a","a"]}"#),
    ("app://R/a?t&t=", #"app R ["a"] {"t":[true,""]}"#),
    ("app://R/a?t&t", #"app R ["a"] {"t":[true,true]}"#),
    ("app://R/a?t=a&t[]=b", #"app R ["a"] {"t":["a","b"]}"#),
    ("app://R/a?t[]=a&t=b", #"app R ["a"] {"t":["a","b"]}"#),
    ("app://R/a?t=1&x=2&t=3&y&t[]=4", #"app R ["a"] {"t":["1","3","4"],"x":"2","y":true}"#),
    ("app://R/a?t%5B%5D=a&t%5b%5d=b&t[]=c&t[%5D=d", #"app R ["a"] {"t":["a","b","c","d"]}"#),
    ("app://R/a?%74=a&t=b", #"app R ["a"] {"t":["a","b"]}"#),
    ("app://R/a?\u{E9}=a&e\u{301}=b&\u{E9}=c", "app R [\"a\"] {\"\u{E9}\":[\"a\",\"c\"],\"e\u{301}\":\"b\"}"),
    ("app://R/a?t[]=[]&t=[1,2]", #"app R ["a"] {"t":["[]","[1,2]"]}"#),
  ])
  func `a name that comes again or ends in brackets is a list`(url: String, outcome: String) { expect(url, outcome) }

  @Test(
    arguments: [
      "a[0]=1", "a[b]=1", "a[][]=1", "a[[]]=1", "a[b][c]=1", "[a]=1", "a[=1", "a]=1", "a[", "a][=1", "a[]b=1",
      "a%5B0%5D=1", "a%5B=1", "[][]=1", "[[[[[[[[]]]]]]]]", "\u{D4E}[=1", "a[]\u{301}=1",
    ])
  func `brackets stand at the end of a name and are empty`(query: String) {
    let message = "brackets stand at the end of a parameter's name and are empty: key[]=value"
    expect("app://R/a?" + query, "invalid_url, byte 11: \(message)")
    expect("app://R/a?x=1&" + query, "invalid_url, byte 15: \(message)")
  }

  @Test func `a letter that clings to the bracket behind it is no part of it`() {
    expect("app://R/a?\u{D4E}[]=1", "app R [\"a\"] {\"\u{D4E}\":[\"1\"]}")
  }

  @Test(arguments: [
    ("app://R/a?a%0Ab=1", "invalid_url, byte 12: U+000A has no place in the name of a parameter"),
    ("app://R/a?a\nb=1", "invalid_url, byte 12: U+000A has no place in the name of a parameter"),
    ("app://R/a?%E2%80%AEdi=1", "invalid_url, byte 11: U+202E has no place in the name of a parameter"),
    ("app://R/a?id%E2%80%8B=1", "invalid_url, byte 13: U+200B has no place in the name of a parameter"),
    ("app://R/a?é%7F=1", "invalid_url, byte 13: U+007F has no place in the name of a parameter"),
    ("app://R/a?%EF%BB%BFid=1", "invalid_url, byte 11: U+FEFF has no place in the name of a parameter"),
    ("app://R/a?%E3%85%A4=1", "invalid_url, byte 11: U+3164 has no place in the name of a parameter"),
    ("app://R/a?id%00=1", "invalid_url, byte 13: %00 has no place in a URL"),
    ("app://R/a?id=1&a b=2", "invalid_url, byte 17: a space must be written as %20"),
    ("app://R/a?id=1&%C3=2", "invalid_url, byte 16: %C3 is not valid UTF-8 here"),
  ])
  func `nothing in a name is unseen`(url: String, outcome: String) { expect(url, outcome) }
}
