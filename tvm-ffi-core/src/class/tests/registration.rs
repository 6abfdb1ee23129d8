//! What is registered of a class.

use super::classes::{Ouroboros, Tally};
use crate::any::Any;
use crate::description::{is_class_entry, unregistered_classes};
use crate::object::{ObjectType, Ref};

#[test]
fn a_class_that_needs_itself_to_be_registered_is_none() {
    for _ in 0..2 {
        let error = Ouroboros::class().type_index().expect_err("it has no end");
        let reason =
            "`tests.Ouroboros` is used by the default of one of its own fields, while it is being registered";
        assert!(error.message().contains(reason), "{error}");
    }
    let tail = Any::new("a text that is an object").try_into_object().expect("it is long");
    assert!(Ref::try_new(Ouroboros { tail }).is_err());
    assert!(unregistered_classes().any(|(name, _)| name == "tests.Ouroboros"));
}

#[test]
#[cfg_attr(miri, ignore = "Miri gives a generic function another address each time that it is taken")]
fn entries_are_known_by_their_address() {
    let record = Tally::class().record;
    let (getter, shim) = (record.fields[0].getter as usize, record.methods[1].export.shim.0 as usize);
    assert!(is_class_entry(getter) && is_class_entry(shim));
    assert!(!is_class_entry(getter.wrapping_add(1)));
}
