//! What replies, parameters and details are made of when they are one's own.

use super::contract::*;
use super::{Function, Object, Parameter};

#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Null,
    Bool(bool),
    Int(i64),
    Double(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Data>),
    /// Its keys must be unique.
    Map(Vec<(String, Data)>),
    /// These two live in this process only, and can't be written down.
    Object(Object),
    Function(Function),
}

impl Data {
    /// A map of pairs.
    pub fn map<const N: usize>(pairs: [(&str, Data); N]) -> Data {
        Data::Map(
            pairs
                .into_iter()
                .map(|(key, value)| (key.to_string(), value))
                .collect(),
        )
    }

    /// What a map's key can be read as; nothing where it is not there, or of another kind.
    pub fn field<T: for<'a> Parameter<'a>>(&self, key: &str) -> Option<T> {
        self.get(key)?.read()
    }

    /// What it can be read as; nothing where it is of another kind.
    pub fn read<T: for<'a> Parameter<'a>>(&self) -> Option<T> {
        self.lend(|value| T::of(value))
    }

    /// The value of a map's key.
    pub fn get(&self, key: &str) -> Option<&Data> {
        match self {
            Data::Map(pairs) => pairs.iter().find(|pair| pair.0 == key).map(|pair| &pair.1),
            _ => None,
        }
    }

    /// Lends the data to the host for as long as `body` runs.
    pub fn lend<R>(&self, body: impl FnOnce(&Value) -> R) -> R {
        let mut arena = Arena::default();
        let value = arena.value(self);
        body(&value)
    }

    /// A copy of a borrowed value, in which objects and functions are held; nothing where it is of a kind that came later.
    ///
    /// # Safety
    /// The value must come from the host, or keep the contract as the host's do.
    pub unsafe fn copy(value: &Value) -> Option<Data> {
        let count = value.count;
        Some(match value.kind {
            KIND_NULL => Data::Null,
            KIND_BOOL => Data::Bool(value.payload.boolean),
            KIND_INT => Data::Int(value.payload.integer),
            KIND_DOUBLE => Data::Double(value.payload.number),
            KIND_TEXT => {
                let bytes = value.payload.text;
                Data::Text(
                    read(Text {
                        bytes,
                        length: count,
                    })
                    .to_string(),
                )
            }
            KIND_BYTES => Data::Bytes(slice(value.payload.bytes, count).to_vec()),
            KIND_LIST => {
                let items = slice(value.payload.items, count);
                Data::List(
                    items
                        .iter()
                        .map(|item| Data::copy(item))
                        .collect::<Option<_>>()?,
                )
            }
            KIND_MAP => Data::Map(Data::copy_entries(slice(value.payload.entries, count))?),
            KIND_OBJECT => Data::Object(Object::copy(&*value.payload.object)),
            KIND_FUNCTION => Data::Function(Function::copy(&*value.payload.function)),
            _ => return None,
        })
    }

    /// # Safety
    /// As `copy`.
    pub unsafe fn copy_entries(entries: &[Entry]) -> Option<Vec<(String, Data)>> {
        let pair = |entry: &Entry| Some((read(entry.key).to_string(), Data::copy(&entry.value)?));
        entries.iter().map(pair).collect()
    }
}

/// Lends parameters to the host for as long as `body` runs.
pub fn lend_parameters<R>(parameters: &[(&str, Data)], body: impl FnOnce(&[Entry]) -> R) -> R {
    let mut arena = Arena::default();
    let entries: Vec<Entry> = parameters
        .iter()
        .map(|(key, value)| arena.entry(key, value))
        .collect();
    body(&entries)
}

/// A borrowed text.
///
/// # Safety
/// It must be UTF-8, as all that comes from the host is, and be there for the lifetime.
pub unsafe fn read<'a>(text: Text) -> &'a str {
    std::str::from_utf8_unchecked(slice(text.bytes, text.length))
}

/// # Safety
/// There must be so many things at `start`, for the lifetime; null is allowed where there are none.
pub unsafe fn slice<'a, T>(start: *const T, count: usize) -> &'a [T] {
    if start.is_null() {
        return &[];
    }
    std::slice::from_raw_parts(start, count)
}

/// A value that holds nothing yet.
pub const NULL: Value = Value {
    kind: KIND_NULL,
    flags: 0,
    payload: Payload { integer: 0 },
    count: 0,
};

/// Where the lists and maps of lent data lie.
#[derive(Default)]
pub struct Arena {
    lists: Vec<Box<[Value]>>,
    maps: Vec<Box<[Entry]>>,
}

impl Arena {
    fn value(&mut self, data: &Data) -> Value {
        let (kind, payload, count) = match data {
            Data::Null => (KIND_NULL, Payload { integer: 0 }, 0),
            Data::Bool(boolean) => (KIND_BOOL, Payload { boolean: *boolean }, 0),
            Data::Int(integer) => (KIND_INT, Payload { integer: *integer }, 0),
            Data::Double(number) => (KIND_DOUBLE, Payload { number: *number }, 0),
            Data::Text(text) => (
                KIND_TEXT,
                Payload {
                    text: text.as_ptr(),
                },
                text.len(),
            ),
            Data::Bytes(bytes) => (
                KIND_BYTES,
                Payload {
                    bytes: bytes.as_ptr(),
                },
                bytes.len(),
            ),
            Data::List(list) => {
                let items: Box<[Value]> = list.iter().map(|item| self.value(item)).collect();
                let payload = Payload {
                    items: items.as_ptr(),
                };
                self.lists.push(items);
                (KIND_LIST, payload, list.len())
            }
            Data::Map(pairs) => {
                let pair = |pair: &(String, Data)| self.entry(&pair.0, &pair.1);
                let entries: Box<[Entry]> = pairs.iter().map(pair).collect();
                let payload = Payload {
                    entries: entries.as_ptr(),
                };
                self.maps.push(entries);
                (KIND_MAP, payload, pairs.len())
            }
            Data::Object(object) => (KIND_OBJECT, Payload { object: &*object.0 }, 0),
            Data::Function(function) => {
                let payload = Payload {
                    function: &*function.0,
                };
                (KIND_FUNCTION, payload, 0)
            }
        };
        Value {
            kind,
            payload,
            count,
            ..NULL
        }
    }

    /// The entry lives as long as the arena, the key and the data.
    pub fn entry(&mut self, key: &str, value: &Data) -> Entry {
        Entry {
            key: lend(key),
            value: self.value(value),
        }
    }
}

impl From<()> for Data {
    fn from(_: ()) -> Data {
        Data::Null
    }
}

impl From<bool> for Data {
    fn from(boolean: bool) -> Data {
        Data::Bool(boolean)
    }
}

impl From<i64> for Data {
    fn from(integer: i64) -> Data {
        Data::Int(integer)
    }
}

impl From<f64> for Data {
    fn from(number: f64) -> Data {
        Data::Double(number)
    }
}

impl From<&str> for Data {
    fn from(text: &str) -> Data {
        Data::Text(text.to_string())
    }
}

impl From<String> for Data {
    fn from(text: String) -> Data {
        Data::Text(text)
    }
}

impl From<Vec<u8>> for Data {
    fn from(bytes: Vec<u8>) -> Data {
        Data::Bytes(bytes)
    }
}

/// What can stand in a list; bytes are none of it, for many of them are `Data::Bytes`.
pub trait Item: Into<Data> {}

impl Item for bool {}
impl Item for i64 {}
impl Item for f64 {}
impl Item for &str {}
impl Item for String {}
impl Item for Data {}
impl Item for Object {}
impl Item for Function {}
impl Item for Vec<u8> {}
impl<T: Item> Item for Vec<T> {}
impl<T: Item> Item for Option<T> {}
impl<T: Item> Item for Box<T> {}
impl<T: Item> Item for Vec<(String, T)> {}

impl<T: Item> From<Vec<T>> for Data {
    fn from(list: Vec<T>) -> Data {
        Data::List(list.into_iter().map(T::into).collect())
    }
}

impl<T: Into<Data>> From<Option<T>> for Data {
    fn from(value: Option<T>) -> Data {
        value.map_or(Data::Null, T::into)
    }
}

impl From<&[u8]> for Data {
    fn from(bytes: &[u8]) -> Data {
        Data::Bytes(bytes.to_vec())
    }
}

impl From<Object> for Data {
    fn from(object: Object) -> Data {
        Data::Object(object)
    }
}

impl From<Function> for Data {
    fn from(function: Function) -> Data {
        Data::Function(function)
    }
}

impl<T: Into<Data>> From<Box<T>> for Data {
    fn from(boxed: Box<T>) -> Data {
        (*boxed).into()
    }
}

/// A map with any keys, which must be unique.
impl<T: Item> From<Vec<(String, T)>> for Data {
    fn from(map: Vec<(String, T)>) -> Data {
        Data::Map(
            map.into_iter()
                .map(|(key, value)| (key, value.into()))
                .collect(),
        )
    }
}
