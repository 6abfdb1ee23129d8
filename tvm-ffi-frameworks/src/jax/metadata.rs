//! The first call of a handler, in which XLA asks for its version.

use super::abi::{CallFrame, Extension, METADATA, MetadataExtension};
use super::failure::Failure;
use super::frame::{Frame, require_size, sized};

/// Answers, if that is what the call is for.
///
/// # Safety
///
/// The contract of call frames.
#[inline]
pub(super) unsafe fn answer(frame: Frame<'_>) -> Result<bool, Failure> {
    let CallFrame { extension, .. } = frame.raw;
    let mut next = *extension;
    while !next.is_null() {
        // SAFETY: the caller's contract: extensions are structs of the frame.
        let extension = unsafe { sized::<Extension>(next, "XLA_FFI_Extension_Base") }?;
        if extension.kind == METADATA {
            // SAFETY: the type says what the extension is.
            unsafe { write(frame, next.cast()) }?;
            return Ok(true);
        }
        next = extension.next;
    }
    Ok(false)
}

/// Writes the version of the XLA that asks, because XLA refuses handlers that are newer. No trait is promised: whether a function may be captured in a CUDA graph is not known.
///
/// # Safety
///
/// As for [`answer`].
#[cold]
unsafe fn write(frame: Frame<'_>, extension: *mut MetadataExtension) -> Result<(), Failure> {
    // SAFETY: the caller's contract.
    let extension = unsafe { sized::<MetadataExtension>(extension, "XLA_FFI_Metadata_Extension") }?;
    let metadata = extension.metadata;
    if metadata.is_null() {
        return Err(Failure::internal("XLA passes no XLA_FFI_Metadata"));
    }
    // SAFETY: the contract of call frames: a struct begins with its size.
    let size = unsafe { (*metadata).struct_size };
    require_size::<super::abi::Metadata>(size, "XLA_FFI_Metadata")?;
    // SAFETY: the struct is large enough, and is there to be written.
    unsafe { (*metadata).version.major = frame.api.version.major };
    // SAFETY: as above.
    unsafe { (*metadata).version.minor = frame.api.version.minor };
    // SAFETY: as above.
    unsafe { (*metadata).traits = 0 };
    Ok(())
}
