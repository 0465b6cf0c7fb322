//! Neighbours that the test answers for, one action at a time, and what the component has asked of its neighbours.

use super::testing::{Outcome, TestHost};
use super::testing_call::lock;
use super::Data;
use std::sync::Arc;

/// An action of a neighbour: to the parameters.
pub(super) struct Stub {
    target: String,
    action: String,
    answer: Arc<dyn Fn(&Data) -> Outcome + Send + Sync>,
}

impl TestHost {
    /// Has a function answer for an action of a neighbour, in the place of what answered before.
    pub fn stub(
        &self,
        target: &str,
        action: &str,
        answer: impl Fn(&Data) -> Outcome + Send + Sync + 'static,
    ) {
        let mut stubs = lock(&self.stubs);
        stubs.retain(|stub| stub.target != target || stub.action != action);
        stubs.push(Stub {
            target: target.to_string(),
            action: action.to_string(),
            answer: Arc::new(answer),
        });
    }

    /// Has an action of a neighbour reply this.
    pub fn stub_reply(&self, target: &str, action: &str, reply: impl Into<Data>) {
        let reply = reply.into();
        self.stub(target, action, move |_| Ok(reply.clone()));
    }

    /// Takes all stubs out, so that the neighbours are missing again.
    pub fn remove_stubs(&self) {
        lock(&self.stubs).clear();
    }

    /// What the component has asked of its neighbours since the last look: "Clerk.ask" and the parameters.
    pub fn asked(&self) -> Vec<(String, Data)> {
        std::mem::take(&mut lock(&self.asked))
    }

    pub(super) fn has_stub(&self, target: &str, action: Option<&str>) -> bool {
        lock(&self.stubs)
            .iter()
            .any(|stub| stub.target == target && !action.is_some_and(|name| stub.action != name))
    }

    pub(super) fn ask_neighbour(&self, target: &str, action: &str, parameters: &Data) -> Outcome {
        lock(&self.asked).push((format!("{target}.{action}"), parameters.clone()));
        let stub = lock(&self.stubs)
            .iter()
            .find(|stub| stub.target == target && stub.action == action)
            .map(|stub| stub.answer.clone());
        match stub {
            Some(answer) => answer(parameters),
            None => (self.neighbour)(target, action, parameters),
        }
    }
}
