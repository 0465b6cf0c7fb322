//! Instances: what a target makes for its calls.

use super::contract::{Context, Destroy, Host, Make, TARGET_CACHED, TARGET_PER_CALL};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::null_mut;

/// A thing that a target makes, kept between calls or made for each.
pub trait Instance: Send + Sync + Sized + 'static {
    /// With the component's own host, which lives as long as the process, to call, log and publish with. Nothing fails the
    /// call.
    fn make(host: &'static Host) -> Option<Self>;
}

/// How long a target's instances live.
#[derive(Clone, Copy)]
pub struct Instances {
    pub(super) flags: u32,
    pub(super) make: Make,
    pub(super) destroy: Destroy,
}

impl Instances {
    /// One, until the component is taken out.
    pub const fn kept<T: Instance>() -> Instances {
        Instances {
            flags: 0,
            make: make::<T>,
            destroy: destroy::<T>,
        }
    }

    /// One, which may be destroyed whenever no call is in it.
    pub const fn cached<T: Instance>() -> Instances {
        Instances {
            flags: TARGET_CACHED,
            ..Instances::kept::<T>()
        }
    }

    /// One for each call.
    pub const fn per_call<T: Instance>() -> Instances {
        Instances {
            flags: TARGET_PER_CALL,
            ..Instances::kept::<T>()
        }
    }
}

unsafe extern "C" fn make<T: Instance>(host: Context) -> Context {
    let host: &'static Host = &*host.cast::<Host>();
    let made = catch_unwind(AssertUnwindSafe(|| T::make(host)))
        .ok()
        .flatten();
    made.map_or(null_mut(), |made| Box::into_raw(Box::new(made)).cast())
}

unsafe extern "C" fn destroy<T: Instance>(_: Context, instance: Context) {
    let _ = catch_unwind(AssertUnwindSafe(|| {
        drop(Box::from_raw(instance.cast::<T>()))
    }));
}
