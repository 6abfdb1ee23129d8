//! What happens when a library with this crate in it is loaded.

use crate::panic::{forget, install_hook};
use crate::runtime::bind_if_present;

/// Installs the panic hook and, where a runtime is in the process, binds to it, which pins this library and registers its classes and exports.
/// `false` where there is none.
pub(super) fn prepare() -> bool {
    let prepared = std::panic::catch_unwind(|| {
        install_hook();
        bind_if_present()
    });
    prepared.unwrap_or_else(|payload| {
        forget(payload);
        false
    })
}

extern "C" fn on_library_load() {
    prepare();
}

crate::__constructor! { last: on_library_load }
