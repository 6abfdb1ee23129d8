//! Hooks: what the runtime asks for values of a class, answered by Rust's derives.

use core::ffi::{c_int, c_void};
use core::fmt::Debug;
use core::hash::Hash;

use super::unsupported;
use crate::abi::TVMFFIAny;
use crate::object::ObjectType;

macro_rules! hooks {
    ($($(#[$doc:meta])* $name:ident: $bound:path,)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// The SafeCall contract of [`crate::abi`].
        pub unsafe extern "C" fn $name<T: ObjectType + $bound>(
            _: *mut c_void,
            _: *const TVMFFIAny,
            _: i32,
            _: *mut TVMFFIAny,
        ) -> c_int {
            unsupported(T::TYPE_KEY)
        }
    )*};
}

hooks! {
    /// `(value, _) -> str`
    hook_repr: Debug,
    /// `(a, b, _) -> bool`
    hook_eq: PartialEq,
    /// `(value, _) -> int`
    hook_hash: Hash,
    /// `(a, b, _) -> int`
    hook_compare: PartialOrd,
    /// `(value) -> value`
    hook_copy: Clone,
}
