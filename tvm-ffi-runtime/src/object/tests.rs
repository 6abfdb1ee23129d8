use std::sync::Arc;

use tvm_ffi_abi::TypeIndex;
use tvm_ffi_abi::count::{dec_weak, inc_weak};

use super::*;

#[cfg(all(target_os = "linux", not(miri)))]
mod no_memory;

struct Counted {
    _held: Arc<()>,
    tail: usize,
}

// SAFETY: nothing changes the number.
unsafe impl Tail for Counted {
    type Element = u64;

    unsafe fn count(body: *const Self) -> usize {
        // SAFETY: the caller's contract.
        unsafe { (*body).tail }
    }
}

#[test]
fn the_body_ends_with_the_last_strong_reference_and_the_memory_with_the_last_weak_one() {
    let held = Arc::new(());
    let body = |tail| Counted { _held: held.clone(), tail };
    let fill = |numbers: NonNull<u64>| {
        // SAFETY: the tail has one element, and is new.
        unsafe { numbers.write(1) };
        body(1)
    };
    let with_tail = Object::with_tail(TypeIndex::OBJECT, 1, fill).expect("there is memory");
    for object in [Object::new(TypeIndex::OBJECT, body(0)), with_tail] {
        let header = object.header();
        let before = Arc::strong_count(&held);
        // SAFETY: the object is alive.
        unsafe { inc_weak(header) };
        drop(object);
        assert_eq!(Arc::strong_count(&held), before - 1);
        // SAFETY: the header stays until the weak reference is given up, which is done here. Miri sees that the block is freed.
        unsafe { dec_weak(header) };
    }
    drop(Object::new(TypeIndex::OBJECT, body(0)));
    assert_eq!(Arc::strong_count(&held), 1);
}
