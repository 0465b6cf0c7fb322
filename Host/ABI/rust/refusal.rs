//! Why a parameter can't be read, in the words of the other languages.

use super::contract::*;
use super::{data, Data, Fault};
use std::fmt::Write;

/// Of a type that signatures know.
pub(super) fn missing(name: &str, kind: &str) -> Fault {
    let message = format!("the parameter '{name}' is missing ({kind})");
    refusal("missing_parameter", name, kind, message)
}

/// The same of one that is there; null counts as missing.
pub(super) fn mistyped(name: &str, kind: &str, value: &Value) -> Fault {
    if value.kind == KIND_NULL {
        return missing(name, kind);
    }
    let wanted = match kind {
        "int" | "object" => format!("an {kind}"),
        "bool" | "double" | "list" | "map" | "function" => format!("a {kind}"),
        "date" => "a date like 2026-11-21T09:30:00Z".to_string(),
        "any" => "data that can be written down".to_string(),
        _ => kind.to_string(),
    };
    let message = format!(
        "the parameter '{name}' must be {wanted}, not {}",
        found(value)
    );
    refusal("mistyped_parameter", name, kind, message)
}

fn refusal(reason: &str, name: &str, expected: &str, message: String) -> Fault {
    let details = Data::map([("parameter", name.into()), ("expected", expected.into())]);
    Fault {
        details,
        ..Fault::new(INVALID, reason, message)
    }
}

// What stands in another one's place. A short text is shown.
fn found(value: &Value) -> String {
    let kind = match value.kind {
        KIND_BOOL => "a bool",
        KIND_INT => "an int",
        KIND_DOUBLE => "a double",
        KIND_TEXT if value.count > 40 => return format!("a text of {} bytes", value.count),
        KIND_TEXT => {
            let (bytes, length) = (unsafe { value.payload.text }, value.count);
            return format!(
                "the text '{}'",
                quoted(unsafe { data::read(Text { bytes, length }) })
            );
        }
        KIND_BYTES => "bytes",
        KIND_LIST => "a list",
        KIND_MAP => "a map",
        KIND_OBJECT => "an object",
        KIND_FUNCTION => "a function",
        _ => "null",
    };
    kind.to_string()
}

// A text from outside: what could break a line, act on a terminal or turn the direction of writing is escaped.
fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    for letter in text.chars() {
        match letter {
            '\u{8}' => quoted.push_str("\\b"),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            '\u{c}' => quoted.push_str("\\f"),
            '\r' => quoted.push_str("\\r"),
            '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            _ => quoted.push(letter),
        }
    }
    quoted
}
