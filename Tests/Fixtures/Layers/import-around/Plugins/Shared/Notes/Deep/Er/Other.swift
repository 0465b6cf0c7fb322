// swift-format-ignore-file
let quote = "a \(#"b"#) /*"; import Library  // */
