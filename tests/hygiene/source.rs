// Exports that use only absolute paths. Modules include this file that have no prelude (`no_implicit_prelude`) or redefine its
// names; `crate::reexport::tvm_ffi` is the path of the framework.

/// Documented, because a crate that includes this file denies `missing_docs`.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.nothing")]
pub fn nothing() {}

/// Numbers, text, and everything that is decoded by more than one step.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.arguments")]
#[allow(clippy::needless_pass_by_value, clippy::implicit_hasher)]
#[must_use]
pub fn arguments<'a>(
    /// Documented too.
    number: ::core::primitive::i64,
    word: &'a ::core::primitive::str,
    values: ::std::vec::Vec<::core::option::Option<::core::primitive::f64>>,
    table: ::std::collections::HashMap<::std::string::String, ::std::vec::Vec<::core::primitive::i64>>,
    tensor: crate::reexport::tvm_ffi::TensorView<'a>,
    array: crate::reexport::tvm_ffi::ArrayRef<'_, &::core::primitive::str>,
    function: crate::reexport::tvm_ffi::TypedFunction<fn(::core::primitive::i64) -> ::std::string::String>,
) -> &'a ::core::primitive::str {
    let _ = (number, values, table, tensor, array, function);
    word
}

/// Defaults are user code in an expansion.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.defaults")]
#[must_use]
pub fn defaults(
    #[default(1)] mut number: ::core::primitive::i64,
    #[default(::core::option::Option::None)] word: ::core::option::Option<&::core::primitive::str>,
) -> ::core::primitive::i64 {
    if word.is_some() {
        number = 0;
    }
    number
}

/// The forms of a result.
///
/// # Errors
///
/// Always.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.fails")]
pub fn fails(number: ::core::primitive::f64) -> crate::reexport::tvm_ffi::Result<()> {
    crate::reexport::tvm_ffi::ensure!(number < 0.0, ValueError, "expected less than 0, got {number}");
    crate::reexport::tvm_ffi::bail!("expected a number")
}

/// An error of the standard library.
///
/// # Errors
///
/// If the text is not a number.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.parse")]
pub fn parse(
    word: &::core::primitive::str,
) -> ::core::result::Result<::core::primitive::i64, ::core::num::ParseIntError> {
    ::core::str::FromStr::from_str(word)
}

/// A closure.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.closure")]
pub fn closure(
    by: ::core::primitive::i64,
) -> impl ::core::ops::Fn(::core::primitive::i64) -> ::core::primitive::i64
+ ::core::marker::Send
+ ::core::marker::Sync
+ 'static {
    move |x| x.wrapping_add(by)
}

/// A closure in a `Result`.
///
/// # Errors
///
/// Never.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.result_of_closure")]
pub fn result_of_closure()
-> ::core::result::Result<impl ::core::ops::Fn() + 'static, ::core::convert::Infallible> {
    ::core::result::Result::Ok(|| ())
}

/// Any arguments.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.packed")]
#[must_use]
pub fn packed(all: &[crate::reexport::tvm_ffi::AnyView<'_>]) -> ::core::primitive::usize {
    all.len()
}

/// Registered when the library is loaded, and drawing a hint.
#[crate::reexport::tvm_ffi::export(
    crate = "crate::reexport::tvm_ffi",
    global = "hygiene.global",
    name = "imports",
    system_lib
)]
#[allow(deprecated)]
#[must_use]
pub fn registered(left: ::core::primitive::i64, right: ::core::primitive::i64) -> ::core::primitive::i64 {
    left.wrapping_add(right)
}

const HEADS: ::core::primitive::i16 = 4;

/// Another name for a view.
pub type Image<'a> = crate::reexport::tvm_ffi::CpuView<'a, ::core::primitive::f32, 2>;

/// A contract with every kind of entry.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.contract")]
#[must_use]
pub fn contract<'a>(
    n: ::core::primitive::usize,
    #[shape(n, k % 2, {HEADS}, 2 * k - n / 2 + (k % 3), rest..)]
    #[align({ HEADS })]
    x: crate::reexport::tvm_ffi::CpuViewD<'a, ::core::primitive::f32>,
    #[shape(rest.., k)]
    #[strides(.., ld)]
    #[dtype(f32, bf16)]
    #[device(cpu, cuda)]
    y: ::core::option::Option<crate::reexport::tvm_ffi::TensorView<'_>>,
    #[shape(m, k)] image: Image<'_>,
    #[strides(ld)] all: ::std::vec::Vec<crate::reexport::tvm_ffi::TensorView<'_>>,
    #[out]
    #[shape(m * 2)]
    out: crate::reexport::tvm_ffi::CpuViewMut<'_, ::core::primitive::f32, 1>,
) -> &'a [::core::primitive::i64] {
    let _ = (n, y, image, all, out);
    x.shape()
}

/// Another name for a view of CUDA memory.
pub type DeviceImage<'a, T> = crate::reexport::tvm_ffi::CudaView<'a, T, 2>;

/// A function for CUDA memory with a CPU fallback.
///
/// # Errors
///
/// Never.
#[crate::reexport::tvm_ffi::export(
    crate = "crate::reexport::tvm_ffi",
    name = "hygiene.with_cpu_fallback",
    dispatch(T = [::core::primitive::f32, ::core::primitive::f64]),
    cpu = self::on_host,
)]
pub fn with_cpu_fallback<T: crate::reexport::tvm_ffi::Element>(
    n: ::core::primitive::usize,
    #[shape(n, k)] x: ::core::option::Option<crate::reexport::tvm_ffi::CudaView<'_, T, 2>>,
    #[shape(n, k)] image: DeviceImage<'_, T>,
    y: crate::reexport::tvm_ffi::CudaViewMut<'_, ::core::primitive::f32, 1>,
    #[default(::core::option::Option::None)] z: ::core::option::Option<
        crate::reexport::tvm_ffi::CudaViewD<'_, ::core::primitive::f32>,
    >,
) -> crate::reexport::tvm_ffi::Result<::core::primitive::usize> {
    let _ = (x, image, y, z);
    ::core::result::Result::Ok(n)
}

/// The CPU fallback.
///
/// # Errors
///
/// Never.
pub fn on_host<T: crate::reexport::tvm_ffi::Element>(
    n: ::core::primitive::usize,
    x: ::core::option::Option<crate::reexport::tvm_ffi::CpuView<'_, T, 2>>,
    image: crate::reexport::tvm_ffi::CpuView<'_, T, 2>,
    y: crate::reexport::tvm_ffi::CpuViewMut<'_, ::core::primitive::f32, 1>,
    z: ::core::option::Option<crate::reexport::tvm_ffi::CpuViewD<'_, ::core::primitive::f32>>,
) -> crate::reexport::tvm_ffi::Result<::core::primitive::usize> {
    let _ = (x, image, y, z);
    ::core::result::Result::Ok(n)
}

/// Instances for several types.
#[crate::reexport::tvm_ffi::export(
    crate = "crate::reexport::tvm_ffi",
    name = "hygiene.dispatch",
    dispatch(T = [::core::primitive::f32, ::core::primitive::f64], M = [::core::primitive::i8]),
)]
#[must_use]
pub fn dispatch<'a, M: crate::reexport::tvm_ffi::Element, T>(
    #[shape(n)] x: crate::reexport::tvm_ffi::CpuView<'a, T, 1>,
    #[shape(n)] y: crate::reexport::tvm_ffi::CpuView<'a, M, 1>,
    out: crate::reexport::tvm_ffi::CpuViewMut<'_, T, 1>,
) -> &'a [::core::primitive::i64]
where
    T: crate::reexport::tvm_ffi::Element,
{
    let _ = (y, out);
    x.shape()
}

/// A class.
#[crate::reexport::tvm_ffi::object("hygiene.Class", mutable, crate = "crate::reexport::tvm_ffi")]
pub struct Class {
    /// A field.
    #[field]
    number: ::core::primitive::i64,
}

/// Its methods.
#[crate::reexport::tvm_ffi::methods(crate = "crate::reexport::tvm_ffi")]
#[allow(clippy::missing_const_for_fn, clippy::needless_pass_by_value)]
impl Class {
    const WIDTH: ::core::primitive::usize = 1;

    /// The constructor.
    #[init]
    #[must_use]
    pub fn new(#[default(1)] number: ::core::primitive::i64) -> Self {
        Self { number }
    }

    /// Adds.
    pub fn add(&mut self, number: ::core::primitive::i64, #[default(::core::option::Option::None)] other: ::core::option::Option<&Self>) {
        self.number += number;
        if let ::core::option::Option::Some(other) = other {
            self.number += other.number;
        }
    }

    /// Reads.
    ///
    /// # Errors
    ///
    /// If the number is negative.
    pub fn get(&self) -> crate::reexport::tvm_ffi::Result<::core::primitive::i64> {
        crate::reexport::tvm_ffi::ensure!(self.number >= 0, ValueError, "got {}", self.number);
        ::core::result::Result::Ok(self.number)
    }

    /// Counts.
    #[staticmethod]
    #[must_use]
    pub fn count(values: &[crate::reexport::tvm_ffi::AnyView<'_>]) -> ::core::primitive::usize {
        values.len()
    }

    /// Keeps a contract.
    pub fn fill(
        &self,
        #[shape(n, { Self::WIDTH })] mut out: crate::reexport::tvm_ffi::CpuViewMut<'_, ::core::primitive::i64, 2>,
    ) {
        out.as_mut_slice().fill(self.number);
    }
}

/// A subclass.
#[crate::reexport::tvm_ffi::object("hygiene.Derived", mutable, extends = Class, crate = "crate::reexport::tvm_ffi")]
pub struct Derived {
    #[base]
    base: Class,
}

#[crate::reexport::tvm_ffi::methods(crate = "crate::reexport::tvm_ffi")]
impl Derived {
    /// Another name than the parent's.
    pub fn reset(&mut self) {
        self.base.number = 0;
    }
}

/// A class with every option.
#[crate::reexport::tvm_ffi::object(
    "hygiene.Value",
    crate = "crate::reexport::tvm_ffi",
    repr,
    eq,
    hash,
    ord,
    copy,
    init,
    structural(tree_node)
)]
#[allow(deprecated)]
#[derive(
    ::core::fmt::Debug,
    ::core::clone::Clone,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::cmp::PartialOrd,
    ::core::cmp::Ord,
    ::core::hash::Hash,
)]
pub struct Value {
    /// Documented too.
    #[field]
    pub number: ::core::primitive::i64,
    #[field(default = ::std::string::String::new(), kw_only, structural(ignore))]
    word: ::std::string::String,
    #[field(default_factory = ::std::vec::Vec::new, repr = false)]
    list: ::std::vec::Vec<::core::option::Option<::core::primitive::i64>>,
    #[field(init = false, rename = "same_as")]
    other: ::core::primitive::bool,
    hidden: ::core::option::Option<::std::boxed::Box<Self>>,
}

/// A class that can be changed.
#[crate::reexport::tvm_ffi::object("hygiene.Base", crate = "crate::reexport::tvm_ffi", mutable, init)]
pub struct Base {
    /// Documented too.
    #[field(set)]
    pub x: ::core::primitive::f64,
}

/// A class that extends it.
#[crate::reexport::tvm_ffi::object(
    "hygiene.Final",
    crate = "crate::reexport::tvm_ffi",
    extends = Base,
    final,
    mutable,
    init
)]
pub struct Final {
    #[base]
    base: Base,
    /// Documented too.
    #[field(set)]
    pub y: ::core::option::Option<crate::reexport::tvm_ffi::Ref<Base>>,
}

/// Values of several types.
#[derive(crate::reexport::tvm_ffi::Union)]
#[tvm_ffi(crate = "crate::reexport::tvm_ffi")]
pub enum Union<'a> {
    /// Nothing.
    None,
    /// A number.
    Some(::core::primitive::f64),
    /// Text.
    Text(&'a ::core::primitive::str),
    /// Itself.
    Several(::std::vec::Vec<Union<'a>>),
}

/// Names.
#[derive(crate::reexport::tvm_ffi::StrEnum)]
#[tvm_ffi(crate = "crate::reexport::tvm_ffi")]
pub enum Name {
    /// The first.
    Ok,
    /// The second.
    #[rename = "error"]
    Err,
}

/// Both as arguments and results.
#[crate::reexport::tvm_ffi::export(crate = "crate::reexport::tvm_ffi", name = "hygiene.enums")]
#[must_use]
pub fn enums(union: Union<'_>, name: Name) -> (Union<'_>, Name) {
    (union, name)
}

crate::reexport::tvm_ffi::import! {
    crate = "crate::reexport::tvm_ffi";

    /// An attribute of another crate.
    ///
    /// # Errors
    ///
    /// If there is none.
    #[global = "hygiene.imported"]
    pub fn imported(
        x: ::core::primitive::i64,
        union: Union<'_>,
    ) -> crate::reexport::tvm_ffi::Result<Name>;

    /// A type of another crate.
    #[type_key = "hygiene.Foreign"]
    pub type Foreign {
        /// A field.
        mut field: ::core::primitive::i64,
        undocumented: ::core::primitive::bool,
        /// A constructor.
        ///
        /// # Errors
        ///
        /// If there is none.
        #[init]
        fn new(field: ::core::primitive::i64, #[keyword] union: Union<'_>) -> crate::reexport::tvm_ffi::Result<Self>;
        /// A method.
        ///
        /// # Errors
        ///
        /// If there is none.
        fn method(&self) -> crate::reexport::tvm_ffi::Result<()>;
    }
}
