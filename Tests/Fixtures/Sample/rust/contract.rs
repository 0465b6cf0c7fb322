// The part of component.h that the sample needs, by hand.

use std::ffi::c_void;

pub const ABI: u32 = 1;
pub const OK: i32 = 0;
pub const FAILED: i32 = 1;
pub const INVALID: i32 = 5;
pub const CANCELLED: i32 = 9;
pub const ENDED: i32 = 10;

pub const INT: u32 = 2;
pub const TEXT: u32 = 4;
pub const MAP: u32 = 7;
pub const OBJECT: u32 = 8;
pub const FUNCTION: u32 = 9;

pub type Context = *mut c_void;
pub type Run = extern "C" fn(Context, *mut Call) -> i32;
pub type Hold = extern "C" fn(Context);
pub type Ended = extern "C" fn(Context, *const Value, *const Failure);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Head {
    pub abi: u32,
    pub size: u32,
}

impl Head {
    pub fn of<T>() -> Head {
        Head { abi: ABI, size: std::mem::size_of::<T>() as u32 }
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub bytes: *const u8,
    pub length: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union Payload {
    pub integer: i64,
    pub text: *const u8,
    pub entries: *const Entry,
    pub object: *const Object,
    pub function: *const Function,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Value {
    pub kind: u32,
    pub flags: u32,
    pub payload: Payload,
    pub count: usize,
}

#[repr(C)]
pub struct Entry {
    pub key: Text,
    pub value: Value,
}

#[repr(C)]
pub struct Object {
    pub head: Head,
    pub kind: Text,
    pub instance: Context,
    pub retain: Hold,
    pub release: Hold,
}

#[repr(C)]
pub struct Function {
    pub head: Head,
    pub context: Context,
    pub run: Run,
    pub retain: Option<Hold>,
    pub release: Option<Hold>,
}

#[repr(C)]
pub struct Failure {
    pub head: Head,
    pub code: i32,
    pub reserved: u32,
    pub reason: Text,
    pub message: Text,
    pub details: Value,
}

#[repr(C)]
pub struct Progress {
    pub head: Head,
    pub fraction: f64,
    pub message: Text,
}

#[repr(C)]
pub struct Request {
    pub head: Head,
    pub target: Text,
    pub action: Text,
    pub parameters: *const Entry,
    pub parameter_count: usize,
    pub ended: Ended,
    pub progressed: *const c_void,
    pub context: Context,
    pub deadline: i64,
    pub cancellation: *const c_void,
    pub parent: *const Call,
}

#[repr(C)]
pub struct Call {
    pub head: Head,
    pub host: &'static Host,
    pub target: Text,
    pub action: Text,
    pub parameters: *const Entry,
    pub parameter_count: usize,
    pub deadline: i64,
}

#[repr(C)]
pub struct About {
    pub head: Head,
    pub name: Text,
    pub summary: Text,
    pub version: [u32; 3],
    pub reserved: u32,
    pub shutdown: Option<Hold>,
    pub context: Context,
    pub release: Option<Hold>,
}

#[repr(C)]
pub struct Need {
    pub head: Head,
    pub name: Text,
    pub minimum: [u32; 3],
    pub flags: u32,
}

#[repr(C)]
pub struct Target {
    pub head: Head,
    pub name: Text,
    pub summary: Text,
    pub flags: u64,
}

#[repr(C)]
pub struct Action {
    pub head: Head,
    pub target: Text,
    pub name: Text,
    pub summary: Text,
    pub flags: u64,
    pub run: Run,
    pub context: Context,
    pub release: Option<Hold>,
    pub signature: Text,
    pub parameter_notes: Text,
}

pub type Registration = *mut c_void;

#[repr(C)]
pub struct Host {
    pub head: Head,
    pub name: Text,
    pub directory: Text,
    pub describe: extern "C" fn(Registration, &About) -> i32,
    pub add_need: extern "C" fn(Registration, &Need) -> i32,
    pub add_target: extern "C" fn(Registration, &Target) -> i32,
    pub add_type: extern "C" fn(Registration, *const u8) -> i32,
    pub add_action: extern "C" fn(Registration, &Action) -> i32,
    pub explain: extern "C" fn(Registration, Text),
    pub call: extern "C" fn(&Host, &Request) -> i32,
    pub start: extern "C" fn(&Host, &Request) -> i32,
    pub invoke: extern "C" fn(&Host, *const Function, &Request) -> i32,
    pub reply: extern "C" fn(*mut Call, *const Value) -> i32,
    pub fail: extern "C" fn(*mut Call, *const Failure) -> i32,
    pub progress: extern "C" fn(*mut Call, &Progress) -> i32,
    pub defer: extern "C" fn(*mut Call) -> *mut Call,
    pub release: extern "C" fn(*mut Call),
    pub is_cancelled: extern "C" fn(*mut Call) -> bool,
    pub when_cancelled: extern "C" fn(*mut Call, Hold, Context, Option<Hold>),
}

// The note: owner "Component", type 1, then the contract's version and the language, 4 for Rust.
#[repr(C)]
pub struct Note(pub [u32; 3], pub [u8; 12], pub [u32; 4]);

#[used]
#[link_section = ".note.component"]
pub static NOTE: Note = Note([10, 16, 1], *b"Component\0\0\0", [ABI, 4, 0, 0]);
