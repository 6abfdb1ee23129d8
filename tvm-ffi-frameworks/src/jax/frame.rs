//! Call frames, read with checks: each struct is as large as what is read of it, and each list has what its size says.

use core::ptr::read;
use core::slice;

use super::abi::{Api, Attrs, BUFFER, Buffer, Buffers, ByteSpan, CallFrame, EXECUTE, SizedStruct, Version};
use super::failure::Failure;

/// The only major version with the layouts of [`abi`](super::abi).
const MAJOR: i32 = 0;

/// A frame that is large enough, of a version that is known.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) raw: &'a CallFrame,
    pub(crate) api: &'a Api,
}

impl<'a> Frame<'a> {
    /// # Safety
    ///
    /// The contract of call frames, for `'a`.
    #[inline]
    pub(crate) unsafe fn new(frame: *const CallFrame) -> Result<Self, Failure> {
        // SAFETY: the caller's contract.
        let raw = unsafe { sized(frame, "XLA_FFI_CallFrame") }?;
        // SAFETY: as above.
        let api = unsafe { sized(raw.api, "XLA_FFI_Api") }?;
        let version = &api.version;
        if version.major != MAJOR {
            return Err(unknown_version(version));
        }
        Ok(Self { raw, api })
    }

    /// Refuses a call in which the buffers may not be read.
    #[inline]
    pub(crate) fn require_execution(self) -> Result<(), Failure> {
        match self.raw.stage {
            EXECUTE => Ok(()),
            stage => Err(wrong_stage(stage)),
        }
    }

    /// The buffers of the arguments.
    #[inline]
    pub(crate) fn arguments(self) -> Result<&'a [*mut Buffer], Failure> {
        buffers(&self.raw.arguments, "XLA_FFI_Args")
    }

    /// The buffers of the results.
    #[inline]
    pub(crate) fn results(self) -> Result<&'a [*mut Buffer], Failure> {
        buffers(&self.raw.results, "XLA_FFI_Rets")
    }

    /// The attributes.
    #[inline]
    pub(crate) fn attributes(self) -> Result<impl Iterator<Item = RawAttribute>, Failure> {
        let attributes: &'a Attrs = &self.raw.attributes;
        require_size::<Attrs>(attributes.struct_size, "XLA_FFI_Attrs")?;
        // SAFETY: the contract of call frames, which `new` asks for.
        let types = unsafe { list(attributes.types, attributes.size) }?;
        // SAFETY: as above.
        let names = unsafe { list(attributes.names, attributes.size) }?;
        // SAFETY: as above.
        let values = unsafe { list(attributes.values, attributes.size) }?;
        let all = types.iter().zip(names).zip(values);
        Ok(all.map(|((&kind, &name), &value)| RawAttribute { kind, name, value: value.cast_const() }))
    }
}

/// An attribute: what its value is, and where.
#[derive(Clone, Copy)]
pub(crate) struct RawAttribute {
    pub(crate) kind: i32,
    pub(crate) name: *const ByteSpan,
    pub(crate) value: *const core::ffi::c_void,
}

#[inline]
fn buffers<'a>(buffers: &'a Buffers, name: &str) -> Result<&'a [*mut Buffer], Failure> {
    require_size::<Buffers>(buffers.struct_size, name)?;
    // SAFETY: the contract of call frames.
    let types = unsafe { list(buffers.types, buffers.size) }?;
    if let Some(other) = types.iter().find(|kind| **kind != BUFFER) {
        return Err(Failure::internal(format!("{name} has a value of type {other}, expected 1 (a buffer)")));
    }
    // SAFETY: as above.
    unsafe { list(buffers.values, buffers.size) }
}

/// A struct, once its size has been compared.
///
/// # Safety
///
/// The pointer is NULL, or points to a struct of the frame, for `'a`.
#[inline]
pub(crate) unsafe fn sized<'a, T: SizedStruct>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    const { assert!(T::SIZE == size_of::<T>()) };
    if pointer.is_null() {
        return Err(Failure::internal(format!("XLA passes no {name}")));
    }
    // SAFETY: the contract of call frames: a struct begins with its size.
    require_size::<T>(unsafe { read(pointer.cast::<usize>()) }, name)?;
    // SAFETY: the struct is large enough.
    Ok(unsafe { &*pointer })
}

#[inline]
pub(crate) fn require_size<T: SizedStruct>(size: usize, name: &str) -> Result<(), Failure> {
    if size < T::SIZE { Err(too_small(name, size, T::SIZE)) } else { Ok(()) }
}

#[cold]
#[inline(never)]
fn too_small(name: &str, size: usize, expected: usize) -> Failure {
    Failure::internal(format!("{name} of this XLA has {size} bytes, expected {expected} or more"))
}

#[cold]
#[inline(never)]
fn unknown_version(version: &Version) -> Failure {
    let (major, minor) = (version.major, version.minor);
    let known = ", and this library knows versions 0.x";
    Failure::internal(format!("the FFI of this XLA has version {major}.{minor}{known}"))
}

#[cold]
#[inline(never)]
fn wrong_stage(stage: i32) -> Failure {
    Failure::internal(format!("the handler is for stage 3 (execute), and is called in stage {stage}"))
}

/// # Safety
///
/// The pointer points to `size` elements, for `'a`, if it is not NULL.
#[inline]
pub(crate) unsafe fn list<'a, T>(pointer: *const T, size: i64) -> Result<&'a [T], Failure> {
    match usize::try_from(size) {
        Ok(0) => Ok(&[]),
        // SAFETY: the caller's contract.
        Ok(size) if !pointer.is_null() => Ok(unsafe { slice::from_raw_parts(pointer, size) }),
        _ => Err(no_memory(size)),
    }
}

#[cold]
#[inline(never)]
fn no_memory(size: i64) -> Failure {
    Failure::internal(format!("XLA passes a list of {size} elements without memory"))
}
