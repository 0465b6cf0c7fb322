// Its action panics, which aborts.
#[path = "../../Host/ABI/rust/mod.rs"]
mod component;

use component::contract::{Host, Registration};
use component::{Action, Call, Component, Fault, Reply, Target};

fn run(call: &Call) -> Result<Reply, Fault> {
    let id: Option<i64> = None;
    Ok((id.expect("there is one") + call.get::<i64>("id")?).into())
}

static COMPONENT: Component = Component {
    name: "Panics",
    summary: "Panics",
    version: [1, 0, 0],
    needs: &[],
    types: &[],
    targets: &[Target {
        name: "Panics",
        summary: "",
        is_serial: false,
        actions: &[Action { name: "run", signature: "", summary: "Panics", notes: "", flags: 0, run }],
    }],
    ..Component::EMPTY
};

#[no_mangle]
pub unsafe extern "C" fn register(host: *const Host, registration: *mut Registration) -> i32 {
    component::register(host, registration, &COMPONENT)
}
