//! The search for a runtime in a program that has one linked into it, in processes of their own.
#![cfg(all(target_os = "linux", not(miri), feature = "embedded"))]

#[path = "support/cc.rs"]
mod cc;
#[path = "support/child.rs"]
mod child;
#[path = "support/found.rs"]
mod found;

use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};

use found::{
    RTLD_GLOBAL, RTLD_LOCAL, RTLD_NOW, answer, environment_with_package, library, preload, print_runtime,
    printing_child,
};
use tvm_ffi_core::{Any, CustomModule, Device, ErrorKind, Function, Module, Origin, env};

const EMBEDDED: &str = "Embedded no file patch 16";

#[test]
fn the_runtime_of_the_program_comes_before_an_installed_package() {
    let test = "the_runtime_of_the_program_comes_before_an_installed_package";
    let Some(mut command) = printing_child(test) else { return };
    assert_eq!(answer(&mut command), EMBEDDED);
    let prefix = environment_with_package("not_searched");
    assert_eq!(answer(command.env("VIRTUAL_ENV", prefix)), EMBEDDED);
}

#[test]
fn the_variable_comes_before_the_runtime_of_the_program() {
    let test = "the_variable_comes_before_the_runtime_of_the_program";
    let Some(mut command) = printing_child(test) else { return };
    let found = answer(command.env("TVM_FFI_LIBRARY", library()));
    assert!(found.starts_with(&format!("Environment {} patch ", library().display())), "{found}");
    let report = answer(command.env("TVM_FFI_LIBRARY", "/nonexistent/libtvm_ffi.so"));
    assert!(report.starts_with("RuntimeError: TVM_FFI_LIBRARY is set, but "), "{report}");
}

#[test]
fn a_runtime_in_the_process_comes_first() {
    let test = "a_runtime_in_the_process_comes_first";
    if let Some(role) = child::role() {
        let visibility = if role == "global" { RTLD_GLOBAL } else { RTLD_LOCAL };
        let path = std::env::var_os("PRELOAD").expect("the parent sets it");
        preload(Path::new(&path), RTLD_NOW | visibility);
        return print_runtime();
    }
    for role in ["global", "local"] {
        let found = answer(child::bare_command(test, role).env("PRELOAD", library()));
        assert!(found.starts_with(&format!("Process {}", library().display())), "{role}: {found}");
    }
}

#[test]
fn the_package_of_a_running_interpreter_comes_before_the_runtime_of_the_program() {
    let test = "the_package_of_a_running_interpreter_comes_before_the_runtime_of_the_program";
    if child::role().is_some() {
        let path = std::env::var_os("PRELOAD").expect("the parent sets it");
        preload(Path::new(&path), RTLD_NOW | RTLD_GLOBAL);
        return print_runtime();
    }
    let interpreter = |name: &str, answer: u32| -> PathBuf {
        cc::compile(name, &INTERPRETER.replace("ANSWER", &answer.to_string()), &["-shared", "-fPIC"])
    };
    let prefix = environment_with_package("of_the_interpreter");
    let package = prefix.join("lib/python3.11/site-packages/tvm_ffi/__init__.py");
    let started = interpreter("libstarted.so", 1);
    let mut command = child::bare_command(test, "print");
    let found = answer(command.env("PRELOAD", &started).env("PACKAGE", &package));
    assert!(found.starts_with(&format!("PythonPackage {}/lib/", prefix.display())), "{found}");
    // An interpreter that is linked in but does not run loads nothing, and one without the package neither. The active environment is that of
    // another interpreter.
    let stopped = interpreter("libstopped.so", 0);
    assert_eq!(answer(command.env("PRELOAD", &stopped)), EMBEDDED);
    command.env("PRELOAD", &started).env_remove("PACKAGE").env("VIRTUAL_ENV", &prefix);
    assert_eq!(answer(&mut command), EMBEDDED);
}

/// An interpreter that has the package in the variable `PACKAGE`, and no other object than this text.
const INTERPRETER: &str = r#"
    #include <stdlib.h>
    #include <sys/types.h>
    #include <string.h>
    static char object;
    int Py_IsInitialized(void) { return ANSWER; }
    int PyGILState_Ensure(void) { return 0; }
    void PyGILState_Release(int state) {}
    void *PyObject_Type(void *object) { return object; }
    void *PyObject_Str(void *object) { return object; }
    void *PyObject_GetAttrString(void *object, const char *name) { return object; }
    void *PyImport_ImportModule(const char *name) { return &object; }
    void *PyObject_CallMethod(void *object, const char *name, const char *format, ...) { return object; }
    const char *PyUnicode_AsUTF8AndSize(void *object, ssize_t *size) {
        const char *package = getenv("PACKAGE");
        *size = package ? strlen(package) : 0;
        return package;
    }
    void Py_DecRef(void *object) {}
    void PyErr_Clear(void) {}
    int PyErr_CheckSignals(void) { return 0; }
    int PyGILState_Check(void) { return 0; }
    void *PyEval_SaveThread(void) { return NULL; }
    void PyEval_RestoreThread(void *state) {}
"#;

#[test]
fn what_the_host_sets_is_known_at_once() {
    let Some(()) = child::alone("what_the_host_sets_is_known_at_once") else { return };
    let gpu = Device::cuda(1);
    assert!(env::stream(gpu).is_null());
    assert_eq!(tvm_ffi_core::runtime().expect("the program has one").origin(), Origin::Embedded);
}

#[test]
fn threads_that_bind_at_once_find_one_runtime() {
    let Some(()) = child::alone("threads_that_bind_at_once_find_one_runtime") else { return };
    found::bind_on_threads(Origin::Embedded);
}

#[test]
fn a_second_runtime_in_the_process_is_reported() {
    let test = "a_second_runtime_in_the_process_is_reported";
    if child::role().is_some() {
        tvm_ffi_core::runtime().expect("the program has one").publish().expect("glibc can show it");
        // As `import tvm_ffi` opens it: by its path, so that the loader does not find the one in the process.
        return preload(&library(), RTLD_NOW | RTLD_GLOBAL);
    }
    let mut command = child::bare_command(test, "load");
    let output = command.env("TVM_FFI_TEST_CPP_RUNTIME", library()).output().expect("the test binary runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{stderr}");
    assert!(stderr.contains("a second TVM-FFI runtime"), "{stderr}");
}

#[test]
fn a_runtime_that_libraries_cannot_find_says_what_to_do() {
    let Some(()) = child::alone("a_runtime_that_libraries_cannot_find_says_what_to_do") else { return };
    let runtime = tvm_ffi_core::runtime().expect("the program has one");
    // The image is a file in memory, which needs a descriptor.
    let files: Vec<_> = std::iter::from_fn(|| std::fs::File::open("/dev/null").ok()).collect();
    let error = runtime.publish().expect_err("no file can be opened");
    drop(files);
    let message = error.message();
    let start = "libraries cannot find the TVM-FFI runtime that is embedded in this program: ";
    assert!(message.starts_with(start), "{message}");
    let end = "; build the runtime as a shared library with `cargo xtask runtime`, and set TVM_FFI_LIBRARY to its path";
    assert!(message.ends_with(end), "{message}");
}

#[test]
fn a_warning_that_cannot_be_written_is_no_failure() {
    let test = "a_warning_that_cannot_be_written_is_no_failure";
    if child::role().is_none() {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has this device");
        let child = child::bare_command(test, "warn").stderr(full).status().expect("the test binary runs");
        return assert!(child.success(), "the child ended with {child}");
    }
    type Register = unsafe extern "C" fn(*const std::ffi::c_char, *mut std::ffi::c_void) -> i32;
    tvm_ffi_core::runtime().expect("the program has one").publish().expect("glibc can show it");
    let program = libloading::os::unix::Library::this();
    // SAFETY: the C API promises this signature.
    let register = unsafe { program.get::<Register>(b"TVMFFIEnvModRegisterSystemLibSymbol\0") };
    let register = *register.expect("the runtime is visible");
    for address in [16, 32] {
        // SAFETY: the name is NUL-terminated, and the address is not used.
        let code = unsafe { register(c"two_addresses".as_ptr(), std::ptr::without_provenance_mut(address)) };
        assert_eq!(code, 0);
    }
}

#[test]
fn threads_may_end_with_an_error_raised() {
    let Some(()) = child::alone("threads_may_end_with_an_error_raised") else { return };
    type SetRaised = unsafe extern "C" fn(*const std::ffi::c_char, *const std::ffi::c_char);
    tvm_ffi_core::runtime().expect("the program has one").publish().expect("glibc can show it");
    let program = libloading::os::unix::Library::this();
    // SAFETY: the C API promises this signature.
    let set_raised = unsafe { program.get::<SetRaised>(b"TVMFFIErrorSetRaisedFromCStr\0") };
    let set_raised = *set_raised.expect("the runtime is visible");
    let running: Vec<_> = (0..8)
        .map(|_| {
            std::thread::spawn(move || {
                // SAFETY: both texts are NUL-terminated.
                unsafe { set_raised(c"ValueError".as_ptr(), c"it stays raised".as_ptr()) };
            })
        })
        .collect();
    running.into_iter().for_each(|thread| thread.join().expect("the thread ends"));
    let function =
        Function::from_packed(|_| -> tvm_ffi_core::Result<Any> { tvm_ffi_core::bail!("raised at the end") });
    assert!(function.call(()).is_err());
}

#[test]
fn a_program_ends_with_everything_still_registered() {
    let test = "a_program_ends_with_everything_still_registered";
    if child::role().is_none() {
        let (_, stderr) = child::run(&mut child::bare_command(test, "register"));
        assert_eq!(stderr, "");
        return;
    }
    struct Noisy;
    impl Drop for Noisy {
        fn drop(&mut self) {
            eprintln!("a registered closure was dropped");
        }
    }
    let noisy = Noisy;
    let function = Function::from_packed(move |_| -> i64 {
        let _ = &noisy;
        7
    });
    Function::set_global("tests.registered", &function).expect("the name is free");
    static KEPT: std::sync::OnceLock<tvm_ffi_core::Array<Function>> = std::sync::OnceLock::new();
    KEPT.get_or_init(|| tvm_ffi_core::Array::from_iter([function]));
}

#[test]
fn a_runtime_is_found_in_a_program_with_the_name_of_a_library() {
    let test = "a_runtime_is_found_in_a_program_with_the_name_of_a_library";
    if child::role().is_some() {
        tvm_ffi_runtime::publish().expect("glibc can show it");
        return print_runtime();
    }
    let mut command = child::bare_command(test, "print");
    let found = answer(command.arg0("libc.so.6"));
    assert!(found.starts_with("Process ") && found.ends_with(" patch 16"), "{found}");
}

#[test]
fn a_library_stays_as_long_as_a_function_of_it() {
    let test = "a_library_stays_as_long_as_a_function_of_it";
    if child::role().is_none() {
        let source = "#include <tvm/ffi/c_api.h>\n\
            int __tvm_ffi_answer(void* self, const TVMFFIAny* args, int32_t count, TVMFFIAny* out) {\n\
            out->type_index = kTVMFFIInt; out->zero_padding = 0; out->v_int64 = 42; return 0; }\n";
        let library = cc::compile("libclosed.so", source, &["-shared", "-fPIC"]);
        child::run(child::bare_command(test, "close").env("CLOSED", library));
        return;
    }
    let path = PathBuf::from(std::env::var_os("CLOSED").expect("the parent sets it"));
    let is_loaded = || {
        // SAFETY: with RTLD_NOLOAD the loader runs no code.
        unsafe { libloading::os::unix::Library::open(Some(&path), RTLD_NOW | libc::RTLD_NOLOAD) }.is_ok()
    };
    // `Module::load` keeps libraries forever.
    let load = Function::get_global("ffi.ModuleLoadFromFile").expect("the runtime loads modules");
    let module = load.call((path.to_str().expect("it is UTF-8"),)).expect("the library can be loaded");
    let find = Function::get_global("ffi.ModuleGetFunction").expect("the runtime has modules");
    let function: Function = find.call((&module, "answer", false)).and_then(Any::cast).expect("it is there");
    drop(module);
    assert!(is_loaded());
    assert_eq!(function.call(()).and_then(Any::cast::<i64>).ok(), Some(42));
    drop(function);
    assert!(!is_loaded(), "nothing of the library is in use");
}

#[test]
fn a_module_is_not_made_of_what_a_replaced_function_gives() {
    struct Empty;
    impl CustomModule for Empty {
        const KIND: &'static std::ffi::CStr = c"empty";

        fn function(&self, _name: &str) -> tvm_ffi_core::Result<Option<Function>> {
            Ok(None)
        }
    }
    let Some(()) = child::alone("a_module_is_not_made_of_what_a_replaced_function_gives") else { return };
    let module = Module::new(Empty).expect("there is a runtime");
    let other = Module::new(Empty).expect("there is a runtime");
    for function in ["ffi.Map", "ffi.Array"] {
        Function::replace_global(function, &Function::new(|| 5i64)).expect("there is a runtime");
        let error = Module::new(Empty).expect_err("the module needs a container");
        let expected = format!(
            "the global function `{function}` was replaced, expected `{function}` as its result, got int"
        );
        assert_eq!((error.kind(), &*error.message()), (ErrorKind::TypeError, &*expected));
    }
    module.write_formats().expect_err("the formats are an array");
    module.import(&other).expect("the runtime makes the array itself");
}

/// A file in memory with a content.
fn memory_file(content: &[u8]) -> std::fs::File {
    // SAFETY: the name ends with a NUL.
    let descriptor = unsafe { libc::memfd_create(c"other".as_ptr(), libc::MFD_CLOEXEC) };
    assert!(descriptor >= 0, "{}", std::io::Error::last_os_error());
    // SAFETY: the descriptor is open and owned by this code.
    let mut file = unsafe { std::fs::File::from_raw_fd(descriptor) };
    file.write_all(content).expect("there is memory");
    file
}

#[test]
fn the_runtime_is_shown_beside_another_library_in_memory() {
    let test = "the_runtime_is_shown_beside_another_library_in_memory";
    if child::role().is_none() {
        let other = cc::compile("libother.so", "int answer(void) { return 42; }\n", &["-shared", "-fPIC"]);
        child::run(child::bare_command(test, "publish").env("OTHER", other));
        return;
    }
    let other = std::env::var_os("OTHER").expect("the parent sets it");
    let file = memory_file(&std::fs::read(other).expect("the library can be read"));
    let descriptor = file.as_raw_fd();
    preload(Path::new(&format!("/proc/self/fd/{descriptor}")), RTLD_NOW | RTLD_LOCAL);
    drop(file);
    assert_eq!(memory_file(b"").as_raw_fd(), descriptor, "the next file has the same path");
    tvm_ffi_core::runtime().expect("the program has one").publish().expect("glibc can show it");
}

/// The number of calls of each kind, of which panics are a tenth. `TVM_FFI_LEAK_CALLS` has another one.
const CALLS: usize = 100_000;

#[test]
fn calls_that_return_fail_and_panic_leave_no_memory() {
    let test = "calls_that_return_fail_and_panic_leave_no_memory";
    let calls =
        std::env::var("TVM_FFI_LEAK_CALLS").ok().and_then(|calls| calls.parse().ok()).unwrap_or(CALLS);
    if child::role().is_none() {
        let mut command = child::bare_command(test, "call");
        child::run(command.env("TVM_FFI_LEAK_CALLS", calls.to_string()));
        return;
    }
    let returns = Function::new(|text: String| text + ", returned on the heap");
    let fails = Function::new(|x: i64| -> tvm_ffi_core::Result<i64> {
        tvm_ffi_core::bail!(ValueError, "{x} is refused")
    });
    let panics = Function::new(|x: i64| -> i64 { panic!("{x} is too much") });
    let call = |count: usize| {
        for index in 0..count {
            let text = returns.call(("a text that is on the heap",)).and_then(Any::cast::<String>);
            assert!(text.is_ok());
            assert!(fails.call((index as i64,)).is_err());
            if index % 10 == 0 {
                assert!(panics.call((index as i64,)).is_err());
            }
        }
    };
    // The first calls fill caches.
    call(1000);
    let before = resident_pages();
    call(calls);
    let grown = resident_pages().saturating_sub(before);
    // A leak of the smallest block would be 32 bytes a call.
    assert!(grown * 4096 < 16 * calls.max(CALLS), "{grown} pages more after {calls} calls");
}

/// The pages of this process that are in memory.
fn resident_pages() -> usize {
    let numbers = std::fs::read_to_string("/proc/self/statm").expect("Linux has the file");
    let resident = numbers.split(' ').nth(1).expect("the second number");
    resident.parse().expect("it is a number")
}
