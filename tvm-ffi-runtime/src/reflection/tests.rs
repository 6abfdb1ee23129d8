mod functions;

use tvm_ffi_abi::{FieldFlag, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};

use super::*;
use crate::object::Object;
use crate::testing::{add_type as add, field, known, raised};
use crate::text;
use crate::types::TypeEntry;

fn int(int: i64) -> TVMFFIAny {
    TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(int))
}

fn strong_count(object: &Object) -> u32 {
    // SAFETY: Object validity; the test has the only references.
    unsafe { (*object.handle().cast::<TVMFFIObject>()).combined_ref_count as u32 }
}

#[test]
fn some_types_of_the_runtime_have_metadata() {
    assert_eq!(types().entry(TypeIndex::OBJECT).ok().and_then(TypeEntry::metadata).unwrap().total_size, 24);
    assert!(known(TypeIndex::ARRAY).metadata().is_none());
}

#[test]
fn fields_are_copied() {
    let index = add("types.Fields");
    let object = Object::new(TypeIndex::OBJECT, ());
    {
        let name = String::from("first");
        let mut first = field(&name);
        first.flags |= FieldFlag::HAS_DEFAULT | FieldFlag::SETTER_IS_FUNCTION_OBJ;
        first.default_value_or_factory = object.view();
        first.setter = object.handle();
        // SAFETY: the field is readable.
        assert_eq!(unsafe { register_field(index, &first) }, 0);
    }
    let before = known(index).fields();
    for name in ["second", "third", "fourth", "fifth"] {
        let mut other = field(name);
        other.default_value_or_factory = object.view();
        // SAFETY: the field is readable.
        assert_eq!(unsafe { register_field(index, &other) }, 0);
    }
    let info = get_info(index);
    // SAFETY: entries are kept forever.
    assert_eq!(unsafe { (*info).num_fields }, 5);
    // SAFETY: the names are kept forever, and a NUL follows each.
    let names = known(index).fields().iter().map(|field| unsafe { lent::c_text(field.name.data.cast()) });
    assert!(names.eq([&b"first"[..], b"second", b"third", b"fourth", b"fifth"]));
    assert_eq!((before.len(), before[0].name.size), (1, 5));
    assert!(before[0].doc.data.is_null());
    assert_eq!(strong_count(&object), 3, "one for the default, one for the setter");
    assert_eq!(known(index).fields()[1].default_value_or_factory.type_index, TypeIndex::NONE);
}

#[test]
fn an_attribute_is_set_once() {
    let name = TVMFFIByteArray::of(b"types.attribute");
    // SAFETY: the name is readable.
    assert!(unsafe { get_attr_column(&name) }.is_null());
    // SAFETY: the name is readable, and the value is lent.
    assert_eq!(unsafe { register_attr(0, &name, &int(1)) }, 0);
    // SAFETY: the name is readable.
    let shown = unsafe { get_attr_column(&name) };
    // SAFETY: columns are kept forever.
    assert_eq!(unsafe { (*shown).size }, 0);
    let object = Object::new(TypeIndex::OBJECT, ());
    // SAFETY: the name is readable, and the value is lent.
    let codes = [(); 2].map(|()| unsafe { register_attr(70, &name, &object.view()) });
    assert_eq!(codes, [0, -1]);
    assert!(raised().starts_with(
        "RuntimeError: TypeAttr `types.attribute` is already registered for type index 70. To update"
    ));
    assert_eq!(strong_count(&object), 2);
    // SAFETY: columns are kept forever.
    assert_eq!(unsafe { (*shown).size }, 71);
    let column = types().columns.find(b"types.attribute").unwrap();
    assert_eq!(column.get(70).unwrap().payload.ptr(), object.handle());
    for absent in [-1, 0, 69, 71, i32::MAX] {
        assert!(column.get(absent).is_none());
    }
    for outside in [-1, i32::MAX] {
        // SAFETY: the name is readable, and the value is lent.
        assert_eq!(unsafe { register_attr(outside, &name, &int(1)) }, -1);
        raised();
    }
}
