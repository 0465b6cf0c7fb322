//! The part of the contract that a component registers with: what it is, its targets and actions, and its note.

use super::contract::{Context, Entry, Head, Release, Run, Text, ABI_VERSION};
use std::mem::{offset_of, size_of};

pub type Make = unsafe extern "C" fn(Context) -> Context;
pub type Destroy = unsafe extern "C" fn(Context, Context);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Version {
    pub major: u32,
    pub minor: u32,
    pub patch: u32,
}

#[repr(C)]
pub struct About {
    pub head: Head,
    pub name: Text,
    pub summary: Text,
    pub version: Version,
    pub reserved: u32,
    pub shutdown: Option<Release>,
    pub context: Context,
    pub release: Option<Release>,
    pub start: Option<Run>,
    pub memory_pressure: Option<Run>,
    pub save: Option<Run>,
    pub restore: Option<Run>,
}

#[repr(C)]
pub struct Event {
    pub head: Head,
    pub name: Text,
    pub summary: Text,
    /// In component.h it is `type`, which is a word of the language.
    pub form: Text,
    pub flags: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct Need {
    pub head: Head,
    pub name: Text,
    pub minimum: Version,
    pub flags: u32,
}

#[repr(C)]
pub struct Target {
    pub head: Head,
    pub name: Text,
    pub summary: Text,
    pub flags: u32,
    pub reserved: u32,
    pub make: Option<Make>,
    pub destroy: Option<Destroy>,
    pub context: Context,
    pub release: Option<Release>,
}

#[repr(C)]
pub struct Action {
    pub head: Head,
    pub target: Text,
    pub name: Text,
    pub summary: Text,
    pub flags: u32,
    pub reserved: u32,
    pub run: Run,
    pub context: Context,
    pub release: Option<Release>,
    pub signature: Text,
    pub parameter_notes: Text,
    pub media_type: Text,
}

#[repr(C)]
pub struct Type {
    pub head: Head,
    pub name: Text,
    pub definition: Text,
    pub summary: Text,
}

#[repr(C)]
pub struct Route {
    pub head: Head,
    pub target: Text,
    pub pattern: Text,
    pub action: Text,
    pub scheme: Text,
    pub fixed: *const Entry,
    pub fixed_count: usize,
    pub renames: *const Entry,
    pub rename_count: usize,
    pub flags: u32,
    pub priority: i32,
}

#[repr(C)]
pub struct Key {
    pub head: Head,
    pub key: Text,
    pub target: Text,
    pub action: Text,
    pub hints: *const Entry,
    pub hint_count: usize,
}

/// Owner "Component", type 1; then the contract's version and the language, 4 for Rust.
#[repr(C)]
pub struct Note(pub [u32; 3], pub [u8; 12], pub [u32; 4]);

/// The host reads it before it opens the library.
#[used]
#[link_section = ".note.component"]
pub static NOTE: Note = Note([10, 16, 1], *b"Component\0\0\0", [ABI_VERSION, 4, 0, 0]);

// The layout that component.h promises.
const _: () = {
    assert!(size_of::<Version>() == 12 && size_of::<Need>() == 40);
    assert!(size_of::<Event>() == 64 && offset_of!(Event, form) == 40);
    assert!(size_of::<About>() == 112 && offset_of!(About, shutdown) == 56);
    assert!(offset_of!(About, start) == 80 && offset_of!(About, restore) == 104);
    assert!(size_of::<Target>() == 80 && offset_of!(Target, make) == 48);
    assert!(offset_of!(Target, release) == 72);
    assert!(size_of::<Action>() == 136 && offset_of!(Action, run) == 64);
    assert!(offset_of!(Action, media_type) == 120);
    assert!(size_of::<Type>() == 56);
    assert!(size_of::<Route>() == 112 && offset_of!(Route, fixed_count) == 80);
    assert!(offset_of!(Route, renames) == 88 && offset_of!(Route, flags) == 104);
    assert!(size_of::<Key>() == 72 && offset_of!(Key, hints) == 56);
    assert!(size_of::<Note>() == 40);
};
