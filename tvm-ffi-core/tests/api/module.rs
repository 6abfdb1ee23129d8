//! Modules: a library in C that the test compiles, and the system library.

use std::ffi::{c_char, c_int, c_void};
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::capi::CApi;
use crate::cc;
use tvm_ffi_core::abi::TVMFFIAny;
use tvm_ffi_core::{Any, Module};

const SOURCE: &str = r#"
#include <string.h>
#include <tvm/ffi/c_api.h>

int __tvm_ffi_add_one(void* self, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result) {
  memset(result, 0, sizeof(*result));
  result->type_index = kTVMFFIInt;
  result->v_int64 = args[0].v_int64 + 1;
  return 0;
}

int __tvm_ffi_main(void* self, const TVMFFIAny* args, int32_t num_args, TVMFFIAny* result) {
  memset(result, 0, sizeof(*result));
  result->type_index = kTVMFFISmallStr;
  result->small_str_len = 4;
  memcpy(result->v_bytes, "main", 4);
  return 0;
}
"#;

/// The compiled library.
fn library() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let name = format!("module_test{}", std::env::consts::DLL_SUFFIX);
        cc::compile(&name, SOURCE, &["-shared", "-fPIC"])
    })
    .clone()
}

fn load() -> Module {
    Module::load(library()).unwrap()
}

#[test]
fn functions_of_a_library_are_found_and_called() {
    let module = load();
    let add_one = module.function("add_one").unwrap();
    assert_eq!(add_one.call((41,)).unwrap().cast::<i64>().unwrap(), 42);
    assert_eq!(module.function("main").unwrap().call(()).unwrap().cast::<String>().unwrap(), "main");
    assert_eq!(module.kind().unwrap(), "library");
    assert!(module.find_function("add_one").unwrap().is_some());
    assert!(module.find_function("add_two").unwrap().is_none());
    assert!(module.implements("add_one").unwrap());
    assert!(!module.implements("add_two").unwrap());
}

#[test]
fn a_python_module_of_windows_is_loaded() {
    let path = library().with_extension("pyd");
    std::fs::copy(library(), &path).unwrap();
    let module = Module::load(path).unwrap();
    assert_eq!(module.function("main").unwrap().call(()).unwrap().cast::<String>().unwrap(), "main");
}

#[test]
fn a_loaded_module_is_kept_for_the_process() {
    let module = load();
    assert!(module.as_object().strong_count() > 1, "the runtime holds another reference");
}

#[test]
fn a_function_that_is_not_there_is_named() {
    let error = load().function("add_two").unwrap_err();
    let expected = "AttributeError: module of kind `library` has no function `add_two`: there is no symbol `__tvm_ffi_add_two`";
    assert_eq!(error.to_string(), expected);
    assert!(error.traceback().contains("tests/api/module.rs"), "{}", error.traceback());
}

#[test]
fn files_that_cannot_be_loaded_are_errors() {
    let message = |path: &str| Module::load(path).unwrap_err().to_string();
    assert_eq!(message("no_extension"), "RuntimeError: Failed to get file format from no_extension");
    assert!(
        message("file.unheard_of")
            .starts_with("RuntimeError: Loader for `.unheard_of` files is not registered")
    );
    let missing = message("/no/such/library.so");
    assert!(missing.starts_with("InternalError: ") && missing.contains("/no/such/library.so"), "{missing}");
}

/// Cargo says nothing where `crate-type` is forgotten.
#[test]
fn a_crate_that_is_built_for_rust_only_is_named() {
    let folder = std::env::temp_dir().join(format!("tvm-ffi-not-built-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let message = |name: &str| Module::load(folder.join(name)).unwrap_err().to_string();
    std::fs::write(folder.join("libkernels_more.rlib"), "").unwrap();
    assert!(!message("libkernels.so").contains("crate-type"));
    for (built, library) in [("libkernels.rlib", "libkernels.so"), ("libhashed-0f.rlib", "hashed.dll")] {
        std::fs::write(folder.join(built), "").unwrap();
        let (message, expected) = (
            message(library),
            format!("InternalError: the crate is built for Rust only, as `{built}`: add `crate-type = "),
        );
        assert!(message.starts_with(&expected) && message.contains(library), "{message}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_text_is_an_error() {
    use std::os::unix::ffi::OsStrExt;
    let path = std::path::Path::new(std::ffi::OsStr::from_bytes(b"lib\xff.so"));
    assert_eq!(
        Module::load(path).unwrap_err().to_string(),
        "ValueError: path lib\u{fffd}.so is not UTF-8, as the runtime expects"
    );
}

unsafe extern "C" fn seven(_: *mut c_void, _: *const TVMFFIAny, _: i32, result: *mut TVMFFIAny) -> c_int {
    // SAFETY: the SafeCall contract: the result is writable.
    unsafe { result.write(Any::new(7).into_raw()) };
    0
}

#[test]
fn the_system_library_has_what_was_registered() {
    type Register = unsafe extern "C" fn(*const c_char, *mut c_void) -> c_int;
    // SAFETY: the type is that of the C API.
    let register: Register = unsafe { CApi::new().get(c"TVMFFIEnvModRegisterSystemLibSymbol") };
    // SAFETY: the name is NUL-terminated, and the function obeys the SafeCall contract for the rest of the process.
    let code = unsafe { register(c"__tvm_ffi_module_test.seven".as_ptr(), seven as *mut c_void) };
    assert_eq!(code, 0);

    let module = Module::system_lib("module_test.").unwrap();
    assert_eq!(module.function("seven").unwrap().call(()).unwrap().cast::<i64>().unwrap(), 7);
    assert!(!module.implements("eight").unwrap());
    let whole = Module::system_lib("").unwrap();
    assert!(whole.implements("module_test.seven").unwrap());
    assert!(!whole.implements("seven").unwrap());
    assert_eq!(whole.kind().unwrap(), "library");
}
