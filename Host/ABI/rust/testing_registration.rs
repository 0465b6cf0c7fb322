//! The functions by which a component registers with the small host for tests; a registration is the host itself.

use super::contract::*;
use super::data::read;
use super::testing::TestHost;
use super::testing_call::lock;
use super::testing_generation::{ActionRow, Description, Generation};
use super::testing_instance::TargetRow;
use std::sync::MutexGuard;

unsafe fn now<'a>(registration: *mut Registration) -> MutexGuard<'a, Generation> {
    lock(&(*registration.cast::<TestHost>()).now)
}

pub(super) unsafe extern "C" fn accept<T>(_: *mut Registration, _: *const T) -> i32 {
    OK
}

pub(super) unsafe extern "C" fn describe(
    registration: *mut Registration,
    about: *const About,
) -> i32 {
    let about = &*about;
    now(registration).about = Some(Description {
        name: read(about.name).to_string(),
        context: about.context as usize,
        shutdown: about.shutdown,
        release: about.release,
        steps: [
            ("start", about.start),
            ("memory_pressure", about.memory_pressure),
            ("save", about.save),
            ("restore", about.restore),
        ],
    });
    OK
}

pub(super) unsafe extern "C" fn add_target(
    registration: *mut Registration,
    target: *const Target,
) -> i32 {
    let (mut now, target) = (now(registration), &*target);
    let context = target.context as usize;
    now.endings
        .extend(target.release.map(|release| (release, context)));
    now.targets.push(TargetRow {
        name: read(target.name).to_string(),
        flags: target.flags,
        make: target.make,
        destroy: target.destroy,
        context,
        instance: None,
        calls: 0,
        owed: vec![],
    });
    OK
}

pub(super) unsafe extern "C" fn add_action(
    registration: *mut Registration,
    action: *const Action,
) -> i32 {
    let (mut now, action) = (now(registration), &*action);
    let (target, name) = (
        read(action.target).to_string(),
        read(action.name).to_string(),
    );
    let is_known = now.targets.iter().any(|row| row.name == target);
    let is_there = now
        .actions
        .iter()
        .any(|row| row.target == target && row.name == name);
    if !is_known || is_there {
        eprintln!("'{target}.{name}' is added twice, or before its target");
        now.is_refused = true;
        return INVALID;
    }
    let context = action.context as usize;
    now.endings
        .extend(action.release.map(|release| (release, context)));
    now.actions.push(ActionRow {
        target,
        name,
        signature: read(action.signature).to_string(),
        declared: None,
        run: action.run,
        context,
    });
    OK
}

pub(super) unsafe extern "C" fn add_type(
    registration: *mut Registration,
    named: *const Type,
) -> i32 {
    let (name, definition) = (read((*named).name), read((*named).definition));
    now(registration)
        .definitions
        .push((name.to_string(), definition.to_string()));
    OK
}

pub(super) unsafe extern "C" fn add_event(
    registration: *mut Registration,
    event: *const Event,
) -> i32 {
    now(registration)
        .events
        .push(read((*event).name).to_string());
    OK
}

pub(super) unsafe extern "C" fn add_observer(
    registration: *mut Registration,
    observer: *const Observer,
) -> i32 {
    now(registration).take_observer(&*observer);
    OK
}

pub(super) unsafe extern "C" fn explain(_: *mut Registration, message: Text) {
    eprintln!("register: {}", read(message));
}
