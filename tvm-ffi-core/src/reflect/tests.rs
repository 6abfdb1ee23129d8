use core::ptr::null_mut;

use super::*;
use crate::abi::{FieldFlag, TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TVMFFIFieldInfo, TypeIndex};
use crate::runtime::table;

/// Registers a type with more and more fields, and each field's number as an attribute.
fn register(type_index: i32, number: i64) {
    let name = format!("f{number}");
    let (name, empty) = (TVMFFIByteArray::of(name.as_bytes()), TVMFFIByteArray::of(b""));
    let field = TVMFFIFieldInfo {
        name,
        doc: empty,
        metadata: empty,
        flags: FieldFlag::WRITABLE,
        size: 8,
        alignment: 8,
        offset: 24,
        getter: None,
        setter: null_mut(),
        default_value_or_factory: TVMFFIAny::NONE,
        field_static_type_index: TypeIndex::INT,
    };
    // SAFETY: the field is readable.
    assert_eq!(unsafe { table::TVMFFITypeRegisterField(type_index, &field) }, 0);
    let number = TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(number));
    // SAFETY: the name is readable, and the value is lent.
    assert_eq!(unsafe { table::TVMFFITypeRegisterAttr(type_index, &name, &number) }, 0);
}

/// The C++ runtime has no lock.
#[test]
fn types_are_read_while_a_thread_registers_more_of_them() {
    if std::env::var_os("TVM_FFI_LIBRARY").is_some() {
        return println!("skipped: on the C++ runtime no thread may do so");
    }
    assert!(find().is_ok());
    let key = TVMFFIByteArray::of(b"reflect.Growing");
    // SAFETY: the key is readable.
    let type_index = unsafe { table::TVMFFITypeGetOrAllocIndex(&key, -1, 1, 0, 1, TypeIndex::OBJECT) };
    let about = TypeInfo::by_key("reflect.Growing").expect("it is registered");
    const FIELDS: i64 = if cfg!(miri) { 6 } else { 200 };
    std::thread::scope(|scope| {
        scope.spawn(|| (0..FIELDS).for_each(|number| register(type_index, number)));
        for _ in 0..2 {
            scope.spawn(|| {
                while about.own_fields().len() < FIELDS as usize {
                    assert!(about.doc().is_none() && about.parent().is_some());
                    for (number, field) in about.own_fields().iter().enumerate() {
                        assert_eq!(field.name(), format!("f{number}"));
                        let attribute = about.attribute(field.name());
                        assert!(
                            attribute.is_none_or(|value| value.cast::<usize>().is_ok_and(|of| of == number))
                        );
                    }
                }
            });
        }
    });
    assert_eq!(about.fields().len(), FIELDS as usize);
}
