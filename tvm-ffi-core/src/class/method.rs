//! Methods, and how the class of a type finds them.

use core::marker::PhantomData;

use crate::description::{ConstantRecord, Method, MethodKind};

/// A type with an `impl` block under `#[tvm_ffi::methods]`.
pub trait OneBlockOfMethods {
    /// All of them.
    const METHODS: &'static [Method];
    /// The constants.
    const CONSTANTS: &'static [ConstantRecord] = &[];
    /// Whether the constructor is among them.
    const HAS_INIT: bool = has_init(Self::METHODS);
}

/// Whether the constructor is among some methods; it is there once.
const fn has_init(mut methods: &[Method]) -> bool {
    let mut found = false;
    while let [method, rest @ ..] = methods {
        if matches!(method.kind, MethodKind::Init) {
            assert!(!found, "a class has one constructor: one function with `#[init]`");
            found = true;
        }
        methods = rest;
    }
    found
}

/// Finds the methods of a type where it has some: `MethodsOf::<T>::METHODS`, with [`NoMethods`] in scope for where it has none.
pub struct MethodsOf<T>(PhantomData<T>);

impl<T: OneBlockOfMethods> MethodsOf<T> {
    /// All of them.
    pub const METHODS: &'static [Method] = T::METHODS;
    /// The constants.
    pub const CONSTANTS: &'static [ConstantRecord] = T::CONSTANTS;
    /// Whether the constructor is among them.
    pub const HAS_INIT: bool = T::HAS_INIT;
}

/// The methods of a type that has none.
pub trait NoMethods {
    /// None.
    const METHODS: &'static [Method] = &[];
    /// None.
    const CONSTANTS: &'static [ConstantRecord] = &[];
    /// No constructor.
    const HAS_INIT: bool = false;
}

impl<T> NoMethods for MethodsOf<T> {}
