// Alias.
tvm_ffi::import! { #[type_key = "my_ext.Config"] type Config = i64; }

// Body.
tvm_ffi::import! { #[global = "my_ext.add_one"] fn add_one(x: i64) -> tvm_ffi::Result<i64> {} }

// Borrowed result.
tvm_ffi::import! {
    #[global = "my_ext.name"] fn name(x: i64) -> Result<&'static str>;
    #[global = "my_ext.first"] fn first<'a>(x: &'a str) -> Result<TensorView<'a>>;
    #[type_key = "my_ext.Window"] type Window { title: &str }
}

// Generic type.
tvm_ffi::import! { #[type_key = "my_ext.Config"] type Config<T> { width: T } }

// Init on field.
tvm_ffi::import! { #[type_key = "my_ext.Config"] type Config { #[init] width: i64 } }

// Item.
tvm_ffi::import! {
    #[global = "my_ext.add_one"] fn add_one(x: i64) -> tvm_ffi::Result<i64>;
    struct Config { width: i64 }
}

// Many arguments.
tvm_ffi::import! {
    #[global = "my_ext.many"]
    fn many(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64, i: i64, j: i64, k: i64, l: i64, m: i64) -> Result<i64>;
}

// Member syntax.
tvm_ffi::import! { #[type_key = "my_ext.Config"] type Config { width: i64, type Inner = i64; } }

// Members.
tvm_ffi::import! {
    #[type_key = "my_ext.Config"] type Config {
        fn grow(&mut self) -> Result<()>;
        fn take(self) -> Result<()>;
        #[init] fn new(&self) -> Result<Self>;
        #[init] #[name = "create"] fn create() -> Result<Self>;
    }
}

// No name.
tvm_ffi::import! {
    fn add_one(x: i64) -> tvm_ffi::Result<i64>;
    #[global] fn add_two(x: i64) -> tvm_ffi::Result<i64>;
    type Config { width: i64 }
    #[type_key = 1] type Other;
}

// No return type.
tvm_ffi::import! { #[global = "my_ext.log"] fn log(text: &str); }

// Qualifiers.
tvm_ffi::import! {
    #[global = "my_ext.a"] const fn constant() -> Result<i64>;
    #[global = "my_ext.b"] async fn asynchronous() -> Result<i64>;
    #[global = "my_ext.c"] extern "C" fn foreign() -> Result<i64>;
    #[global = "my_ext.d"] fn generic<T>(x: T) -> Result<i64>;
    #[global = "my_ext.e"] fn closure(f: impl Fn(i64) -> i64) -> Result<i64>;
    #[global = "my_ext.f"] fn pattern((a, b): (i64, i64)) -> Result<i64>;
    #[global = "my_ext.g"] fn method(&self) -> Result<i64>;
    #[global = "my_ext.h"] fn default(#[default(1)] x: i64) -> Result<i64>;
    #[global = "my_ext.i"] fn keyword(#[keyword] x: i64) -> Result<i64>;
}

// Misspelt.
tvm_ffi::import! {
    #[globl = "my_ext.add_one"] fn add_one(x: i64) -> tvm_ffi::Result<i64>;
    #[key = "my_ext.Config"] type Config { #[rename = "type"] kind: i64 }
    crate = "tvm_ffi";
}
tvm_ffi::import! { crate = tvm_ffi; }
