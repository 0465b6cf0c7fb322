//! What an action sees of its call.

use super::asking::now;
use super::contract::{self, *};
use super::parameter::{missing, read, Parameter};
use super::{data, Data, Deferred, Fault, Reply};
use std::mem::offset_of;
use std::time::Duration;

/// A call under way. All that is read from it lives as long as the action runs.
pub struct Call {
    raw: *mut contract::Call,
    is_deferred: bool,
}

impl Call {
    /// # Safety
    /// The call must be the one that the host passes to an action, and the result be gone when the action returns.
    pub unsafe fn new(raw: *mut contract::Call) -> Call {
        Call {
            raw,
            is_deferred: false,
        }
    }

    /// The call as the contract has it, for what is not covered here.
    pub fn raw(&self) -> *mut contract::Call {
        self.raw
    }

    /// The component's own host, which lives as long as the process: for threads of the component's own, and for what is not
    /// covered here.
    pub fn host(&self) -> &'static Host {
        unsafe { &*(*self.raw).host }
    }

    /// The target as the caller wrote it.
    pub fn target(&self) -> &str {
        unsafe { data::read((*self.raw).target) }
    }

    /// The action as the caller wrote it.
    pub fn action(&self) -> &str {
        unsafe { data::read((*self.raw).action) }
    }

    /// The parameters as they were passed.
    pub fn parameters(&self) -> &[Entry] {
        unsafe { data::slice((*self.raw).parameters, (*self.raw).parameter_count) }
    }

    /// A parameter as it was passed.
    pub fn find(&self, name: &str) -> Option<&Value> {
        let entry = self
            .parameters()
            .iter()
            .find(|entry| unsafe { data::read(entry.key) } == name);
        entry.map(|entry| &entry.value)
    }

    /// Reads a parameter: a `bool`, `i64`, `f64`, `&str`, `String`, `&[u8]`, `Vec<u8>`, `Date`, `Object`, `Function`, a
    /// `Vec` of such, a `record!`, a `choice!` or any `Data`; an `Option` may be missing.
    pub fn get<'a, T: Parameter<'a>>(&'a self, name: &str) -> Result<T, Fault> {
        match self.find(name) {
            Some(value) => read(name, value),
            None => T::absent().ok_or_else(|| missing::<T>(name)),
        }
    }

    /// Reads a parameter with a default for one that is absent or null.
    pub fn get_or<'a, T: Parameter<'a>>(&'a self, name: &str, other: T) -> Result<T, Fault> {
        match self.find(name) {
            Some(value) if value.kind != KIND_NULL => read(name, value),
            _ => Ok(other),
        }
    }

    /// A hint; `other` where the call's key declares none of the name.
    pub fn hint<'a, T: Parameter<'a>>(&'a self, name: &str, other: T) -> T {
        let hints = unsafe { data::slice((*self.raw).hints, (*self.raw).hint_count) };
        let hint = hints
            .iter()
            .find(|entry| unsafe { data::read(entry.key) } == name);
        hint.and_then(|entry| T::of(&entry.value)).unwrap_or(other)
    }

    /// Whether it came from outside the process.
    pub fn is_remote(&self) -> bool {
        unsafe { (*self.raw).flags & CALL_REMOTE != 0 }
    }

    /// Its place in a trace of callers from outside: the value of `traceparent`; nothing where there is none.
    pub fn trace(&self) -> Option<&str> {
        if !self.host().offers(offset_of!(Host, trace)) {
            return None;
        }
        let trace = unsafe { data::read((self.host().trace)(self.raw)) };
        (!trace.is_empty()).then_some(trace)
    }

    /// What the target made for the call, of the type that its `instances` say.
    pub fn instance<T: super::Instance>(&self) -> Result<&T, Fault> {
        let instance = unsafe { (*self.raw).instance.cast::<T>().as_ref() };
        instance
            .ok_or_else(|| Fault::new(FAILED, "no_instance", "the host gave the call no instance"))
    }

    /// How long there is until the deadline; nothing where there is none.
    pub fn time_left(&self) -> Option<Duration> {
        let deadline = unsafe { (*self.raw).deadline };
        let left = deadline.saturating_sub(now());
        (deadline != 0).then(|| Duration::from_nanos(u64::try_from(left).unwrap_or(0)))
    }

    /// A fault where the call was given up, or its deadline has passed.
    pub fn check_cancelled(&self) -> Result<(), Fault> {
        if !self.is_cancelled() {
            return Ok(());
        }
        Err(match self.time_left() {
            Some(Duration::ZERO) => Fault::new(TIMED_OUT, "timed_out", "the deadline passed"),
            _ => Fault::new(CANCELLED, "cancelled", "the call was given up"),
        })
    }

    /// Says how far the call has come: from 0 to 1, or nothing where it is not known.
    pub fn progress(&self, fraction: Option<f64>, message: &str) {
        let (fraction, message) = (fraction.unwrap_or(-1.0), lend(message));
        let progress = Progress {
            head: Head::of::<Progress>(),
            fraction,
            message,
        };
        unsafe { (self.host().progress)(self.raw, &progress) };
    }

    /// Whether the caller has given the call up, or its deadline has passed.
    pub fn is_cancelled(&self) -> bool {
        unsafe { (self.host().is_cancelled)(self.raw) }
    }

    // What the questions of this call are asked in the service of.
    pub(super) fn parent(&self) -> *mut contract::Call {
        self.raw
    }

    /// Keeps the call, to be replied to later; the action then returns `Reply::Later`.
    pub fn defer(&self) -> Result<Deferred, Fault> {
        // Only the action itself may, before it returns.
        if self.is_deferred {
            return Err(Fault::new(
                FAILED,
                "deferred",
                "the call is deferred already",
            ));
        }
        let raw = unsafe { (self.host().defer)(self.raw) };
        if raw.is_null() {
            return Err(Fault::new(ENDED, "ended", "the call has ended already"));
        }
        Ok(Deferred::new(Call {
            raw,
            is_deferred: true,
        }))
    }

    /// Keeps the call, and has `body` end it on a thread of its own; the action returns the result.
    pub fn later(
        &self,
        body: impl FnOnce(&Call) -> Result<Reply, Fault> + Send + 'static,
    ) -> Result<Reply, Fault> {
        let deferred = self.defer()?;
        let thread = std::thread::Builder::new().spawn(move || deferred.end_with(body));
        match thread {
            Ok(_) => Ok(Reply::Later),
            Err(error) => Err(Fault::new(FAILED, "no_thread", error.to_string())),
        }
    }

    /// Ends the call.
    pub(super) fn end(&self, outcome: &Result<Data, Fault>) -> i32 {
        match outcome {
            Ok(data) => data.lend(|value| unsafe { (self.host().reply)(self.raw, value) }),
            Err(fault) => fault.lend(|failure| unsafe { (self.host().fail)(self.raw, failure) }),
        }
    }
}
