//! Kinds of errors.

use std::borrow::Cow;
use std::fmt;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident,)*) => {
        /// The kind of an error: the name of the Python exception that it becomes.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $kind,)*
            /// Any other name. Python gets a `RuntimeError` with the name before the message.
            Other(Cow<'static, str>),
        }

        impl ErrorKind {
            /// The name.
            pub fn name(&self) -> &str {
                match self {
                    Self::Other(name) => name,
                    $(Self::$kind => stringify!($kind),)*
                }
            }

            /// The kind with a name.
            pub fn from_name(name: &str) -> Self {
                match name {
                    $(stringify!($kind) => Self::$kind,)*
                    other => Self::Other(other.to_owned().into()),
                }
            }
        }
    };
}

kinds! {
    /// An argument has the wrong type, or there are too many or too few.
    TypeError,
    /// An argument has the right type and a value that is not allowed.
    ValueError,
    /// An index is out of bounds.
    IndexError,
    /// A key is missing.
    KeyError,
    /// An attribute is missing or cannot be set.
    AttributeError,
    /// An assertion failed.
    AssertionError,
    /// Memory is exhausted.
    MemoryError,
    /// An iterator has no more items. Python learns this kind by `tvm_ffi.error.register_error("StopIteration", StopIteration)`.
    StopIteration,
    /// Everything else.
    RuntimeError,
    /// The host has set an error of its own, such as a Python exception, which is raised unchanged. [`check_signals`] returns it. Code
    /// that returns it without an exception of Python's being set breaks a rule of `tvm_ffi`: up to Python 3.11 the caller gets a
    /// `SystemError`, and from 3.12 on `tvm_ffi` reads a NULL pointer.
    ///
    /// [`check_signals`]: crate::env::check_signals
    EnvErrorAlreadySet,
}

macro_rules! names {
    ($($name:ident)*) => {
        /// Other exceptions of Python's own. Like any other name, they arrive as a `RuntimeError` with the name before the message.
        #[allow(non_upper_case_globals, reason = "`bail!` takes these names and those of the variants")]
        impl ErrorKind {
            $(
                #[doc = concat!("Python's `", stringify!($name), "`.")]
                pub const $name: Self = Self::Other(Cow::Borrowed(stringify!($name)));
            )*
        }
    };
}

// Those that need more than a message, such as `UnicodeDecodeError`, are not among them.
names! {
    ArithmeticError BlockingIOError BrokenPipeError BufferError ChildProcessError ConnectionAbortedError ConnectionError
    ConnectionRefusedError ConnectionResetError EOFError Exception FileExistsError FileNotFoundError FloatingPointError
    ImportError IndentationError InterruptedError IsADirectoryError KeyboardInterrupt LookupError ModuleNotFoundError
    NameError NotADirectoryError NotImplementedError OSError OverflowError PermissionError ProcessLookupError
    RecursionError ReferenceError StopAsyncIteration SyntaxError SystemError SystemExit TabError TimeoutError
    UnboundLocalError UnicodeError ZeroDivisionError
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
