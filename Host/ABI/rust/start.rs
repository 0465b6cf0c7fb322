//! Calls that are not waited for, and are heard of before they end.

use super::asking::{ask, ask_with, ended, started, Started};
use super::contract::*;
use super::neighbour::{refuse_hints, require};
use super::{read, Data, Fault, Options};
use std::mem::offset_of;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{from_mut, null_mut};

// What hears of a call, until its end was heard.
struct Begun {
    progress: Box<dyn Fn(Option<f64>, &str) + Send + Sync>,
    ended: Box<dyn FnOnce(Result<Data, Fault>) + Send>,
}

impl Host {
    /// As `start`, with more said than parameters; what comes before the end is for `start_hearing` alone.
    pub fn start_with(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        options: &Options,
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
    ) {
        self.begin(parameters, options, ended, |host, mut request| unsafe {
            (request.target, request.action) = (lend(target), lend(action));
            (host.start)(host, &request)
        });
    }

    /// Opens a URL as `open_with` does, and returns as soon as its action does; `ended` hears the end, on any thread.
    pub fn start_open(
        &self,
        url: &str,
        parameters: &[(&str, Data)],
        options: &Options,
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
    ) {
        let message = "open a URL with parameters from here";
        let can = require(self, offset_of!(Host, start_open_with), message);
        if let Err(fault) = can.and_then(|_| refuse_hints(options)) {
            return ended(Err(fault));
        }
        self.begin(parameters, options, ended, |host, request| unsafe {
            (host.start_open_with)(host, lend(url), &request)
        });
    }

    /// Calls the action of a map key as `open_key` does; the same.
    pub fn start_open_key(
        &self,
        key: &str,
        parameters: &[(&str, Data)],
        options: &Options,
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
    ) {
        self.begin(parameters, options, ended, |host, request| unsafe {
            (host.start_open_key)(host, lend(key), &request)
        });
    }

    pub(super) fn begin(
        &self,
        parameters: &[(&str, Data)],
        options: &Options,
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
        send: impl FnOnce(&Host, Request) -> i32,
    ) {
        // It is borrowed, and would be gone before there is any.
        if options.progress.is_some() {
            let message = "what is not waited for tells its progress to 'start_hearing'";
            return ended(Err(Fault::new(INVALID, "progress_of_start", message)));
        }
        // The outcome that a waiting call would write to.
        let ended: Box<Started> = Box::new(Box::new(ended));
        let unheard = ask_with(self, null_mut(), parameters, options, |host, request| {
            let request = Request {
                ended: started,
                context: Box::into_raw(ended).cast(),
                ..request
            };
            send(host, request)
        });
        drop(unheard);
    }

    /// As `start`, and `progress` hears how far the call has come: from 0 to 1 where that is known, and what is being done.
    pub fn start_hearing(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
        progress: impl Fn(Option<f64>, &str) + Send + Sync + 'static,
        ended: impl FnOnce(Result<Data, Fault>) + Send + 'static,
    ) {
        let begun = Box::new(Begun {
            progress: Box::new(progress),
            ended: Box::new(ended),
        });
        let unheard = ask(self, null_mut(), parameters, |host, request| unsafe {
            let request = Request {
                target: lend(target),
                action: lend(action),
                ended: hear_end,
                progressed: Some(hear_progress),
                context: Box::into_raw(begun).cast(),
                ..request
            };
            (host.start)(host, &request)
        });
        drop(unheard);
    }
}

unsafe extern "C" fn hear_progress(context: Context, progress: *const Progress) {
    let begun = &*context.cast::<Begun>();
    let fraction = Some((*progress).fraction).filter(|fraction| *fraction >= 0.0);
    let message = read((*progress).message);
    let _ = catch_unwind(AssertUnwindSafe(|| (begun.progress)(fraction, message)));
}

unsafe extern "C" fn hear_end(context: Context, reply: *const Value, failure: *const Failure) {
    let begun = Box::from_raw(context.cast::<Begun>());
    let mut outcome = Err(Fault::new(FAILED, "no_outcome", "the call was not made"));
    ended(from_mut(&mut outcome).cast(), reply, failure);
    let _ = catch_unwind(AssertUnwindSafe(|| (begun.ended)(outcome)));
}
