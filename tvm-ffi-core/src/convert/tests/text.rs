//! Text and bytes: every length around the end of the small form, and content that is none.

use core::ffi::c_void;
use std::ffi::CString;
use std::path::PathBuf;

use super::*;
use crate::abi::TVMFFIByteArray;
use crate::string::{Bytes, Str};

/// A small string or small bytes with a length that the content need not have.
fn small(type_index: i32, small_len: u32, bytes: [u8; 8]) -> TVMFFIAny {
    TVMFFIAny { type_index, small_len, payload: TVMFFIAnyPayload::from_bytes(bytes) }
}

fn raw_str(text: &CString) -> TVMFFIAny {
    slot(TypeIndex::RAW_STR, TVMFFIAnyPayload::from_ptr(text.as_ptr().cast_mut().cast()))
}

fn byte_array(array: &TVMFFIByteArray) -> TVMFFIAny {
    slot(
        TypeIndex::BYTE_ARRAY_PTR,
        TVMFFIAnyPayload::from_ptr(core::ptr::from_ref(array).cast_mut().cast::<c_void>()),
    )
}

/// A heap string with content that need not be UTF-8, as C++ may make one.
fn foreign_str(content: &[u8]) -> Any {
    let mut raw = string_of_bytes(content).into_raw();
    let object = raw.payload.ptr().cast::<crate::abi::TVMFFIObject>();
    // SAFETY: the object was just made and is not shared; strings and bytes have one body.
    unsafe { (*object).type_index = TypeIndex::STR };
    raw.type_index = TypeIndex::STR;
    // SAFETY: the reference moves back.
    unsafe { Any::from_raw(raw) }
}

fn string_of_bytes(content: &[u8]) -> Any {
    assert!(content.len() > 7, "shorter content is not an object");
    content.into_any()
}

const LENGTHS: [usize; 10] = [0, 1, 3, 4, 6, 7, 8, 15, 16, if cfg!(miri) { 70 } else { 1000 }];

#[test]
fn text_ends_with_a_nul_and_small_text_is_filled_with_zeros() {
    for length in LENGTHS {
        let value = "x".repeat(length).into_any();
        let raw = value.as_raw();
        if length <= 7 {
            assert_eq!(raw.small_len as usize, length);
            assert!(raw.payload.bytes()[length..].iter().all(|byte| *byte == 0), "length {length}");
        } else {
            assert_eq!(raw.small_len, 0, "the padding is zero");
            let content = decode::<String>(&value).expect("it is text");
            // SAFETY: the content is followed by a NUL, in the same allocation.
            let text = unsafe { heap_text_with_nul(&value, length) };
            assert_eq!((text.last(), &text[..length]), (Some(&0), content.as_bytes()));
        }
    }
}

/// The content of a heap string and the byte behind it.
unsafe fn heap_text_with_nul(value: &Any, length: usize) -> &[u8] {
    let object = value.as_raw().payload.ptr().cast::<crate::abi::TVMFFIObject>();
    // SAFETY: the body follows the header.
    let body = unsafe { object.add(1) }.cast::<TVMFFIByteArray>();
    // SAFETY: as above.
    let data = unsafe { (*body).data };
    // SAFETY: the caller's contract.
    unsafe { core::slice::from_raw_parts(data, length + 1) }
}

#[test]
fn parts_are_joined_at_every_length() {
    for length in LENGTHS {
        for split in [0, 1, 3, 4, length / 2, length] {
            let text: String = ('a'..='z').cycle().take(length).collect();
            let (left, right) = text.split_at(split.min(length));
            assert_eq!(Str::concat(&[left, right, ""]), *text, "split at {split}");
        }
    }
}

#[test]
fn a_small_form_with_an_impossible_length_is_refused() {
    let content = *b"abcdefgh";
    for length in [8, 9, 16, u32::MAX] {
        let text = small(TypeIndex::SMALL_STR, length, content);
        assert!(mismatch::<&str>(view(&text)).text().contains("str"), "length {length}");
        mismatch::<String>(view(&text));
        mismatch::<Str>(view(&text));
        mismatch::<PathBuf>(view(&text));
        let bytes = small(TypeIndex::SMALL_BYTES, length, content);
        mismatch::<&[u8]>(view(&bytes));
        mismatch::<Bytes>(view(&bytes));
    }
    let text = small(TypeIndex::SMALL_STR, 7, *b"abcdefg\0");
    assert_eq!(<&str>::decode(view(&text), &mut ()), Some("abcdefg"));
}

#[test]
fn bytes_behind_the_end_of_a_small_string_are_not_read_as_text() {
    // The runtime fills them with zeros, and another writer may not.
    let text = small(TypeIndex::SMALL_STR, 2, [b'a', b'b', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
    assert_eq!(<&str>::decode(view(&text), &mut ()), Some("ab"));
    assert_eq!(decode_as_shim::<String>(view(&text)).as_deref(), Some("ab"));
}

/// Byte strings that are not UTF-8, and the length of their valid prefix.
fn invalid() -> [(&'static [u8], usize); 6] {
    [
        (b"\xff", 0),
        (b"ab\x80", 2),
        (b"caf\xc3", 3),
        (b"a surrogate: \xed\xa0\x80", 13),
        (b"overlong, and more than sixteen bytes: \xc0\xaf", 39),
        (b"ends in the middle of a character \xf0\x9f\x98", 34),
    ]
}

#[test]
fn text_that_is_no_utf8_is_refused_with_the_place() {
    for (bytes, valid) in invalid() {
        let value = match bytes.len() {
            0..=7 => {
                let mut content = [0; 8];
                content[..bytes.len()].copy_from_slice(bytes);
                let raw = small(TypeIndex::SMALL_STR, bytes.len() as u32, content);
                // SAFETY: a small value owns nothing.
                unsafe { Any::from_raw(raw) }
            }
            _ => foreign_str(bytes),
        };
        let expected = format!("ValueError: expected UTF-8, got a str whose byte {valid} is invalid");
        assert_eq!(explained::<&str>(value.as_view()), expected);
        assert_eq!(explained::<String>(value.as_view()), expected);
        assert_eq!(explained::<Str>(value.as_view()), expected);
        assert_eq!(explained::<Option<Box<str>>>(value.as_view()), expected);
        let c_string = CString::new(bytes).expect("there is no NUL in it");
        assert_eq!(explained::<&str>(view(&raw_str(&c_string))), expected);
        assert_eq!(explained::<Str>(view(&raw_str(&c_string))), expected);
        assert!(format!("{value:?}").contains("not UTF-8"));
    }
}

#[test]
fn c_strings_are_text() {
    for text in ["", "short", "longer than seven", "größer"] {
        let c_string = CString::new(text).expect("there is no NUL in it");
        let raw = raw_str(&c_string);
        assert_eq!(<&str>::decode(view(&raw), &mut ()), Some(text));
        assert_eq!(decode_as_shim::<String>(view(&raw)).as_deref(), Some(text));
        // An owned value is a copy: the C string belongs to the caller.
        let owned = Any::decode(view(&raw), &mut ()).expect("it is text");
        assert!(matches!(owned.type_index(), TypeIndex::SMALL_STR | TypeIndex::STR));
        drop(c_string);
        assert_eq!(owned.cast::<String>().expect("it is text"), text);
    }
}

#[test]
fn a_null_c_string_is_refused() {
    let raw = odd(TypeIndex::RAW_STR);
    assert!(mismatch::<&str>(view(&raw)).text().starts_with("expected str"));
    assert!(mismatch::<String>(view(&raw)).text().starts_with("expected str"));
    mismatch::<Any>(view(&raw));
}

#[test]
fn byte_arrays_are_bytes_and_null_without_bytes_is_empty() {
    let content = b"content".as_slice();
    let array = TVMFFIByteArray { data: content.as_ptr(), size: content.len() };
    assert_eq!(<&[u8]>::decode(view(&byte_array(&array)), &mut ()), Some(content));
    assert_eq!(decode_as_shim::<Bytes>(view(&byte_array(&array))).as_deref(), Some(content));
    let owned = Any::decode(view(&byte_array(&array)), &mut ()).expect("they are bytes");
    assert_eq!(owned.type_index(), TypeIndex::SMALL_BYTES);

    let empty = TVMFFIByteArray { data: core::ptr::null(), size: 0 };
    assert_eq!(<&[u8]>::decode(view(&byte_array(&empty)), &mut ()), Some([].as_slice()));
    assert_eq!(decode_as_shim::<Bytes>(view(&byte_array(&empty))).as_deref(), Some([].as_slice()));
    // A size without data is a lie that costs nothing to survive.
    let lie = TVMFFIByteArray { data: core::ptr::null(), size: 8 };
    assert_eq!(<&[u8]>::decode(view(&byte_array(&lie)), &mut ()), Some([].as_slice()));
    mismatch::<&[u8]>(view(&odd(TypeIndex::BYTE_ARRAY_PTR)));
}

#[test]
fn a_heap_string_whose_data_is_null_is_empty() {
    let value = foreign_str(b"longer than seven");
    let object = value.as_raw().payload.ptr().cast::<crate::abi::TVMFFIObject>();
    // SAFETY: the body follows the header.
    let body = unsafe { object.add(1) }.cast::<TVMFFIByteArray>();
    // SAFETY: no other code reads the string.
    let before = unsafe { body.replace(TVMFFIByteArray { data: core::ptr::null(), size: 0 }) };
    assert_eq!(<&str>::decode(value.as_view(), &mut ()), Some(""));
    // SAFETY: as above; the deleter wants its size back.
    unsafe { body.write(before) };
}

#[test]
fn a_path_that_is_no_text_is_written_with_replacements() {
    #[cfg(unix)]
    let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(vec![b'a', 0xff]);
    #[cfg(windows)]
    let name: std::ffi::OsString = std::os::windows::ffi::OsStringExt::from_wide(&[u16::from(b'a'), 0xd800]);
    let path = PathBuf::from(name);
    assert_eq!(decode::<String>(&path.into_any()).as_deref(), Some("a\u{fffd}"));
}

#[test]
fn owned_text_is_shared_not_copied() {
    let text = Str::from("longer than seven bytes");
    let second = decode::<Str>(&text.clone().into_any()).expect("it is text");
    assert_eq!(text.as_ptr(), second.as_ptr());
    let bytes = Bytes::from([7u8; 20].as_slice());
    let second = decode::<Bytes>(&bytes.clone().into_any()).expect("they are bytes");
    assert_eq!(bytes.as_ptr(), second.as_ptr());
}
