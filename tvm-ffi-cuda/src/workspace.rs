//! [`Workspace`]: device memory for the time of a call.

mod fallback;

use core::fmt;

use fallback::Block;
use tvm_ffi_core::__private::framework_allocates;
use tvm_ffi_core::{DType, Error, ErrorKind, Result, Tensor, bail};

use crate::pointer::{Ptr, PtrMut};
use crate::stream;
use crate::token::Cuda;

/// Scratch memory on the GPU, which is given back when this is dropped: see [`Cuda::workspace`].
pub struct Workspace<'cx> {
    address: u64,
    bytes: usize,
    memory: Memory<'cx>,
}

/// Where it comes from.
enum Memory<'cx> {
    /// Nothing was asked for.
    None,
    /// The allocator of the caller's framework.
    Framework(#[allow(dead_code, reason = "it is dropped")] Tensor),
    /// The driver's pool.
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
    /// Scratch memory of `bytes` bytes on the GPU of the call, at a multiple of `align`.
    ///
    /// It holds whatever was there before; [`zero`](Self::zero) clears it. It is for work on the stream of this token, which orders its uses: it may be dropped as
    /// soon as that has been launched, since what gets the memory next runs behind it. So it is for nothing that outlives the call, and for another stream only
    /// if this one waits for that before the workspace is dropped, as it does after [`fork`](Self::fork).
    ///
    /// The memory comes from the allocator of the caller's framework, where it counts in the framework's statistics and belongs to the graph that is
    /// captured; PyTorch sets one for calls with PyTorch tensors. It works in the order of the stream that the framework has set for the call. A caller
    /// who sets another one for a call with such tensors (`tvm_ffi.use_raw_stream` in Python) has to keep the two in order. Where no allocator is set, and for tokens of
    /// [`with_stream`](Self::with_stream) and [`fork`](Self::fork), it comes from the driver (`cuMemAllocAsync`), in the order of the token's stream.
    ///
    /// Both take a microsecond or more. A function that is called often takes its scratch memory as an argument instead.
    ///
    /// ```no_run
    /// use tvm_ffi_core::Result;
    /// use tvm_ffi_cuda::Cuda;
    ///
    /// fn reduce(cx: &Cuda<'_>, blocks: usize) -> Result<()> {
    ///     let mut partial = cx.workspace(blocks * size_of::<f32>(), 16)?;
    ///     let sums = partial.ptr_mut::<f32>();        // an argument of two kernels
    ///     # _ = sums;
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// A `MemoryError` with the number of bytes if they cannot be had, and a `ValueError` if `align` is no power of two.
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
            // An allocator that aligns to less than all known ones: there is always room with as much to spare.
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
                "a workspace of {bytes} bytes cannot be had on {device}: no memory has as much"
            );
        };
        let is_ordered = self.is_callers && !stream::is_set_here(self.device, self.stream);
        if is_ordered && framework_allocates() {
            let tensor = Tensor::empty(DType::U8, device, &[all]);
            return Ok(Memory::Framework(tensor.map_err(|error| {
                let what = format!("a workspace of {bytes} bytes cannot be had on {device}");
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
    /// `memory` leads to `count` elements of this GPU's memory, or some that it can write, for which all zeros are a value, and which nobody else uses meanwhile: until
    /// what was on the stream before has run, and the zeros are written.
    ///
    /// # Errors
    ///
    /// A `ValueError` if there cannot be so many elements; what the driver says.
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

/// What allocators of device memory align to, in bytes.
const USUAL_ALIGNMENT: usize = 256;

impl<'cx> Memory<'cx> {
    /// The workspace in this memory, which is larger by `slack`; `None` if it has no room at that alignment.
    fn aligned(self, bytes: usize, align: usize, slack: usize) -> Option<Workspace<'cx>> {
        let address = aligned(self.address(), align, slack)?;
        Some(Workspace { address, bytes, memory: self })
    }
}

/// The first multiple of `align` from `address`, at most `slack` behind it.
fn aligned(address: u64, align: usize, slack: usize) -> Option<u64> {
    let aligned = address.checked_next_multiple_of(align as u64)?;
    (aligned - address <= slack as u64).then_some(aligned)
}

impl Workspace<'_> {
    /// The address, for a parameter that is only read. NULL if there are no bytes.
    #[inline]
    pub fn ptr<T>(&self) -> Ptr<'_, T> {
        Ptr::from_address(self.address)
    }

    /// The address, for a parameter that is written. NULL if there are no bytes.
    #[inline]
    pub fn ptr_mut<T>(&mut self) -> PtrMut<'_, T> {
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
