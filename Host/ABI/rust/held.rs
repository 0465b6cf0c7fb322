//! Objects and functions, which both sides hold by counting.

use super::contract::{self, *};
use super::{Call, Fault, Reply};
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

/// An object of this component or of another one, held as long as this is.
pub struct Object(pub(super) Box<contract::Object>);

/// A function that is called back through `call.invoke`, held as long as this is.
pub struct Function(pub(super) Box<contract::Function>);

// The contract lets any thread hold, pass and let go of them.
unsafe impl Send for Object {}
unsafe impl Sync for Object {}
unsafe impl Send for Function {}
unsafe impl Sync for Function {}

// What an instance or a context of one's own points to.
struct Held<T> {
    holds: AtomicUsize,
    thing: T,
}

type Thing = Arc<dyn Any + Send + Sync>;
type Body = Box<dyn Fn(&Call) -> Result<Reply, Fault> + Send + Sync>;

impl<T> Held<T> {
    fn make(thing: T) -> Context {
        let holds = AtomicUsize::new(1);
        Box::into_raw(Box::new(Held { holds, thing })).cast()
    }
}

unsafe extern "C" fn retain<T>(held: Context) {
    (*held.cast::<Held<T>>())
        .holds
        .fetch_add(1, Ordering::Relaxed);
}

unsafe extern "C" fn release<T>(held: Context) {
    let held = held.cast::<Held<T>>();
    if (*held).holds.fetch_sub(1, Ordering::AcqRel) == 1 {
        let _ = catch_unwind(AssertUnwindSafe(|| drop(Box::from_raw(held))));
    }
}

// Not generic, so that its address is the same for all things.
unsafe extern "C" fn release_thing(held: Context) {
    release::<Thing>(held)
}

unsafe extern "C" fn run(held: Context, call: *mut contract::Call) -> i32 {
    let body = &(*held.cast::<Held<Body>>()).thing;
    super::end(body, call)
}

impl Object {
    /// A thing of one's own; `kind` is its name for people.
    pub fn of<T: Any + Send + Sync>(thing: Arc<T>, kind: &'static str) -> Object {
        Object(Box::new(contract::Object {
            head: Head::of::<contract::Object>(),
            kind: lend(kind),
            instance: Held::<Thing>::make(thing),
            retain: retain::<Thing>,
            release: release_thing,
        }))
    }

    /// The thing, where it is one's own and of this type.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let is_own = self.0.release as usize == release_thing as *const () as usize;
        let held = is_own.then(|| unsafe { &*self.0.instance.cast::<Held<Thing>>() })?;
        held.thing.clone().downcast().ok()
    }

    pub(super) unsafe fn copy(borrowed: &contract::Object) -> Object {
        (borrowed.retain)(borrowed.instance);
        Object(Box::new(*borrowed))
    }
}

impl Function {
    /// A function of one's own, which ends its call as an action does.
    pub fn of(
        host: &Host,
        body: impl Fn(&Call) -> Result<Reply, Fault> + Send + Sync + 'static,
    ) -> Function {
        Function(Box::new(contract::Function {
            head: Head::of::<contract::Function>(),
            context: Held::<Body>::make(Box::new(body)),
            run,
            retain: Some(retain::<Body>),
            release: Some(release::<Body>),
            host,
        }))
    }

    pub(super) unsafe fn copy(borrowed: &contract::Function) -> Function {
        if let Some(retain) = borrowed.retain {
            retain(borrowed.context);
        }
        Function(Box::new(*borrowed))
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        unsafe { (self.0.release)(self.0.instance) }
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            unsafe { release(self.0.context) }
        }
    }
}

impl Clone for Object {
    fn clone(&self) -> Object {
        unsafe { Object::copy(&self.0) }
    }
}

impl Clone for Function {
    fn clone(&self) -> Function {
        unsafe { Function::copy(&self.0) }
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Object) -> bool {
        self.0.instance == other.0.instance
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.0.context == other.0.context && self.0.run as usize == other.0.run as usize
    }
}

impl std::fmt::Debug for Object {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(to, "<object {}>", unsafe { super::read(self.0.kind) })
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str("<function>")
    }
}
