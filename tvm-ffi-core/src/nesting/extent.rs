//! Where the stack of a thread is, and how much is left of it.

use core::cell::Cell;

/// What is taken to be left where it is not known: on a platform that does not tell, or on a stack other than the thread's own, such
/// as that of a fiber.
const UNKNOWN: usize = 128 << 10;

thread_local! {
    /// The lowest and the highest address of the thread's stack, once they were asked for. Both are 0 if they are not known.
    static EXTENT: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// An address in the frame of the caller.
///
/// It is the stack pointer, where that can be read: AddressSanitizer may put variables elsewhere.
#[inline]
pub(super) fn stack_pointer() -> usize {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let pointer: usize;
        // SAFETY: it copies a register.
        unsafe {
            core::arch::asm!("mov {}, rsp", out(reg) pointer, options(nomem, nostack, preserves_flags))
        };
        pointer
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    {
        let pointer: usize;
        // SAFETY: it copies a register.
        unsafe { core::arch::asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags)) };
        pointer
    }
    #[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    {
        let place = 0u8;
        core::ptr::from_ref(core::hint::black_box(&place)).addr()
    }
}

/// How many bytes of the thread's stack are left below an address.
pub(super) fn left_below(address: usize) -> usize {
    known_below(address).map_or(UNKNOWN, |(left, _)| left)
}

/// The same, and how large the stack is, if the address is on the thread's own one.
pub(super) fn known_below(address: usize) -> Option<(usize, usize)> {
    let (low, high) = EXTENT.get().unwrap_or_else(find);
    (low..high).contains(&address).then(|| (address - low, high - low))
}

#[cold]
fn find() -> (usize, usize) {
    let found = platform::extent().unwrap_or_default();
    EXTENT.set(Some(found));
    found
}

#[cfg(any(target_os = "linux", target_os = "android"))]
mod platform {
    use core::mem::MaybeUninit;

    /// The main thread's stack grows up to the limit of the process, which counts; musl counts what has been used of it so far.
    pub(super) fn extent() -> Option<(usize, usize)> {
        let mut attributes = MaybeUninit::<libc::pthread_attr_t>::uninit();
        // SAFETY: the function takes nothing.
        let thread = unsafe { libc::pthread_self() };
        // SAFETY: the thread is this one, and the place is writable.
        if unsafe { libc::pthread_getattr_np(thread, attributes.as_mut_ptr()) } != 0 {
            return None;
        }
        let (mut low, mut size) = (core::ptr::null_mut(), 0);
        // SAFETY: the attributes were filled, both places are writable.
        let code = unsafe { libc::pthread_attr_getstack(attributes.as_ptr(), &mut low, &mut size) };
        // SAFETY: the attributes were filled, and are not used again.
        unsafe { libc::pthread_attr_destroy(attributes.as_mut_ptr()) };
        (code == 0).then(|| (low.addr(), low.addr().saturating_add(size)))
    }
}

#[cfg(target_vendor = "apple")]
mod platform {
    pub(super) fn extent() -> Option<(usize, usize)> {
        // SAFETY: the function takes nothing.
        let thread = unsafe { libc::pthread_self() };
        // SAFETY: the thread is this one.
        let high = unsafe { libc::pthread_get_stackaddr_np(thread) }.addr();
        // SAFETY: as above.
        let size = unsafe { libc::pthread_get_stacksize_np(thread) };
        Some((high.saturating_sub(size), high))
    }
}

#[cfg(windows)]
mod platform {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn GetCurrentThreadStackLimits(low: *mut usize, high: *mut usize);
    }

    pub(super) fn extent() -> Option<(usize, usize)> {
        let (mut low, mut high) = (0, 0);
        // SAFETY: both places are writable.
        unsafe { GetCurrentThreadStackLimits(&mut low, &mut high) };
        Some((low, high))
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple", windows)))]
mod platform {
    pub(super) fn extent() -> Option<(usize, usize)> {
        None
    }
}
