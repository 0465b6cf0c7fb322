//! What one writes once per component or per type: its `register`, structs that are maps, enums that are texts. They expect
//! this module to be `component`, at the root of the crate.

/// The component's one exported function, with its table: `export!(Component::new(…));`
macro_rules! export {
    ($component:expr) => {
        /// # Safety
        /// Only the host calls it, as the contract says.
        #[no_mangle]
        pub unsafe extern "C" fn register(
            host: *const $crate::component::contract::Host,
            registration: *mut $crate::component::contract::Registration,
        ) -> i32 {
            static COMPONENT: $crate::component::Component = $component;
            $crate::component::register(host, registration, &COMPONENT)
        }
    };
}

/// A struct that goes as a map: as a parameter, in a list, as a reply.
///
/// ```ignore
/// record! {
///     /// What something costs.
///     pub struct Price { pieces: i64, note: Option<String> }
/// }
/// ```
macro_rules! record {
    ($(#[$about:meta])* $seen:vis struct $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        $seen struct $name {
            $(pub $field: $type,)*
        }

        impl From<$name> for $crate::component::Data {
            fn from(record: $name) -> Self {
                Self::map([$((stringify!($field), record.$field.into())),*])
            }
        }

        impl $crate::component::Item for $name {}

        impl<'a> $crate::component::Parameter<'a> for $name {
            const TYPE: &'static str = stringify!($name);

            fn of(value: &'a $crate::component::contract::Value) -> Option<Self> {
                Some($name { $($field: $crate::component::field(value, stringify!($field))?,)* })
            }
        }
    };
}

/// An enum that goes as a text: `choice! { pub enum Unit { Km = "km", Mi = "mi" } }`.
macro_rules! choice {
    ($(#[$about:meta])* $seen:vis enum $name:ident { $($case:ident = $text:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $seen enum $name {
            $($case,)*
        }

        impl $name {
            /// The text that it goes as.
            pub fn text(self) -> &'static str {
                match self { $($name::$case => $text,)* }
            }
        }

        impl From<$name> for $crate::component::Data {
            fn from(choice: $name) -> Self {
                choice.text().into()
            }
        }

        impl $crate::component::Item for $name {}

        impl<'a> $crate::component::Parameter<'a> for $name {
            const TYPE: &'static str = stringify!($name);

            fn of(value: &'a $crate::component::contract::Value) -> Option<Self> {
                match <&str as $crate::component::Parameter>::of(value)? {
                    $($text => Some($name::$case),)*
                    _ => None,
                }
            }
        }
    };
}

pub(crate) use {choice, export, record};
