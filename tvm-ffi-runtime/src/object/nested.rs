//! Dropping containers in containers, modules that import others, and errors with causes, without a frame of the stack for each.

use core::cell::Cell;

use tvm_ffi_abi::TypeIndex;

use super::Object;

/// So many are dropped inside each other. Deeper ones wait until these are done.
const MOST: u32 = 64;

std::thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static WAITING: Cell<Vec<Object>> = const { Cell::new(Vec::new()) };
}

impl Object {
    /// Drops a reference that an object held, while that is dropped.
    #[inline(always)]
    pub(crate) fn drop_held(self) {
        match self.type_index() {
            TypeIndex::ERROR
            | TypeIndex::ARRAY
            | TypeIndex::MAP
            | TypeIndex::LIST
            | TypeIndex::DICT
            | TypeIndex::MODULE => self.drop_nested(),
            _ => drop(self),
        }
    }

    #[inline(never)]
    fn drop_nested(self) {
        let depth = DEPTH.get();
        if depth == MOST {
            // On a thread that ends, no object can wait: it is dropped here.
            let _ = WAITING.try_with(|waiting| {
                let mut objects = waiting.take();
                objects.push(self);
                waiting.set(objects);
            });
            return;
        }
        DEPTH.set(depth + 1);
        drop(self);
        while depth == 0
            && let Some(next) = next_waiting()
        {
            drop(next);
        }
        DEPTH.set(depth);
    }
}

/// The object that waits for the shortest time.
fn next_waiting() -> Option<Object> {
    let next = WAITING.try_with(|waiting| {
        let mut objects = waiting.take();
        let next = objects.pop();
        waiting.set(objects);
        next
    });
    next.ok().flatten()
}

#[cfg(test)]
mod tests {
    use core::ptr::null_mut;
    use std::sync::Arc;

    use tvm_ffi_abi::TVMFFIByteArray;

    use super::*;
    use crate::error::create_with_cause_and_extra_context;
    use crate::testing::done;
    use crate::value::Value;

    /// Drops the value on a thread with a small stack.
    fn drop_on_a_small_stack(value: Value) {
        let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(|| drop(value));
        thread.expect("a thread").join().expect("the value is dropped");
    }

    const COUNT: usize = if cfg!(miri) { 200 } else { 200_000 };

    #[test]
    fn containers_in_containers_are_dropped() {
        let one = Value::int(1);
        for names in [&["ffi.List"][..], &["ffi.Array", "ffi.Dict", "ffi.Map"]] {
            let token = Arc::new(());
            let mut value = Value::from(Object::new(TypeIndex::OBJECT, Arc::clone(&token)));
            for name in names.iter().cycle().take(COUNT) {
                let is_map = matches!(*name, "ffi.Dict" | "ffi.Map");
                value = if is_map { done(name, &[&one, &value]) } else { done(name, &[&value, &one]) };
            }
            drop_on_a_small_stack(value);
            assert_eq!(Arc::strong_count(&token), 1, "the innermost object is dropped");
        }
    }

    #[test]
    fn errors_with_causes_are_dropped() {
        let text = TVMFFIByteArray::of(b"E");
        let mut error: Option<Object> = None;
        for _ in 0..COUNT {
            let cause = error.as_ref().map_or(null_mut(), Object::handle);
            let mut out = null_mut();
            // SAFETY: the text is readable, the cause is lent or NULL, and `out` is writable.
            let code = unsafe {
                create_with_cause_and_extra_context(&text, &text, &text, cause, null_mut(), &mut out)
            };
            assert_eq!(code, 0);
            // SAFETY: the function gave an owned error.
            error = unsafe { Object::from_owned(out) };
        }
        drop_on_a_small_stack(error.expect("an error").into());
    }
}
