//! What the parameters of a call can be read as.

use super::contract::*;
use super::{data, Data, Fault};

/// What a parameter can be read as.
pub trait Parameter<'a>: Sized {
    /// The type as signatures call it.
    const TYPE: &'static str;

    /// Nothing where the value is of another kind.
    fn of(value: &'a Value) -> Option<Self>;
}

/// Reads one, or says why it can't be.
pub fn read<'a, T: Parameter<'a>>(name: &str, value: &'a Value) -> Result<T, Fault> {
    T::of(value).ok_or_else(|| {
        let expected = match T::TYPE {
            "int" => "an int",
            "bool" => "a bool",
            "double" => "a double",
            "any" => "data that can be written down",
            other => other,
        };
        let message = format!("the parameter '{name}' must be {expected}");
        refusal("mistyped_parameter", name, T::TYPE, message)
    })
}

/// Says that one is not there.
pub fn missing<'a, T: Parameter<'a>>(name: &str) -> Fault {
    let message = format!("the parameter '{name}' is missing ({})", T::TYPE);
    refusal("missing_parameter", name, T::TYPE, message)
}

fn refusal(reason: &str, name: &str, expected: &str, message: String) -> Fault {
    let details = Data::map([("parameter", name.into()), ("expected", expected.into())]);
    Fault {
        details,
        ..Fault::new(INVALID, reason, message)
    }
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
