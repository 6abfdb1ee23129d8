//! Lists whose elements are statics all over a library, which the linker puts next to each other: its exports, its classes, its kernels.
//!
//! An element costs its own bytes. No constructor of its own enters it, and a list is complete before any code of the library runs.
//! `inventory` enters an element with a constructor, which takes a function, a node, and two relocations: 208 bytes an export.

/// One static of a list, or the function that returns the list. The name of a section says where the elements are, on ELF, Apple's systems, and
/// Windows.
#[doc(hidden)]
#[macro_export]
macro_rules! __list {
    (exports: $element:expr) => {
        $crate::__list! { @element "tvm_ffi_exports", "__DATA,tvm_ffi_exports", ".tvmffie$b", $crate::__private::Registered, $element }
    };
    (classes: $element:expr) => {
        $crate::__list! { @element "tvm_ffi_classes", "__DATA,tvm_ffi_classes", ".tvmffic$b", $crate::__private::RegisteredClass, $element }
    };
    (on_load: $element:expr) => {
        $crate::__list! { @element "tvm_ffi_on_load", "__DATA,tvm_ffi_on_load", ".tvmffil$b", $crate::__private::OnLoad, $element }
    };
    (@element $elf:literal, $apple:literal, $windows:literal, $type:ty, $element:expr) => {
        const _: () = {
            #[used]
            #[cfg_attr(target_vendor = "apple", unsafe(link_section = $apple))]
            #[cfg_attr(target_os = "windows", unsafe(link_section = $windows))]
            #[cfg_attr(
                not(any(target_vendor = "apple", target_os = "windows")),
                unsafe(link_section = $elf)
            )]
            static ELEMENT: $type = $element;

            #[cfg(miri)]
            const _: () = {
                extern "C" fn enter() {
                    $crate::__private::enter(&ELEMENT);
                }
                #[used]
                #[unsafe(link_section = ".init_array")]
                static ENTER: extern "C" fn() = enter;
            };
        };
    };
    // The empty arrays make the sections exist. On Windows they lie before and after the elements.
    (@function $visibility:vis $name:ident, [$type:ty], $elf:literal, $start:literal, $stop:literal, $apple:literal, $apple_start:literal,
        $apple_stop:literal, $windows_start:literal, $windows_stop:literal) => {
        $visibility fn $name() -> &'static [$type] {
            #[used]
            #[cfg_attr(target_vendor = "apple", unsafe(link_section = $apple))]
            #[cfg_attr(target_os = "windows", unsafe(link_section = $windows_start))]
            #[cfg_attr(
                not(any(target_vendor = "apple", target_os = "windows")),
                unsafe(link_section = $elf)
            )]
            static EMPTY: [$type; 0] = [];

            #[cfg(all(target_os = "windows", not(miri)))]
            {
                #[used]
                #[cfg_attr(target_os = "windows", unsafe(link_section = $windows_stop))]
                static END: [$type; 0] = [];
                // SAFETY: the linker sorts the parts of a section by their names, so the elements lie between the two statics.
                unsafe { $crate::__private::elements(EMPTY.as_ptr(), END.as_ptr()) }
            }
            #[cfg(miri)]
            {
                $crate::__private::entered::<$type>()
            }
            #[cfg(not(any(target_os = "windows", miri)))]
            {
                let (first, end) = ($crate::__list!(@address $start $apple_start), $crate::__list!(@address $stop $apple_stop));
                // SAFETY: the linker defines both at the ends of the section, which has only statics of this type.
                unsafe { $crate::__private::elements(first.cast(), end.cast()) }
            }
        }
    };
    // The linker would export the symbols from a library, if nothing said that they are hidden. Only assembly can say that.
    (@address $elf:literal $apple:literal) => {{
        #[cfg(all(not(target_vendor = "apple"), any(target_arch = "x86_64", target_arch = "aarch64")))]
        {
            let address: *const u8;
            // SAFETY: the instruction computes an address.
            #[cfg(target_arch = "x86_64")]
            unsafe {
                core::arch::asm!(
                    concat!(".hidden ", $elf),
                    concat!("lea {0}, [rip + ", $elf, "]"),
                    out(reg) address,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            // SAFETY: the two instructions compute an address.
            #[cfg(target_arch = "aarch64")]
            unsafe {
                core::arch::asm!(
                    concat!(".hidden ", $elf),
                    concat!("adrp {0}, ", $elf),
                    concat!("add {0}, {0}, :lo12:", $elf),
                    out(reg) address,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            address
        }
        #[cfg(not(all(not(target_vendor = "apple"), any(target_arch = "x86_64", target_arch = "aarch64"))))]
        {
            unsafe extern "C" {
                #[cfg_attr(target_vendor = "apple", link_name = $apple)]
                #[cfg_attr(not(target_vendor = "apple"), link_name = $elf)]
                static SYMBOL: u8;
            }
            &raw const SYMBOL
        }
    }};
}

/// The elements from `first` up to `end`.
///
/// # Safety
///
/// There are only statics of type `T` between the two.
#[doc(hidden)]
#[must_use]
pub unsafe fn elements<T: Sync>(first: *const T, end: *const T) -> &'static [T] {
    let count = (end.addr() - first.addr()) / size_of::<T>();
    // SAFETY: the caller's contract; all elements have the size of their type, which is a multiple of its alignment.
    unsafe { core::slice::from_raw_parts(first, count) }
}

#[cfg(miri)]
pub use entered::{enter, entered};

/// The lists under Miri, which has no linker: a constructor enters each element.
#[cfg(miri)]
mod entered {
    use core::any::Any;
    use std::sync::{Mutex, PoisonError};

    type Values = Mutex<Vec<&'static (dyn Any + Send + Sync)>>;

    static ELEMENTS: Values = Mutex::new(Vec::new());
    /// The lists that were returned, so that they do not count as leaks.
    static LISTS: Values = Mutex::new(Vec::new());

    /// Enters an element in the list of its type.
    pub fn enter<T: Send + Sync>(element: &'static T) {
        ELEMENTS.lock().unwrap_or_else(PoisonError::into_inner).push(element);
    }

    /// The list of a type.
    pub fn entered<T: Clone + Send + Sync>() -> &'static [T] {
        let elements = ELEMENTS.lock().unwrap_or_else(PoisonError::into_inner);
        let list: Vec<T> = elements.iter().filter_map(|element| element.downcast_ref()).cloned().collect();
        let list: &'static Vec<T> = Box::leak(Box::new(list));
        LISTS.lock().unwrap_or_else(PoisonError::into_inner).push(list);
        list
    }
}
