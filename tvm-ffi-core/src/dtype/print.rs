//! Printing of dtypes.

use super::DType;
use crate::abi::TVMFFIAny;
use crate::abi::dtype::{CUSTOM_BEGIN, push_name, word};
use crate::any::Any;
use crate::error::take_raised;
use crate::runtime::table;

/// Appends the name of a dtype.
pub(super) fn push(dtype: DType, out: &mut String) {
    if push_name(dtype.to_dl(), out) {
        return;
    }
    let custom = if dtype.code >= CUSTOM_BEGIN { custom(dtype) } else { None };
    out.push_str(&custom.unwrap_or_else(|| unknown(dtype)));
}

impl DType {
    /// The word that the name begins with, and the number of bits if the name has it next; `None` of handles and of unknown codes.
    pub(crate) const fn word(self) -> Option<(&'static str, Option<u8>)> {
        word(self.to_dl())
    }
}

/// The name for an unknown code, for which the runtime raises an error.
fn unknown(dtype: DType) -> String {
    format!("dtype(code={}, bits={}, lanes={})", dtype.code, dtype.bits, dtype.lanes)
}

/// The name of a custom type, if the runtime knows it.
#[cold]
fn custom(dtype: DType) -> Option<String> {
    if !crate::runtime::is_present() {
        return None;
    }
    let mut out = TVMFFIAny::NONE;
    // SAFETY: the dtype is readable, `out` is writable.
    let code = unsafe { table::TVMFFIDataTypeToString(&dtype.to_dl(), &mut out) };
    if code != 0 {
        // Take the error, which would otherwise stay set on the thread.
        drop(take_raised());
        return None;
    }
    // SAFETY: the runtime returned an owned value.
    unsafe { Any::from_raw(out) }.cast().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_like_text() {
        assert_eq!(format!("[{:>8}]", DType::I8), "[    int8]");
        assert_eq!(format!("{:?} {:?}", DType::F32, DType::VOID), "float32 void");
    }
}
