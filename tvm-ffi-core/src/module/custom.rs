//! Modules whose functions are made by Rust code.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::mem::{MaybeUninit, offset_of};
use core::ptr::{NonNull, null_mut};
use std::path::Path;

use super::{Module, raise};
use crate::abi::count::new_header;
use crate::abi::module::{
    AnyModule, HANDLE_OFFSET, ModuleCell, ModuleObject, This, Virtuals, empty, imported, reaches,
};
use crate::abi::{DeleterFlag, ModulePropertyMask, TVMFFIAny, TVMFFIObject, TVMFFIObjectHandle, TypeIndex};
use crate::any::Any;
use crate::convert::{IntoAny, type_name_of};
use crate::deferred_drop::{Link, drop_or_defer_object};
use crate::error::{Error, ErrorKind, Result};
use crate::function::Function;
use crate::object_ref::ObjectRef;
use crate::panic::{guarded, guarded_call};
use crate::string::{Bytes, Str};

/// A module whose functions are made by Rust code. [`Module::new`] makes a module of it, which Python, C++ and Rust use as any other.
///
/// ```
/// # fn main() -> tvm_ffi_core::Result<()> {
/// use tvm_ffi_core::{CustomModule, Function, Module, Result};
///
/// /// Functions that multiply by a number, which is their name.
/// struct Multiples;
///
/// impl CustomModule for Multiples {
///     const KIND: &'static core::ffi::CStr = c"multiples";
///
///     fn function(&self, name: &str) -> Result<Option<Function>> {
///         Ok(name.parse().ok().map(|factor: i64| Function::new(move |x: i64| x * factor)))
///     }
/// }
///
/// let module = Module::new(Multiples)?;
/// let product: i64 = module.function("6")?.call((7,))?.cast()?;
/// assert_eq!(product, 42);
/// # Ok(()) }
/// ```
///
/// A function may be called after the module was dropped, so it owns what it needs, or shares it with the module by an `Arc`. Names that are not UTF-8 never reach the methods.
///
/// An error or a panic in a method becomes an error of the caller. With the runtime in C++, it passes as a C++ exception, so the library must not be
/// compiled with `panic = "abort"`.
pub trait CustomModule: Send + Sync + Sized + 'static {
    /// The kind of the module. The loader of saved modules is found by it.
    const KIND: &'static CStr;

    /// What can be done with the module: flags of [`ModulePropertyMask`].
    fn property_mask(&self) -> i32 {
        ModulePropertyMask::RUNNABLE
    }

    /// The function of a name, if the module has it. Callers that search imports do so by themselves.
    ///
    /// # Errors
    ///
    /// Why the function cannot be made. The caller gets the error.
    fn function(&self, name: &str) -> Result<Option<Function>>;

    /// Whether the module has a function of a name. By default, `function` is called to find out.
    ///
    /// # Errors
    ///
    /// The caller gets the error.
    fn implements(&self, name: &str) -> Result<bool> {
        Ok(self.function(name)?.is_some())
    }

    /// The metadata of a function, a JSON object.
    ///
    /// # Errors
    ///
    /// The caller gets the error.
    fn metadata(&self, _name: &str) -> Result<Option<String>> {
        Ok(None)
    }

    /// The documentation of a function.
    ///
    /// # Errors
    ///
    /// The caller gets the error.
    fn doc(&self, _name: &str) -> Result<Option<String>> {
        Ok(None)
    }

    /// The source code in a format; without a format, in the one that suits the module. Empty if there is none.
    ///
    /// # Errors
    ///
    /// The caller gets the error.
    fn inspect_source(&self, _format: &str) -> Result<String> {
        Ok(String::new())
    }

    /// The formats in which the module can be written to a file.
    ///
    /// # Errors
    ///
    /// The caller gets the error.
    fn write_formats(&self) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    /// Writes the module to a file.
    ///
    /// # Errors
    ///
    /// The caller gets the error. By default, a `RuntimeError`: modules of this kind do not support it.
    fn write_to_file(&self, _path: &Path, _format: &str) -> Result<()> {
        Err(unsupported(Self::KIND, "WriteToFile"))
    }

    /// The module as bytes, which the global function `ffi.Module.load_from_bytes.<kind>` loads. Such a module has the flag
    /// `BINARY_SERIALIZABLE` in its property mask. [`Module::save_to_bytes`] calls this, and so do programs in C++.
    ///
    /// # Errors
    ///
    /// The caller gets the error. By default, a `RuntimeError`: modules of this kind do not support it.
    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Err(unsupported(Self::KIND, "SaveToBytes"))
    }
}

#[cold]
fn unsupported(kind: &CStr, what: &str) -> Error {
    let kind = kind.to_string_lossy();
    Error::new(ErrorKind::RuntimeError, format!("Module[{kind}] does not support {what}"))
}

impl Module {
    /// A module of your own, see [`CustomModule`].
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if there is no runtime.
    #[track_caller]
    pub fn new<T: CustomModule>(module: T) -> Result<Self> {
        raise::prepare()?;
        Self::with_body(Body(module))
    }

    pub(super) fn with_body<T: Virtuals + Send + Sync>(body: T) -> Result<Self> {
        let imports = array(&[])?;
        let lookup_cache = container("ffi.Map", TypeIndex::MAP, &[])?;
        let cell = ModuleCell {
            vtable: ModuleObject::<T>::VTABLE,
            header: new_header(TypeIndex::MODULE, delete::<T>),
            imports: handle_of(imports),
            lookup_cache: handle_of(lookup_cache),
        };
        let block = Block { _front: MaybeUninit::uninit(), module: ModuleObject { cell, body } };
        let block = NonNull::from(Box::leak(Box::new(block)));
        // SAFETY: the handle is inside the block.
        let handle = unsafe { block.byte_add(Block::<T>::HANDLE_OFFSET) };
        // SAFETY: the object is new, with one reference, which this takes over.
        Ok(Self(unsafe { ObjectRef::from_raw(handle.cast()) }))
    }
}

/// The handle of an object, which the caller owns from now on.
fn handle_of(value: Any) -> TVMFFIObjectHandle {
    value.into_raw().payload.ptr()
}

/// An array of the runtime.
fn array(elements: &[TVMFFIAny]) -> Result<Any> {
    container("ffi.Array", TypeIndex::ARRAY, elements)
}

/// A container that a global function of the runtime makes.
///
/// # Errors
///
/// A `TypeError` if other code has replaced the function with one that makes something else.
fn container(function: &str, type_index: i32, elements: &[TVMFFIAny]) -> Result<Any> {
    let made = Function::get_global(function)?.call_raw(elements)?;
    if made.type_index() != type_index {
        let got = type_name_of(made.as_view());
        crate::bail!(
            TypeError,
            "the global function `{function}` was replaced, expected `{function}` as its result, got {got}"
        );
    }
    Ok(made)
}

/// A module, with room for [`drop_or_defer_object`] before its header: the link takes the place of the vtable, which nothing uses any more.
#[repr(C)]
struct Block<T> {
    _front: MaybeUninit<*const c_void>,
    module: ModuleObject<T>,
}

impl<T> Block<T> {
    /// Bytes between the start of the block and the handle.
    const HANDLE_OFFSET: usize = offset_of!(Self, module) + HANDLE_OFFSET;
}

const _: () = assert!(Block::<()>::HANDLE_OFFSET == size_of::<Link>());

unsafe extern "C" fn delete<T>(handle: *mut c_void, flags: c_int) {
    // SAFETY: a deleter is called with its object.
    let object = unsafe { NonNull::new_unchecked(handle.cast::<TVMFFIObject>()) };
    let drops = flags & DeleterFlag::STRONG != 0;
    // SAFETY: the last strong reference is gone. `with_body` made the object, with room for a link before it.
    if drops && !unsafe { drop_or_defer_object(object, flags, drop_contents::<T>) } {
        return;
    }
    if flags & DeleterFlag::WEAK != 0 {
        let block = handle.wrapping_byte_sub(Block::<T>::HANDLE_OFFSET);
        // SAFETY: the last reference is gone, and the content was dropped with the last strong one.
        drop(unsafe { Box::from_raw(block.cast::<MaybeUninit<Block<T>>>()) });
    }
}

/// Drops the body of a module, and its references.
///
/// # Safety
///
/// `with_body` made the object with a `T`, and it is not used any more.
unsafe fn drop_contents<T>(object: NonNull<TVMFFIObject>) {
    // SAFETY: the object is a module.
    let module = unsafe { AnyModule::new(object.as_ptr().cast()) };
    let start = module.start().cast::<ModuleObject<T>>();
    // SAFETY: the body is part of the module.
    let body = unsafe { &raw mut (*start).body };
    // SAFETY: the caller's contract.
    guarded(&mut || unsafe { body.drop_in_place() });
    for place in [module.imports(), module.lookup_cache()] {
        // SAFETY: the place is part of the module.
        let reference = unsafe { place.read() };
        // SAFETY: the module owns the reference, which it does not use again.
        drop(unsafe { ObjectRef::from_handle(reference) });
    }
}

/// The body of a module of the user's.
struct Body<T>(T);

/// Runs the body of a virtual function. If it fails, the caller gets an error, and if the runtime has no exceptions, the result is `otherwise`.
fn run<R>(name: &'static str, otherwise: R, body: impl FnOnce() -> Result<R>) -> R {
    let mut body = Some(body);
    let mut result = None;
    let code = guarded_call(
        &mut || match body.take().map(|body| body()) {
            Some(Ok(value)) => {
                result = Some(value);
                0
            }
            Some(Err(error)) => {
                error.raise(name);
                -1
            }
            None => -1,
        },
        name,
    );
    match result {
        Some(result) if code == 0 => result,
        _ => {
            raise::throw_raised();
            otherwise
        }
    }
}

/// Text that C++ passes.
fn text(bytes: &[u8]) -> Result<&str> {
    core::str::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::ValueError, "the text is not UTF-8"))
}

/// An optional string for C++.
fn string(text: Option<String>) -> TVMFFIAny {
    text.map_or(TVMFFIAny::NONE, |text| Str::from(text).into_any().into_raw())
}

// SAFETY: functions are functions, texts are strings or None, bytes are bytes, and formats are an array of strings.
unsafe impl<T: CustomModule> Virtuals for Body<T> {
    fn kind(_this: This<Self>) -> *const c_char {
        T::KIND.as_ptr()
    }

    fn property_mask(this: This<Self>) -> c_int {
        run("property_mask", 0, || Ok(this.body().0.property_mask()))
    }

    fn function(this: This<Self>, name: &[u8]) -> TVMFFIObjectHandle {
        run("function", null_mut(), || {
            let Ok(name) = core::str::from_utf8(name) else { return Ok(null_mut()) };
            let function = this.body().0.function(name)?;
            Ok(function.map_or(null_mut(), |function| handle_of(function.into_any())))
        })
    }

    fn implements(this: This<Self>, name: &[u8]) -> bool {
        run("implements", false, || match core::str::from_utf8(name) {
            Ok(name) => this.body().0.implements(name),
            Err(_) => Ok(false),
        })
    }

    fn doc(this: This<Self>, name: &[u8]) -> TVMFFIAny {
        run("doc", TVMFFIAny::NONE, || Ok(string(this.body().0.doc(text(name)?)?)))
    }

    fn metadata(this: This<Self>, name: &[u8]) -> TVMFFIAny {
        run("metadata", TVMFFIAny::NONE, || Ok(string(this.body().0.metadata(text(name)?)?)))
    }

    fn write_to_file(this: This<Self>, path: &[u8], format: &[u8]) {
        run("write_to_file", (), || this.body().0.write_to_file(Path::new(text(path)?), text(format)?));
    }

    fn write_formats(this: This<Self>) -> TVMFFIObjectHandle {
        run("write_formats", null_mut(), || {
            let formats: Vec<_> = this
                .body()
                .0
                .write_formats()?
                .into_iter()
                .map(|format| Str::from(format).into_any())
                .collect();
            let formats: Vec<_> = formats.iter().map(|format| *format.as_raw()).collect();
            array(&formats).map(handle_of)
        })
    }

    fn save_to_bytes(this: This<Self>) -> TVMFFIAny {
        run("save_to_bytes", empty(TypeIndex::SMALL_BYTES), || {
            Ok(Bytes::from(this.body().0.save_to_bytes()?).into_any().into_raw())
        })
    }

    fn inspect_source(this: This<Self>, format: &[u8]) -> TVMFFIAny {
        run("inspect_source", empty(TypeIndex::SMALL_STR), || {
            Ok(string(Some(this.body().0.inspect_source(text(format)?)?)))
        })
    }

    fn import(this: This<Self>, other: TVMFFIObjectHandle) {
        // SAFETY: both are modules, which are alive.
        let [this, other] = [this.handle(), other].map(|module| unsafe { AnyModule::new(module) });
        run("import", (), || import(this, other));
    }

    fn clear_imports(this: This<Self>) {
        // SAFETY: the module is alive.
        let this = unsafe { AnyModule::new(this.handle()) };
        run("clear_imports", (), || replace_imports(this, array(&[])?));
    }
}

/// Adds a module to the imports. The C++ runtime calls this; ours changes imports by itself.
fn import(module: AnyModule, other: AnyModule) -> Result<()> {
    // SAFETY: `Module` holds a lock while it adds an import. Like the runtime in C++, this takes none for other callers.
    if unsafe { reaches(other, module) } {
        crate::bail!("Cyclic dependency detected during import");
    }
    // SAFETY: the place is part of a module.
    let before = unsafe { module.imports().read() };
    // SAFETY: as above.
    let modules: Vec<_> = unsafe { imported(before) }.chain([other]).map(AnyModule::view).collect();
    replace_imports(module, array(&modules)?)
}

fn replace_imports(module: AnyModule, imports: Any) -> Result<()> {
    // SAFETY: the place is part of a module.
    let before = unsafe { module.imports().replace(handle_of(imports)) };
    // SAFETY: the module gives up its reference.
    drop(unsafe { ObjectRef::from_handle(before) });
    Ok(())
}
