// The same in Rust.
#[path = "../../Host/ABI/rust/mod.rs"]
mod component;

use component::contract::*;
use component::{Action, Call, Component, Fault, Observation, Path, Reply, Target};
use std::mem::offset_of;
use std::sync::Mutex;

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

static COMPONENT: Component = Component::new(
    "ObservesRust",
    "Observes",
    [1, 0, 0],
    &[Target::new("ObservesRust", "", &[
        Action::new("observe", "(count: int) -> int", "", observe).remote(),
        Action::new("end", "", "", end),
        Action::new("addRoute", "", "", add_route),
        Action::new("removeRoute", "", "", remove_route),
    ])],
);

#[no_mangle]
pub unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
    component::register(host, registration, &COMPONENT)
}
