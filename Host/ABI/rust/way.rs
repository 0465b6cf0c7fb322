//! Ways to a component's actions for those who don't call them by their names.
//!
//! A route that fixes or renames parameters, and a key with hints, are registered by `contract::Route` and
//! `contract::Key`.

use super::contract::{self, lend, Head, Registration};
use super::Component;
use std::ptr::null;

/// A path below a target: "/books/:id<int>" of BookDetail answers app://BookDetail/books/1.
pub struct Path {
    pub target: &'static str,
    pub pattern: &'static str,
    /// Open to callers from outside: it has the flag `ACTION_REMOTE`.
    pub action: &'static str,
}

/// A short name that stays, whatever the action is called one day: "cover" of BookDetail is BookDetail_cover.
pub struct Key {
    pub key: &'static str,
    pub target: &'static str,
    pub action: &'static str,
}

pub(super) unsafe fn add_ways(
    host: &contract::Host,
    registration: *mut Registration,
    component: &'static Component,
) -> Result<(), i32> {
    for path in component.paths {
        let row = contract::Route {
            head: Head::of::<contract::Route>(),
            target: lend(path.target),
            pattern: lend(path.pattern),
            action: lend(path.action),
            scheme: lend(""),
            fixed: null(),
            fixed_count: 0,
            renames: null(),
            rename_count: 0,
            flags: 0,
            priority: 0,
        };
        super::check((host.add_route)(registration, &row))?;
    }
    for key in component.keys {
        let row = contract::Key {
            head: Head::of::<contract::Key>(),
            key: lend(key.key),
            target: lend(key.target),
            action: lend(key.action),
            hints: null(),
            hint_count: 0,
        };
        super::check((host.add_key)(registration, &row))?;
    }
    Ok(())
}
