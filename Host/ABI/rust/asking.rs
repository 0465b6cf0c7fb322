//! Asking: what a component can ask of its host and its neighbours, in the service of a call or of none.

use super::contract::{self, *};
use super::{data, Call, Data, Fault, Function, Parameter, Path};
use std::mem::offset_of;
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

impl Host {
    /// Calls an action in the service of no call, and waits for its reply: from any thread, not in `register`. Where only a
    /// stand-in answers to the names, its answer is the result.
    pub fn call(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
    ) -> Result<Data, Fault> {
        super::call::ask(self, null_mut(), parameters, |host, mut request| unsafe {
            (request.target, request.action) = (lend(target), lend(action));
            (host.call)(host, &request)
        })
        .or_else(|mut fault| fault.answer.take().ok_or(fault))
    }

    /// Makes a call and returns as soon as its action does; `ended` hears the end, on any thread.
    pub fn start(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
    ) {
        // The outcome that a waiting call would write to.
        let ended: Box<Started> = Box::new(Box::new(ended));
        let unheard = super::call::ask(self, null_mut(), parameters, |host, request| unsafe {
            let request = Request {
                target: lend(target),
                action: lend(action),
                ended: started,
                context: Box::into_raw(ended).cast(),
                ..request
            };
            (host.start)(host, &request)
        });
        drop(unheard);
    }
}

// Whether a neighbour says something of what it was asked, and is not missing.
fn is_answer(fault: &Fault, answers: &[&str]) -> bool {
    matches!(fault.code, INVALID | CANCELLED) || answers.contains(&fault.reason.as_str())
}

// A function of the host's table.
type ChangeRoute = unsafe extern "C" fn(*const Host, *const Route, Option<Ended>, Context) -> i32;

type Started = Box<dyn FnOnce(Result<Data, Fault>) + Send>;

unsafe extern "C" fn started(context: Context, reply: *const Value, failure: *const Failure) {
    let ended = Box::from_raw(context.cast::<Started>());
    let mut outcome = Err(Fault::new(FAILED, "no_outcome", "the call was not made"));
    super::call::ended(std::ptr::from_mut(&mut outcome).cast(), reply, failure);
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| ended(outcome)));
}

impl Call {
    /// As `call`, with more said than parameters.
    pub fn call_with(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        options: &Options,
    ) -> Result<Data, Fault> {
        self.ask_with(parameters, options, |host, mut request| unsafe {
            (request.target, request.action) = (lend(target), lend(action));
            (host.call)(host, &request)
        })
        .or_else(|mut fault| fault.answer.take().ok_or(fault))
    }

    /// The neighbour's reply; nothing where it is missing, be it that nothing has its name, that it is refused, takes too
    /// long or crashes. That it was asked wrongly, or given up, is a fault, and so is one with a reason of `answers`.
    pub fn if_there(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        answers: &[&str],
    ) -> Result<Option<Data>, Fault> {
        match self.call_strictly(target, action, parameters) {
            Ok(reply) => Ok(Some(reply)),
            Err(fault) if is_answer(&fault, answers) => Err(fault),
            Err(_) => Ok(None),
        }
    }

    /// The neighbour's reply, without which nothing can be done: where it is missing the fault says what can't be done, and
    /// why, "no bread today: no component named 'Mill'", with the reason "no_mill".
    pub fn needed(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        message: &str,
        answers: &[&str],
    ) -> Result<Data, Fault> {
        self.call_strictly(target, action, parameters)
            .map_err(|fault| {
                if is_answer(&fault, answers) {
                    return fault;
                }
                let name = target.split('.').next().unwrap_or(target);
                let reason = format!("no_{}", name.to_ascii_lowercase());
                let message = format!("{message}: {}", fault.message);
                let why = Data::map([
                    ("reason", fault.reason.into()),
                    ("message", fault.message.into()),
                ]);
                let missing = Data::map([("missing", Data::map([(name, why)]))]);
                Fault {
                    details: missing,
                    ..Fault::new(FAILED, &reason, message)
                }
            })
    }

    /// Calls an action as its face has it: with a map of parameters, and its own reply read. What `host bindings` prints
    /// does so.
    pub fn face<T: for<'a> Parameter<'a>>(
        &self,
        target: &str,
        action: &str,
        parameters: Data,
    ) -> Result<T, Fault> {
        let pairs = match parameters {
            Data::Map(pairs) => pairs,
            _ => vec![],
        };
        let pairs: Vec<(&str, Data)> = pairs
            .iter()
            .map(|(key, value)| (key.as_str(), value.clone()))
            .collect();
        let reply = self.call_strictly(target, action, &pairs)?;
        reply.read().ok_or_else(|| {
            let message = format!("the reply of {target}.{action} has another form");
            Fault::new(FAILED, "unreadable_reply", message)
        })
    }

    /// Calls a function that was handed over.
    pub fn invoke(&self, function: &Function, parameters: &[(&str, Data)]) -> Result<Data, Fault> {
        self.ask(parameters, |host, request| unsafe {
            (host.invoke)(host, &*function.0, &request)
        })
    }

    /// Calls the action of a map key, "BookDetail_cover".
    pub fn open_key(
        &self,
        key: &str,
        parameters: &[(&str, Data)],
        options: &Options,
    ) -> Result<Data, Fault> {
        self.ask_with(parameters, options, |host, request| unsafe {
            (host.open_key)(host, lend(key), &request)
        })
    }

    fn ask_with(
        &self,
        parameters: &[(&str, Data)],
        options: &Options,
        send: impl FnOnce(&Host, Request) -> i32,
    ) -> Result<Data, Fault> {
        let skips: Vec<Text> = options.skips.iter().map(|name| lend(name)).collect();
        let deadline = options.limit.map_or(0, deadline_in);
        data::lend_parameters(options.hints, |hints| {
            self.ask(parameters, |host, request| {
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
                    ..request
                };
                send(host, request)
            })
        })
    }

    /// Adds a route of the component's own while the program runs.
    pub fn add_route(&self, path: &Path) -> Result<(), Fault> {
        self.change_route(path, |host| host.publish_route)
            .map(|_| ())
    }

    /// Takes a route of the component's own out; whether there was one.
    pub fn remove_route(&self, path: &Path) -> Result<bool, Fault> {
        let was_there = self.change_route(path, |host| host.withdraw_route)?;
        Ok(was_there == Data::Bool(true))
    }

    fn change_route(&self, path: &Path, change: fn(&Host) -> ChangeRoute) -> Result<Data, Fault> {
        let host = self.host();
        if !host.has(offset_of!(Host, withdraw_route)) {
            let message = "the host can't add routes while it runs";
            return Err(Fault::new(FAILED, "host_too_old", message));
        }
        let mut outcome = Err(Fault::new(FAILED, "no_outcome", "nothing was changed"));
        let context = std::ptr::from_mut(&mut outcome).cast();
        path.lend(unsafe { super::read(host.name) }, |route| unsafe {
            change(host)(host, route, Some(super::call::ended), context)
        });
        outcome
    }

    /// The URL that calls an action.
    pub fn url(
        &self,
        scheme: &str,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
    ) -> Result<String, Fault> {
        if !self.host().has(offset_of!(Host, write_url)) {
            let message = "the host writes no URLs";
            return Err(Fault::new(FAILED, "host_too_old", message));
        }
        let url = self.ask(parameters, |host, mut request| unsafe {
            (request.target, request.action) = (lend(target), lend(action));
            (host.write_url)(host, lend(scheme), &request)
        })?;
        match url {
            Data::Text(url) => Ok(url),
            _ => Err(Fault::new(FAILED, "no_url", "the host wrote no text")),
        }
    }
}

struct Listener<'a> {
    ended: Context,
    progress: Option<Listen<'a>>,
}

unsafe extern "C" fn listened(context: Context, reply: *const Value, failure: *const Failure) {
    super::call::ended((*context.cast::<Listener>()).ended, reply, failure)
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

fn deadline_in(limit: Duration) -> i64 {
    now().saturating_add(i64::try_from(limit.as_nanos()).unwrap_or(i64::MAX))
}
