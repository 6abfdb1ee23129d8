//! Object types of other libraries, by type key.

use core::marker::PhantomData;
use core::sync::atomic::{AtomicI32, Ordering};

use crate::any::AnyView;
use crate::convert::{FfiType, Mismatch};
use crate::error::Result;
use crate::function::{Argument, IntoArgument};
use crate::object_ref::ObjectRef;
use crate::reflect::TypeInfo;
use crate::type_info::depth;

/// An object type that another library registers.
pub struct ImportedType {
    key: &'static str,
    /// The type index once it is known.
    index: AtomicI32,
}

impl ImportedType {
    const UNKNOWN: i32 = -1;

    /// The type with a key. It is looked up at its first use.
    pub const fn new(key: &'static str) -> Self {
        Self { key, index: AtomicI32::new(Self::UNKNOWN) }
    }

    /// Whether objects of a type index are of the type, or of one that extends it.
    #[inline]
    fn has(&self, type_index: i32) -> bool {
        // An index never changes, and nothing is read through it.
        type_index == self.index.load(Ordering::Relaxed) || self.has_descendant(type_index)
    }

    #[cold]
    #[inline(never)]
    fn has_descendant(&self, type_index: i32) -> bool {
        let Ok(Some(about)) = self.find() else { return false };
        crate::type_info::of_object_index(type_index).is_some_and(|found| found.is_a(&about))
    }

    /// What the runtime knows of the type, if it is registered.
    fn find(&self) -> Result<Option<TypeInfo>> {
        let index = self.index.load(Ordering::Relaxed);
        if index >= 0 {
            return Ok(TypeInfo::of_index(index));
        }
        let found = TypeInfo::find(self.key)?;
        if let Some(found) = found {
            self.index.store(found.type_index(), Ordering::Relaxed);
        }
        Ok(found)
    }

    /// What the runtime knows of the type.
    #[track_caller]
    pub(super) fn about(&self) -> Result<TypeInfo> {
        match self.find()? {
            Some(found) => Ok(found),
            None => TypeInfo::by_key(self.key),
        }
    }
}

/// The object in a value of an imported type `T`: it is of the type, or of one that extends it.
#[repr(transparent)]
pub struct ImportedObject<T> {
    object: ObjectRef,
    of: PhantomData<fn() -> T>,
}

impl<T: ForeignType> ImportedObject<T> {
    /// # Errors
    ///
    /// Returns the object if it has another type.
    fn new(object: ObjectRef) -> core::result::Result<Self, ObjectRef> {
        if T::imported().has(object.type_index()) {
            Ok(Self { object, of: PhantomData })
        } else {
            Err(object)
        }
    }
}

impl<T> Clone for ImportedObject<T> {
    fn clone(&self) -> Self {
        Self { object: self.object.clone(), of: PhantomData }
    }
}

/// An object type of another library or language, declared with [`import!`](../tvm_ffi/macro.import.html).
///
/// # Safety
///
/// Implemented by `import!` only. [`imported`](Self::imported) returns the same static at every call, and the other functions store
/// and return the object unchanged.
pub unsafe trait ForeignType: Sized {
    /// The type key, by which all languages know the type.
    const TYPE_KEY: &'static str;

    /// The type.
    #[doc(hidden)]
    fn imported() -> &'static ImportedType;

    /// Wraps an object of the type.
    #[doc(hidden)]
    fn from_imported(object: ImportedObject<Self>) -> Self;

    /// The object.
    #[doc(hidden)]
    fn imported_object(&self) -> &ImportedObject<Self>;

    /// The object.
    #[doc(hidden)]
    fn into_imported(self) -> ImportedObject<Self>;

    /// The object, whose type may be one that extends this.
    fn as_object(&self) -> &ObjectRef {
        &self.imported_object().object
    }

    /// The object, whose type may be one that extends this.
    fn into_object(self) -> ObjectRef {
        self.into_imported().object
    }

    /// What the runtime knows of the type.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` that names the type if it is not registered.
    #[track_caller]
    fn type_info() -> Result<TypeInfo> {
        Self::imported().about()
    }
}

/// The object as a `T`.
///
/// # Errors
///
/// Returns the object if it has another type.
pub fn foreign_from_object<T: ForeignType>(object: ObjectRef) -> core::result::Result<T, ObjectRef> {
    ImportedObject::new(object).map(T::from_imported)
}

/// Decodes an object of a foreign type.
#[inline]
pub fn decode_foreign<T: ForeignType>(view: AnyView<'_>) -> Option<T> {
    let object = view.object().filter(|_| T::imported().has(view.type_index()))?;
    // SAFETY: AnyView validity.
    foreign_from_object(unsafe { ObjectRef::from_borrowed(object) }).ok()
}

/// How far the type of an object is from a foreign type.
pub fn foreign_distance<T: ForeignType>(view: AnyView<'_>) -> Option<u32> {
    view.object().filter(|_| T::imported().has(view.type_index()))?;
    let index = T::imported().index.load(Ordering::Relaxed);
    u32::try_from(depth(view.type_index()).saturating_sub(depth(index))).ok()
}

/// Why a value is not an object of a foreign type, if it is none.
#[cold]
pub fn explain_foreign<T: ForeignType + FfiType>(view: AnyView<'_>) -> Option<Mismatch> {
    let mismatch = Mismatch::unless::<T>(decode_foreign::<T>(view).is_some(), view)?;
    Some(match T::imported().find() {
        Ok(Some(_)) => mismatch,
        _ => Mismatch::type_error(format!(
            "{} (no library of this process has registered `{}`)",
            mismatch.text(),
            T::TYPE_KEY
        )),
    })
}

/// A reference to an object as an argument of a call.
pub fn foreign_argument<T: ForeignType>(value: &T) -> Argument<'_> {
    let raw = value.as_object().as_raw_any();
    // SAFETY: the object lives as long as the reference to it.
    unsafe { Argument::from_raw(raw) }
}

/// An argument of an imported function.
pub fn imported_argument<'a, T: IntoArgument + 'a>(value: T) -> Argument<'a> {
    value.into_argument()
}
