//! What the parameters of a call can be read as.

use super::contract::*;
use super::{data, Data, Fault};

/// What a parameter can be read as.
pub trait Parameter<'a>: Sized {
    const KIND: &'static str;

    /// Nothing where the value is of another kind.
    fn of(value: &'a Value) -> Option<Self>;
}

/// Reads one, or says why it can't be.
pub fn read<'a, T: Parameter<'a>>(name: &str, value: &'a Value) -> Result<T, Fault> {
    T::of(value).ok_or_else(|| {
        Fault::new(
            INVALID,
            "mistyped_parameter",
            format!("the parameter '{name}' must be {}", T::KIND),
        )
    })
}

impl<'a> Parameter<'a> for bool {
    const KIND: &'static str = "a bool";

    fn of(value: &'a Value) -> Option<bool> {
        match value.kind {
            KIND_BOOL => Some(unsafe { value.payload.boolean }),
            _ => None,
        }
    }
}

impl<'a> Parameter<'a> for i64 {
    const KIND: &'static str = "an int";

    fn of(value: &'a Value) -> Option<i64> {
        match value.kind {
            KIND_INT => Some(unsafe { value.payload.integer }),
            _ => None,
        }
    }
}

impl<'a> Parameter<'a> for f64 {
    const KIND: &'static str = "a double";

    fn of(value: &'a Value) -> Option<f64> {
        match value.kind {
            KIND_DOUBLE => Some(unsafe { value.payload.number }),
            KIND_INT => {
                let integer = unsafe { value.payload.integer };
                // Only one that a double holds exactly.
                Some(integer as f64).filter(|number| *number as i128 == i128::from(integer))
            }
            _ => None,
        }
    }
}

impl<'a> Parameter<'a> for &'a str {
    const KIND: &'static str = "text";

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
    const KIND: &'static str = "bytes";

    fn of(value: &'a Value) -> Option<&'a [u8]> {
        match value.kind {
            KIND_BYTES => Some(unsafe { data::slice(value.payload.bytes, value.count) }),
            _ => None,
        }
    }
}

impl<'a> Parameter<'a> for Data {
    const KIND: &'static str = "data that can be written down";

    fn of(value: &'a Value) -> Option<Data> {
        unsafe { Data::copy(value) }
    }
}
