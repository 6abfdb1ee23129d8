//! Tests with the system library, whose symbols are functions of this file.

use core::ffi::{CStr, c_int, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use tvm_ffi_abi::TVMFFISafeCallType;

use super::*;
use crate::catch::Failure;
use crate::error;
use crate::functions::globals::{globals, lookup_from_imports, set_global};

unsafe extern "C" fn forty_two(
    context: *mut c_void,
    _args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    assert!(context.is_null());
    // SAFETY: the SafeCall contract.
    unsafe { result.write(Value::int(42 + i64::from(num_args)).into_raw()) };
    0
}

fn register(name: &CStr, symbol: *mut c_void) {
    // SAFETY: the name is a C string.
    assert_eq!(unsafe { register_system_lib_symbol(name.as_ptr(), symbol) }, 0);
}

fn register_function(name: &CStr, function: TVMFFISafeCallType) {
    register(name, function as *mut c_void);
}

/// Registers a pointer variable, and gives it.
fn register_variable(name: &CStr) -> &'static AtomicPtr<c_void> {
    let variable: &'static AtomicPtr<c_void> = Box::leak(Box::new(AtomicPtr::new(null_mut())));
    register(name, variable.as_ptr().cast());
    variable
}

fn call(name: &str, args: &[TVMFFIAny]) -> Result<Value> {
    let function = globals().get(name.as_bytes()).expect("the function exists");
    // SAFETY: the registry has functions, and the arguments are values.
    unsafe { crate::testing::call_function(&function, args) }
}

fn get(name: &str, args: &[TVMFFIAny]) -> Value {
    call(name, args).unwrap_or_else(|_| panic!("{name} succeeds"))
}

/// The kind and the message of the error of a call.
fn error_of(name: &str, args: &[TVMFFIAny]) -> (String, String) {
    let Err(Failure::Raised) = call(name, args) else { panic!("{name} fails") };
    let error = error::take_raised().expect("an error is raised");
    // SAFETY: the object is an error, whose body begins with its cell.
    let cell = unsafe { crate::object::body_of::<tvm_ffi_abi::TVMFFIErrorCell>(error.handle()) };
    // SAFETY: the texts of an error live as long as it.
    let [kind, message] = [cell.kind, cell.message].map(|text| unsafe { text.bytes() });
    (String::from_utf8_lossy(kind).into_owned(), String::from_utf8_lossy(message).into_owned())
}

fn system_lib(prefix: &str) -> Value {
    get("ffi.SystemLib", &[*text::string(prefix.as_bytes()).view()])
}

fn function_of(module: &Value, name: &str, query_imports: bool) -> Option<Value> {
    let name = text::string(name.as_bytes());
    let args = [*module.view(), *name.view(), *Value::bool(query_imports).view()];
    let is_implemented = get("ffi.ModuleImplementsFunction", &args).view().payload.int() != 0;
    let function =
        Some(get("ffi.ModuleGetFunction", &args)).filter(|value| value.type_index() != TypeIndex::NONE);
    assert_eq!(is_implemented, function.is_some());
    function
}

fn result_of(function: &Value) -> i64 {
    // SAFETY: the value is a function, which is held here.
    let object = unsafe { Object::from_lent(function.view().payload.ptr()) }.expect("an object");
    // SAFETY: as above.
    unsafe { crate::testing::call_function(&object, &[]) }
        .ok()
        .expect("the function succeeds")
        .view()
        .payload
        .int()
}

fn imports(module: &Value) -> Vec<*mut c_void> {
    // SAFETY: the value is a module.
    let module = unsafe { AnyModule::new(module.view().payload.ptr()) };
    let mut result = TVMFFIAny::NONE;
    // SAFETY: the place is that of the field, and the result is writable.
    assert_eq!(unsafe { IMPORTS_GETTER(module.imports().cast(), &mut result) }, 0);
    // SAFETY: the getter gave an owned value.
    let array = unsafe { Value::from_owned(result) };
    // SAFETY: the value is an array.
    unsafe { tvm_ffi_abi::module::imported(array.view().payload.ptr()) }.map(AnyModule::handle).collect()
}

#[test]
fn context_symbols_and_the_module_are_written_into_variables() {
    let variable = register_variable(c"written.a_context_symbol");
    let own = register_variable(c"written.__tvm_ffi__library_ctx");
    let target = (&raw const *variable).cast_mut().cast();
    // SAFETY: the name is a C string.
    assert_eq!(unsafe { register_context_symbol(c"a_context_symbol".as_ptr(), target) }, 0);
    let module = system_lib("written.");
    assert_eq!(variable.load(Ordering::Relaxed), target);
    let start = module.view().payload.ptr().wrapping_byte_sub(8);
    assert_eq!(own.load(Ordering::Relaxed), start);
}

/// The module of a library that is loaded once more.
fn load(prefix: &str) -> Object {
    let library = library::Library::System { prefix: prefix.as_bytes().into() };
    library::load(library).ok().expect("it loads").publish()
}

/// `TVMFFIEnvModLookupFromImports`.
fn look_up(context: *mut c_void, name: &CStr) -> Option<*mut c_void> {
    let mut function = null_mut();
    // SAFETY: the tests pass what the runtime has written, and the place is writable.
    let code = unsafe { lookup_from_imports(context, name.as_ptr(), &mut function) };
    (code == 0).then_some(function)
}

#[test]
fn a_module_that_is_gone_is_taken_out_of_the_variable() {
    let own = register_variable(c"gone.__tvm_ffi__library_ctx");
    let modules = [(); 3].map(|()| load("gone."));
    let [first, second, third] = modules;
    let start = |module: &Object| module.handle().wrapping_byte_sub(8);
    assert_eq!(own.load(Ordering::Relaxed), start(&third));
    drop(second);
    assert_eq!(own.load(Ordering::Relaxed), start(&third));
    drop(third);
    assert_eq!(own.load(Ordering::Relaxed), start(&first));
    drop(first);
    assert!(own.load(Ordering::Relaxed).is_null());
}

/// Registers a global function that gives 42, and counts how often it is dropped.
fn register_global(name: &str, drops: &'static AtomicUsize) {
    struct Counts(&'static AtomicUsize);
    impl Drop for Counts {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let counts = Counts(drops);
    let function = function::closure(move |_| {
        let counts = &counts;
        assert_eq!(counts.0.load(Ordering::Relaxed), 0, "the function is dropped");
        Ok(Value::int(42))
    });
    let name = tvm_ffi_abi::TVMFFIByteArray::of(name.as_bytes());
    // SAFETY: the name and the function are alive.
    assert_eq!(unsafe { set_global(&name, function.handle(), 1) }, 0);
}

#[test]
fn a_long_chain_of_imports_is_dropped() {
    const COUNT: usize = if cfg!(miri) { 100 } else { 2_000 };
    let mut module = Value::from(load("chain."));
    for _ in 0..COUNT {
        let importing = Value::from(load("chain."));
        get("ffi.ModuleImportModule", &[*importing.view(), *module.view()]);
        module = importing;
    }
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(|| drop(module));
    thread.expect("a thread").join().expect("the modules are dropped");
}

#[test]
fn a_library_keeps_what_it_looked_up_until_its_last_module_is_gone() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    let own = register_variable(c"keeps.__tvm_ffi__library_ctx");
    register_global("test.kept", &DROPS);
    let (first, second) = (load("keeps."), load("keeps."));
    let context = own.load(Ordering::Relaxed);
    let function = look_up(context, c"test.kept").expect("a global function");
    get("ffi.FunctionRemoveGlobal", &[*text::string(b"test.kept").view()]);
    drop(second);
    assert_eq!(DROPS.load(Ordering::Relaxed), 0);
    // SAFETY: the library keeps the function.
    let function = unsafe { Object::from_lent(function) }.expect("a function");
    // SAFETY: as above.
    assert!(unsafe { function::call(&function, &[]) }.is_ok());
    drop(function);
    // A thread that has read the variable before the second module was dropped.
    assert!(look_up(context, c"ffi.SystemLib").is_some());
    drop(first);
    assert_eq!(DROPS.load(Ordering::Relaxed), 1);
}

#[test]
fn a_module_in_the_memory_of_one_that_is_gone_is_that_of_its_own_library() {
    register_variable(c"before.__tvm_ffi__library_ctx");
    let own = register_variable(c"after.__tvm_ffi__library_ctx");
    register_function(c"__tvm_ffi_imported_after.only_after", forty_two);
    let imported = system_lib("imported_after.");
    let _first = load("before.");
    let second = load("before.");
    let gone = second.handle();
    drop(second);
    // Allocators give the memory again soon, but need not.
    let mut modules: Vec<Value> = Vec::new();
    while modules.len() < 100 && modules.last().is_none_or(|module| module.view().payload.ptr() != gone) {
        let module = Value::from(load("after."));
        get("ffi.ModuleImportModule", &[*module.view(), *imported.view()]);
        modules.push(module);
        assert!(look_up(own.load(Ordering::Relaxed), c"only_after").is_some());
    }
}

#[test]
fn threads_load_a_library_look_functions_up_and_drop_it() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    let own = register_variable(c"many.__tvm_ffi__library_ctx");
    register_function(c"__tvm_ffi_imported.f", forty_two);
    register_global("test.many", &DROPS);
    let imported = system_lib("imported.");
    let rounds = if cfg!(miri) { 3 } else { 200 };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..rounds {
                    let module = Value::from(load("many."));
                    get("ffi.ModuleImportModule", &[*module.view(), *imported.view()]);
                    let context = own.load(Ordering::Acquire);
                    let function = look_up(context, c"test.many").expect("a global function");
                    // SAFETY: the module keeps the function.
                    let function = unsafe { Object::from_lent(function) }.expect("a function");
                    assert_eq!(result_of(&function.into()), 42);
                    let function = function_of(&module, "f", true).expect("the import has it");
                    get("ffi.ModuleClearImports", &[*module.view()]);
                    drop(module);
                    assert_eq!(result_of(&function), 42);
                }
            });
        }
    });
    assert!(own.load(Ordering::Relaxed).is_null());
}

/// A library binary: the library imports a module of the kind `test`.
fn binary() -> Vec<u8> {
    let mut content: Vec<u8> = [3, 0, 1, 1, 1, 1].iter().flat_map(|word: &u64| word.to_le_bytes()).collect();
    for text in [&b"_lib"[..], b"test", b"saved"] {
        content.extend((text.len() as u64).to_le_bytes());
        content.extend(text);
    }
    [&(content.len() as u64).to_le_bytes(), content.as_slice()].concat()
}

#[test]
fn modules_in_a_library_are_loaded() {
    register_function(c"__tvm_ffi_loaded.f", forty_two);
    let binary = Box::leak(binary().into_boxed_slice());
    register(c"outer.__tvm_ffi__library_bin", binary.as_mut_ptr().cast());
    let missing = error_of("ffi.SystemLib", &[*text::string(b"outer.").view()]);
    assert!(missing.1.contains("a loader of that name is not registered"), "{}", missing.1);
    let loader = function::closure(|args| {
        assert_eq!(text::bytes_content(&args[0]), Some(&b"saved"[..]));
        Ok(system_lib("loaded."))
    });
    let name = tvm_ffi_abi::TVMFFIByteArray::of(b"ffi.Module.load_from_bytes.test");
    // SAFETY: the name and the function are alive.
    assert_eq!(unsafe { set_global(&name, loader.handle(), 0) }, 0);
    let module = system_lib("outer.");
    assert_eq!(imports(&module), [system_lib("loaded.").view().payload.ptr()]);
    assert_eq!(result_of(&function_of(&module, "f", true).expect("the import has it")), 42);
}

/// A library binary whose number says that there is more than the program has.
#[cfg(all(target_os = "linux", target_pointer_width = "64", not(miri)))]
#[test]
fn a_number_of_bytes_beyond_the_library_is_an_error() {
    static TOO_LARGE: [u64; 3] = [(1u64 << 40).to_le(), 0, 0];
    static ENORMOUS: [u64; 3] = [u64::MAX, 0, 0];
    for (name, binary) in
        [(c"large.__tvm_ffi__library_bin", &TOO_LARGE), (c"enormous.__tvm_ffi__library_bin", &ENORMOUS)]
    {
        register(name, binary.as_ptr().cast_mut().cast());
        let prefix = name.to_bytes().split(|byte| *byte == b'_').next().expect("there is a part");
        let (kind, message) = error_of("ffi.SystemLib", &[*text::string(prefix).view()]);
        assert_eq!(kind, "InternalError");
        assert!(message.starts_with("the library binary says that it has "), "{message}");
    }
}

#[test]
#[cfg(all(target_os = "linux", not(miri)))]
fn a_library_that_is_there_and_cannot_be_opened() {
    let open = |path: &str| {
        let args = [path, "so"].map(|arg| text::string(arg.as_bytes()));
        error_of("ffi.Module.load_from_file.so", &[*args[0].view(), *args[1].view()]).1
    };
    // Cargo runs tests in the folder of the package.
    let message = open("Cargo.toml");
    let end = ". The loader does not search the current folder, where the file is: write `./Cargo.toml`";
    assert!(message.ends_with(end), "{message}");

    let mut header = [0; 64];
    header[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
    header[16..20].copy_from_slice(&[3, 0, 0xff, 0]);
    let path = std::env::temp_dir().join(format!("other_machine_{}.so", std::process::id()));
    std::fs::write(&path, header).expect("the folder is writable");
    let message = open(path.to_str().expect("the path is text"));
    std::fs::remove_file(&path).expect("the file is there");
    let (_, reason) = message.split_once(". The file is built for another machine: ").expect(&message);
    assert!(reason.starts_with("expected ELF machine ") && reason.ends_with(", got 255"), "{message}");
}

#[test]
#[cfg(not(miri))]
fn a_library_that_calls_the_runtime_first_finds_its_functions() {
    let find = || {
        let library = library::Library::System { prefix: (*b"first.").into() };
        let module = library::load(library).ok().expect("it loads").publish();
        let context = module.handle().wrapping_byte_sub(tvm_ffi_abi::module::HANDLE_OFFSET);
        let mut function = null_mut();
        // SAFETY: the context is that of a module, and the place is writable.
        assert_eq!(unsafe { lookup_from_imports(context, c"ffi.Map".as_ptr(), &mut function) }, 0);
    };
    crate::testing::in_processes(
        "module::tests::a_library_that_calls_the_runtime_first_finds_its_functions",
        &[find],
    );
}

#[test]
fn a_library_looks_functions_up_from_its_imports() {
    register_function(c"__tvm_ffi_looked.f", forty_two);
    let own = register_variable(c"looks.__tvm_ffi__library_ctx");
    let module = system_lib("looks.");
    get("ffi.ModuleImportModule", &[*module.view(), *system_lib("looked.").view()]);
    let look_up = |name| look_up(own.load(Ordering::Relaxed), name);
    let function = look_up(c"f").expect("the import has it");
    assert_eq!(look_up(c"f"), Some(function), "the module keeps the function");
    assert_eq!(look_up(c"ffi.SystemLib"), globals().get(b"ffi.SystemLib").map(|function| function.handle()));
    assert_eq!(look_up(c"missing"), None);
    drop(error::take_raised());
    // SAFETY: NULL is allowed.
    assert_eq!(unsafe { lookup_from_imports(null_mut(), c"f".as_ptr(), &mut null_mut()) }, -1);
    drop(error::take_raised());
}

#[test]
fn a_variable_of_a_library_is_not_a_function() {
    register_variable(c"__tvm_ffi__library_ctx");
    assert!(function_of(&system_lib("variables."), "_library_ctx", false).is_none());
    assert!(function_of(&system_lib("_library"), "_ctx", false).is_none());
}

/// A text that C++ would have made in the library.
static TEXT_OF_LIBRARY: std::sync::LazyLock<Object> =
    std::sync::LazyLock::new(|| text::string_object(b"the text of a library").expect("a string"));

unsafe extern "C" fn text_of_library(
    _context: *mut c_void,
    _args: *const TVMFFIAny,
    _num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract.
    unsafe { result.write(Value::from(TEXT_OF_LIBRARY.clone()).into_raw()) };
    0
}

#[test]
fn metadata_is_not_an_object_of_the_library() {
    register_function(c"__tvm_ffi__metadata_text", text_of_library);
    let (module, name) = (system_lib("texts."), text::string(b"text"));
    let args = [*module.view(), *name.view(), *Value::bool(false).view()];
    let metadata = get("ffi.ModuleGetFunctionMetadata", &args);
    assert_eq!(string_content(metadata.view()), Some(&b"the text of a library"[..]));
    assert_ne!(metadata.view().payload.ptr(), TEXT_OF_LIBRARY.handle());
}

/// A body that tells when it is dropped, as one with a library closes it.
struct Closes(&'static Mutex<Vec<&'static str>>);

impl Drop for Closes {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push("closed");
    }
}

// SAFETY: there are no results.
unsafe impl tvm_ffi_abi::module::Virtuals for Closes {
    fn kind(_this: tvm_ffi_abi::module::This<Self>) -> *const core::ffi::c_char {
        c"closes".as_ptr()
    }

    fn property_mask(_this: tvm_ffi_abi::module::This<Self>) -> c_int {
        0
    }
}

unsafe extern "C" fn drop_context(context: *mut c_void) {
    // SAFETY: the test gives this context.
    let ended = unsafe { &*context.cast::<Mutex<Vec<&'static str>>>() };
    ended.lock().unwrap_or_else(PoisonError::into_inner).push("function dropped");
}

#[test]
fn functions_that_a_module_keeps_are_dropped_before_its_library_is_closed() {
    static ENDED: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let name = tvm_ffi_abi::TVMFFIByteArray::of(b"module.tests.removed");
    let module = object::new(Closes(&ENDED)).ok().expect("there is memory");
    // SAFETY: the function does not use the context, and its deleter expects this one.
    let function = unsafe {
        function::with_context((&raw const ENDED).cast_mut().cast(), forty_two, Some(drop_context))
    };
    // SAFETY: the name and the function are alive.
    assert_eq!(unsafe { set_global(&name, function.handle(), 0) }, 0);
    drop(function);
    // SAFETY: the module is alive.
    let start = unsafe { AnyModule::new(module.handle()) }.start();
    let mut found = null_mut();
    // SAFETY: the module is alive, the name is a C string, and the place is writable.
    assert_eq!(unsafe { lookup_from_imports(start, c"module.tests.removed".as_ptr(), &mut found) }, 0);
    get("ffi.FunctionRemoveGlobal", &[*text::string(b"module.tests.removed").view()]);
    drop(module);
    assert_eq!(*ENDED.lock().expect("no panic"), ["function dropped", "closed"]);
}

/// The only reference to a module, which the module gives away when it is called.
static LENT: Mutex<Option<Object>> = Mutex::new(None);
/// What happened to it.
static GIVEN_AWAY: Mutex<Vec<&str>> = Mutex::new(Vec::new());

struct GivesAway {
    _closes: Closes,
}

// SAFETY: there are no results.
unsafe impl tvm_ffi_abi::module::Virtuals for GivesAway {
    fn kind(_this: tvm_ffi_abi::module::This<Self>) -> *const core::ffi::c_char {
        c"gives away".as_ptr()
    }

    fn property_mask(_this: tvm_ffi_abi::module::This<Self>) -> c_int {
        drop(LENT.lock().unwrap_or_else(PoisonError::into_inner).take());
        GIVEN_AWAY.lock().unwrap_or_else(PoisonError::into_inner).push("called");
        0
    }
}

#[test]
fn a_module_lives_while_it_is_called() {
    let module = object::new(GivesAway { _closes: Closes(&GIVEN_AWAY) }).ok().expect("there is memory");
    let view = module.view();
    *LENT.lock().expect("no panic") = Some(module);
    get("ffi.ModuleGetPropertyMask", &[view]);
    assert_eq!(*GIVEN_AWAY.lock().expect("no panic"), ["called", "closed"]);
}
