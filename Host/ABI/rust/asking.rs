//! What is said with a call to a neighbour besides its parameters, and how it is sent.

use super::contract::{self, *};
use super::{data, Data, Fault};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::time::Duration;

/// Hears how far a call has come: from 0 to 1 where it is known, and what is being done.
pub type Listen<'a> = &'a dyn Fn(Option<f64>, &str);

/// What may be said with a call besides its parameters: `Options { limit: …, ..Options::default() }`.
#[derive(Default)]
pub struct Options<'a> {
    /// It may take so long; nothing: as long as the call that it serves.
    pub limit: Option<Duration>,
    pub cancellation: Option<&'a Cancellation>,
    pub hints: &'a [(&'a str, Data)],
    /// The names of interceptors that need not see it.
    pub skips: &'a [&'a str],
    pub progress: Option<Listen<'a>>,
    /// `REQUEST_FRESH`, or 0.
    pub flags: u32,
    /// Of calls by names that are made often.
    pub place: Option<&'static Place>,
}

/// Where the host remembers what a target's and an action's names led to, so that calls with it need no look-up: one for one
/// pair of names, `static ADD: Place = Place::new();`.
pub struct Place(UnsafeCell<contract::Place>);

// The contract lets any thread call with it, several at once.
unsafe impl Sync for Place {}

impl Place {
    pub const fn new() -> Place {
        Place(UnsafeCell::new(contract::Place {
            found: std::ptr::null(),
        }))
    }
}

/// A handle by which calls can be given up, together.
pub struct Cancellation {
    host: *const Host,
    raw: *mut contract::Cancellation,
}

// The contract lets any thread give calls up.
unsafe impl Send for Cancellation {}
unsafe impl Sync for Cancellation {}

impl Cancellation {
    pub fn new(host: &Host) -> Cancellation {
        let raw = unsafe { (host.make_cancellation)(host) };
        Cancellation { host, raw }
    }

    pub fn cancel(&self) {
        unsafe { ((*self.host).cancel)(self.raw) }
    }
}

impl Drop for Cancellation {
    fn drop(&mut self) {
        unsafe { ((*self.host).release_cancellation)(self.raw) }
    }
}

// A request in the service of a call, or of none where that is null, which `send` makes.
pub(super) fn ask(
    host: &Host,
    parent: *mut contract::Call,
    parameters: &[(&str, Data)],
    send: impl FnOnce(&Host, Request) -> i32,
) -> Result<Data, Fault> {
    let mut outcome: Result<Data, Fault> =
        Err(Fault::new(FAILED, "no_outcome", "the call was not made"));
    data::lend_parameters(parameters, |entries| {
        let request = Request {
            head: Head::of::<Request>(),
            target: lend(""),
            action: lend(""),
            parameters: entries.as_ptr(),
            parameter_count: entries.len(),
            ended,
            progressed: None,
            context: std::ptr::from_mut(&mut outcome).cast(),
            deadline: 0,
            cancellation: std::ptr::null_mut(),
            parent,
            flags: 0,
            reserved: 0,
            hints: std::ptr::null(),
            hint_count: 0,
            skips: std::ptr::null(),
            skip_count: 0,
            place: std::ptr::null_mut(),
        };
        send(host, request);
    });
    outcome
}

pub(super) unsafe extern "C" fn ended(
    context: Context,
    reply: *const Value,
    failure: *const Failure,
) {
    let unreadable = || {
        Fault::new(
            FAILED,
            "unreadable_reply",
            "the reply is of a kind that came later",
        )
    };
    let outcome = match reply.as_ref() {
        Some(reply) => Data::copy(reply).ok_or_else(unreadable),
        None => Err(Fault::copy(&*failure)),
    };
    *context.cast::<Result<Data, Fault>>() = outcome;
}

/// As `ask`, with more said than parameters.
pub(super) fn ask_with(
    host: &Host,
    parent: *mut contract::Call,
    parameters: &[(&str, Data)],
    options: &Options,
    send: impl FnOnce(&Host, Request) -> i32,
) -> Result<Data, Fault> {
    let skips: Vec<Text> = options.skips.iter().map(|name| lend(name)).collect();
    let deadline = options.limit.map_or(0, deadline_in);
    data::lend_parameters(options.hints, |hints| {
        ask(host, parent, parameters, |host, request| {
            // What the caller hears goes by way of what hears its progress.
            let listener = Listener {
                ended: request.context,
                progress: options.progress,
            };
            let request = Request {
                ended: listened,
                progressed: options.progress.map(|_| progressed as Progressed),
                context: std::ptr::from_ref(&listener).cast_mut().cast(),
                deadline,
                cancellation: options.cancellation.map_or(null_mut(), |handle| handle.raw),
                flags: options.flags,
                hints: hints.as_ptr(),
                hint_count: hints.len(),
                skips: skips.as_ptr(),
                skip_count: skips.len(),
                place: options.place.map_or(null_mut(), |place| place.0.get()),
                ..request
            };
            send(host, request)
        })
    })
}

pub(super) type Started = Box<dyn FnOnce(Result<Data, Fault>) + Send>;

pub(super) unsafe extern "C" fn started(
    context: Context,
    reply: *const Value,
    failure: *const Failure,
) {
    let hear = Box::from_raw(context.cast::<Started>());
    let mut outcome = Err(Fault::new(FAILED, "no_outcome", "the call was not made"));
    ended(std::ptr::from_mut(&mut outcome).cast(), reply, failure);
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| hear(outcome)));
}

struct Listener<'a> {
    ended: Context,
    progress: Option<Listen<'a>>,
}

unsafe extern "C" fn listened(context: Context, reply: *const Value, failure: *const Failure) {
    ended((*context.cast::<Listener>()).ended, reply, failure)
}

unsafe extern "C" fn progressed(context: Context, progress: *const Progress) {
    let Some(listen) = (*context.cast::<Listener>()).progress else {
        return;
    };
    let fraction = Some((*progress).fraction).filter(|fraction| *fraction >= 0.0);
    let message = super::read((*progress).message);
    let listen = std::panic::AssertUnwindSafe(|| listen(fraction, message));
    let _ = std::panic::catch_unwind(listen);
}

// MARK: the clock of deadlines

#[repr(C)]
struct Time {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Time) -> i32;
}

/// CLOCK_MONOTONIC, in nanoseconds.
pub(super) fn now() -> i64 {
    let mut time = Time {
        seconds: 0,
        nanoseconds: 0,
    };
    unsafe { clock_gettime(1, &mut time) };
    time.seconds * 1_000_000_000 + time.nanoseconds
}

pub(super) fn deadline_in(limit: Duration) -> i64 {
    now().saturating_add(i64::try_from(limit.as_nanos()).unwrap_or(i64::MAX))
}
