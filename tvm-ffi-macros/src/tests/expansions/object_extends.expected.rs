#[repr(C)]
pub struct Circle {
    shape: Shape,
    radius: u32,
}
const _: () = {
    const _: () = {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::NoMethods as _;
        ::core::assert!(
            ! ::tvm_ffi::__private::MethodsOf:: < Circle > ::HAS_INIT,
            "`Circle` has two constructors, option `init` and the `#[init]` function of its `#[tvm_ffi::methods]`: keep one of them"
        )
    };
    const _: () = ::tvm_ffi::__private::base_field_is_the_parent::<Shape, Shape>();
    const _: () = {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::NoParentAccess as _;
        ::core::assert!(
            ! ::tvm_ffi::__private::ParentAccess:: < Shape > ::IS_MUTABLE,
            "`Circle` is not `mutable` and `Shape`, which it extends, is: make both `mutable`, or none"
        )
    };
    const __TVM_FFI_PARENT: fn() -> &'static ::tvm_ffi::__private::Class = ::tvm_ffi::__private::parent_class::<
        Shape,
    >;
    static __TVM_FFI_CLASS: ::tvm_ffi::__private::Class = unsafe {
        ::tvm_ffi::__private::Class::new::<
            Circle,
        >(::core::option::Option::Some(__TVM_FFI_PARENT), __TVM_FFI_RECORD)
    };
    unsafe impl ::tvm_ffi::__private::ObjectType for Circle {
        const TYPE_KEY: &'static ::core::primitive::str = "shapes.Circle";
        type Access = ::tvm_ffi::__private::Frozen;
        type Parent = Shape;
        fn class() -> &'static ::tvm_ffi::__private::Class {
            &__TVM_FFI_CLASS
        }
    }
    impl ::tvm_ffi::__private::FfiType for Circle {
        const TAG: &'static ::tvm_ffi::__private::TypeTag = &::tvm_ffi::__private::TypeTag::Object(
            <Circle as ::tvm_ffi::__private::ObjectType>::TYPE_KEY,
        );
    }
    impl ::tvm_ffi::__private::IntoAny for Circle {
        fn into_any(self) -> ::tvm_ffi::__private::Any {
            ::tvm_ffi::__private::object_into_any(self)
        }
    }
    struct __TvmFfiField<const INDEX: ::core::primitive::usize>;
    impl ::tvm_ffi::__private::Field for __TvmFfiField<0> {
        type Object = Circle;
        type Value = u32;
        const OFFSET: ::core::primitive::usize = ::core::mem::offset_of!(Circle, radius);
        const SETTABLE: ::core::primitive::bool = false;
        const NAME: &'static ::core::primitive::str = "radius";
        #[inline]
        fn get(__object: &Circle) -> &u32 {
            &__object.radius
        }
    }
    const _: fn(&Circle) -> &Shape = |__object| &__object.shape;
    const _: () = ::core::assert!(
        ::core::mem::offset_of!(Circle, shape) == 0,
        "`Circle` has to begin with its `#[base]` field, and another macro has changed the struct: put `#[tvm_ffi::object]` below it"
    );
    impl ::tvm_ffi::__private::FromFields for Circle {
        fn from_fields(
            __values: &mut ::tvm_ffi::__private::FieldValues<'_>,
        ) -> ::core::option::Option<Circle> {
            #[allow(unused_imports)]
            use ::tvm_ffi::__private::NoValue as _;
            ::core::option::Option::Some(Circle {
                shape: <Shape as ::tvm_ffi::__private::FromFields>::from_fields(
                    __values,
                )?,
                radius: ::tvm_ffi::__private::ValueOf::<
                    u32,
                >::next(__values, ::core::option::Option::None)?,
            })
        }
    }
    const __TVM_FFI_RECORD: &'static ::tvm_ffi::__private::ClassRecord = {
        #[allow(unused_imports)]
        use ::tvm_ffi::__private::{NoMethods as _, NoValue as _};
        &::tvm_ffi::__private::ClassRecord {
            file: ::core::file!(),
            line: ::core::line!(),
            krate: "my-kernels",
            version: "1.2.3",
            flags: 0 | ::tvm_ffi::__private::FINAL,
            structural: 0,
            fields: &[
                ::tvm_ffi::__private::describe_field::<
                    __TvmFfiField<0>,
                    u32,
                >(1024, ::core::option::Option::None)
                    .named("radius", "in pixels", ::core::option::Option::None),
            ],
            hooks: ::tvm_ffi::__private::Hooks {
                repr: ::core::option::Option::None,
                eq: ::core::option::Option::None,
                hash: ::core::option::Option::None,
                compare: ::core::option::Option::None,
                copy: ::core::option::Option::None,
            },
            from_fields: ::core::option::Option::Some(
                ::tvm_ffi::__private::from_fields::<Circle>(),
            ),
            methods: ::tvm_ffi::__private::MethodsOf::<Circle>::METHODS,
            constants: ::tvm_ffi::__private::MethodsOf::<Circle>::CONSTANTS,
            ..::tvm_ffi::__private::ClassRecord::new::<Circle>("shapes.Circle")
        }
    };
    unsafe impl ::tvm_ffi::__private::SearchTensors for Circle {
        const LEADS_TO_TENSORS: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[
                <Shape as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
                <u32 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_TENSORS,
            ],
        );
        const LEADS_TO_PYTHON: ::core::primitive::bool = ::tvm_ffi::__private::any_of(
            &[
                <Shape as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_PYTHON,
                <u32 as ::tvm_ffi::__private::SearchTensors>::LEADS_TO_PYTHON,
            ],
        );
        fn search(&self, __search: &mut ::tvm_ffi::__private::TensorSearch) {
            match self {
                Self { shape: __part0, radius: __part1 } => {
                    <Shape as ::tvm_ffi::__private::SearchTensors>::search(
                        __part0,
                        __search,
                    );
                    <u32 as ::tvm_ffi::__private::SearchTensors>::search(
                        __part1,
                        __search,
                    );
                }
            }
        }
    }
    ::tvm_ffi::__private::enter! {
        class : & __TVM_FFI_CLASS
    }
};
