//! Why a call failed.

use super::contract::{self, *};
use super::{data, Data};

#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// One of the contract's codes: `FAILED`, `NOT_FOUND`, `INVALID`, …
    pub code: i32,
    /// One word for programs.
    pub reason: String,
    /// One sentence for people.
    pub message: String,
    /// A map of further facts, or null.
    pub details: Data,
    /// The reply of a stand-in, where the call's target or action is missing.
    pub answer: Option<Data>,
    /// Whose words they are: `VOICE_ACTION` for the component's own. A fault that is passed on keeps its voice.
    pub voice: u32,
}

impl Fault {
    pub fn new(code: i32, reason: &str, message: impl Into<String>) -> Fault {
        Fault {
            code,
            reason: reason.to_string(),
            message: message.into(),
            details: Data::Null,
            answer: None,
            voice: VOICE_ACTION,
        }
    }

    /// Whether the call's neighbour is missing, be it that nothing has its name, that it is refused, takes too long or
    /// crashes. It is not where it says that it was asked wrongly, where the call was given up, or for a reason of `answers`,
    /// which are words of the neighbour's own.
    pub fn is_missing(&self, answers: &[&str]) -> bool {
        !matches!(self.code, INVALID | CANCELLED) && !answers.contains(&self.reason.as_str())
    }

    /// Lends the fault to the host for as long as `body` runs.
    pub fn lend<R>(&self, body: impl FnOnce(&Failure) -> R) -> R {
        let lend = |answer: *const Value| {
            self.details.lend(|details| {
                body(&Failure {
                    head: Head::of::<Failure>(),
                    code: self.code,
                    voice: self.voice,
                    reason: lend(&self.reason),
                    message: lend(&self.message),
                    details: *details,
                    answer,
                })
            })
        };
        match &self.answer {
            Some(answer) => answer.lend(|answer| lend(answer)),
            None => lend(std::ptr::null()),
        }
    }

    /// A copy of a failure.
    ///
    /// # Safety
    /// It must come from the host.
    pub unsafe fn copy(failure: &contract::Failure) -> Fault {
        Fault {
            code: failure.code,
            reason: data::read(failure.reason).to_string(),
            message: data::read(failure.message).to_string(),
            details: Data::copy(&failure.details).unwrap_or(Data::Null),
            answer: failure
                .answer
                .as_ref()
                .and_then(|answer| Data::copy(answer)),
            voice: failure.voice,
        }
    }
}
