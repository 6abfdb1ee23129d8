//! Declarations of kernels work in a module that lacks or redefines every name that an expansion could use.

#![forbid(unsafe_code)]
#![deny(warnings)]
#![allow(unreachable_pub)]

mod reexport {
    pub(crate) use ::tvm_ffi;
}

/// Nothing is in scope but what the file names by absolute paths.
mod without_prelude {
    #[no_implicit_prelude]
    pub(crate) mod source {
        include!("hygiene/source.rs");
    }
}

/// Makes items of the given names: types, functions, and macros have a namespace each.
macro_rules! shadow {
    (types: $($ty:ident)*; values: $($value:ident)*; macros: $($mac:ident)*;) => {
        $(#[allow(dead_code, non_camel_case_types)] pub struct $ty {})*
        $(#[allow(dead_code, non_upper_case_globals)] pub const $value: [u128; 0] = [];)*
        $(#[allow(unused_macros)] macro_rules! $mac { ($d:tt) => { compile_error!("the user's macro was called") }; })*
    };
}

mod hostile {
    pub mod modules {
        pub mod core {}
        pub mod std {}
        pub mod tvm_ffi {}
        pub mod tvm_ffi_cuda {}
        pub mod __private {}
        pub mod cuda {}
    }

    shadow! {
        types: i8 i16 i32 i64 u8 u16 u32 u64 usize isize f32 f64 bool str char c_void
            Option Result Box Vec String Send Sync Sized Copy Clone Deref PhantomData Target
            Cuda Launch Kernel Kernels Library Image Source Options ListElement Parameter KernelParam
            Element Ptr PtrMut T U A;
        values: Some None Ok Err launch of deref clone bytes text terminated variant cx args params LIBRARY KERNEL;
        macros: concat line file stringify panic assert include include_str include_bytes env;
    }
}

/// A trait in scope that gives everything the methods which expansions call on values of their own.
mod methods {
    #[allow(dead_code)]
    pub trait Hostile {
        fn cast(&self) {}
        fn cast_mut(&self) {}
        fn as_mut_ptr(&self) {}
        fn as_ptr(&self) {}
        fn len(&self) {}
        fn bytes(&self) {}
        fn launch(&self) {}
        fn of(&self) {}
        fn clone(&self) {}
        fn deref(&self) {}
    }

    impl<T: ?Sized> Hostile for T {}
}

mod source {
    #[allow(unused_imports)]
    use crate::hostile::modules::*;
    #[allow(unused_imports)]
    use crate::hostile::*;
    #[allow(unused_imports)]
    use crate::methods::Hostile;

    include!("hygiene/source.rs");
}

#[test]
fn kernels_can_be_named() {
    assert_eq!(source::plain(), without_prelude::source::plain());
    assert_eq!(source::generic(), without_prelude::source::generic());
}
