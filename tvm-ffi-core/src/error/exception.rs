//! Exception classes of a library.

use super::ErrorKind;
use crate::json::{Array, Object};
use crate::list::{Element, List};

/// An exception class.
#[derive(Clone, Copy)]
pub struct ExceptionRecord {
    /// The name, which is also that of the kind of errors.
    pub name: &'static str,
    /// The kind of errors that it extends.
    pub base: fn() -> ErrorKind,
    /// The documentation.
    pub doc: &'static str,
}

/// The exception classes of this library.
static EXCEPTIONS: List<ExceptionRecord> = List::empty();

/// Enters an exception class in the list, in a constructor.
pub fn enter_exception(exception: &'static Element<ExceptionRecord>) {
    EXCEPTIONS.enter(exception);
}

/// The exception classes of this library.
pub fn exceptions() -> impl Iterator<Item = ExceptionRecord> {
    EXCEPTIONS.iter()
}

/// The exception classes as a JSON list, in the order of their names.
pub(crate) fn exceptions_json() -> String {
    let mut all: Vec<_> = exceptions().collect();
    all.sort_by_key(|exception| exception.name);
    let mut array = Array::new();
    for ExceptionRecord { name, base, doc } in all {
        let mut json = Object::new();
        json.text("name", name).text("base", base().name()).text_if_any("doc", doc);
        array.push(&json.end());
    }
    array.end()
}

/// Declares an exception class, and the [kind](crate::ErrorKind) of errors that it is raised for.
///
/// ```
/// # use tvm_ffi_core::{Error, ErrorKind, Result, bail, exception};
/// exception!(pub ParseError: ValueError, "A text that is no number.");
/// exception!(pub RangeError: ParseError);
///
/// fn parse(text: &str) -> Result<u8> {
///     match text.parse::<i64>() {
///         Ok(number) => u8::try_from(number).map_err(|error| Error::new(RangeError, error.to_string())),
///         Err(error) => bail!(ParseError, "`{text}`: {error}"),
///     }
/// }
/// assert_eq!(parse("x").unwrap_err().kind(), ParseError);
/// assert_eq!(parse("300").unwrap_err().kind(), ErrorKind::RangeError);
/// ```
///
/// The name is a constant of the type `ErrorKind`. To use it in another module, import it: `use crate::ParseError;`.
///
/// In a Python module, the class is an attribute: `except my_kernels.ParseError`. For all other callers, it is a kind of error with a name that they do not know.
#[macro_export]
macro_rules! exception {
    ($visibility:vis $name:ident: $base:ident $(, $doc:expr)? $(,)?) => {
        $(#[doc = $doc])?
        #[allow(dead_code, non_upper_case_globals)]
        $visibility const $name: $crate::ErrorKind =
            $crate::ErrorKind::Other(::std::borrow::Cow::Borrowed(::core::stringify!($name)));
        // `bail!` names kinds as associated constants.
        #[doc(hidden)]
        #[allow(dead_code)]
        $visibility trait $name {
            #[allow(non_upper_case_globals)]
            const $name: $crate::ErrorKind;
        }
        impl $name for $crate::ErrorKind {
            const $name: $crate::ErrorKind = $name;
        }
        $crate::__enter! {
            exception: $crate::__private::ExceptionRecord {
                name: ::core::stringify!($name),
                base: || $crate::ErrorKind::$base,
                doc: ::core::concat!($($doc)?),
            }
        }
    };
}
