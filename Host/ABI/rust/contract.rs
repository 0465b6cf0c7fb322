//! The contract, component.h, in Rust: the same names, layouts and rules, without `component_`.
//!
//! What each field means, who owns it and which threads may call it stands in component.h. A pointer that may be null
//! is a raw pointer or an `Option`; what it leads to is borrowed for the call that passes it.

pub use super::registration::*;
use std::ffi::c_void;
use std::mem::{offset_of, size_of};

pub const ABI_VERSION: u32 = 1;

// Codes of failures; component.h has COMPONENT_FAILURE_ before each.
pub const OK: i32 = 0;
pub const FAILED: i32 = 1;
pub const NOT_FOUND: i32 = 3;
pub const REFUSED: i32 = 4;
pub const INVALID: i32 = 5;
pub const DENIED: i32 = 6;
pub const TIMED_OUT: i32 = 7;
pub const CRASHED: i32 = 8;
pub const CANCELLED: i32 = 9;
pub const ENDED: i32 = 10;

pub const KIND_NULL: u32 = 0;
pub const KIND_BOOL: u32 = 1;
pub const KIND_INT: u32 = 2;
pub const KIND_DOUBLE: u32 = 3;
pub const KIND_TEXT: u32 = 4;
pub const KIND_BYTES: u32 = 5;
pub const KIND_LIST: u32 = 6;
pub const KIND_MAP: u32 = 7;
pub const KIND_OBJECT: u32 = 8;
pub const KIND_FUNCTION: u32 = 9;

pub const VALUE_LOOSE: u32 = 1;
pub const VALUE_JSON: u32 = 2;
pub const NEED_OPTIONAL: u32 = 1;
pub const TARGET_SERIAL: u32 = 1;
pub const TARGET_CACHED: u32 = 2;
pub const TARGET_PER_CALL: u32 = 4;
pub const ACTION_REMOTE: u32 = 1;
pub const ACTION_PROGRESS: u32 = 2;
pub const ACTION_READS: u32 = 4;
pub const REQUEST_FRESH: u32 = 1;
pub const REQUEST_UTF8: u32 = 2;
pub const REQUEST_FROM: u32 = 4;
pub const REQUEST_READS: u32 = 8;
pub const PROGRESS_FROM: f64 = -2.0;
pub const CALL_REMOTE: u32 = 1;
pub const CALL_ROUTED: u32 = 2;
pub const CALL_LOCAL: u32 = 4;
pub const ROUTE_FOLDS_CASE: u32 = 1;
pub const ROUTE_TAKES_LONGER: u32 = 2;
pub const ASK_LOADING: u32 = 1;
pub const EVENT_ADDED: &str = "host:added";
pub const EVENT_CHANGED: &str = "host:changed";
pub const EVENT_REMOVED: &str = "host:removed";
pub const EVENT_LOADED: &str = "host:loaded";
pub const EVENT_REPLACED: &str = "host:replaced";
pub const EVENT_REFUSED: &str = "host:refused";
pub const EVENT_RETIRED: &str = "host:retired";
pub const VOICE_ACTION: u32 = 0;
pub const VOICE_HOST: u32 = 1;
pub const VOICE_OUTSIDE: u32 = 2;
pub const LEVEL_DEBUG: u32 = 10;
pub const LEVEL_INFO: u32 = 20;
pub const LEVEL_WARNING: u32 = 30;
pub const LEVEL_ERROR: u32 = 40;

pub const DEPTH_LIMIT: usize = 128;
pub const SIZE_LIMIT: usize = 1 << 30;
pub const VALUE_SIZE: usize = 64;
pub const NAME_LIMIT: usize = 128;
pub const ACTION_LIMIT: usize = 4096;
pub const PRIORITY_LIMIT: i32 = 1000;
pub const LOG_LIMIT: usize = 4096;
pub const NOTICE_COUNT: u32 = 256;
pub const NOTICE_COUNT_LIMIT: u32 = 65536;
pub const NOTICE_ROOM: usize = 16 << 20;
pub const EVENT_SIZE_LIMIT: usize = 1 << 20;
pub const EVENT_LIMIT: usize = 256;

pub type Context = *mut c_void;
pub type Run = unsafe extern "C" fn(Context, *mut Call) -> i32;
pub type Release = unsafe extern "C" fn(Context);
pub type Ended = unsafe extern "C" fn(Context, *const Value, *const Failure);
pub type Progressed = unsafe extern "C" fn(Context, *const Progress);
pub type Heard = unsafe extern "C" fn(Context, *const Notice);
pub type Register = unsafe extern "C" fn(*const Host, *mut Registration) -> i32;

#[repr(C)]
pub struct Registration {
    opaque: [u8; 0],
}

#[repr(C)]
pub struct Cancellation {
    opaque: [u8; 0],
}

#[repr(C)]
pub struct Observation {
    opaque: [u8; 0],
}

/// How every struct begins that grows: the version and the size it was compiled with.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Head {
    pub abi: u32,
    pub size: u32,
}

impl Head {
    /// The head of a struct.
    pub const fn of<T>() -> Head {
        Head {
            abi: ABI_VERSION,
            size: size_of::<T>() as u32,
        }
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
    pub boolean: bool,
    pub integer: i64,
    pub number: f64,
    pub text: *const u8,
    pub bytes: *const u8,
    pub items: *const Value,
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
#[derive(Clone, Copy)]
pub struct Entry {
    pub key: Text,
    pub value: Value,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Object {
    pub head: Head,
    pub kind: Text,
    pub instance: Context,
    pub retain: Release,
    pub release: Release,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Function {
    pub head: Head,
    pub context: Context,
    pub run: Run,
    pub retain: Option<Release>,
    pub release: Option<Release>,
    pub host: *const Host,
}

#[repr(C)]
pub struct Failure {
    pub head: Head,
    pub code: i32,
    pub voice: u32,
    pub reason: Text,
    pub message: Text,
    pub details: Value,
    /// The reply of a stand-in; null where none answered.
    pub answer: *const Value,
}

#[repr(C)]
pub struct Progress {
    pub head: Head,
    pub fraction: f64,
    pub message: Text,
}

/// Memory in which the host remembers what names led to; zeroed once, the host's from then on.
#[repr(C)]
pub struct Place {
    pub found: *const c_void,
}

#[repr(C)]
pub struct Request {
    pub head: Head,
    pub target: Text,
    pub action: Text,
    pub parameters: *const Entry,
    pub parameter_count: usize,
    pub ended: Ended,
    pub progressed: Option<Progressed>,
    pub context: Context,
    pub deadline: i64,
    pub cancellation: *mut Cancellation,
    pub parent: *mut Call,
    pub flags: u32,
    pub reserved: u32,
    pub hints: *const Entry,
    pub hint_count: usize,
    pub skips: *const Text,
    pub skip_count: usize,
    pub place: *mut Place,
}

#[repr(C)]
pub struct Notice {
    pub head: Head,
    pub event: Text,
    pub value: Value,
    pub lost: u64,
}

#[repr(C)]
pub struct Observer {
    pub head: Head,
    pub events: *const Text,
    pub event_count: usize,
    pub limit: u32,
    pub flags: u32,
    pub heard: Heard,
    pub context: Context,
    pub release: Option<Release>,
}

#[repr(C)]
pub struct Call {
    pub head: Head,
    pub host: *const Host,
    pub target: Text,
    pub action: Text,
    pub parameters: *const Entry,
    pub parameter_count: usize,
    pub deadline: i64,
    pub flags: u32,
    pub reserved: u32,
    pub hints: *const Entry,
    pub hint_count: usize,
    pub instance: Context,
}

#[repr(C)]
pub struct Host {
    pub head: Head,
    pub name: Text,
    pub directory: Text,
    pub host_name: Text,
    pub host_version: Version,
    pub reserved: u32,
    pub describe: unsafe extern "C" fn(*mut Registration, *const About) -> i32,
    pub add_need: unsafe extern "C" fn(*mut Registration, *const Need) -> i32,
    pub add_target: unsafe extern "C" fn(*mut Registration, *const Target) -> i32,
    pub add_type: unsafe extern "C" fn(*mut Registration, *const Type) -> i32,
    pub add_action: unsafe extern "C" fn(*mut Registration, *const Action) -> i32,
    pub add_route: unsafe extern "C" fn(*mut Registration, *const Route) -> i32,
    pub add_key: unsafe extern "C" fn(*mut Registration, *const Key) -> i32,
    pub explain: unsafe extern "C" fn(*mut Registration, Text),
    pub call: unsafe extern "C" fn(*const Host, *const Request) -> i32,
    pub start: unsafe extern "C" fn(*const Host, *const Request) -> i32,
    pub invoke: unsafe extern "C" fn(*const Host, *const Function, *const Request) -> i32,
    pub start_invoke: unsafe extern "C" fn(*const Host, *const Function, *const Request) -> i32,
    pub open: unsafe extern "C" fn(*const Host, Text, *const Request) -> i32,
    pub start_open: unsafe extern "C" fn(*const Host, Text, *const Request) -> i32,
    pub open_key: unsafe extern "C" fn(*const Host, Text, *const Request) -> i32,
    pub start_open_key: unsafe extern "C" fn(*const Host, Text, *const Request) -> i32,
    pub reply: unsafe extern "C" fn(*mut Call, *const Value) -> i32,
    pub fail: unsafe extern "C" fn(*mut Call, *const Failure) -> i32,
    pub progress: unsafe extern "C" fn(*mut Call, *const Progress) -> i32,
    pub defer: unsafe extern "C" fn(*mut Call) -> *mut Call,
    pub release: unsafe extern "C" fn(*mut Call),
    pub is_cancelled: unsafe extern "C" fn(*mut Call) -> bool,
    pub when_cancelled: unsafe extern "C" fn(*mut Call, Release, Context, Option<Release>),
    pub make_cancellation: unsafe extern "C" fn(*const Host) -> *mut Cancellation,
    pub cancel: unsafe extern "C" fn(*mut Cancellation),
    pub release_cancellation: unsafe extern "C" fn(*mut Cancellation),
    pub log: unsafe extern "C" fn(*const Host, u32, Text),
    pub open_with: unsafe extern "C" fn(*const Host, Text, *const Request) -> i32,
    pub start_open_with: unsafe extern "C" fn(*const Host, Text, *const Request) -> i32,
    pub publish_route:
        unsafe extern "C" fn(*const Host, *const Route, Option<Ended>, Context) -> i32,
    pub withdraw_route:
        unsafe extern "C" fn(*const Host, *const Route, Option<Ended>, Context) -> i32,
    pub write_url: unsafe extern "C" fn(*const Host, Text, *const Request) -> i32,
    pub has: unsafe extern "C" fn(*const Host, Text, Text, u32, Option<Ended>, Context) -> i32,
    pub can_open: unsafe extern "C" fn(*const Host, Text, u32, Option<Ended>, Context) -> i32,
    pub release_instance: unsafe extern "C" fn(*const Host, Text, Option<Ended>, Context) -> i32,
    pub add_event: unsafe extern "C" fn(*mut Registration, *const Event) -> i32,
    pub add_observer: unsafe extern "C" fn(*mut Registration, *const Observer) -> i32,
    pub publish:
        unsafe extern "C" fn(*const Host, Text, *const Value, Option<Ended>, Context) -> i32,
    pub observe: unsafe extern "C" fn(*const Host, *const Observer, *mut *mut Observation) -> i32,
    pub end_observation: unsafe extern "C" fn(*mut Observation),
    pub trace: unsafe extern "C" fn(*mut Call) -> Text,
}

// The table lives as long as the process, never changes, and its functions say where they may be called.
unsafe impl Send for Host {}
unsafe impl Sync for Host {}

impl Host {
    /// Whether the host has a function that came later: `host.offers(offset_of!(Host, log))`.
    pub fn offers(&self, offset: usize) -> bool {
        self.head.size as usize >= offset + size_of::<Run>()
    }

    /// The folder in which the component's file lies, for files beside it; empty if it was linked in.
    pub fn directory(&self) -> &str {
        unsafe { super::read(self.directory) }
    }

    /// What runs the component: "host", or the name that an embedding program gives itself; for the log, not to decide by.
    pub fn host_name(&self) -> &str {
        unsafe { super::read(self.host_name) }
    }

    pub fn host_version(&self) -> [u32; 3] {
        let version = self.host_version;
        [version.major, version.minor, version.patch]
    }

    /// Says something for the log of whoever runs the host: `LEVEL_INFO` and the like. From any thread, also in
    /// `register`.
    pub fn log(&self, level: u32, message: &str) {
        unsafe { (self.log)(self, level, lend(message)) }
    }
}

/// A text as the host borrows it.
pub fn lend(text: &str) -> Text {
    Text {
        bytes: text.as_ptr(),
        length: text.len(),
    }
}

// The layout that component.h promises.
const _: () = {
    assert!(size_of::<Text>() == 16 && size_of::<Value>() == 24 && size_of::<Entry>() == 40);
    assert!(offset_of!(Value, payload) == 8 && offset_of!(Value, count) == 16);
    assert!(size_of::<Object>() == 48 && offset_of!(Object, release) == 40);
    assert!(size_of::<Function>() == 48 && offset_of!(Function, host) == 40);
    assert!(size_of::<Failure>() == 80 && offset_of!(Failure, answer) == 72);
    assert!(size_of::<Progress>() == 32);
    assert!(size_of::<Request>() == 152 && offset_of!(Request, ended) == 56);
    assert!(offset_of!(Request, deadline) == 80 && offset_of!(Request, parent) == 96);
    assert!(offset_of!(Request, flags) == 104 && offset_of!(Request, skips) == 128);
    assert!(size_of::<Call>() == 104 && offset_of!(Call, deadline) == 64);
    assert!(offset_of!(Call, flags) == 72 && offset_of!(Call, instance) == 96);
    assert!(size_of::<Host>() == 400 && offset_of!(Host, describe) == 72);
    assert!(offset_of!(Host, call) == 136 && offset_of!(Host, start_open_key) == 192);
    assert!(offset_of!(Host, release_cancellation) == 272 && offset_of!(Host, log) == 280);
    assert!(offset_of!(Host, start_open_with) == 296 && offset_of!(Host, write_url) == 320);
    assert!(offset_of!(Host, release_instance) == 344 && offset_of!(Host, publish) == 368);
    assert!(offset_of!(Host, end_observation) == 384 && offset_of!(Host, trace) == 392);
    assert!(size_of::<Notice>() == 56 && offset_of!(Notice, lost) == 48);
    assert!(size_of::<Observer>() == 56 && offset_of!(Observer, heard) == 32);
};
