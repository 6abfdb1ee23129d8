#![forbid(unsafe_code)]

use tvm_ffi::__private::{Kind, Reach, TypeFacts};
use tvm_ffi::{AnyView, FfiType, FromAnyView, Mismatch, TensorView};

struct Hidden<'a>(TensorView<'a>);

impl FfiType for Hidden<'_> {
    const FACTS: TypeFacts<Self> = TypeFacts::new(Kind::Scalar, Reach::Nothing);

    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Hidden");
}

impl<'a> FromAnyView<'a> for Hidden<'a> {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        TensorView::decode(view, holder).map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        TensorView::explain(view)
    }
}

struct Borrowed;

impl FfiType for Borrowed {
    const FACTS: TypeFacts<Self> = <i64 as FfiType>::FACTS;

    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Borrowed");
}

fn main() {}
