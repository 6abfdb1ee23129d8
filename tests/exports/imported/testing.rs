//! The testing library of the runtime, and its declarations.

use std::sync::Once;

use tvm_ffi::{Any, Array, Map, Module, Result};

/// Loads the library, which registers its functions and types. It stays loaded.
pub(crate) fn load() {
    static LOADED: Once = Once::new();
    LOADED.call_once(|| {
        // It is next to the C++ runtime, and uses the one that is in the process.
        let path = std::env::var_os("TVM_FFI_TEST_CPP_RUNTIME").map(std::path::PathBuf::from);
        let path = path.expect("TVM_FFI_TEST_CPP_RUNTIME is not set: run the tests with `cargo xtask test`");
        let name = format!("{}tvm_ffi_testing{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        let path = path.with_file_name(name);
        let library = Module::load(path.to_str().expect("the path is UTF-8"));
        std::mem::forget(library.expect("the package has its testing library"));
    });
}

tvm_ffi::import! {
    /// Returns its argument.
    #[global = "testing.echo"]
    pub(crate) fn echo(value: Any) -> Result<Any>;

    /// The same for text alone.
    #[global = "testing.echo"]
    pub(crate) fn echo_text(value: &str) -> Result<String>;

    #[global = "testing.add_one"]
    pub(crate) fn add_one(x: i64) -> Result<i64>;

    #[global = "testing.object_use_count"]
    pub(crate) fn use_count(object: &Base) -> Result<i64>;

    #[global = "testing.test_raise_error"]
    pub(crate) fn raise(kind: &str, message: &str) -> Result<()>;

    #[global = "testing.there_is_no_such_function"]
    pub(crate) fn missing() -> Result<()>;

    /// A class with fields of each kind, which another extends.
    #[type_key = "testing.TestObjectBase"]
    pub(crate) type Base {
        /// A field that can be set.
        mut v_i64: i64,
        v_f64: f64,
        mut v_str: String,
        /// The same field, declared with a wrong type.
        #[name = "v_str"]
        v_str_as_number: i64,
        #[name = "v_f64"]
        mut read_only: f64,
        no_such_field: i64,

        fn add_i64(&self, other: i64) -> Result<i64>;
        #[name = "add_i64"]
        fn add_i64_badly(other: i64) -> Result<i64>;
        fn no_such_method(&self) -> Result<()>;
        #[init]
        fn new(v_i64: i64, v_f64: f64, v_str: &str) -> Result<Self>;
    }

    #[type_key = "testing.TestObjectDerived"]
    pub(crate) type Derived {
        v_i64: i64,
        v_map: Map<Any, Any>,
        v_array: Array<i64>,
        #[init]
        fn new(v_map: Map<Any, Any>, v_array: Vec<i64>, v_i64: i64, v_f64: f64, v_str: &str) -> Result<Self>;
    }

    #[type_key = "testing.TestIntPair"]
    pub(crate) type IntPair {
        a: i64,
        b: i64,
        #[init]
        fn new(a: i64, b: i64) -> Result<Self>;
        fn sum(&self) -> Result<i64>;
    }

    #[type_key = "testing.TestObjectPtrHolder"]
    pub(crate) type Holder {
        mut value: Base,
        mut optional_value: Option<Base>,
        #[init]
        fn new(value: &Base) -> Result<Self>;
    }

    #[type_key = "testing.TestDeepCopyEdges"]
    pub(crate) type Edges {
        mut v_any: Any,
        #[init]
        fn new(v_any: &Any, v_obj: &Base) -> Result<Self>;
    }

    /// Arguments by position and by keyword, and some with defaults.
    #[type_key = "testing.TestCxxAutoInit"]
    pub(crate) type AutoInit {
        a: i64,
        b: i64,
        c: i64,
        d: i64,
        #[init]
        fn new(a: i64, #[keyword] c: i64) -> Result<Self>;
        #[init]
        fn without_keyword(a: i64) -> Result<Self>;
    }

    #[type_key = "testing.SchemaAllTypes"]
    pub(crate) type AllTypes {
        mut v_bool: bool,
        mut v_int: i64,
        fn add_int(&self, x: i64) -> Result<i64>;
        fn make_with(v_int: i64, v_float: f64, v_str: &str) -> Result<Self>;
        #[init]
        fn new() -> Result<Self>;
    }

    #[type_key = "testing.UnregisteredRegistersThis"]
    pub(crate) type Unregistered {
        x: i64,
        #[init]
        fn new() -> Result<Self>;
    }

    /// Registered by the test that uses it.
    #[type_key = "testing.TestCompare"]
    pub(crate) type NoMembers;
}
