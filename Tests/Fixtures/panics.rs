// Its action panics, which aborts.
#[path = "../../Host/ABI/rust/mod.rs"]
mod component;

use component::{Action, Call, Component, Fault, Reply, Target};

fn run(call: &Call) -> Result<Reply, Fault> {
    let id: Option<i64> = None;
    Ok((id.expect("there is one") + call.get::<i64>("id")?).into())
}

const RUN: Action = Action::new("run", "", "Panics", run);

component::export!(Component::new("Panics", "Panics", [1, 0, 0], &[Target::new("Panics", "", &[RUN])]));
