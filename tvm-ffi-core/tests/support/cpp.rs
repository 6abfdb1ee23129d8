//! Functions in C++ that the runtime's package has for tests.

use tvm_ffi_core::{Any, Function};

/// A function of the testing library, which is loaded first.
pub(crate) fn function(name: &str) -> Function {
    static LOADED: std::sync::Once = std::sync::Once::new();
    LOADED.call_once(load);
    Function::get_global(name).expect("the testing library has the function")
}

/// The library stays loaded: its functions are global ones now.
fn load() {
    let runtime = tvm_ffi_core::runtime().expect("the tests have a runtime");
    // The library finds the functions of the runtime that is in the process, not those of the one next to it.
    runtime.publish().expect("the runtime can be published");
    let path = std::env::var_os("TVM_FFI_TEST_CPP_RUNTIME").map(std::path::PathBuf::from);
    let path = path.expect("TVM_FFI_TEST_CPP_RUNTIME is not set: run the tests with `cargo xtask test`");
    let name = format!("{}tvm_ffi_testing{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    // SAFETY: it is a library of the runtime's package; its initialisers register functions.
    let library = unsafe { libloading::Library::new(path.with_file_name(name)) };
    std::mem::forget(library.expect("the package has its testing library"));
}

/// The value after a trip through C++, which takes it as any value and gives it back.
#[allow(dead_code, reason = "not every test binary needs it")]
pub(crate) fn echo(value: &Any) -> Any {
    function("testing.echo").call((value,)).expect("it gives back what it gets")
}
