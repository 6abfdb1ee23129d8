//! `None`, pointers, whole values, and unknown type indices.

use core::ffi::c_void;

use super::*;

/// Type indices without a meaning, some of them next to one with a meaning.
const STRANGE: [i32; 8] = [-1, -2, i32::MIN, 13, 14, 63, 79, 127];

#[test]
fn an_unknown_type_index_is_refused_by_name_or_number() {
    for type_index in STRANGE.into_iter().filter(|index| *index < TypeIndex::STATIC_OBJECT_BEGIN) {
        let raw = odd(type_index);
        let expected = format!("got a value of unknown type index {type_index}");
        assert!(explained::<i64>(view(&raw)).ends_with(&expected), "{}", explained::<i64>(view(&raw)));
        mismatch::<f64>(view(&raw));
        mismatch::<bool>(view(&raw));
        mismatch::<&str>(view(&raw));
        mismatch::<&[u8]>(view(&raw));
        mismatch::<()>(view(&raw));
        mismatch::<*mut c_void>(view(&raw));
        mismatch::<Option<i64>>(view(&raw));
        mismatch::<crate::ObjectRef>(view(&raw));
        mismatch::<crate::Function>(view(&raw));
        mismatch::<crate::Error>(view(&raw));
    }
}

/// The runtime aborts if a caller looks up an unknown type, so this crate must not.
#[test]
fn a_reserved_object_index_is_not_looked_up() {
    for type_index in [TypeIndex::STATIC_OBJECT_END, 100, TypeIndex::DYN_OBJECT_BEGIN - 1] {
        // No code dereferences the pointer.
        let raw = slot(type_index, TVMFFIAnyPayload::from_int(64));
        assert!(explained::<i64>(view(&raw)).starts_with("TypeError: expected int, got "));
        assert!(format!("{:?}", view(&raw)).starts_with('<'));
    }
    // There is no object that would vouch for its type.
    for type_index in [TypeIndex::DYN_OBJECT_BEGIN + 5000, i32::MAX] {
        let raw = odd(type_index);
        assert!(explained::<i64>(view(&raw)).starts_with("TypeError: expected int, got "));
        assert!(format!("{:?}", view(&raw)).starts_with('<'));
    }
}

#[test]
fn none_is_none() {
    assert_eq!(decode::<()>(&().into_any()), Some(()));
    assert_eq!(decode::<Option<i64>>(&Any::none()), Some(None));
    assert_eq!(decode::<Option<i64>>(&3i64.into_any()), Some(Some(3)));
    assert_eq!(decode::<Option<Option<i64>>>(&Any::none()), Some(None));
    assert!(None::<i64>.into_any().is_none());
    assert!(Some(()).into_any().is_none());
    assert_eq!(decode::<i64>(&Some(4i64).into_any()), Some(4));
    assert_eq!(explained::<()>(0i64.into_any().as_view()), "TypeError: expected None, got int");
}

#[test]
fn pointers_are_kept_as_they_are() {
    let pointer = core::ptr::without_provenance_mut::<c_void>(0xdead_beef);
    // SAFETY: nothing uses the pointer.
    let value = unsafe { Any::from_pointer(pointer) };
    assert_eq!(decode::<*mut c_void>(&value), Some(pointer));
    assert_eq!(decode::<*mut c_void>(&Any::none()), Some(core::ptr::null_mut()));
    assert_eq!(explained::<*mut c_void>(1i64.into_any().as_view()), "TypeError: expected pointer, got int");
    // A real pointer can be used again.
    let mut number = 5i32;
    // SAFETY: only this test uses the pointer.
    let value = unsafe { Any::from_pointer(core::ptr::from_mut(&mut number).cast::<c_void>()) };
    let back = decode::<*mut c_void>(&value).expect("it is a pointer").cast::<i32>();
    // SAFETY: the pointer is that of `number`.
    assert_eq!(unsafe { back.read() }, 5);
}

#[test]
fn plain_values_are_copied_whole() {
    let dtype = slot(TypeIndex::DATA_TYPE, TVMFFIAnyPayload::from_bytes([2, 32, 1, 0, 0, 0, 0, 0]));
    let owned = Any::decode(view(&dtype), &mut ()).expect("a dtype can be owned");
    assert_eq!((owned.type_index(), *owned.as_raw().payload.bytes()), (5, [2, 32, 1, 0, 0, 0, 0, 0]));
    assert_eq!(owned.as_raw().small_len, 0);
}

#[test]
fn no_value_leaves_bytes_undefined() {
    // The runtime compares and hashes both words of a value; Miri would find bytes that were never written.
    let values = [
        Any::none(),
        true.into_any(),
        1i8.into_any(),
        1.5f32.into_any(),
        "abc".into_any(),
        b"ab".as_slice().into_any(),
        // SAFETY: nothing uses the pointer.
        unsafe { Any::from_pointer(core::ptr::null_mut::<c_void>()) },
        crate::DType::F32.into_any(),
        crate::Device::cpu().into_any(),
    ];
    for value in &values {
        let raw = value.as_raw();
        let bytes = core::ptr::from_ref(raw).cast::<[u8; 16]>();
        // SAFETY: the value has sixteen bytes.
        let bytes = unsafe { bytes.read() };
        let small = matches!(raw.type_index, TypeIndex::SMALL_STR | TypeIndex::SMALL_BYTES);
        assert!(small || bytes[4..8] == [0; 4], "{value:?}: the padding is zero");
    }
}

#[test]
fn a_mismatch_names_the_place_inside_the_value() {
    let mismatch = Mismatch::value_error("-1 is negative").at("[\"key\"]").at("[3]");
    assert_eq!(mismatch.place(), "[3][\"key\"]");
    assert_eq!(mismatch.to_string(), "element [3][\"key\"]: -1 is negative");
    assert_eq!(mismatch.into_error().to_string(), "ValueError: element [3][\"key\"]: -1 is negative");
}

#[test]
fn debug_output_shows_plain_values() {
    let shown = |value: Any| format!("{value:?}");
    assert_eq!(shown(Any::none()), "None");
    assert_eq!(shown(true.into_any()), "true");
    assert_eq!(shown((-3i64).into_any()), "-3");
    assert_eq!(shown(1.0f64.into_any()), "1.0");
    assert_eq!(shown("a\"b".into_any()), r#""a\"b""#);
    assert_eq!(shown([1u8; 9].as_slice().into_any()), "<bytes>");
    assert_eq!(shown(u64::MAX.into_any()), u64::MAX.to_string());
}
