//! Modules in the layout of C++: a pointer to a vtable lies before the header, and imports and a cache follow it.
//!
//! [`ModuleObject`] is a module whose body is a Rust type, which implements [`Virtuals`]. [`AnyModule`] calls the virtual functions of a module
//! of any origin. C++ returns objects through a pointer that the caller passes, and platforms pass that pointer in different places: see
//! `calls`.
//!
//! A virtual function has no code for failure. Implementations raise an error, return an empty result, and leave the error raised.

mod calls;

use core::ffi::{c_char, c_int, c_void};
use core::mem::offset_of;
use core::ptr::{NonNull, null_mut};
use std::collections::BTreeSet;

use crate::{
    TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TVMFFIObject, TVMFFIObjectHandle, TVMFFISeqCell, TypeIndex,
};
use calls::Getter;

/// The start of each module, in C++ the class `ModuleObj`. Its handle points to the header.
#[repr(C)]
pub struct ModuleCell {
    /// The virtual functions.
    pub vtable: *const Vtable,
    /// The header.
    pub header: TVMFFIObject,
    /// The owned array of the modules that this one imports, never NULL.
    pub imports: TVMFFIObjectHandle,
    /// The owned map from names to functions that were looked up in the imports, never NULL.
    pub lookup_cache: TVMFFIObjectHandle,
}

/// Bytes between the start of a module and its handle.
pub const HANDLE_OFFSET: usize = offset_of!(ModuleCell, header);

const _: () = {
    assert!(HANDLE_OFFSET == 8);
    assert!(offset_of!(ModuleCell, imports) == 32);
    assert!(offset_of!(ModuleCell, lookup_cache) == 40);
    assert!(size_of::<ModuleCell>() == 48);
};

/// A module with a body.
#[repr(C)]
pub struct ModuleObject<T> {
    /// What each module has.
    pub cell: ModuleCell,
    /// The body.
    pub body: T,
}

/// The virtual functions of `ModuleObj`, in the order of the header.
#[repr(C)]
pub struct Vtable {
    kind: unsafe extern "C-unwind" fn(this: *mut c_void) -> *const c_char,
    property_mask: unsafe extern "C-unwind" fn(this: *mut c_void) -> c_int,
    function: Code,
    implements: unsafe extern "C-unwind" fn(this: *mut c_void, name: *const TVMFFIAny) -> bool,
    doc: Code,
    metadata: Code,
    write_to_file:
        unsafe extern "C-unwind" fn(this: *mut c_void, path: *const TVMFFIAny, format: *const TVMFFIAny),
    write_formats: Code,
    save_to_bytes: Code,
    inspect_source: Code,
    import: unsafe extern "C-unwind" fn(this: *mut c_void, other: *const TVMFFIObjectHandle),
    clear_imports: unsafe extern "C-unwind" fn(this: *mut c_void),
}

/// The address of a function that returns an object.
type Code = *const c_void;

/// A vtable with the two words that C++ has before it.
#[repr(C)]
struct VtableGroup {
    offset_to_top: isize,
    type_info: *const c_void,
    vtable: Vtable,
}

/// The behaviour of a module. Names and formats are text, which need not be UTF-8. Results are owned by the caller. Without an implementation, a
/// result is empty.
///
/// # Safety
///
/// Results have the types that the functions name.
pub unsafe trait Virtuals: Sized {
    /// The kind, a NUL-terminated text that lives as long as the module.
    fn kind(this: This<Self>) -> *const c_char;
    /// See [`ModulePropertyMask`](crate::ModulePropertyMask).
    fn property_mask(this: This<Self>) -> c_int;
    /// A function, or NULL.
    fn function(_this: This<Self>, _name: &[u8]) -> TVMFFIObjectHandle {
        null_mut()
    }
    /// Whether there is a function, which may have to be compiled first.
    fn implements(_this: This<Self>, _name: &[u8]) -> bool {
        false
    }
    /// The documentation of a function, a string or None.
    fn doc(_this: This<Self>, _name: &[u8]) -> TVMFFIAny {
        TVMFFIAny::NONE
    }
    /// The metadata of a function, a string or None.
    fn metadata(_this: This<Self>, _name: &[u8]) -> TVMFFIAny {
        TVMFFIAny::NONE
    }
    /// Writes the module to a file.
    fn write_to_file(_this: This<Self>, _path: &[u8], _format: &[u8]) {}
    /// The formats of files: an array of strings.
    fn write_formats(_this: This<Self>) -> TVMFFIObjectHandle {
        null_mut()
    }
    /// The module as bytes.
    fn save_to_bytes(_this: This<Self>) -> TVMFFIAny {
        empty(TypeIndex::SMALL_BYTES)
    }
    /// The source, a string.
    fn inspect_source(_this: This<Self>, _format: &[u8]) -> TVMFFIAny {
        empty(TypeIndex::SMALL_STR)
    }
    /// Adds a module, which is lent, to the imports.
    fn import(_this: This<Self>, _other: TVMFFIObjectHandle) {}
    /// Removes all imports.
    fn clear_imports(_this: This<Self>) {}
}

/// A string or bytes without content.
pub const fn empty(type_index: i32) -> TVMFFIAny {
    TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_int(0))
}

/// A pointer to a module with a body. The module lives as long as the pointer is used.
pub struct This<T>(NonNull<ModuleObject<T>>);

impl<T> Clone for This<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for This<T> {}

impl<T> This<T> {
    /// # Safety
    ///
    /// Object validity for a `ModuleObject<T>`, for as long as this or a copy is used.
    pub unsafe fn new(start: *mut c_void) -> Self {
        // SAFETY: objects are not at NULL.
        Self(unsafe { NonNull::new_unchecked(start.cast()) })
    }

    /// The body.
    pub fn body(&self) -> &T {
        // SAFETY: the contract of `new`; no code has exclusive access to a shared object.
        unsafe { &(*self.0.as_ptr()).body }
    }

    /// The handle, which the module owns.
    pub fn handle(self) -> TVMFFIObjectHandle {
        // SAFETY: the header is inside the object.
        unsafe { self.0.byte_add(HANDLE_OFFSET) }.as_ptr().cast()
    }
}

impl<T: Virtuals> ModuleObject<T> {
    /// The vtable of modules with this body.
    pub const VTABLE: &'static Vtable = &Self::GROUP.vtable;

    const GROUP: &'static VtableGroup = &VtableGroup {
        offset_to_top: 0,
        type_info: core::ptr::null(),
        vtable: Vtable {
            kind: kind::<T>,
            property_mask: property_mask::<T>,
            function: calls::code::<T, calls::Function>(),
            implements: implements::<T>,
            doc: calls::code::<T, calls::Doc>(),
            metadata: calls::code::<T, calls::Metadata>(),
            write_to_file: write_to_file::<T>,
            write_formats: calls::code::<T, calls::WriteFormats>(),
            save_to_bytes: calls::code::<T, calls::SaveToBytes>(),
            inspect_source: calls::code::<T, calls::InspectSource>(),
            import: import::<T>,
            clear_imports: clear_imports::<T>,
        },
    };
}

unsafe extern "C-unwind" fn kind<T: Virtuals>(this: *mut c_void) -> *const c_char {
    // SAFETY: the caller passes a module with this vtable.
    T::kind(unsafe { This::new(this) })
}

unsafe extern "C-unwind" fn property_mask<T: Virtuals>(this: *mut c_void) -> c_int {
    // SAFETY: as in `kind`.
    T::property_mask(unsafe { This::new(this) })
}

unsafe extern "C-unwind" fn implements<T: Virtuals>(this: *mut c_void, name: *const TVMFFIAny) -> bool {
    // SAFETY: as in `kind`.
    let this = unsafe { This::new(this) };
    // SAFETY: the caller lends a string.
    T::implements(this, unsafe { text(name) })
}

unsafe extern "C-unwind" fn write_to_file<T: Virtuals>(
    this: *mut c_void,
    path: *const TVMFFIAny,
    format: *const TVMFFIAny,
) {
    // SAFETY: as in `kind`.
    let this = unsafe { This::new(this) };
    // SAFETY: the caller lends a string.
    let path = unsafe { text(path) };
    // SAFETY: as above.
    T::write_to_file(this, path, unsafe { text(format) });
}

unsafe extern "C-unwind" fn import<T: Virtuals>(this: *mut c_void, other: *const TVMFFIObjectHandle) {
    // SAFETY: as in `kind`.
    let this = unsafe { This::new(this) };
    // SAFETY: the caller lends a reference to a module.
    T::import(this, unsafe { other.read() });
}

unsafe extern "C-unwind" fn clear_imports<T: Virtuals>(this: *mut c_void) {
    // SAFETY: as in `kind`.
    T::clear_imports(unsafe { This::new(this) });
}

/// The bytes of a string of C++.
///
/// # Safety
///
/// A `String` of C++ that lives and does not change for `'a`: small text in the value itself, or a string object.
unsafe fn text<'a>(text: *const TVMFFIAny) -> &'a [u8] {
    // SAFETY: the caller's contract.
    let text = unsafe { &*text };
    if text.type_index != TypeIndex::STR {
        let bytes = text.payload.bytes();
        return &bytes[..bytes.len().min(text.small_len as usize)];
    }
    let cell = text.payload.ptr().wrapping_byte_add(size_of::<TVMFFIObject>()).cast::<TVMFFIByteArray>();
    // SAFETY: the cell of a string follows its header.
    let cell = unsafe { cell.read() };
    // SAFETY: the caller's contract.
    unsafe { cell.bytes() }
}

/// A module of any origin, which lives as long as this is used.
#[derive(Clone, Copy)]
pub struct AnyModule(NonNull<ModuleCell>);

impl AnyModule {
    /// # Safety
    ///
    /// Object validity for a module, for as long as this or a copy is used.
    pub unsafe fn new(handle: TVMFFIObjectHandle) -> Self {
        let start = handle.wrapping_byte_sub(HANDLE_OFFSET).cast();
        // SAFETY: objects are not at NULL.
        Self(unsafe { NonNull::new_unchecked(start) })
    }

    /// The start of the object, to which pointers of C++ to a `ModuleObj` point.
    pub fn start(self) -> *mut c_void {
        self.0.as_ptr().cast()
    }

    /// The handle.
    pub fn handle(self) -> TVMFFIObjectHandle {
        self.start().wrapping_byte_add(HANDLE_OFFSET)
    }

    /// The place of the imports.
    pub fn imports(self) -> *mut TVMFFIObjectHandle {
        // SAFETY: the place is inside the object.
        unsafe { &raw mut (*self.0.as_ptr()).imports }
    }

    /// The place of the cache.
    pub fn lookup_cache(self) -> *mut TVMFFIObjectHandle {
        // SAFETY: the place is inside the object.
        unsafe { &raw mut (*self.0.as_ptr()).lookup_cache }
    }

    /// The module as a value.
    pub fn view(self) -> TVMFFIAny {
        TVMFFIAny::new(TypeIndex::MODULE, TVMFFIAnyPayload::from_ptr(self.handle()))
    }

    fn vtable(self) -> &'static Vtable {
        // SAFETY: the contract of `new`.
        let vtable = unsafe { (*self.0.as_ptr()).vtable };
        // SAFETY: vtables live as long as the code of their module.
        unsafe { &*vtable }
    }

    /// The kind, which lives as long as the module.
    pub fn kind(self) -> *const c_char {
        // SAFETY: the contract of `new`, as in the functions below.
        unsafe { (self.vtable().kind)(self.start()) }
    }

    /// See [`ModulePropertyMask`](crate::ModulePropertyMask).
    pub fn property_mask(self) -> c_int {
        // SAFETY: as above.
        unsafe { (self.vtable().property_mask)(self.start()) }
    }

    /// Whether there is a function.
    ///
    /// # Safety
    ///
    /// In this and the functions below: texts are strings of C++, which are lent.
    pub unsafe fn implements(self, name: &TVMFFIAny) -> bool {
        // SAFETY: as above.
        unsafe { (self.vtable().implements)(self.start(), name) }
    }

    /// A function, or NULL.
    ///
    /// # Safety
    ///
    /// As [`AnyModule::implements`].
    pub unsafe fn function(self, name: &TVMFFIAny) -> TVMFFIObjectHandle {
        // SAFETY: the code is that of this function.
        unsafe { self.get::<calls::Function>(self.vtable().function, name) }
    }

    /// The documentation of a function, a string or None.
    ///
    /// # Safety
    ///
    /// As [`AnyModule::implements`].
    pub unsafe fn doc(self, name: &TVMFFIAny) -> TVMFFIAny {
        // SAFETY: the code is that of this function.
        unsafe { self.get::<calls::Doc>(self.vtable().doc, name) }
    }

    /// The metadata of a function, a string or None.
    ///
    /// # Safety
    ///
    /// As [`AnyModule::implements`].
    pub unsafe fn metadata(self, name: &TVMFFIAny) -> TVMFFIAny {
        // SAFETY: the code is that of this function.
        unsafe { self.get::<calls::Metadata>(self.vtable().metadata, name) }
    }

    /// Writes the module to a file.
    ///
    /// # Safety
    ///
    /// As [`AnyModule::implements`].
    pub unsafe fn write_to_file(self, path: &TVMFFIAny, format: &TVMFFIAny) {
        // SAFETY: as above.
        unsafe { (self.vtable().write_to_file)(self.start(), path, format) };
    }

    /// The formats of files: an array of strings.
    pub fn write_formats(self) -> TVMFFIObjectHandle {
        // SAFETY: the code is that of this function, which has no argument.
        unsafe { self.get::<calls::WriteFormats>(self.vtable().write_formats, core::ptr::null()) }
    }

    /// The module as bytes.
    pub fn save_to_bytes(self) -> TVMFFIAny {
        // SAFETY: the code is that of this function, which has no argument.
        unsafe { self.get::<calls::SaveToBytes>(self.vtable().save_to_bytes, core::ptr::null()) }
    }

    /// The source, a string.
    ///
    /// # Safety
    ///
    /// As [`AnyModule::implements`].
    pub unsafe fn inspect_source(self, format: &TVMFFIAny) -> TVMFFIAny {
        // SAFETY: the code is that of this function.
        unsafe { self.get::<calls::InspectSource>(self.vtable().inspect_source, format) }
    }

    /// Adds a module to the imports.
    pub fn import(self, other: Self) {
        // SAFETY: as above.
        unsafe { (self.vtable().import)(self.start(), &other.handle()) };
    }

    /// Removes all imports.
    pub fn clear_imports(self) {
        // SAFETY: as above.
        unsafe { (self.vtable().clear_imports)(self.start()) };
    }

    /// Calls a function that returns an object.
    unsafe fn get<G: Getter>(self, code: Code, argument: *const TVMFFIAny) -> G::Result {
        let mut result = core::mem::MaybeUninit::<G::Result>::uninit();
        // SAFETY: the caller passes the code of this function.
        unsafe { calls::call::<G>(code, result.as_mut_ptr(), self.start(), argument) };
        // SAFETY: the function has written its result.
        unsafe { result.assume_init() }
    }
}

/// Whether a module is another one, or imports it in any number of steps.
///
/// # Safety
///
/// No other thread changes the imports of the modules.
pub unsafe fn reaches(from: AnyModule, module: AnyModule) -> bool {
    let mut visited = BTreeSet::new();
    let mut stack = vec![from];
    while let Some(next) = stack.pop() {
        if next.handle() == module.handle() {
            return true;
        }
        if visited.insert(next.handle().addr()) {
            // SAFETY: the place is readable, and the caller's contract.
            let imports = unsafe { next.imports().read() };
            // SAFETY: as above.
            stack.extend(unsafe { imported(imports) });
        }
    }
    false
}

/// The modules in an array of imports; none for NULL.
///
/// # Safety
///
/// NULL, or object validity for an array, which does not change for `'a`.
pub unsafe fn imported<'a>(array: TVMFFIObjectHandle) -> impl Iterator<Item = AnyModule> + 'a {
    // SAFETY: the caller's contract.
    let elements = unsafe { elements(array) };
    let is_module = |element: &&TVMFFIAny| element.type_index == TypeIndex::MODULE;
    // SAFETY: a value of this index holds a module, which lives as long as the array.
    elements.iter().filter(is_module).map(|element| unsafe { AnyModule::new(element.payload.ptr()) })
}

/// The elements of an array; none for NULL.
unsafe fn elements<'a>(array: TVMFFIObjectHandle) -> &'a [TVMFFIAny] {
    if array.is_null() {
        return &[];
    }
    let cell = array.wrapping_byte_add(size_of::<TVMFFIObject>()).cast::<TVMFFISeqCell>();
    // SAFETY: the cell of an array follows its header.
    let cell = unsafe { cell.read() };
    match usize::try_from(cell.size) {
        // SAFETY: the array has so many elements.
        Ok(count @ 1..) => unsafe { core::slice::from_raw_parts(cell.data.cast::<TVMFFIAny>(), count) },
        _ => &[],
    }
}
