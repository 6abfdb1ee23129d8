//! Classes that extend others.

use tvm_ffi::Ref;

#[tvm_ffi::object("parents.Base", init)]
struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("parents.Middle", extends = Base, init)]
struct Middle {
    #[base]
    base: Base,
}

#[tvm_ffi::object("parents.Derived", extends = Middle, init)]
struct Derived {
    #[base]
    base: Middle,
    #[field(rename = "x")]
    y: f64,
}

#[test]
fn a_class_with_a_field_of_its_parents_is_not_registered() {
    let base = || Middle { base: Base { x: 1 } };
    assert!(Ref::try_new(base()).is_ok());
    let error = Ref::try_new(Derived { base: base(), y: 2.0 }).err().expect("`x` is there already");
    let reason = "the field `x` has the name of a field of `parents.Base`, which it extends";
    assert!(error.message().contains(reason), "{error}");
}
