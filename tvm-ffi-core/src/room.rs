//! Room for values of a call, on the stack where there are few.

use core::mem::MaybeUninit;

/// The number of values that are few.
pub const FEW: usize = 12;

/// Room for `count` values, on the stack where there are few.
pub fn room<'a, T: Copy>(
    inline: &'a mut [MaybeUninit<T>],
    heap: &'a mut Vec<T>,
    count: usize,
    value: T,
) -> &'a mut [T] {
    match inline.get_mut(..count) {
        Some(inline) => {
            for place in &mut *inline {
                place.write(value);
            }
            // SAFETY: all of them have been written.
            unsafe { &mut *(&raw mut *inline as *mut [T]) }
        }
        None => {
            heap.resize(count, value);
            heap
        }
    }
}
