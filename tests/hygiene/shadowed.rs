//! Exports and declarations of kernels work in a module that redefines every name that an expansion could use.

#![forbid(unsafe_code)]
#![deny(warnings)]
#![allow(unreachable_pub)]

mod reexport {
    pub(crate) use ::tvm_ffi;
}

/// Makes items with these names in the namespaces of types, functions, and macros.
macro_rules! shadow {
    (types: $($ty:ident)*; values: $($value:ident)*; macros: $($mac:ident)*;) => {
        $(#[allow(dead_code, non_camel_case_types)] pub struct $ty {})*
        $(#[allow(dead_code, non_upper_case_globals)] pub const $value: [u128; 0] = [];)*
        $(#[allow(unused_macros)] macro_rules! $mac { ($d:tt) => { compile_error!("the user's macro was called") }; })*
    };
}

mod hostile {
    #![allow(dead_code)]

    pub mod modules {
        pub mod core {}
        pub mod std {}
        pub mod alloc {}
        pub mod tvm_ffi {}
        pub mod tvm_ffi_core {}
        pub mod tvm_ffi_cuda {}
        pub mod cuda {}
        pub mod __private {}
    }

    shadow! {
        types: i8 i16 i32 i64 u8 u16 u32 u64 usize isize f32 f64 bool str char c_int c_void
            Option Result Box Vec String Send Sync Sized Fn FnMut FnOnce Default Drop Iterator IntoIterator From Into
            Any AnyView Args Slot Description Returned Taken ListElement TVMFFIAny Function Error Tensor
            Mode Hot Exact Plain Opaque Operand DType TensorView Symbol View T U M A u128 i128
            Copy Clone Deref PhantomData Target Cuda Launch Kernel Kernels Library Image Source Options
            Parameter KernelParam Element Ptr PtrMut;
        values: Some None Ok Err drop args slot shim result describe body call metadata doc holder value
            index count code views see num_args P p dim0 dim1 stride sym_n m
            apart writes scan symbol operand bind add sub mul div rem neg
            launch of deref clone bytes text terminated variant cx params LIBRARY KERNEL;
        macros: concat line file stringify vec matches panic assert debug_assert compile_error format_args
            include include_str include_bytes env module_path;
    }
}

/// A trait in scope with methods, for every type, that have the names of methods in expansions.
mod methods {
    #[allow(dead_code)]
    pub trait Hostile {
        fn count(&self) {}
        fn holder(&self) {}
        fn given(&self) {}
        fn parents(&self) {}
        fn returned(&self) {}
        fn assert_mutable_receiver(&self) {}
        fn assert_mutable_argument(&self) {}
        fn finish(&self) {}
        fn get(&self) {}
        fn has(&self) {}
        fn of(&self) {}
        fn tag(&self) {}
        fn with_views(&self) {}
        fn shape(&self) {}
        fn ndim(&self) {}
        fn is_some(&self) {}
        fn with_lanes(&self) {}
        fn cast(&self) {}
        fn cast_mut(&self) {}
        fn as_mut_ptr(&self) {}
        fn as_ptr(&self) {}
        fn len(&self) {}
        fn bytes(&self) {}
        fn launch(&self) {}
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

    include!("source.rs");
}

mod kernels {
    #[allow(unused_imports)]
    use crate::hostile::modules::*;
    #[allow(unused_imports)]
    use crate::hostile::*;
    #[allow(unused_imports)]
    use crate::methods::Hostile;

    include!("../ui/cuda/hygiene/source.rs");
}

#[test]
fn functions_stay_callable() {
    source::nothing();
    assert_eq!(source::defaults(7, None), 7);
    assert_eq!(source::closure(1)(2), 3);
    assert_eq!(source::registered(1, 2), 3);
    assert_eq!((kernels::plain(), kernels::generic()), ("by_value", "convert_f64_i32"));
}
