#![forbid(unsafe_code)]

use tvm_ffi::__private::{VariantOf, canonical_union};
use tvm_ffi::{Any, AnyView, FfiType, FromAnyView};

/// Keeps what it is given for `'static`, which it is only told to be.
struct Keeps;

impl FfiType for Keeps {
    fn type_name(_: &mut String) {}
    fn type_schema(_: &mut String) {}
}

impl FromAnyView<'static> for Keeps {
    type Holder = ();
    fn decode(_: AnyView<'static>, _: &'static mut ()) -> Option<Self> {
        None
    }
}

fn main() {
    let value = Any::new("text");
    canonical_union(value.as_view(), &[VariantOf::<'static, Keeps>::ALTERNATIVE]);
}
