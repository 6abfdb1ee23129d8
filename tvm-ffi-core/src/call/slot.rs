//! The place for the result of a call.

use core::ffi::c_int;
use core::marker::PhantomData;

use crate::abi::TVMFFIAny;
use crate::convert::IntoAny;

/// The caller's place for the result.
pub struct Slot<'call> {
    place: *mut TVMFFIAny,
    marker: PhantomData<&'call mut TVMFFIAny>,
}

impl Slot<'_> {
    /// The place for the result of a call.
    ///
    /// # Safety
    ///
    /// The SafeCall contract of [`crate::abi`].
    #[inline(always)]
    pub(crate) unsafe fn new(place: *mut TVMFFIAny) -> Self {
        Self { place, marker: PhantomData }
    }

    /// Writes the result, which the caller then owns, and gives the code of success.
    #[inline(always)]
    pub fn write(self, value: impl IntoAny) -> c_int {
        let raw = value.into_any().into_raw();
        // SAFETY: the SafeCall contract: the place is writable and owns nothing.
        unsafe { self.place.write(raw) };
        0
    }
}
