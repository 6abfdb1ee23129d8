//! [`Workspace`]: scratch memory on the device.

mod fallback;

use core::fmt;

use fallback::Block;
use tvm_ffi_core::__private::framework_allocates;
use tvm_ffi_core::{DType, Error, ErrorKind, Result, Tensor, bail};

use crate::pointer::{Ptr, PtrMut};
use crate::stream;
use crate::token::Cuda;

/// Scratch memory on the GPU, freed when this is dropped. See [`Cuda::workspace`].
pub struct Workspace<'cx> {
    address: u64,
    bytes: usize,
    memory: Memory<'cx>,
}

/// The owner of a workspace's memory.
enum Memory<'cx> {
    /// No memory: zero bytes were requested.
    None,
    /// Memory from the allocator of the caller's framework.
    Framework(#[allow(dead_code, reason = "it is dropped")] Tensor),
    /// Memory from the driver's pool.
    Driver(#[allow(dead_code, reason = "it is dropped")] Block<'cx>),
}

impl Memory<'_> {
    fn address(&self) -> u64 {
        match self {
            Self::None => 0,
            Self::Framework(tensor) => tensor.view().first_element().addr() as u64,
            Self::Driver(block) => block.address(),
        }
    }
}

impl<'call> Cuda<'call> {
    /// Allocates `bytes` bytes of scratch memory on the GPU of the call, at an address that is a multiple of `align`.
    ///
    /// The memory is uninitialised; [`zero`](Self::zero) clears it. It is for work on this token's stream. Drop the workspace as soon as that work is launched: the
    /// next user of the memory runs after it in the order of the stream. Another stream may use the memory only if this stream waits for it before the workspace is
    /// dropped, as it does after [`fork`](Self::fork).
    ///
    /// If the caller's framework has set an allocator, as PyTorch does for calls with PyTorch tensors, the memory comes from it. It then counts in the framework's
    /// statistics, and belongs to the graph during a capture. Such an allocator orders memory on the framework's own current stream: a caller that sets another stream
    /// for the call (`tvm_ffi.use_raw_stream` in Python) has to keep the two streams in order. Without an allocator, and for tokens of
    /// [`with_stream`](Self::with_stream) and [`fork`](Self::fork), the memory comes from the driver (`cuMemAllocAsync`), in the order of the token's stream.
    ///
    /// Both take a microsecond or more. A function that is called often should take its scratch memory as an argument instead.
    ///
    /// ```no_run
    /// use tvm_ffi_core::Result;
    /// use tvm_ffi_cuda::Cuda;
    ///
    /// fn reduce(cx: &Cuda<'_>, blocks: usize) -> Result<()> {
    ///     let partial = cx.workspace(blocks * size_of::<f32>(), 16)?;
    ///     let sums = partial.ptr_mut::<f32>();        // an argument of two kernels
    ///     # _ = sums;
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// A `MemoryError` with the number of bytes if the allocation fails, and a `ValueError` if `align` is not a power of two.
    #[track_caller]
    pub fn workspace(&self, bytes: usize, align: usize) -> Result<Workspace<'call>> {
        if !align.is_power_of_two() {
            bail!(ValueError, "`align` is {align}, expected a power of two");
        }
        if bytes == 0 {
            return Ok(Workspace { address: 0, bytes, memory: Memory::None });
        }
        let slack = if align > USUAL_ALIGNMENT { align - 1 } else { 0 };
        let workspace = self.allocate(bytes, slack)?.aligned(bytes, align, slack);
        match workspace {
            Some(workspace) => Ok(workspace),
            // The allocator aligns to less than all known ones do. With `align - 1` extra bytes there is always an aligned address.
            None => match self.allocate(bytes, align - 1)?.aligned(bytes, align, align - 1) {
                Some(workspace) => Ok(workspace),
                None => bail!("the address of a workspace on {} wraps around", self.device()),
            },
        }
    }

    #[track_caller]
    fn allocate(&self, bytes: usize, slack: usize) -> Result<Memory<'call>> {
        let device = self.device();
        let all = bytes.checked_add(slack).and_then(|all| i64::try_from(all).ok());
        let Some(all) = all else {
            bail!(
                MemoryError,
                "a workspace of {bytes} bytes cannot be allocated on {device}: no memory is that large"
            );
        };
        let is_ordered = self.is_callers && !stream::is_set_here(self.device, self.stream);
        if is_ordered && framework_allocates() {
            let tensor = Tensor::empty(DType::U8, device, &[all]);
            return Ok(Memory::Framework(tensor.map_err(|error| {
                let what = format!("a workspace of {bytes} bytes cannot be allocated on {device}");
                match error.kind() {
                    ErrorKind::MemoryError => error.context(what),
                    _ => Error::new(ErrorKind::MemoryError, format!("{what}: {}", error.message())),
                }
            })?));
        }
        Ok(Memory::Driver(Block::allocate(*self, bytes, all as usize)?))
    }

    /// Sets `count` elements to zero bytes, in the order of the stream.
    ///
    /// # Safety
    ///
    /// `memory` points to `count` elements that this GPU can write, for which all zero bytes are a valid value. No other code accesses them until the earlier work on
    /// the stream has run and the zeros are written.
    ///
    /// # Errors
    ///
    /// A `ValueError` if `count` elements exceed the address space; the driver's error.
    #[track_caller]
    pub unsafe fn zero<T>(&self, memory: PtrMut<'_, T>, count: usize) -> Result<()> {
        let Some(bytes) = count.checked_mul(size_of::<T>()) else {
            bail!(ValueError, "{count} elements of {} bytes are more than any memory has", size_of::<T>());
        };
        if bytes == 0 {
            return Ok(());
        }
        let _guard = crate::context::enter(self.driver, self.device)?;
        // SAFETY: the caller's contract; the stream lives as long as the token.
        let status = unsafe { (self.driver.memset_d8_async)(memory.address(), 0, bytes, self.stream) };
        status.check(self.driver, format_args!("{bytes} bytes on {} could not be set to zero", self.device()))
    }
}

/// The alignment of allocators of device memory, in bytes.
const USUAL_ALIGNMENT: usize = 256;

impl<'cx> Memory<'cx> {
    /// Places a workspace in this memory, which has `slack` extra bytes. `None` if no aligned address has enough room.
    fn aligned(self, bytes: usize, align: usize, slack: usize) -> Option<Workspace<'cx>> {
        let address = aligned(self.address(), align, slack)?;
        Some(Workspace { address, bytes, memory: self })
    }
}

/// The first multiple of `align` at or after `address`, if it is at most `slack` bytes further on.
fn aligned(address: u64, align: usize, slack: usize) -> Option<u64> {
    let aligned = address.checked_next_multiple_of(align as u64)?;
    (aligned - address <= slack as u64).then_some(aligned)
}

impl Workspace<'_> {
    /// The address, for a parameter that the kernel reads. NULL if there are no bytes.
    #[inline]
    pub fn ptr<T>(&self) -> Ptr<'_, T> {
        Ptr::from_address(self.address)
    }

    /// The address, for a parameter that the kernel writes. NULL if there are no bytes.
    ///
    /// The workspace cannot be dropped while the pointer is in use. It is borrowed as shared, so that the other arguments of a launch may
    /// come from it: `(scratch.ptr_mut::<f32>(), scratch.len())`.
    #[inline]
    pub fn ptr_mut<T>(&self) -> PtrMut<'_, T> {
        PtrMut::from_address(self.address)
    }

    /// The number of bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes
    }

    /// Whether there are no bytes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes == 0
    }
}

impl fmt::Debug for Workspace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let origin = match self.memory {
            Memory::None => "nothing",
            Memory::Framework(_) => "framework",
            Memory::Driver(_) => "driver",
        };
        write!(f, "Workspace({} bytes at {:#x}, {origin})", self.bytes, self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_aligned_within_the_slack() {
        assert_eq!(aligned(0x1000, 256, 0), Some(0x1000));
        assert_eq!(aligned(0x1001, 256, 0), None);
        assert_eq!(aligned(0x1001, 256, 255), Some(0x1100));
        assert_eq!(aligned(0x1100, 4096, 4095), Some(0x2000));
        assert_eq!(aligned(u64::MAX, 256, 255), None);
        assert_eq!(aligned(7, 1, 0), Some(7));
    }
}
