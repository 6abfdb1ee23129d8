//! Why an export cannot be a function of a framework.

use tvm_ffi_core::__private::WriteText;
#[cfg(feature = "torch")]
use tvm_ffi_core::__private::displayed;
#[cfg(feature = "torch")]
use tvm_ffi_core::DType;

#[cfg(feature = "torch")]
use crate::text::decimal;
use crate::text::{joined, push_all};

/// Why an export cannot be a function of a framework. It is written when it is reported, so that code that finds one owns no text.
#[derive(Clone, Copy)]
pub(crate) struct Reason {
    /// The parameter that it is about, if it is about one.
    parameter: &'static str,
    /// With `{` where the name is.
    text: &'static str,
    name: Name,
}

/// The name in a text.
#[derive(Clone, Copy)]
enum Name {
    Text(&'static str),
    Type(WriteText),
    #[cfg(feature = "torch")]
    DType(DType),
    #[cfg(feature = "torch")]
    Number(usize),
}

impl Reason {
    /// Nothing but a text.
    pub(crate) const fn new(text: &'static str) -> Self {
        Self::named(text, "")
    }

    /// A text with a name.
    pub(crate) const fn named(text: &'static str, name: &'static str) -> Self {
        Self { parameter: "", text, name: Name::Text(name) }
    }

    /// A text with the name of a type.
    pub(crate) const fn of_type(text: &'static str, name: WriteText) -> Self {
        Self { parameter: "", text, name: Name::Type(name) }
    }

    /// A text with a dtype.
    #[cfg(feature = "torch")]
    pub(crate) const fn of_dtype(text: &'static str, dtype: DType) -> Self {
        Self { parameter: "", text, name: Name::DType(dtype) }
    }

    /// A text with a number.
    #[cfg(feature = "torch")]
    pub(crate) const fn of_number(text: &'static str, number: usize) -> Self {
        Self { parameter: "", text, name: Name::Number(number) }
    }

    /// The same, about a parameter.
    pub(crate) const fn at(self, parameter: &'static str) -> Self {
        Self { parameter, ..self }
    }

    /// The reason in words.
    #[cold]
    #[inline(never)]
    pub(crate) fn text(self) -> String {
        let mut written = String::new();
        match self.name {
            Name::Text(text) => push_all(&mut written, &[text]),
            Name::Type(write) => write(&mut written),
            #[cfg(feature = "torch")]
            Name::DType(dtype) => written = displayed(&dtype),
            #[cfg(feature = "torch")]
            Name::Number(number) => push_all(&mut written, &[&decimal(number as i64)]),
        }
        let (before, behind) = self.text.split_once('{').unwrap_or((self.text, ""));
        match self.parameter {
            "" => joined(&[before, &written, behind]),
            parameter => joined(&["`", parameter, "`: ", before, &written, behind]),
        }
    }
}
