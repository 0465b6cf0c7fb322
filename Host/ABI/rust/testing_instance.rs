//! The targets of the component that a test loads, and the instances that they make.

use super::contract::*;
use super::testing::{Outcome, TestHost};
use super::testing_call::lock;
use super::Fault;
use std::ptr;

/// A target that was registered, with addresses, for a test may run on any thread.
pub(super) struct TargetRow {
    pub name: String,
    pub flags: u32,
    pub make: Option<Make>,
    pub destroy: Option<Destroy>,
    pub context: usize,
    pub instance: Option<usize>,
    pub calls: usize,
    /// Instances to be destroyed once no call is in them.
    pub owed: Vec<usize>,
}

type Owed = (Destroy, usize, usize);

impl TargetRow {
    // Those in which no call is, with what destroys them.
    pub fn take_owed(&mut self) -> Vec<Owed> {
        match self.destroy {
            Some(destroy) if self.calls == 0 => {
                let context = self.context;
                self.owed
                    .drain(..)
                    .map(|instance| (destroy, context, instance))
                    .collect()
            }
            _ => vec![],
        }
    }
}

impl TestHost {
    /// Runs `body` with the instance that the target makes, as long as its flags say; null where it makes none.
    pub(super) fn with_instance(
        &self,
        target: &str,
        body: impl FnOnce(Context) -> Outcome,
    ) -> Outcome {
        let maker = self.with_target(target, |row| {
            Some((
                row.make?,
                row.destroy?,
                row.context,
                row.flags,
                row.instance,
            ))
        });
        let Some((make, destroy, context, flags, kept)) = maker.flatten() else {
            return body(ptr::null_mut());
        };
        let context = context as Context;
        let instance = match kept {
            Some(instance) => instance as Context,
            None => unsafe { make(context) },
        };
        if instance.is_null() {
            return Err(Fault::new(
                FAILED,
                "no_instance",
                "the target made no instance",
            ));
        }
        if flags & TARGET_PER_CALL != 0 {
            let outcome = body(instance);
            unsafe { destroy(context, instance) };
            return outcome;
        }
        self.with_target(target, |row| {
            row.instance = Some(instance as usize);
            row.calls += 1;
        });
        let outcome = body(instance);
        self.with_target(target, |row| row.calls -= 1);
        self.destroy_owed(target);
        outcome
    }

    /// Lets go of a target's instance, which is destroyed once no call is in it; whether there was one.
    pub(super) fn drop_instance(&self, target: &str) -> bool {
        let dropped = self.with_target(target, |row| {
            let instance = row.instance.take();
            row.owed.extend(instance);
            instance.is_some()
        });
        self.destroy_owed(target);
        dropped == Some(true)
    }

    fn destroy_owed(&self, target: &str) {
        let owed = self.with_target(target, TargetRow::take_owed);
        for (destroy, context, instance) in owed.into_iter().flatten() {
            unsafe { destroy(context as Context, instance as Context) };
        }
    }

    fn with_target<T>(&self, target: &str, body: impl FnOnce(&mut TargetRow) -> T) -> Option<T> {
        let mut now = lock(&self.now);
        now.targets
            .iter_mut()
            .find(|row| row.name == target)
            .map(body)
    }
}
