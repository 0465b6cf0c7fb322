//! What the parameters of a call can be read as.

use super::contract::*;
use super::{data, refusal, Data, Fault, Function, Object};

/// What a parameter can be read as.
pub trait Parameter<'a>: Sized {
    /// The type as signatures call it.
    const TYPE: &'static str;

    /// Nothing where the value is of another kind.
    fn of(value: &'a Value) -> Option<Self>;

    /// What stands for one that is not there; nothing where it must be.
    fn absent() -> Option<Self> {
        None
    }
}

/// What a map's key can be read as.
pub fn field<'a, T: Parameter<'a>>(value: &'a Value, key: &str) -> Option<T> {
    if value.kind != KIND_MAP {
        return None;
    }
    let entries = unsafe { data::slice(value.payload.entries, value.count) };
    match entries
        .iter()
        .find(|entry| unsafe { data::read(entry.key) } == key)
    {
        Some(entry) => T::of(&entry.value),
        None => T::absent(),
    }
}

/// Reads one, or says why it can't be.
pub fn read<'a, T: Parameter<'a>>(name: &str, value: &'a Value) -> Result<T, Fault> {
    T::of(value).ok_or_else(|| refusal::mistyped(name, T::TYPE, value))
}

/// Says that one is not there.
pub fn missing<'a, T: Parameter<'a>>(name: &str) -> Fault {
    refusal::missing(name, T::TYPE)
}

/// A text that came from a place where everything is text, a command line or a URL: it is read as what is asked for, in
/// the words that all languages have for it.
fn loose(value: &Value) -> Option<&str> {
    let is_loose = value.kind == KIND_TEXT && value.flags & VALUE_LOOSE != 0;
    is_loose.then(|| {
        let (bytes, length) = (unsafe { value.payload.text }, value.count);
        unsafe { data::read(Text { bytes, length }) }
    })
}

impl<'a> Parameter<'a> for bool {
    const TYPE: &'static str = "bool";

    fn of(value: &'a Value) -> Option<bool> {
        match value.kind {
            KIND_BOOL => Some(unsafe { value.payload.boolean }),
            _ => match loose(value)? {
                "true" | "yes" | "1" => Some(true),
                "false" | "no" | "0" => Some(false),
                _ => None,
            },
        }
    }
}

impl<'a> Parameter<'a> for i64 {
    const TYPE: &'static str = "int";

    fn of(value: &'a Value) -> Option<i64> {
        match value.kind {
            KIND_INT => Some(unsafe { value.payload.integer }),
            KIND_DOUBLE => {
                let number = unsafe { value.payload.number };
                // Only a whole one that an int can hold.
                let is_inside = (-9223372036854775808.0..9223372036854775808.0).contains(&number);
                Some(number as i64).filter(|integer| is_inside && *integer as f64 == number)
            }
            _ => loose(value)?.parse().ok(),
        }
    }
}

impl<'a> Parameter<'a> for f64 {
    const TYPE: &'static str = "double";

    fn of(value: &'a Value) -> Option<f64> {
        match value.kind {
            KIND_DOUBLE => Some(unsafe { value.payload.number }),
            KIND_INT => {
                let integer = unsafe { value.payload.integer };
                // Only one that a double holds exactly.
                Some(integer as f64).filter(|number| *number as i128 == i128::from(integer))
            }
            // A finite decimal number; words such as "inf" are none.
            _ => loose(value)
                .filter(|text| text.bytes().all(|byte| b"0123456789+-.eE".contains(&byte)))?
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite()),
        }
    }
}

impl<'a> Parameter<'a> for &'a str {
    const TYPE: &'static str = "text";

    fn of(value: &'a Value) -> Option<&'a str> {
        match value.kind {
            KIND_TEXT => {
                let (bytes, length) = (unsafe { value.payload.text }, value.count);
                Some(unsafe { data::read(Text { bytes, length }) })
            }
            _ => None,
        }
    }
}

impl<'a> Parameter<'a> for &'a [u8] {
    const TYPE: &'static str = "bytes";

    fn of(value: &'a Value) -> Option<&'a [u8]> {
        match value.kind {
            KIND_BYTES => Some(unsafe { data::slice(value.payload.bytes, value.count) }),
            _ => None,
        }
    }
}

impl<'a> Parameter<'a> for Data {
    const TYPE: &'static str = "any";

    fn of(value: &'a Value) -> Option<Data> {
        unsafe { Data::copy(value) }
    }
}

impl<'a> Parameter<'a> for String {
    const TYPE: &'static str = "text";

    fn of(value: &'a Value) -> Option<String> {
        <&str>::of(value).map(str::to_string)
    }
}

/// A text from a command line, a URL or JSON is read as base64.
impl<'a> Parameter<'a> for Vec<u8> {
    const TYPE: &'static str = "bytes";

    fn of(value: &'a Value) -> Option<Vec<u8>> {
        if value.flags & (VALUE_LOOSE | VALUE_JSON) == 0 {
            return <&[u8]>::of(value).map(<[u8]>::to_vec);
        }
        base64(<&str>::of(value)?)
    }
}

impl<'a, T: Parameter<'a>> Parameter<'a> for Vec<T> {
    const TYPE: &'static str = "list";

    fn of(value: &'a Value) -> Option<Vec<T>> {
        // What is of another kind points to something else, or to nothing.
        if value.kind != KIND_LIST {
            return None;
        }
        let items = unsafe { data::slice(value.payload.items, value.count) };
        items.iter().map(T::of).collect()
    }
}

impl<'a, T: Parameter<'a>> Parameter<'a> for Option<T> {
    const TYPE: &'static str = T::TYPE;

    fn of(value: &'a Value) -> Option<Option<T>> {
        match value.kind {
            KIND_NULL => Some(None),
            _ => T::of(value).map(Some),
        }
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

impl<'a, T: Parameter<'a>> Parameter<'a> for Vec<(String, T)> {
    const TYPE: &'static str = "map";

    fn of(value: &'a Value) -> Option<Vec<(String, T)>> {
        if value.kind != KIND_MAP {
            return None;
        }
        let entries = unsafe { data::slice(value.payload.entries, value.count) };
        let pair = |entry: &'a Entry| {
            let key = unsafe { data::read(entry.key) };
            Some((key.to_string(), T::of(&entry.value)?))
        };
        entries.iter().map(pair).collect()
    }
}

impl<'a, T: Parameter<'a>> Parameter<'a> for Box<T> {
    const TYPE: &'static str = T::TYPE;

    fn of(value: &'a Value) -> Option<Box<T>> {
        T::of(value).map(Box::new)
    }

    fn absent() -> Option<Box<T>> {
        T::absent().map(Box::new)
    }
}

impl<'a> Parameter<'a> for Object {
    const TYPE: &'static str = "object";

    fn of(value: &'a Value) -> Option<Object> {
        (value.kind == KIND_OBJECT).then(|| unsafe { Object::copy(&*value.payload.object) })
    }
}

impl<'a> Parameter<'a> for Function {
    const TYPE: &'static str = "function";

    fn of(value: &'a Value) -> Option<Function> {
        (value.kind == KIND_FUNCTION).then(|| unsafe { Function::copy(&*value.payload.function) })
    }
}

// Exactly what an encoder of RFC 4648 writes.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    let padding = text
        .iter()
        .rev()
        .take(2)
        .take_while(|letter| **letter == b'=')
        .count();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for (place, four) in text.chunks(4).enumerate() {
        let is_last = (place + 1) * 4 == text.len();
        let length = if is_last { 4 - padding } else { 4 };
        let mut group = 0u32;
        for (index, letter) in four.iter().enumerate() {
            let digit = match letter {
                _ if index >= length => 0,
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            group = group << 6 | u32::from(digit);
        }
        let three = group.to_be_bytes();
        let (whole, rest) = three[1..].split_at(length - 1);
        if four.len() != 4 || rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(whole);
    }
    Some(bytes)
}
