//! Descriptions of functions that the macros do not make.

/// The texts of a function: its name, its documentation, and its parameters with three empty texts each.
macro_rules! texts {
    ($name:literal, $doc:literal $(, $parameter:literal)*) => {
        concat!(
            $name, "\0\0", $doc, "\0", file!(), "\0", line!(), "\0", env!("CARGO_PKG_NAME"), "\0", env!("CARGO_PKG_VERSION")
            $(, "\0", $parameter, "\0\0\0")*
        )
    };
}
pub(crate) use texts;
