//! Fields.

use core::ffi::c_void;
use core::ptr::NonNull;

use super::member::member;
use super::{TypeInfo, lock};
use crate::abi::{FieldFlag, TVMFFIAny, TVMFFIFieldGetter, TVMFFIFieldInfo, TVMFFIFieldSetter, TypeIndex};
use crate::any::{Any, AnyView};
use crate::error::{Result, check};
use crate::function::{Function, IntoArgument, from_result};
use crate::object_ref::ObjectRef;

member! {
    /// A field in the registry of the runtime.
    FieldInfo, TVMFFIFieldInfo
}

/// How a field is written.
enum Setter {
    Native(TVMFFIFieldSetter),
    Function(Function),
}

impl FieldInfo {
    /// The [flags](FieldFlag).
    pub fn flags(&self) -> i64 {
        self.raw.flags
    }

    /// The type index of the field's values, or `ANY`.
    pub(crate) fn static_index(&self) -> i32 {
        self.raw.field_static_type_index
    }

    fn has(&self, flag: i64) -> bool {
        self.raw.flags & flag != 0
    }

    /// Whether the field can be set.
    pub fn is_writable(&self) -> bool {
        self.has(FieldFlag::WRITABLE)
    }

    /// The value that the constructor uses if the caller omits the argument, if the field has one.
    ///
    /// # Errors
    ///
    /// The error of the factory of the default.
    #[track_caller]
    pub fn default(&self) -> Result<Option<Any>> {
        if !self.has(FieldFlag::HAS_DEFAULT) {
            return Ok(None);
        }
        // SAFETY: the runtime keeps defaults for the rest of the process.
        let default = unsafe { AnyView::from_raw(NonNull::from(&self.raw.default_value_or_factory)) };
        if self.has(FieldFlag::DEFAULT_FROM_FACTORY) {
            return default.cast::<Function>()?.call(()).map(Some);
        }
        default.to_any().map(Some)
    }

    /// The value of the field in an object.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the object is of another type, a `RuntimeError` if another thread keeps setting fields, and what reading
    /// raises.
    #[track_caller]
    pub fn get(&self, object: &ObjectRef) -> Result<Any> {
        self.check_owner(object)?;
        self.read(object)
    }

    /// Sets the field in an object.
    ///
    /// # Errors
    ///
    /// An `AttributeError` if the field is read-only, a `TypeError` if the object is of another type, a `RuntimeError` if another
    /// thread keeps using fields, and the error of the field if it does not accept the value.
    #[track_caller]
    pub fn set(&self, object: &ObjectRef, value: impl IntoArgument) -> Result<()> {
        self.check_owner(object)?;
        let value = value.into_argument();
        self.write(object, &value.checked()?)
    }

    /// As [`get`](Self::get), for an object of the owner or of a type that extends it.
    #[track_caller]
    pub(crate) fn read(&self, object: &ObjectRef) -> Result<Any> {
        let Some(getter) = self.raw.getter else { crate::bail!(AttributeError, "{self} cannot be read") };
        let _lock = lock::reading(object, self)?;
        self.read_locked(object, getter)
    }

    #[track_caller]
    fn read_locked(&self, object: &ObjectRef, getter: TVMFFIFieldGetter) -> Result<Any> {
        let mut result = TVMFFIAny::NONE;
        // SAFETY: the place is the field's in a live object of its type, which callers have checked; `result` owns nothing.
        check(unsafe { getter(self.place(object), &mut result) })?;
        from_result(result)
    }

    /// As [`set`](Self::set), for an object of the owner or of a type that extends it.
    #[track_caller]
    pub(crate) fn write(&self, object: &ObjectRef, value: &TVMFFIAny) -> Result<()> {
        match self.setter()? {
            Setter::Native(setter) => self.write_native(object, setter, value),
            Setter::Function(setter) => {
                // SAFETY: a setter writes the field there, which is that of a live object of its type, as callers have checked.
                let place = unsafe { Any::from_pointer(self.place(object)) };
                // SAFETY: the value is a view that the caller keeps.
                let value = unsafe { AnyView::from_raw(NonNull::from(value)) };
                setter.call((&place, value)).map(drop)
            }
        }
    }

    #[track_caller]
    fn setter(&self) -> Result<Setter> {
        let setter = NonNull::new(self.raw.setter).filter(|_| self.is_writable());
        let Some(setter) = setter else { crate::bail!(AttributeError, "{self} is read-only") };
        if self.has(FieldFlag::SETTER_IS_FUNCTION_OBJ) {
            // SAFETY: by the flag it is a function object, which the runtime keeps for the rest of the process.
            let setter = unsafe { ObjectRef::from_borrowed(setter.cast()) };
            return Any::new(setter).cast().map(Setter::Function);
        }
        // SAFETY: without the flag it is a setter, whose type this is.
        let setter = unsafe { core::mem::transmute::<*mut c_void, TVMFFIFieldSetter>(setter.as_ptr()) };
        Ok(Setter::Native(setter))
    }

    #[track_caller]
    fn write_native(&self, object: &ObjectRef, setter: TVMFFIFieldSetter, value: &TVMFFIAny) -> Result<()> {
        // Keeps the replaced value: its last reference must not be dropped under the lock, because that may run any code.
        let is_plain = (TypeIndex::NONE..=TypeIndex::DEVICE).contains(&self.raw.field_static_type_index);
        let lock = lock::writing(object, self)?;
        let replaced = self.raw.getter.filter(|_| !is_plain).map(|getter| self.read_locked(object, getter));
        // SAFETY: the place is the field's in a live object of its type, which callers have checked; the value is a view.
        let set = check(unsafe { setter(self.place(object), value) });
        drop(lock);
        drop(replaced);
        set
    }

    /// The address of the field in an object.
    fn place(&self, object: &ObjectRef) -> *mut c_void {
        let offset = usize::try_from(self.raw.offset).unwrap_or(0);
        object.as_ptr().as_ptr().cast::<u8>().wrapping_add(offset).cast()
    }

    #[track_caller]
    fn check_owner(&self, object: &ObjectRef) -> Result<()> {
        let found = TypeInfo::of_object(object)?;
        if found.is_a(&self.owner) {
            return Ok(());
        }
        crate::bail!(
            TypeError,
            "{self}: expected an object of type {}, got {}",
            self.owner.key(),
            found.key()
        )
    }
}
