//! Events: what components say has happened, to nobody in particular.

use super::asking::ended;
use super::contract::{self, *};
use super::data::read;
use super::{Data, Fault};
use std::mem::offset_of;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{from_mut, null_mut};

/// An event that a component publishes.
pub struct Event {
    /// "Greeter.greeted", all of it.
    pub name: &'static str,
    /// What is said of it: "{name: text}"; empty: anything.
    pub form: &'static str,
    pub summary: &'static str,
}

/// A function that hears of events, from the moment the component is loaded until it is taken out.
pub struct Observer {
    /// Their names; they need not be there.
    pub events: &'static [&'static str],
    /// How many notices may wait to be heard before the oldest is lost; 0: 256.
    pub limit: u32,
    /// Hears one event at a time, on any thread, and never inside the call that publishes.
    pub heard: fn(&Notice),
}

/// One event, as an observer hears it.
pub struct Notice<'a> {
    pub event: &'a str,
    pub value: Data,
    /// How many events the observer has lost, just before this one.
    pub lost: u64,
    /// The component's own, to log, publish and observe with.
    pub host: &'a Host,
}

impl Notice<'_> {
    /// Calls a neighbour and waits for its reply. Where only a stand-in answers to the names, its answer is the result.
    pub fn call(
        &self,
        target: &str,
        action: &str,
        parameters: &[(&str, Data)],
    ) -> Result<Data, Fault> {
        self.host.call(target, action, parameters)
    }
}

/// An observer at work; it ends when this is dropped, or when the component is taken out.
pub struct Observation {
    host: *const Host,
    raw: *mut contract::Observation,
}

// The contract lets any thread end an observation.
unsafe impl Send for Observation {}
unsafe impl Sync for Observation {}

impl Drop for Observation {
    fn drop(&mut self) {
        unsafe { ((*self.host).end_observation)(self.raw) }
    }
}

impl Host {
    /// Publishes an event of the component's own, and waits for nobody. Where nobody observes it, its value is not looked
    /// at. From any thread, not in `register`.
    pub fn publish(&self, event: &str, value: &Data) -> Result<(), Fault> {
        if !self.offers(offset_of!(Host, publish)) {
            return Err(Fault::new(
                FAILED,
                "host_too_old",
                "the host takes no events",
            ));
        }
        let mut outcome: Result<Data, Fault> =
            Err(Fault::new(FAILED, "no_outcome", "nothing was published"));
        let context = from_mut(&mut outcome).cast();
        value.lend(|value| unsafe {
            (self.publish)(self, lend(event), value, Some(ended), context)
        });
        outcome.map(|_| ())
    }

    /// Observes events from now on, until the result is dropped or the component is taken out. From any thread, not in
    /// `register`. At most `limit` notices wait to be heard, then the oldest is lost; 0: 256.
    pub fn observe(
        &self,
        events: &[&str],
        limit: u32,
        heard: impl Fn(&Notice) + Send + Sync + 'static,
    ) -> Result<Observation, Fault> {
        if !self.offers(offset_of!(Host, observe)) {
            return Err(Fault::new(
                FAILED,
                "host_too_old",
                "the host tells of no events",
            ));
        }
        let mut raw = null_mut();
        let code = lend_observer(self, events, limit, Box::new(heard), |observer| unsafe {
            (self.observe)(self, observer, &mut raw)
        });
        if code == OK {
            return Ok(Observation { host: self, raw });
        }
        let (reason, why) = match code {
            ENDED => (
                "component_gone",
                "the component observes nothing any more: it was taken out",
            ),
            REFUSED => ("closed", "the host is shutting down"),
            DENIED => (
                "too_many_observers",
                "the component observes as much as it may: end what is not needed any more",
            ),
            _ => (
                "invalid_event",
                "an event can't be named so, or is not to be observed before the component is loaded",
            ),
        };
        Err(Fault::new(code, reason, why))
    }
}

/// Adds a component's observer; what it is told with is the host's.
pub(super) fn add_observer(
    host: &Host,
    registration: *mut Registration,
    observer: &'static Observer,
) -> i32 {
    lend_observer(
        host,
        observer.events,
        observer.limit,
        Box::new(observer.heard),
        |observer| unsafe { (host.add_observer)(registration, observer) },
    )
}

// What the context of an observer points to.
struct Ear {
    host: *const Host,
    heard: Box<dyn Fn(&Notice) + Send + Sync>,
}

fn lend_observer(
    host: &Host,
    events: &[&str],
    limit: u32,
    heard: Box<dyn Fn(&Notice) + Send + Sync>,
    take: impl FnOnce(&contract::Observer) -> i32,
) -> i32 {
    let names: Vec<Text> = events.iter().map(|name| lend(name)).collect();
    let ear = Box::into_raw(Box::new(Ear { host, heard }));
    let code = take(&contract::Observer {
        head: Head::of::<contract::Observer>(),
        events: names.as_ptr(),
        event_count: names.len(),
        limit,
        flags: 0,
        heard: hear,
        context: ear.cast(),
        release: Some(release),
    });
    if code != OK {
        unsafe { release(ear.cast()) };
    }
    code
}

unsafe extern "C" fn hear(context: Context, notice: *const contract::Notice) {
    let ear = &*context.cast::<Ear>();
    let (host, notice) = (&*ear.host, &*notice);
    let heard = Notice {
        event: read(notice.event),
        // What the host tells is data that can be written down.
        value: Data::copy(&notice.value).unwrap_or(Data::Null),
        lost: notice.lost,
        host,
    };
    if catch_unwind(AssertUnwindSafe(|| (ear.heard)(&heard))).is_err() {
        host.log(LEVEL_ERROR, &format!("hearing '{}' panicked", heard.event));
    }
}

unsafe extern "C" fn release(context: Context) {
    let _ = catch_unwind(AssertUnwindSafe(|| {
        drop(Box::from_raw(context.cast::<Ear>()))
    }));
}
