//! Functions that the loader calls when it loads the library: constructors.

/// A constructor of this library. Those that are `first` run before those that are `last`, with which a constructor of another crate has no order.
///
/// The linker sorts them by the names of their sections, on ELF and on Windows. On Apple's systems they run in the order of the files that are linked:
/// a crate, and then those that it depends on. Miri knows only one section.
#[doc(hidden)]
#[macro_export]
macro_rules! __constructor {
    (first: $function:path) => {
        $crate::__constructor! { @in ".init_array.60000", ".CRT$XCT", $function }
    };
    (last: $function:path) => {
        $crate::__constructor! { @in ".init_array", ".CRT$XCU", $function }
    };
    (@in $elf:literal, $windows:literal, $function:path) => {
        const _: () = {
            #[used]
            #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
            #[cfg_attr(target_os = "windows", unsafe(link_section = $windows))]
            #[cfg_attr(all(unix, not(any(target_vendor = "apple", miri))), unsafe(link_section = $elf))]
            #[cfg_attr(all(unix, not(target_vendor = "apple"), miri), unsafe(link_section = ".init_array"))]
            static CONSTRUCTOR: extern "C" fn() = $function;
        };
    };
}
