//! [`Shape`]: an immutable sequence of 64-bit integers.

use core::fmt;
use core::ops::Deref;

use crate::abi::{TVMFFIShapeCell, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{
    FfiType, FromAnyView, IntoAny, Mismatch, Parameter, Reach, TypeTag, object_type, owned_parameters, tagged,
};
use crate::object_ref::ObjectRef;

/// A shape, or any other sequence of integers, as a reference-counted object.
///
/// ```
/// # use tvm_ffi_core::Shape;
/// let shape = Shape::new(&[2, 3]);
/// assert_eq!(&*shape, &[2, 3]);
/// ```
///
/// As an argument it also accepts arrays and lists of integers, which is how tuples and lists arrive from Python.
#[derive(Clone)]
pub struct Shape(ObjectRef);

impl Shape {
    /// Makes a shape with these extents.
    ///
    /// # Panics
    ///
    /// If the runtime of this process is not compatible, or if memory is exhausted.
    pub fn new(extents: &[i64]) -> Self {
        Self(crate::container::shape(extents))
    }

    /// The shape as an object.
    pub fn as_object(&self) -> &ObjectRef {
        &self.0
    }
}

impl Deref for Shape {
    type Target = [i64];

    #[inline]
    fn deref(&self) -> &[i64] {
        // SAFETY: Object validity: the body of a shape, which is immutable and lives as long as the reference.
        extents(unsafe { self.0.body::<TVMFFIShapeCell>().as_ref() })
    }
}

/// The extents of a shape, whose pointer may be NULL if there are none.
#[inline]
fn extents(cell: &TVMFFIShapeCell) -> &[i64] {
    if cell.size == 0 || cell.data.is_null() {
        return &[];
    }
    // SAFETY: Object validity: `data` points to `size` integers that live as long as the cell.
    unsafe { core::slice::from_raw_parts(cell.data, cell.size) }
}

impl AsRef<[i64]> for Shape {
    fn as_ref(&self) -> &[i64] {
        self
    }
}

impl From<&[i64]> for Shape {
    fn from(extents: &[i64]) -> Self {
        Self::new(extents)
    }
}

impl<const N: usize> From<[i64; N]> for Shape {
    fn from(extents: [i64; N]) -> Self {
        Self::new(&extents)
    }
}

impl From<Vec<i64>> for Shape {
    fn from(extents: Vec<i64>) -> Self {
        Self::new(&extents)
    }
}

impl FromIterator<i64> for Shape {
    fn from_iter<I: IntoIterator<Item = i64>>(extents: I) -> Self {
        extents.into_iter().collect::<Vec<_>>().into()
    }
}

impl From<Shape> for ObjectRef {
    fn from(shape: Shape) -> Self {
        shape.0
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Shape {}

impl core::hash::Hash for Shape {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

tagged!(Shape, Container { reach: Reach::Nothing }, TypeTag::Shape, {
    fn distance(view: AnyView<'_>) -> Option<u32> {
        crate::convert::exactly(shape_of(view).is_some())
    }
});
tagged!(&[i64], Container { reach: Reach::Nothing }, TypeTag::Shape, {
    fn distance(view: AnyView<'_>) -> Option<u32> {
        crate::convert::exactly(shape_of(view).is_some())
    }
});
owned_parameters!(Shape);

impl Parameter for &[i64] {
    type Item<'a> = &'a [i64];
}

/// The extents in a value, if it holds a shape.
#[inline]
fn shape_of<'a>(view: AnyView<'a>) -> Option<&'a [i64]> {
    let object = view.object_of(TypeIndex::SHAPE)?;
    // SAFETY: Object validity: the body follows the header.
    let cell = unsafe { object.add(1) }.cast::<TVMFFIShapeCell>();
    // SAFETY: as above; the body is immutable, and the object lives as long as the view.
    Some(extents(unsafe { cell.as_ref() }))
}

/// The integers of any sequence.
#[cold]
#[inline(never)]
fn copy(view: AnyView<'_>) -> Option<Vec<i64>> {
    Vec::decode(view, &mut Default::default())
}

#[cold]
fn explain<T: FfiType>(view: AnyView<'_>) -> Option<Mismatch> {
    if view.object_of(TypeIndex::SHAPE).is_some() {
        return None;
    }
    let mismatch = Vec::<i64>::explain(view)?;
    Some(if mismatch.place().is_empty() { Mismatch::expected::<T>(view) } else { mismatch })
}

impl<'a> FromAnyView<'a> for Shape {
    type Holder = ();

    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        match object_type(view, TypeIndex::SHAPE) {
            Some(object) => Some(Self(object)),
            None => copy(view).map(Self::from),
        }
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain::<Self>(view)
    }
}

/// The extents of a shape are borrowed. Those of any other sequence are copied to the holder.
impl<'a> FromAnyView<'a> for &'a [i64] {
    type Holder = Vec<i64>;

    #[inline]
    fn decode(view: AnyView<'a>, holder: &'a mut Vec<i64>) -> Option<Self> {
        if let Some(extents) = shape_of(view) {
            return Some(extents);
        }
        *holder = copy(view)?;
        Some(holder)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain::<Self>(view)
    }
}

impl IntoAny for Shape {
    #[inline]
    fn into_any(self) -> Any {
        self.0.into_any()
    }
}

impl IntoAny for &[i64] {
    fn into_any(self) -> Any {
        Shape::new(self).into_any()
    }
}
