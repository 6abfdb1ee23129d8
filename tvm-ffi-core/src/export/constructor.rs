//! What happens when a library with this crate in it is loaded.

use crate::panic::{forget, install_hook};
use crate::runtime::bind_if_present;

/// Installs the panic hook and, where a runtime is in the process, binds to it, which pins this library and registers its classes and exports,
/// and runs its `#[tvm_ffi::on_load]` functions.
extern "C" fn on_library_load() {
    let loaded = std::panic::catch_unwind(|| {
        install_hook();
        if bind_if_present() {
            super::load::run_pending();
        }
    });
    if let Err(payload) = loaded {
        forget(payload);
    }
}

#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(target_os = "windows", unsafe(link_section = ".CRT$XCU"))]
#[cfg_attr(not(any(target_vendor = "apple", target_os = "windows")), unsafe(link_section = ".init_array"))]
static ON_LOAD: extern "C" fn() = on_library_load;
