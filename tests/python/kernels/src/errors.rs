//! Errors. The tests find the line of each by its marker.

use std::fmt;

use tvm_ffi::{Context, Error, ErrorKind, Result, bail, ensure};

/// Raises an error of any kind.
#[tvm_ffi::export]
fn raise_kind(kind: &str, message: String) -> Result<()> {
    Err(Error::new(ErrorKind::from_name(kind), message)) // line: raise_kind
}

/// Raises without a kind.
#[tvm_ffi::export]
fn bail_plain() -> Result<()> {
    bail!("no kind is named") // line: bail_plain
}

/// Raises with a kind and a formatted message.
#[tvm_ffi::export]
fn bail_index(index: usize) -> Result<()> {
    bail!(IndexError, "index {index} of {}", 3) // line: bail_index
}

/// The three forms of `ensure!`.
#[tvm_ffi::export]
fn ensure_forms(form: i64) -> Result<()> {
    ensure!(form != 0); // line: ensure_0
    ensure!(form != 1, "form {form}"); // line: ensure_1
    ensure!(form != 2, KeyError, "form {form}"); // line: ensure_2
    Ok(())
}

/// `?` converts an error of the standard library, and keeps its line.
#[tvm_ffi::export]
fn parse_i32(text: &str) -> Result<i32> {
    let value = text.parse::<i32>()?; // line: parse_i32
    Ok(value)
}

/// `?` on a `tvm_ffi::Error` keeps the line where it was made.
#[tvm_ffi::export]
fn passes_on(text: &str) -> Result<i32> {
    let value = parse_i32(text)?;
    Ok(value + 1)
}

/// Adds context twice.
#[tvm_ffi::export]
fn with_context(text: &str) -> Result<i32> {
    parse_i32(text).with_context(|| format!("reading `{text}`")).context("loading the settings") // line: with_context
}

/// A user's error type that converts into `tvm_ffi::Error`.
struct OutOfRange {
    limit: i64,
}

impl From<OutOfRange> for Error {
    #[track_caller]
    fn from(error: OutOfRange) -> Self {
        Error::new(ErrorKind::IndexError, format!("beyond {}", error.limit))
    }
}

/// Returns the user's own type.
#[tvm_ffi::export]
fn own_error(x: i64) -> Result<i64, OutOfRange> {
    if x < 10 { Ok(x) } else { Err(OutOfRange { limit: 10 }) }
}

/// Converts the user's own type with `?`.
#[tvm_ffi::export]
fn own_error_converted(x: i64) -> Result<i64> {
    let x = own_error(x)?; // line: own_error_converted
    Ok(x)
}

/// An error type that implements `std::error::Error` only.
#[derive(Debug)]
struct Layer {
    text: &'static str,
    source: Option<Box<Layer>>,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl std::error::Error for Layer {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// An alias of `Result`, as libraries define it.
type LayerResult<T> = std::result::Result<T, Layer>;

fn three_layers() -> Layer {
    let disk = Layer { text: "the disk is full", source: None };
    let file = Layer { text: "cannot write `model.bin`", source: Some(Box::new(disk)) };
    Layer { text: "cannot save the model", source: Some(Box::new(file)) }
}

/// An error with a chain of sources.
#[tvm_ffi::export]
fn std_error_chain() -> LayerResult<()> {
    Err(three_layers())
}

/// The same in a box.
#[tvm_ffi::export]
fn boxed_error() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Err(Box::new(three_layers()))
}

/// Text is an error too.
#[tvm_ffi::export]
fn string_error(x: bool) -> Result<(), String> {
    if x { Err(String::from("text as an error")) } else { Ok(()) }
}

/// An error of the operating system.
#[tvm_ffi::export]
fn io_error(path: &str) -> Result<u64> {
    let metadata = std::fs::metadata(path)?; // line: io_error
    Ok(metadata.len())
}

/// Raises what was passed.
#[tvm_ffi::export]
fn raise_value(error: Error) -> Result<()> {
    Err(error)
}
