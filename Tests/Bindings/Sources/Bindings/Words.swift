import ComponentKit
import Faces

/// Each parameter and each field is under its own name, also where Swift can't call it so.
func words(_ nasty: Nasty, _ expectations: inout Expectations) throws {
  let raw: Value = [
    "in": 1, "default": 2, "class": 3, "int": 4, "register": 5, "self": 6, "Self": 7, "init": 8, "Type": 9,
    "Protocol": 10, "_": 11, "__": 12, "_a": 13, "a": 14, "A": 15, "a_": 16, "Int": 17, "String": 18, "mediator": 19,
    "request": 20, "parameters": 21, "target": 22, "action": 23, "summary": 24, "isRemote": 25, "Reply": 26,
    "some": 27, "any": 28, "each": 29, "copy": 30, "consume": 31, "await": 32, "async": 33, "inout": 34, "var": 35,
    "let": 36, "encode": 37, "hash": 38, "hashValue": 39, "CodingKeys": 40, "description": 41, "throws": 42,
    "try": 43, "Any": 44, "nil": 45, "true": 46, "has_a": 47, "a_count": 48, "count": 49, "entries": 50,
    "context": 51, "receiver": 52, "host": 53, "out": 54, "value": 55, "field": 56, "NULL": 57, "asm": 58,
    "linux": 59, "unix": 60, "errno": 61, "and": 62, "xor": 63, "template": 64, "typename": 65, "long": 66,
    "double": 67, "bool": 68, "char": 69, "void": 70, "componentText": 71, "nastyWords": 72, "Words": 73,
    "borrowing": 74, "package": 75, "unsafe": 76, "yield": 77, "repeat": 78, "super": 79, "operator": 80,
    "subscript": 81, "extension": 82, "where": 83, "then": 84, "discard": 85, "macro": 86, "dynamic": 87,
    "optional": 88, "get": 89, "set": 90, "left": 91, "_x": 92, "x1": 93, "X1": 94, "URLOpener": 95, "int64_t": 96,
  ]
  let typed = Nasty.Words(
    in: 1, default: 2, class: 3, int: 4, register: 5, self_: 6, Self_: 7, init_: 8, Type_: 9, Protocol_: 10,
    underline: 11, underline_: 12, _a: 13, a: 14, A: 15, a_: 16, Int_: 17, String_: 18, mediator: 19, request: 20,
    parameters: 21, target: 22, action: 23, summary: 24, isRemote: 25, Reply_: 26, some: 27, any: 28, each: 29,
    copy: 30, consume: 31, await: 32, async: 33, `inout`: 34, var: 35, let: 36, encode: 37, hash: 38, hashValue: 39,
    CodingKeys_: 40, description: 41, throws: 42, try: 43, Any_: 44, nil: 45, true: 46, has_a: 47, a_count: 48,
    count: 49, entries: 50, context: 51, receiver: 52, host: 53, out: 54, value: 55, field: 56, NULL: 57, asm: 58,
    linux: 59, unix: 60, errno: 61, and: 62, xor: 63, template: 64, typename: 65, long: 66, double: 67, bool: 68,
    char: 69, void: 70, componentText: 71, nastyWords: 72, Words_: 73, borrowing: 74, package: 75, unsafe: 76,
    yield: 77, repeat: 78, super: 79, operator: 80, subscript: 81, extension: 82, where: 83, then: 84, discard: 85,
    macro: 86, dynamic: 87, optional: 88, get: 89, set: 90, left: 91, _x: 92, x1: 93, X1: 94, URLOpener: 95,
    int64_t: 96)
  let reply = try nasty.words(
    in: 1, default: 2, class: 3, int: 4, register: 5, self_: 6, Self_: 7, init_: 8, Type_: 9, Protocol_: 10,
    underline: 11, underline_: 12, _a_2: 13, a: 14, A: 15, a_: 16, Int_: 17, String_: 18, mediator: 19, request: 20,
    parameters: 21, target: 22, action: 23, summary: 24, isRemote: 25, Reply_: 26, some: 27, any: 28, each: 29,
    copy: 30, consume: 31, await: 32, async: 33, `inout`: 34, var: 35, let: 36, encode: 37, hash: 38, hashValue: 39,
    CodingKeys_: 40, description: 41, throws: 42, try: 43, Any_: 44, nil: 45, true: 46, has_a: 47, a_count: 48,
    count: 49, entries: 50, context: 51, receiver: 52, host: 53, out: 54, value: 55, field: 56, NULL: 57, asm: 58,
    linux: 59, unix: 60, errno: 61, and: 62, xor: 63, template: 64, typename: 65, long: 66, double: 67, bool: 68,
    char: 69, void: 70, componentText: 71, nastyWords: 72, Words_: 73, borrowing: 74, package: 75, unsafe: 76,
    yield: 77, repeat: 78, super: 79, operator: 80, subscript: 81, extension: 82, where: 83, then: 84, discard: 85,
    macro: 86, dynamic: 87, optional: 88, get: 89, set: 90, left: 91, _x: 92, x1: 93, X1: 94, URLOpener: 95,
    int64_t: 96)
  expectations.expect("words as parameters", reply, equals: raw)
  expectations.expect("words as fields, sent", try nasty.writeWords(words: typed), equals: raw)
  expectations.expect("words as fields, replied", try nasty.readWords(any: raw), equals: typed)
  let maybe = try nasty.maybeWords(in: "1", _a_2: "2", URLOpener: "3")
  expectations.expect("words that are optional", maybe, equals: Nasty.MaybeWords(in: "1", _a: "2", URLOpener: "3"))
}
