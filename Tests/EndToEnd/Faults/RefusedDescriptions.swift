extension Refused {
  /// Refused for what a component says that its actions take and give.
  static let byDescription: [Refused] = [
    signature("unreadable-signature", "column 9: expected ',' or ')', but the text ends here"),
    signature("duplicate-parameter", "column 11: the parameter 'id' occurs twice"),
    signature("invalid-parameter-name", "column 2: expected the name of a parameter or ')', found '2'"),
    signature("unknown-type", "column 6: unknown type 'integer' (did you mean 'int'?)"),
    signature("unknown-reply-type", "column 14: unknown type 'Detail'"),
    signature("mistyped-default", "column 14: the default of 'page' must be an int, not a text"),
    signature("default-without-json", "column 14: the default of 'page' is not JSON: unknown word 'first'"),
    signature(
      "mistyped-enum-default", #"column 20: the default of 'kind' must be one of "a", "b", not the text 'c'"#),
    Refused("invalid-signature-text", "invalid_text", "a signature is not valid UTF-8"),
    Refused("huge-signature", "invalid_text", "a signature is 19999 bytes long; at most 16384 are taken"),
    Refused(
      "notes-on-nothing", "invalid_notes",
      "the notes on 'NotesOnNothing.run' explain 'ids', which is not one of its parameters"),
    Refused(
      "invalid-media-type", "invalid_media_type",
      "the media type of 'InvalidMediaType.run' is invalid: 'text csv' does not begin with a type and a subtype, such as 'text/csv'"
    ),
    Refused(
      "misplaced-media-type", "invalid_media_type",
      "'MisplacedMediaType.run' has the media type 'text/csv' and replies with 'int', which is neither text nor bytes"),
    type(
      "invalid-type-name",
      "type 'detail': the name of a type is an upper-case letter, then letters, digits and '_', at most 128"),
    type("duplicate-type", "type 'Detail': it is defined twice"),
    type("duplicate-field", "type 'Detail', column 11: the field 'id' occurs twice"),
    type("unknown-field-type", "type 'Detail', column 17: unknown type 'Part'"),
    type("endless-type", "type 'Detail': a value of it would never end: Detail → Detail"),
    type("circular-names", "type 'Detail': it is only itself: Detail → Other → Detail"),
  ]

  private static func signature(_ fixture: String, _ fault: String) -> Refused {
    Refused(
      fixture, "invalid_signature", "the signature of '\(componentName(fixture)).run' is invalid: \(fault)")
  }

  private static func type(_ fixture: String, _ fault: String) -> Refused {
    Refused(fixture, "invalid_type", "the definition of a type is invalid: \(fault)")
  }
}
