//! URLs: what the host writes where no route leads to the action, byte for byte, and what it refuses to write.

use super::contract::INVALID;
use super::{Data, Fault};

/// The URL that names target, action and parameters. Null is said by leaving it out.
pub(super) fn url(
    scheme: &str,
    target: &str,
    action: &str,
    parameters: &[(String, Data)],
) -> Result<String, Fault> {
    if !is_word(scheme, "+-.") {
        return refuse("invalid_name", "the scheme is none");
    }
    let is_target = target.len() <= 128 && target.split('.').all(|part| is_word(part, "_"));
    if !is_target || action.len() > 128 || !is_word(action, "_") {
        return refuse(
            "invalid_name",
            "the target's or the action's name is not valid",
        );
    }
    let mut url = format!("{}://{target}/{action}", scheme.to_ascii_lowercase());
    let mut sign = '?';
    for (key, value) in parameters.iter().filter(|pair| pair.1 != Data::Null) {
        check(key)?;
        let text = match value {
            Data::Text(text) if text.contains('\0') => {
                return refuse("invalid_url", "a parameter has U+0000 in it");
            }
            Data::Text(text) => text.clone(),
            Data::Bytes(bytes) => base64(bytes),
            value => json(value, 0)?,
        };
        url += &format!("{sign}{}={}", escaped(key), escaped(&text));
        sign = '&';
    }
    Ok(url)
}

fn refuse<T>(reason: &str, message: &str) -> Result<T, Fault> {
    Err(Fault::new(INVALID, reason, message))
}

/// Whether a text is a letter, then letters, digits and these signs.
fn is_word(text: &str, signs: &str) -> bool {
    let is_sign = |letter: char| letter.is_ascii_alphanumeric() || signs.contains(letter);
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.chars().all(is_sign)
}

/// The rule for a parameter's name.
fn check(key: &str) -> Result<(), Fault> {
    if key.is_empty() {
        return refuse("invalid_url", "a parameter has no name");
    }
    if key.contains(['[', ']']) {
        return refuse("invalid_url", "a parameter has brackets in its name");
    }
    if key.contains(disturbs) {
        return refuse(
            "invalid_url",
            "a parameter's name has a sign in it that is not shown",
        );
    }
    Ok(())
}

/// All is escaped but letters, digits and the signs that never have a meaning.
fn escaped(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// A value that is inside so many lists and maps, on one line.
fn json(value: &Data, depth: usize) -> Result<String, Fault> {
    let inner = |value: &Data| json(value, depth + 1);
    match value {
        Data::List(_) | Data::Map(_) if depth == 128 => refuse(
            "unwritable_parameter",
            "lists and maps nest deeper than 128, which can't be part of a URL",
        ),
        Data::Double(number) if !number.is_finite() => refuse(
            "unwritable_parameter",
            "a double that is not finite can't be part of a URL",
        ),
        Data::Object(_) | Data::Function(_) => refuse(
            "unwritable_parameter",
            "an object or a function can't be part of a URL",
        ),
        Data::Null => Ok("null".to_string()),
        Data::Bool(boolean) => Ok(boolean.to_string()),
        Data::Int(number) => Ok(number.to_string()),
        Data::Double(number) => Ok(double(*number)),
        Data::Text(text) => Ok(in_quotes(text)),
        Data::Bytes(bytes) => Ok(format!("\"{}\"", base64(bytes))),
        Data::List(items) => {
            let items: Result<Vec<_>, _> = items.iter().map(inner).collect();
            Ok(format!("[{}]", items?.join(",")))
        }
        Data::Map(pairs) => {
            let pair =
                |pair: &(String, Data)| Ok(format!("{}:{}", in_quotes(&pair.0), inner(&pair.1)?));
            let pairs: Result<Vec<_>, Fault> = pairs.iter().map(pair).collect();
            Ok(format!("{{{}}}", pairs?.join(",")))
        }
    }
}

/// With as few digits as tell it from every other, and with a fraction or an exponent: that of what is smaller than
/// 0.0001, or so large that not every whole number is a double.
fn double(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 || (1e-4..=9_007_199_254_740_992.0).contains(&size) {
        return format!("{number:?}");
    }
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{digits}e{:+03}", exponent.parse::<i32>().unwrap_or(0))
}

/// Whether a character acts on a terminal, breaks a line or turns the direction of writing.
fn disturbs(letter: char) -> bool {
    matches!(letter,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn in_quotes(text: &str) -> String {
    let escaped = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        '\u{8}' => "\\b".to_string(),
        '\t' => "\\t".to_string(),
        '\n' => "\\n".to_string(),
        '\u{c}' => "\\f".to_string(),
        '\r' => "\\r".to_string(),
        _ if disturbs(letter) => format!("\\u{:04x}", u32::from(letter)),
        _ => letter.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let four = |three: &[u8]| -> String {
        let byte = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        let letter = |place: usize| match place > three.len() {
            true => '=',
            false => char::from(LETTERS[(group >> (18 - 6 * place) & 63) as usize]),
        };
        (0..4).map(letter).collect()
    };
    bytes.chunks(3).map(four).collect()
}
