//! Hash and equality of values as the keys of maps.
//!
//! C++ reads and changes maps in place, so the numbers are those of its headers, bit for bit. A type may have a hash and an equality of its own,
//! which only the runtime knows: for objects other than text and bytes these functions give `None`.

use crate::{TVMFFIAny, TVMFFIByteArray, TVMFFIObject, TypeIndex, is_object_index};

/// The remainders by this number are the hashes of text.
const MODULUS: u64 = 2147483647;

/// The hash of a value of this type, whose content has this hash.
#[inline(always)]
pub const fn combine(type_index: i32, hash: u64) -> u64 {
    let seed = type_index as u64;
    seed ^ hash.wrapping_add(0x9e3779b9).wrapping_add(seed << 6).wrapping_add(seed >> 2)
}

/// The hash of text or bytes, without their type.
#[inline]
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let add = |hash: u64, word: u64| hash.wrapping_mul(1099511628211).wrapping_add(word) % MODULUS;
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(0, |hash, word| add(hash, u64::from_le_bytes(*word)));
    let word = match bytes.last_chunk::<8>() {
        _ if rest.is_empty() => return hash,
        Some(last) => u64::from_le_bytes(*last) >> (64 - 8 * rest.len()),
        None => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    };
    add(hash, word)
}

/// The hash of a key. `None` for an object whose type may have a hash of its own; without one, it is [`hash_of_word`].
///
/// # Safety
///
/// AnyView validity.
#[inline]
pub unsafe fn hash(key: &TVMFFIAny) -> Option<u64> {
    Some(match key.type_index {
        TypeIndex::SMALL_STR => combine(TypeIndex::STR, small_word(key) % MODULUS),
        TypeIndex::SMALL_BYTES => combine(TypeIndex::BYTES, small_word(key) % MODULUS),
        // SAFETY: the caller's contract.
        index @ (TypeIndex::STR | TypeIndex::BYTES) => combine(index, hash_bytes(unsafe { heap_bytes(key) })),
        index if is_object_index(index) => return None,
        _ => hash_of_word(key),
    })
}

/// The hash of a number, and of an object by its address.
#[inline(always)]
pub fn hash_of_word(key: &TVMFFIAny) -> u64 {
    combine(key.type_index, key.payload.uint())
}

/// Whether two keys are equal. `None` for two objects of one type, which may have an equality of its own; without one, they are different.
///
/// # Safety
///
/// AnyView validity of both.
#[inline]
pub unsafe fn equal(a: &TVMFFIAny, b: &TVMFFIAny) -> Option<bool> {
    if is_same(a, b) {
        return Some(true);
    }
    if a.type_index == b.type_index {
        return match a.type_index {
            // SAFETY: the caller's contract.
            TypeIndex::STR | TypeIndex::BYTES => Some(unsafe { heap_bytes(a) } == unsafe { heap_bytes(b) }),
            index => (!is_object_index(index)).then_some(false),
        };
    }
    let (heap, small) = match (a.type_index, b.type_index) {
        (TypeIndex::STR, TypeIndex::SMALL_STR) | (TypeIndex::BYTES, TypeIndex::SMALL_BYTES) => (a, b),
        (TypeIndex::SMALL_STR, TypeIndex::STR) | (TypeIndex::SMALL_BYTES, TypeIndex::BYTES) => (b, a),
        _ => return Some(false),
    };
    // SAFETY: the caller's contract.
    Some(unsafe { heap_bytes(heap) } == small_bytes(small))
}

/// Whether two values are the same, bit for bit.
#[inline(always)]
pub fn is_same(a: &TVMFFIAny, b: &TVMFFIAny) -> bool {
    a.payload.uint() == b.payload.uint() && a.type_index == b.type_index && a.small_len == b.small_len
}

/// The content of small text or small bytes, as a number that does not depend on the byte order.
#[inline(always)]
fn small_word(key: &TVMFFIAny) -> u64 {
    u64::from_le_bytes(*key.payload.bytes())
}

/// The content of small text or small bytes.
#[inline(always)]
pub fn small_bytes(value: &TVMFFIAny) -> &[u8] {
    let bytes = value.payload.bytes();
    bytes.get(..value.small_len as usize).unwrap_or(bytes)
}

/// The content of text or bytes on the heap.
///
/// # Safety
///
/// AnyView validity; the value is text or bytes on the heap.
#[inline(always)]
pub unsafe fn heap_bytes(value: &TVMFFIAny) -> &[u8] {
    let object = value.payload.ptr().cast::<TVMFFIObject>();
    // SAFETY: Object validity: the body follows the header.
    let body = unsafe { object.add(1) }.cast::<TVMFFIByteArray>();
    // SAFETY: as above; the body is immutable.
    let content = unsafe { &*body };
    // SAFETY: Object validity: the bytes are readable and immutable while the object lives.
    unsafe { content.bytes() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TVMFFIAnyPayload;

    fn small(text: &[u8]) -> TVMFFIAny {
        let mut bytes = [0; 8];
        bytes[..text.len()].copy_from_slice(text);
        let payload = TVMFFIAnyPayload::from_bytes(bytes);
        TVMFFIAny { type_index: TypeIndex::SMALL_STR, small_len: text.len() as u32, payload }
    }

    fn hash_of(value: &TVMFFIAny) -> Option<u64> {
        // SAFETY: the tests make values without objects.
        unsafe { hash(value) }
    }

    fn equality(a: &TVMFFIAny, b: &TVMFFIAny) -> Option<bool> {
        // SAFETY: as in `hash_of`.
        unsafe { equal(a, b) }
    }

    #[test]
    fn short_text_has_the_hash_of_its_bytes() {
        for text in ["", "a", "abcdefg"] {
            let expected = combine(TypeIndex::STR, hash_bytes(text.as_bytes()));
            assert_eq!(hash_of(&small(text.as_bytes())), Some(expected));
        }
    }

    #[test]
    fn the_last_bytes_of_text_are_a_word() {
        let step = |hash: u64, word: u64| (hash.wrapping_mul(1099511628211).wrapping_add(word)) % MODULUS;
        let first = step(0, u64::from_le_bytes(*b"abcdefgh"));
        assert_eq!(hash_bytes(b"abcdefgh"), first);
        assert_eq!(hash_bytes(b"abcdefghij"), step(first, u64::from_le_bytes(*b"ij\0\0\0\0\0\0")));
    }

    #[test]
    fn numbers_are_equal_bit_for_bit() {
        let float = |float: f64| TVMFFIAny::new(TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(float));
        let int = |type_index: i32| TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_int(1));
        assert_eq!(equality(&float(f64::NAN), &float(f64::NAN)), Some(true));
        assert_eq!(equality(&float(0.0), &float(-0.0)), Some(false));
        assert_eq!(equality(&int(TypeIndex::INT), &int(TypeIndex::BOOL)), Some(false));
        assert_ne!(hash_of(&int(TypeIndex::INT)), hash_of(&int(TypeIndex::BOOL)));
    }

    #[test]
    fn two_objects_of_one_type_may_be_equal() {
        let object = |address: usize| {
            let pointer = core::ptr::without_provenance_mut(address);
            TVMFFIAny::new(TypeIndex::DYN_OBJECT_BEGIN, TVMFFIAnyPayload::from_ptr(pointer))
        };
        assert_eq!(equality(&object(8), &object(16)), None);
        assert_eq!(equality(&object(8), &object(8)), Some(true));
        assert_eq!(hash_of(&object(8)), None);
        assert_eq!(hash_of_word(&object(8)), combine(TypeIndex::DYN_OBJECT_BEGIN, 8));
    }
}
