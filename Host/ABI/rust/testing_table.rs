//! The functions that the small host for tests gives to a component.

use super::contract::{self, *};
use super::data::{read, slice};
use super::testing::{lock, ActionRow, ObserverRow, Outcome, Running, TargetRow, TestHost};
use super::testing_url::url;
use super::{Data, Fault};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

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
        bytes: "component test".as_ptr(),
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
    add_type: accept,
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
    open_key: open,
    start_open_key: open,
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
};

// MARK: registration; it is the host itself

unsafe fn host<'a>(registration: *mut Registration) -> &'a TestHost {
    &*registration.cast::<TestHost>()
}

unsafe extern "C" fn accept<T>(_: *mut Registration, _: *const T) -> i32 {
    OK
}

unsafe extern "C" fn describe(registration: *mut Registration, about: *const About) -> i32 {
    let about = &*about;
    *lock(&host(registration).start) = about.start.map(|run| (run, about.context as usize));
    OK
}

unsafe extern "C" fn add_target(registration: *mut Registration, target: *const Target) -> i32 {
    let target = &*target;
    lock(&host(registration).targets).push(TargetRow {
        name: read(target.name).to_string(),
        flags: target.flags,
        make: target.make,
        destroy: target.destroy,
        context: target.context as usize,
        instance: None,
    });
    OK
}

unsafe extern "C" fn add_action(registration: *mut Registration, action: *const Action) -> i32 {
    let host = host(registration);
    let (target, name) = (
        read((*action).target).to_string(),
        read((*action).name).to_string(),
    );
    let mut actions = lock(&host.actions);
    let is_known = lock(&host.targets).iter().any(|row| row.name == target);
    if !is_known
        || actions
            .iter()
            .any(|row| row.target == target && row.name == name)
    {
        eprintln!("'{target}.{name}' is added twice, or before its target");
        return INVALID;
    }
    actions.push(ActionRow {
        target,
        name,
        run: (*action).run,
        context: (*action).context as usize,
    });
    OK
}

unsafe extern "C" fn add_event(registration: *mut Registration, event: *const Event) -> i32 {
    lock(&host(registration).events).push(read((*event).name).to_string());
    OK
}

unsafe extern "C" fn add_observer(
    registration: *mut Registration,
    observer: *const Observer,
) -> i32 {
    take_observer(host(registration), &*observer);
    OK
}

unsafe fn take_observer(host: &TestHost, observer: &Observer) -> usize {
    // No number comes twice.
    static NUMBERS: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
    let names = slice(observer.events, observer.event_count);
    lock(&host.observers).push(ObserverRow {
        number,
        events: names.iter().map(|name| read(*name).to_string()).collect(),
        heard: observer.heard,
        release: observer.release,
        context: observer.context as usize,
    });
    number
}

unsafe extern "C" fn explain(_: *mut Registration, message: Text) {
    eprintln!("register: {}", read(message));
}

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

// A URL or a map key leads to a neighbour whose target it is.
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

// Of the component's own actions it is known whether they are there; of a neighbour nothing is.
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
    if !lock(&host.targets).iter().any(|row| row.name == target) {
        return answer(Ok(Data::Null), ended, context);
    }
    let is_there = !is_named
        || lock(&host.actions)
            .iter()
            .any(|row| row.target == target && row.name == action);
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
    _: *const Host,
    target: Text,
    ended: Option<Ended>,
    context: Context,
) -> i32 {
    let message = format!("'{}' has no instance", read(target));
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
    if !lock(&host.events).iter().any(|name| name == event) {
        let message = format!("the component has not declared the event '{event}'");
        return answer(
            Err(Fault::new(NOT_FOUND, "no_such_event", message)),
            ended,
            context,
        );
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
    let number = take_observer(&*host, &*observer);
    *observation = Box::into_raw(Box::new(Observed { host, number })).cast();
    OK
}

unsafe extern "C" fn end_observation(observation: *mut Observation) {
    let observed = Box::from_raw(observation.cast::<Observed>());
    let mut observers = lock(&(*observed.host).observers);
    let place = observers
        .iter()
        .position(|row| row.number == observed.number);
    let row = place.map(|place| observers.remove(place));
    drop(observers);
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
            Running::new(host, "", "function", parameters, ptr::null_mut())
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

fn unreadable() -> Fault {
    Fault::new(
        FAILED,
        "unreadable",
        "objects and functions don't pass through a test",
    )
}

// MARK: calls that the component answers

unsafe fn running<'a>(call: *mut contract::Call) -> &'a Running {
    &*call.cast::<Running>()
}

unsafe extern "C" fn reply(call: *mut contract::Call, value: *const Value) -> i32 {
    running(call).end(Data::copy(&*value).ok_or_else(unreadable))
}

unsafe extern "C" fn fail(call: *mut contract::Call, failure: *const Failure) -> i32 {
    running(call).end(Err(Fault::copy(&*failure)))
}

unsafe extern "C" fn hear(_: *mut contract::Call, _: *const Progress) -> i32 {
    OK
}

unsafe extern "C" fn defer(call: *mut contract::Call) -> *mut contract::Call {
    let mut end = lock(&running(call).end);
    if end.outcome.is_some() {
        return ptr::null_mut();
    }
    end.holds += 1;
    Arc::increment_strong_count(call.cast::<Running>());
    call
}

unsafe extern "C" fn release(call: *mut contract::Call) {
    let is_lost = {
        let mut end = lock(&running(call).end);
        end.holds -= 1;
        end.holds == 0 && end.outcome.is_none()
    };
    if is_lost {
        running(call).end(Err(Fault::new(
            FAILED,
            "no_reply",
            "the deferred call was dropped",
        )));
    }
    Arc::decrement_strong_count(call.cast::<Running>());
}

unsafe extern "C" fn is_cancelled(_: *mut contract::Call) -> bool {
    false
}

// The function is never called, because a test gives no call up, and its context is given back at once.
unsafe extern "C" fn when_cancelled(
    _: *mut contract::Call,
    _: Release,
    context: Context,
    done: Option<Release>,
) {
    if let Some(done) = done {
        done(context);
    }
}

unsafe extern "C" fn make_cancellation(_: *const Host) -> *mut Cancellation {
    ptr::NonNull::dangling().as_ptr()
}

unsafe extern "C" fn forget(_: *mut Cancellation) {}
