// The same in Rust.
#[path = "../../Host/ABI/rust/mod.rs"]
mod component;

use component::contract::*;
use component::{
    Action, Call, Cancellation, Component, Data, Fault, Observation, Options, Path, Presence, Reply, Target,
};
use std::mem::offset_of;
use std::sync::Mutex;
use std::time::Duration;

type Outcome = Result<Reply, Fault>;

static BEGUN: Mutex<Vec<Observation>> = Mutex::new(Vec::new());

fn observe(call: &Call) -> Outcome {
    let count: i64 = call.get("count")?;
    for _ in 0..count {
        let observation = call.host().observe(&["Other.said"], 0, |_| {})?;
        BEGUN.lock().unwrap().push(observation);
    }
    Ok(count.into())
}

fn end(_: &Call) -> Outcome {
    let ended = std::mem::take(&mut *BEGUN.lock().unwrap());
    drop(ended);
    Ok(true.into())
}

// What a call does whose host is older than what is asked of it.
fn with_older<R>(call: &Call, body: impl FnOnce(&Call) -> R) -> R {
    let mut host = unsafe { std::ptr::read(call.host()) };
    host.head.size = offset_of!(Host, publish_route) as u32;
    let mut raw = unsafe { std::ptr::read(call.raw()) };
    raw.host = &host;
    body(&unsafe { Call::new(&mut raw) })
}

fn add_route(call: &Call) -> Outcome {
    with_older(call, |call| call.add_route(&Path::new("/more", "observe")))?;
    Ok(true.into())
}

fn remove_route(call: &Call) -> Outcome {
    Ok(with_older(call, |call| call.remove_route(&Path::new("/more", "observe")))?.into())
}

fn ask(call: &Call) -> Outcome {
    Ok(match with_older(call, |call| call.has("ObservesRust", None, false)) {
        Presence::Unknown => Data::Null.into(),
        Presence::Yes => true.into(),
        Presence::No(fault) => return Err(fault),
    })
}

fn endless(call: &Call) -> Outcome {
    let options = Options { limit: Some(Duration::MAX), ..Options::default() };
    Ok(call.call_with("Other", "step", &[], &options)?.into())
}

// What the host can be asked that serves no call.
fn alone(call: &Call) -> Outcome {
    let host = call.host();
    assert!(matches!(host.has("ObservesRust", Some("observe"), false), Presence::Yes));
    assert!(matches!(host.has("ObservesRust", Some(""), false), Presence::No(_)));
    assert!(matches!(host.can_open("app://ObservesRust/end", false), Presence::No(_)));
    assert!(matches!(host.release_instance("ObservesRust"), Presence::No(_)));
    let path = Path::new("/more/:count", "observe");
    host.add_route(&path)?;
    let url = host.url("app", "ObservesRust", "observe", &[("count", 0.into())])?;
    let opened = host.open(&url, &[])?;
    Ok(Data::List(vec![url.into(), opened, host.remove_route(&path)?.into()]).into())
}

// A URL that may take so long, in nanoseconds, or is given up, or has a hint.
fn open_within(call: &Call) -> Outcome {
    let cancellation = Cancellation::new(call.host());
    if call.get_or("given_up", false)? {
        cancellation.cancel();
    }
    let hints: &[(&str, Data)] = if call.get_or("hinted", false)? { &[("hot", Data::Null)] } else { &[] };
    let limit = call.get::<Option<i64>>("limit")?.map(|limit| Duration::from_nanos(limit as u64));
    let options = Options { limit, cancellation: Some(&cancellation), hints, ..Options::default() };
    Ok(call.open_with("app://ObservesRust/observe?count=0", &[], &options)?.into())
}

static COMPONENT: Component = Component::new(
    "ObservesRust",
    "Observes",
    [1, 0, 0],
    &[Target::new("ObservesRust", "", &[
        Action::new("observe", "(count: int) -> int", "", observe).remote(),
        Action::new("end", "", "", end),
        Action::new("addRoute", "", "", add_route),
        Action::new("removeRoute", "", "", remove_route),
        Action::new("ask", "", "", ask),
        Action::new("endless", "", "", endless),
        Action::new("alone", "", "", alone),
        Action::new("openWithin", "", "", open_within),
    ])],
);

#[no_mangle]
pub unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
    component::register(host, registration, &COMPONENT)
}
