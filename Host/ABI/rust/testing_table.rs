//! The functions that the small host for tests gives to a component.

use super::contract::{self, *};
use super::data::{read, slice};
use super::testing::{Outcome, TestHost};
use super::testing_call::*;
use super::testing_generation::*;
use super::testing_registration::*;
use super::testing_url::url;
use super::{Data, Fault};
use std::ptr;

pub const TABLE: Host = Host {
    head: Head::of::<Host>(),
    name: Text {
        bytes: ptr::null(),
        length: 0,
    },
    directory: Text {
        bytes: ptr::null(),
        length: 0,
    },
    host_name: Text {
        bytes: "component_test".as_ptr(),
        length: 14,
    },
    host_version: Version {
        major: 1,
        minor: 0,
        patch: 0,
    },
    reserved: 0,
    describe,
    add_need: accept,
    add_target,
    add_type,
    add_action,
    add_route: accept,
    add_key: accept,
    explain,
    call,
    start: call,
    invoke,
    start_invoke: invoke,
    open,
    start_open: open,
    open_key: open_with,
    start_open_key: open_with,
    reply,
    fail,
    progress: hear,
    defer,
    release,
    is_cancelled,
    when_cancelled,
    make_cancellation,
    cancel: forget,
    release_cancellation: forget,
    log,
    open_with,
    start_open_with: open_with,
    publish_route: route,
    withdraw_route: route,
    write_url,
    has,
    can_open,
    release_instance,
    add_event,
    add_observer,
    publish,
    observe,
    end_observation,
    trace,
};

// MARK: calls that the component makes

unsafe extern "C" fn call(host: *const Host, request: *const Request) -> i32 {
    let outcome = match parameters(&*request) {
        Ok(parameters) => {
            let host = &*host.cast::<TestHost>();
            host.route(read((*request).target), read((*request).action), parameters)
        }
        Err(fault) => Err(fault),
    };
    tell(&*request, outcome)
}

// A URL or a map key leads to a neighbour whose target it is. The URL says all.
unsafe extern "C" fn open(host: *const Host, text: Text, request: *const Request) -> i32 {
    let host = &*host.cast::<TestHost>();
    tell(&*request, host.route(read(text), "", Vec::new()))
}

unsafe extern "C" fn open_with(host: *const Host, text: Text, request: *const Request) -> i32 {
    let outcome = match parameters(&*request) {
        Ok(parameters) => {
            let host = &*host.cast::<TestHost>();
            host.route(read(text), "", parameters)
        }
        Err(fault) => Err(fault),
    };
    tell(&*request, outcome)
}

// The URL that names target, action and parameters. Nobody has to be there.
unsafe extern "C" fn write_url(_: *const Host, scheme: Text, request: *const Request) -> i32 {
    let request = &*request;
    let (scheme, target, action) = (read(scheme), read(request.target), read(request.action));
    let given = slice(request.parameters, request.parameter_count);
    let outcome = Data::copy_entries(given)
        .ok_or_else(|| {
            let message = "an object or a function can't be part of a URL";
            Fault::new(INVALID, "unwritable_parameter", message)
        })
        .and_then(|parameters| url(scheme, target, action, &parameters));
    tell(request, outcome.map(Data::from))
}

// Routes lead nowhere here: they are taken, and nothing comes of them.
unsafe extern "C" fn route(
    _: *const Host,
    _: *const Route,
    ended: Option<Ended>,
    context: Context,
) -> i32 {
    answer(Ok(Data::Bool(true)), ended, context)
}

// Of the component's own actions it is known whether they are there, and of a stub's; of a neighbour else nothing is.
unsafe extern "C" fn has(
    host: *const Host,
    target: Text,
    action: Text,
    _: u32,
    ended: Option<Ended>,
    context: Context,
) -> i32 {
    let host = &*host.cast::<TestHost>();
    // Only what is null is no name.
    let is_named = !action.bytes.is_null();
    let (target, action) = (read(target), read(action));
    if host.has_stub(target, is_named.then_some(action)) {
        return answer(Ok(Data::Bool(true)), ended, context);
    }
    if !host.has_target(target) {
        return answer(Ok(Data::Null), ended, context);
    }
    let is_there = !is_named || host.find(target, action).is_some();
    let missing = || {
        Fault::new(
            NOT_FOUND,
            "no_such_action",
            format!("'{target}' has no action '{action}'"),
        )
    };
    answer(
        is_there.then_some(Data::Bool(true)).ok_or_else(missing),
        ended,
        context,
    )
}

unsafe extern "C" fn can_open(
    _: *const Host,
    _: Text,
    _: u32,
    ended: Option<Ended>,
    context: Context,
) -> i32 {
    answer(Ok(Data::Null), ended, context)
}

unsafe extern "C" fn release_instance(
    host: *const Host,
    target: Text,
    ended: Option<Ended>,
    context: Context,
) -> i32 {
    let (host, target) = (&*host.cast::<TestHost>(), read(target));
    if host.drop_instance(target) {
        return answer(Ok(Data::Bool(true)), ended, context);
    }
    let message = format!("'{target}' has no instance");
    answer(
        Err(Fault::new(NOT_FOUND, "no_instance", message)),
        ended,
        context,
    )
}

unsafe extern "C" fn publish(
    host: *const Host,
    event: Text,
    value: *const Value,
    ended: Option<Ended>,
    context: Context,
) -> i32 {
    let (host, event) = (&*host.cast::<TestHost>(), read(event));
    if let Err(fault) = lock(&host.now).check_own(event) {
        return answer(Err(fault), ended, context);
    }
    let Some(data) = Data::copy(&*value) else {
        let message = format!("what is said of '{event}' holds an object or a function");
        return answer(
            Err(Fault::new(INVALID, "invalid_value", message)),
            ended,
            context,
        );
    };
    lock(&host.published).push((event.to_string(), data));
    answer(Ok(Data::Null), ended, context)
}

// An observation is the host's, which it ends with, and its number.
struct Observed {
    host: *const TestHost,
    number: usize,
}

unsafe extern "C" fn observe(
    host: *const Host,
    observer: *const Observer,
    observation: *mut *mut Observation,
) -> i32 {
    let host = host.cast::<TestHost>();
    let number = lock(&(*host).now).take_observer(&*observer);
    *observation = Box::into_raw(Box::new(Observed { host, number })).cast();
    OK
}

unsafe extern "C" fn end_observation(observation: *mut Observation) {
    let observed = Box::from_raw(observation.cast::<Observed>());
    let row = {
        let mut now = lock(&(*observed.host).now);
        let mut places = now.observers.iter();
        let place = places.position(|row| row.number == observed.number);
        place.map(|place| now.observers.remove(place))
    };
    if let Some(ObserverRow {
        release: Some(release),
        context,
        ..
    }) = row
    {
        release(context as Context);
    }
}

unsafe fn answer(outcome: Outcome, ended: Option<Ended>, context: Context) -> i32 {
    let code = outcome.as_ref().map_or_else(|fault| fault.code, |_| OK);
    match (outcome, ended) {
        (_, None) => {}
        (Ok(data), Some(ended)) => data.lend(|value| ended(context, value, ptr::null())),
        (Err(fault), Some(ended)) => fault.lend(|failure| ended(context, ptr::null(), failure)),
    }
    code
}

unsafe extern "C" fn log(host: *const Host, level: u32, message: Text) {
    let host = &*host.cast::<TestHost>();
    lock(&host.logged).push((level, read(message).to_string()));
}

unsafe extern "C" fn invoke(
    host: *const Host,
    function: *const Function,
    request: *const Request,
) -> i32 {
    let outcome = match parameters(&*request) {
        Ok(parameters) => {
            let host = &*host.cast::<TestHost>();
            Running::new(host, "", "function", parameters, ptr::null_mut(), None)
                .run((*function).run, (*function).context)
        }
        Err(fault) => Err(fault),
    };
    tell(&*request, outcome)
}

unsafe fn parameters(request: &Request) -> Result<Vec<(String, Data)>, Fault> {
    Data::copy_entries(slice(request.parameters, request.parameter_count)).ok_or_else(unreadable)
}

unsafe fn tell(request: &Request, outcome: Outcome) -> i32 {
    match outcome {
        Ok(data) => {
            data.lend(|value| (request.ended)(request.context, value, ptr::null()));
            OK
        }
        Err(fault) => {
            fault.lend(|failure| (request.ended)(request.context, ptr::null(), failure));
            fault.code
        }
    }
}

pub(super) fn unreadable() -> Fault {
    Fault::new(FAILED, "unreadable", "a value is of a kind that came later")
}

unsafe extern "C" fn make_cancellation(_: *const Host) -> *mut Cancellation {
    ptr::NonNull::dangling().as_ptr()
}

unsafe extern "C" fn forget(_: *mut Cancellation) {}
