//! Ways to a component's actions for those who don't call them by their names.

use super::contract::{self, *};
use super::{data, Component, Data};

/// A path below a target: "/books/:id<int>" of BookDetail answers app://BookDetail/books/1.
#[derive(Clone, Copy)]
pub struct Path<'a> {
    pub pattern: &'a str,
    /// Open to callers from outside: it has the flag `ACTION_REMOTE`.
    pub action: &'a str,
    /// Empty: the component's name.
    pub target: &'a str,
    /// Empty: any.
    pub scheme: &'a str,
    /// Parameters that the route itself gives.
    pub fixed: &'a [(&'a str, Constant)],
    /// What a URL's query calls otherwise than the action does.
    pub renames: &'a [(&'a str, &'a str)],
    /// `ROUTE_FOLDS_CASE`, `ROUTE_TAKES_LONGER`, both, or 0.
    pub flags: u32,
    pub priority: i32,
}

/// A short name that stays, whatever the action is called one day: "cover" of BookDetail is BookDetail_cover.
#[derive(Clone, Copy)]
pub struct Key {
    pub key: &'static str,
    pub action: &'static str,
    /// Empty: the component's name.
    pub target: &'static str,
    /// Those that callers may give, with their defaults.
    pub hints: &'static [(&'static str, Constant)],
}

/// Data that can stand in a table.
#[derive(Clone, Copy)]
pub enum Constant {
    Null,
    Bool(bool),
    Int(i64),
    Double(f64),
    Text(&'static str),
    Bytes(&'static [u8]),
    List(&'static [Constant]),
    /// Its keys must be unique.
    Map(&'static [(&'static str, Constant)]),
}

impl From<Constant> for Data {
    fn from(constant: Constant) -> Data {
        match constant {
            Constant::Null => Data::Null,
            Constant::Bool(boolean) => Data::Bool(boolean),
            Constant::Int(integer) => Data::Int(integer),
            Constant::Double(number) => Data::Double(number),
            Constant::Text(text) => text.into(),
            Constant::Bytes(bytes) => bytes.into(),
            Constant::List(items) => Data::List(items.iter().map(|item| (*item).into()).collect()),
            Constant::Map(pairs) => Data::Map(
                pairs
                    .iter()
                    .map(|(key, value)| (key.to_string(), (*value).into()))
                    .collect(),
            ),
        }
    }
}

impl<'a> Path<'a> {
    pub const fn new(pattern: &'a str, action: &'a str) -> Path<'a> {
        Path {
            pattern,
            action,
            target: "",
            scheme: "",
            fixed: &[],
            renames: &[],
            flags: 0,
            priority: 0,
        }
    }

    /// Below a target that has another name than the component.
    pub const fn of(self, target: &'a str) -> Path<'a> {
        Path { target, ..self }
    }

    /// Lends the route to the host for as long as `body` runs.
    pub(super) fn lend<R>(&self, own: &str, body: impl FnOnce(&Route) -> R) -> R {
        let renames: Vec<(&str, Data)> = self
            .renames
            .iter()
            .map(|(key, name)| (*key, Data::from(*name)))
            .collect();
        data::lend_parameters(&constants(self.fixed), |fixed| {
            data::lend_parameters(&renames, |renames| {
                body(&Route {
                    head: Head::of::<Route>(),
                    target: lend(if self.target.is_empty() {
                        own
                    } else {
                        self.target
                    }),
                    pattern: lend(self.pattern),
                    action: lend(self.action),
                    scheme: lend(self.scheme),
                    fixed: fixed.as_ptr(),
                    fixed_count: fixed.len(),
                    renames: renames.as_ptr(),
                    rename_count: renames.len(),
                    flags: self.flags,
                    priority: self.priority,
                })
            })
        })
    }
}

impl Key {
    pub const fn new(key: &'static str, action: &'static str) -> Key {
        Key {
            key,
            action,
            target: "",
            hints: &[],
        }
    }

    /// Of a target that has another name than the component.
    pub const fn of(self, target: &'static str) -> Key {
        Key { target, ..self }
    }

    pub const fn hints(self, hints: &'static [(&'static str, Constant)]) -> Key {
        Key { hints, ..self }
    }
}

fn constants<'a>(constants: &[(&'a str, Constant)]) -> Vec<(&'a str, Data)> {
    constants
        .iter()
        .map(|(key, constant)| (*key, (*constant).into()))
        .collect()
}

pub(super) unsafe fn add_ways(
    host: &contract::Host,
    registration: *mut Registration,
    component: &'static Component,
) -> Result<(), i32> {
    for path in component.paths {
        super::check(path.lend(component.name, |route| {
            (host.add_route)(registration, route)
        }))?;
    }
    for key in component.keys {
        let target = if key.target.is_empty() {
            component.name
        } else {
            key.target
        };
        super::check(data::lend_parameters(&constants(key.hints), |hints| {
            let row = contract::Key {
                head: Head::of::<contract::Key>(),
                key: lend(key.key),
                target: lend(target),
                action: lend(key.action),
                hints: hints.as_ptr(),
                hint_count: hints.len(),
            };
            (host.add_key)(registration, &row)
        }))?;
    }
    Ok(())
}
