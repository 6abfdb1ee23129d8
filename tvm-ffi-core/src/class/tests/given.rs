//! Objects that are passed as rvalues to one of their own fields, or along with themselves.

use super::support::{field, function};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{FfiType, FromAnyView, IntoAny, Mismatch};
use crate::error::{Result, check};
use crate::object::Ref;
use crate::object_ref::ObjectRef;
use core::ptr::NonNull;
use tvm_ffi_macros::{SearchTensors, object};

/// The sum of an eater that is given away, and is gone then.
#[derive(Debug, Clone, SearchTensors)]
#[tvm_ffi(crate = "crate")]
struct Eaten(i64);

impl FfiType for Eaten {
    const TAG: &'static crate::TypeTag = &crate::TypeTag::Named("eater");
}

impl<'a> FromAnyView<'a> for Eaten {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        let eater = Ref::<Eater>::decode(view, holder)?;
        let sum = eater.borrow().sum.0;
        Some(Self(sum))
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Ref::<Eater>::explain(view)
    }
}

impl IntoAny for Eaten {
    fn into_any(self) -> Any {
        self.0.into_any()
    }
}

#[object("tests.Eater", mutable, init, crate = "crate")]
#[derive(Debug)]
struct Eater {
    #[field(set)]
    sum: Eaten,
    #[field(default = Any::none())]
    other: Any,
}

/// The only reference to an eater, which its slot owns.
fn slot(sum: i64) -> *mut TVMFFIObject {
    let eater = Ref::new(Eater { sum: Eaten(sum), other: Any::none() });
    Ref::into_object(eater).into_raw().as_ptr()
}

fn given_away(slot: &mut *mut TVMFFIObject) -> TVMFFIAny {
    TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, TVMFFIAnyPayload::from_ptr((&raw mut *slot).cast()))
}

#[test]
fn a_field_may_eat_the_object_that_it_is_in() {
    let mut slot = slot(5);
    let field = field::<Eater>("sum");
    let address = slot.wrapping_byte_add(field.offset as usize).cast();
    let value = given_away(&mut slot);
    // SAFETY: the flags say that it is a C function.
    let setter = unsafe {
        core::mem::transmute::<*mut core::ffi::c_void, crate::abi::TVMFFIFieldSetter>(field.setter)
    };
    // SAFETY: Field address, and AnyView validity.
    check(unsafe { setter(address, &value) }).expect("it can be set");
    assert!(slot.is_null(), "it was taken");
}

#[test]
fn a_constructor_may_eat_what_it_is_lent_too() -> Result<()> {
    let mut slot = slot(6);
    let lent = TVMFFIAny::new(Eater::index(), TVMFFIAnyPayload::from_ptr(slot.cast()));
    let given = given_away(&mut slot);
    // SAFETY: AnyView validity, as of arguments that a caller lends and gives away.
    let args = [&given, &lent].map(|raw| unsafe { AnyView::from_raw(NonNull::from(raw)) });
    let made: Ref<Eater> = function::<Eater>("__ffi_init__").call_packed(&args)?.cast()?;
    let other: Ref<Eater> = made.borrow().other.clone().cast()?;
    assert_eq!((made.borrow().sum.0, other.borrow().sum.0), (6, 6));
    drop(made);
    assert_eq!(ObjectRef::strong_count(Ref::as_object(&other)), 1);
    Ok(())
}

impl Eater {
    fn index() -> i32 {
        super::support::info::<Self>().type_index
    }
}
