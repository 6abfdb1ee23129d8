//! The functions with which tests control the recording driver.

use std::ffi::{c_char, c_int, c_void};

use libloading::Library;

macro_rules! control {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions, from the same library that the code under test loads.
        pub(crate) struct Control {
            $(pub(crate) $name: unsafe extern "C" fn($($arg: $ty),*) $(-> $result)?,)*
        }

        impl Control {
            pub(crate) fn of(library: &Library) -> Result<Self, libloading::Error> {
                Ok(Self {
                    // SAFETY: the signatures are those of the C functions in `driver`.
                    $($name: *unsafe { library.get(concat!(stringify!($name), "\0")) }?,)*
                })
            }
        }
    };
}

control! {
    fn fake_reset();
    fn fake_clear();
    fn fake_num_calls() -> usize;
    fn fake_call(index: usize, status: *mut u32) -> *const c_char;
    fn fake_fail(name: *const c_char, status: u32, skip: c_int, times: c_int);
    fn fake_delay(name: *const c_char, microseconds: u32);
    fn fake_sticky(status: u32);
    fn fake_set_current(device: c_int, is_other: c_int);
    fn fake_get_current() -> c_int;
    fn fake_get_capture_mode() -> c_int;
    fn fake_retained(device: c_int) -> c_int;
    fn fake_attribute(device: c_int, attribute: c_int, value: c_int);
    fn fake_stream(device: c_int) -> *mut c_void;
    fn fake_begin_capture(stream: *mut c_void);
    fn fake_end_capture(stream: *mut c_void) -> c_int;
    fn fake_live_memory() -> c_int;
    fn fake_live_events() -> c_int;
    fn fake_live_streams() -> c_int;
    fn fake_live_libraries() -> c_int;
    fn fake_kernel_attribute(kernel: *const c_char, attribute: c_int, value: c_int);
    fn fake_parameter_size(kernel: *const c_char, index: c_int, size: c_int);
    fn fake_next_map() -> u32;
}
