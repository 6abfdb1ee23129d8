//! The markers that the type of a view consists of.

use core::cell::Cell;
use core::marker::PhantomData;

use crate::convert::{AccessKind, LayoutKind};

pub(super) mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// What may be done with the elements of a view, and who else may: [`Shared`], [`Exclusive`], or [`Cells`].
pub trait Access: Sealed + 'static {
    /// An element, or a cell with it.
    type Item<T: 'static>: 'static;
    /// A reference to one element.
    type Ref<'a, T: 'static>;
    /// A reference to contiguous elements.
    type Slice<'a, T: 'static>;

    #[doc(hidden)]
    const NAME: &'static str;

    #[doc(hidden)]
    const KIND: AccessKind;

    /// Whether safe code can write through a view.
    #[doc(hidden)]
    const WRITES: bool = !matches!(Self::KIND, AccessKind::Shared);

    /// An element with this access.
    ///
    /// # Safety
    ///
    /// Element validity for one element at the address, for `'a`, with this access.
    #[doc(hidden)]
    unsafe fn element<'a, T: 'static>(address: *mut T) -> Self::Ref<'a, T>;

    /// Elements with this access.
    ///
    /// # Safety
    ///
    /// As for [`element`](Self::element), for so many elements, which fit `isize::MAX` bytes. Where there is none, any address
    /// will do.
    #[doc(hidden)]
    unsafe fn elements<'a, T: 'static>(address: *mut T, len: usize) -> Self::Slice<'a, T>;

    /// The element at an address, to be read, or to be written if it is a cell.
    ///
    /// # Safety
    ///
    /// Element validity for one element at the address, for `'a`; no code writes it meanwhile, unless it is a cell.
    #[doc(hidden)]
    #[inline]
    unsafe fn item<'a, T: 'static>(address: *mut T) -> &'a Self::Item<T> {
        // SAFETY: the caller's contract; the item is the element, or a cell, which has the layout of what is in it.
        unsafe { &*address.cast() }
    }

    /// The elements from an address on, in the same way.
    ///
    /// # Safety
    ///
    /// As for [`item`](Self::item), for so many elements, which fit `isize::MAX` bytes. Where there is none, any address will do.
    #[doc(hidden)]
    #[inline]
    unsafe fn items<'a, T: 'static>(address: *mut T, len: usize) -> &'a [Self::Item<T>] {
        if len == 0 {
            return &[];
        }
        // SAFETY: the caller's contract.
        unsafe { core::slice::from_raw_parts(address.cast(), len) }
    }
}

/// The kinds of access that several views may have to the same elements: such views can be copied.
pub trait CopyAccess: Access {}

/// The kind of access that any number of views may have to the same elements, on any thread: such views can be decoded anywhere.
#[diagnostic::on_unimplemented(
    message = "a view that writes can only be a parameter of its own",
    label = "a view that writes, inside of something else",
    note = "what is in a container can be decoded several times, which would give several such views of the same memory; take each view as a parameter, any number of them as `Vec<CpuViewMut<'_, f32, 1>>`, or tensors that are only read: `Vec<TensorView<'_>>`"
)]
pub trait ReadOnly: Access {}

/// Marks views that read, and so may others.
#[derive(Debug)]
pub enum Shared {}

/// Marks views that read and write elements that no other code reaches.
#[derive(Debug)]
pub enum Exclusive {}

/// Marks views of memory that others may reach and write too, on the same thread.
#[derive(Debug)]
pub struct Cells(PhantomData<*mut ()>);

impl Sealed for Shared {}
impl Access for Shared {
    type Item<T: 'static> = T;
    type Ref<'a, T: 'static> = &'a T;
    type Slice<'a, T: 'static> = &'a [T];

    const NAME: &'static str = "View";
    const KIND: AccessKind = AccessKind::Shared;

    #[inline]
    unsafe fn element<'a, T: 'static>(address: *mut T) -> &'a T {
        // SAFETY: the caller's contract.
        unsafe { Self::item(address) }
    }

    #[inline]
    unsafe fn elements<'a, T: 'static>(address: *mut T, len: usize) -> &'a [T] {
        // SAFETY: the caller's contract.
        unsafe { Self::items(address, len) }
    }
}
impl CopyAccess for Shared {}
impl ReadOnly for Shared {}

impl Sealed for Exclusive {}
impl Access for Exclusive {
    type Item<T: 'static> = T;
    type Ref<'a, T: 'static> = &'a mut T;
    type Slice<'a, T: 'static> = &'a mut [T];

    const NAME: &'static str = "ViewMut";
    const KIND: AccessKind = AccessKind::Exclusive;

    #[inline]
    unsafe fn element<'a, T: 'static>(address: *mut T) -> &'a mut T {
        // SAFETY: the caller's contract.
        unsafe { &mut *address }
    }

    #[inline]
    unsafe fn elements<'a, T: 'static>(address: *mut T, len: usize) -> &'a mut [T] {
        if len == 0 {
            return &mut [];
        }
        // SAFETY: the caller's contract.
        unsafe { core::slice::from_raw_parts_mut(address, len) }
    }
}

impl Sealed for Cells {}
impl Access for Cells {
    type Item<T: 'static> = Cell<T>;
    type Ref<'a, T: 'static> = &'a Cell<T>;
    type Slice<'a, T: 'static> = &'a [Cell<T>];

    const NAME: &'static str = "Cells";
    const KIND: AccessKind = AccessKind::Cells;

    #[inline]
    unsafe fn element<'a, T: 'static>(address: *mut T) -> &'a Cell<T> {
        // SAFETY: the caller's contract.
        unsafe { Self::item(address) }
    }

    #[inline]
    unsafe fn elements<'a, T: 'static>(address: *mut T, len: usize) -> &'a [Cell<T>] {
        // SAFETY: the caller's contract.
        unsafe { Self::items(address, len) }
    }
}
impl CopyAccess for Cells {}

/// How many dimensions a view has: [`Rank<N>`](Rank), or any number, known at run time ([`Dyn`]).
pub trait RankMarker: Sealed + 'static {
    /// The index of an element.
    #[doc(hidden)]
    type Index: AsRef<[usize]> + AsMut<[usize]> + Clone + Send + Sync;
    /// The strides of all dimensions.
    #[doc(hidden)]
    type Strides: AsRef<[isize]> + Clone + Send + Sync;

    #[doc(hidden)]
    const NDIM: Option<usize>;
    #[doc(hidden)]
    const SUFFIX: &'static str;
}

/// Marks views with `N` dimensions.
#[derive(Debug)]
pub enum Rank<const N: usize> {}

/// Marks views whose number of dimensions is known at run time.
#[derive(Debug)]
pub enum Dyn {}

impl<const N: usize> Sealed for Rank<N> {}
impl<const N: usize> RankMarker for Rank<N> {
    type Index = [usize; N];
    type Strides = [isize; N];

    const NDIM: Option<usize> = Some(N);
    const SUFFIX: &'static str = "";
}

impl Sealed for Dyn {}
impl RankMarker for Dyn {
    type Index = Vec<usize>;
    type Strides = Vec<isize>;

    const NDIM: Option<usize> = None;
    const SUFFIX: &'static str = "D";
}

/// How the elements of a view lie in memory: [`Contiguous`] or [`Strided`].
pub trait Layout: Sealed + 'static {
    #[doc(hidden)]
    const KIND: LayoutKind;
    #[doc(hidden)]
    const IS_STRIDED: bool = matches!(Self::KIND, LayoutKind::Strided);
}

/// Marks views whose elements are contiguous, in row-major order.
#[derive(Debug)]
pub enum Contiguous {}

/// Marks views whose elements may lie anywhere, at a constant distance along each dimension.
#[derive(Debug)]
pub enum Strided {}

impl Sealed for Contiguous {}
impl Layout for Contiguous {
    const KIND: LayoutKind = LayoutKind::Contiguous;
}

impl Sealed for Strided {}
impl Layout for Strided {
    const KIND: LayoutKind = LayoutKind::Strided;
}
