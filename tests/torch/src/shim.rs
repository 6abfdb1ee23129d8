//! The library in `shim/`, and calls of operators through it.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::{null, null_mut};
use std::ffi::CString;

use libloading::Library;
use tvm_ffi::__private::take_raised_if_any;
use tvm_ffi::abi::{TVMFFIAny, TVMFFISafeCallType};
use tvm_ffi::{Any, FromAnyView, Result};

/// A handle of the library, of a tensor where nothing else is written. Tests use those that are live.
#[repr(transparent)]
#[derive(Debug, Clone, Copy)]
pub struct TensorHandle(*mut c_void);

/// A slot of a call.
pub type Slot = u64;

/// Where a tensor claims to be.
#[derive(Clone, Copy)]
pub enum Device {
    /// In host memory.
    Cpu = 0,
    /// On a GPU; its address is never read.
    Cuda = 1,
}

/// The dtypes of the library.
pub mod dtype {
    /// `float32`
    pub const F32: i32 = 6;
    /// `float64`
    pub const F64: i32 = 7;
}

unsafe extern "C" {
    #[link_name = "__tvm_ffi_tvm_ffi_torch_register"]
    fn torch_register(
        handle: *mut c_void,
        args: *const TVMFFIAny,
        count: i32,
        result: *mut TVMFFIAny,
    ) -> c_int;
    #[link_name = "__tvm_ffi_tvm_ffi_reraise"]
    fn reraise(handle: *mut c_void, args: *const TVMFFIAny, count: i32, result: *mut TVMFFIAny) -> c_int;
}

/// The functions that a library with operators has for its callers.
pub struct Register;

impl Register {
    /// Registers the operators; returns JSON.
    pub fn register(namespace: &str) -> Result<String> {
        let said = call(torch_register, &[Any::new(namespace)])?;
        Ok(String::decode(said.as_view(), &mut ()).expect("it is text"))
    }

    /// Raises the last error.
    pub fn reraise() -> Result<Any> {
        call(reraise, &[])
    }
}

fn call(function: TVMFFISafeCallType, args: &[Any]) -> Result<Any> {
    let mut result = TVMFFIAny::NONE;
    // SAFETY: the SafeCall contract: the arguments are valid values, and the place holds no object.
    let code = unsafe { function(null_mut(), args.as_ptr().cast(), args.len() as i32, &mut result) };
    match code {
        // SAFETY: a call that succeeds has written an owned value.
        0 => Ok(unsafe { Any::from_raw(result) }),
        _ => Err(take_raised_if_any().expect("a call that fails raises an error")),
    }
}

/// Functions of the library that take numbers and live handles.
macro_rules! functions {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)? = $symbol:literal;)*) => {
        impl Shim {$(
            $(#[$doc])*
            pub fn $name(&self, $($arg: $ty),*) $(-> $result)? {
                // SAFETY: the function is of this type.
                let function: unsafe extern "C" fn($($ty),*) $(-> $result)? = unsafe { self.get($symbol) };
                // SAFETY: it takes any numbers; the handles are live.
                unsafe { function($($arg),*) }
            }
        )*}
    };
}

functions! {
    /// What PyTorch passes for `None` where a tensor is expected.
    fn undefined() -> TensorHandle = "shim_undefined";
    /// Lets the call with this number fail, counted from 1; 0 for none.
    fn fail_at(call: i32) = "shim_fail_at";
    /// The handles and tensors that have not been deleted.
    fn live() -> i32 = "shim_live";
    /// How often a function was called with something wrong, a handle that was deleted for example.
    fn mistakes() -> i32 = "shim_mistakes";
    /// Another handle to a tensor.
    fn again(tensor: TensorHandle) -> TensorHandle = "shim_again";
    /// Makes a tensor one that PyTorch does not let change in place.
    fn require_grad(tensor: TensorHandle) = "shim_require_grad";
    /// How often a tensor was changed.
    fn version(tensor: TensorHandle) -> i64 = "shim_version";
    /// The number of elements of a tensor.
    fn numel(tensor: TensorHandle) -> i64 = "shim_numel";
    /// An element of a tensor, in row-major order.
    fn value(tensor: TensorHandle, at: i64) -> f64 = "shim_value";
    /// An extent of a tensor.
    fn size(tensor: TensorHandle, at: i64) -> i64 = "shim_size";
    /// Deletes a handle.
    fn delete(tensor: TensorHandle) = "shim_delete";
    /// Whether the call that is to fail has been made, as a number.
    fn failed_calls() -> i32 = "shim_has_failed";
    /// The value of an optional input, as a handle.
    fn kept(value: Slot) -> TensorHandle = "shim_slot";
}

/// The library.
pub struct Shim {
    library: Library,
}

impl Shim {
    /// Loads the library, of which a process has one.
    pub fn load(path: &str) -> Self {
        assert!(!path.is_empty(), "the C compiler `cc` cannot build the library of the tests");
        // SAFETY: the library is made for these tests.
        let library = unsafe { Library::new(path) }.expect("the library loads");
        Self { library }
    }

    /// A function of the library, by its name.
    ///
    /// # Safety
    ///
    /// It is of this type.
    unsafe fn get<F: Copy>(&self, name: &str) -> F {
        // SAFETY: the caller's contract.
        *unsafe { self.library.get::<F>(name) }.expect("the library has the function")
    }

    /// A tensor with the values `start`, `start + 1`, and so on, in row-major order.
    pub fn tensor(&self, sizes: &[i64], dtype: i32, device: Device, start: f64) -> TensorHandle {
        self.made(sizes, None, dtype, device, start)
    }

    /// A tensor in host memory whose dimensions are those of a row-major tensor the other way round.
    pub fn transposed(&self, sizes: &[i64], dtype: i32) -> TensorHandle {
        let mut strides = Vec::new();
        let mut stride = 1;
        for size in sizes {
            strides.push(stride);
            stride *= size;
        }
        self.made(sizes, Some(&strides), dtype, Device::Cpu, 0.0)
    }

    fn made(
        &self,
        sizes: &[i64],
        strides: Option<&[i64]>,
        dtype: i32,
        device: Device,
        start: f64,
    ) -> TensorHandle {
        type Make = unsafe extern "C" fn(i64, *const i64, *const i64, i32, i32, f64) -> TensorHandle;
        // SAFETY: the function is of this type.
        let make: Make = unsafe { self.get("shim_tensor") };
        let strides = strides.map_or(null(), <[i64]>::as_ptr);
        // SAFETY: there are as many extents, and strides, as dimensions.
        unsafe { make(sizes.len() as i64, sizes.as_ptr(), strides, dtype, device as i32, start) }
    }

    /// A text.
    pub fn text(&self, text: &str) -> Slot {
        // SAFETY: the function is of this type.
        let make: unsafe extern "C" fn(*const c_char, usize) -> TensorHandle =
            unsafe { self.get("shim_text") };
        // SAFETY: the text has so many bytes.
        slot(unsafe { make(text.as_ptr().cast(), text.len()) })
    }

    /// A list of numbers, or of tensors, which it owns.
    pub fn list(&self, items: &[Slot], numbers: bool) -> Slot {
        // SAFETY: the function is of this type.
        let make: unsafe extern "C" fn(*const Slot, usize, bool) -> TensorHandle =
            unsafe { self.get("shim_list") };
        // SAFETY: there are so many items.
        slot(unsafe { make(items.as_ptr(), items.len(), numbers) })
    }

    /// The value of an optional input.
    pub fn some(&self, value: Slot) -> Slot {
        slot(self.kept(value))
    }

    /// Calls a kernel; gives the results.
    ///
    /// # Errors
    ///
    /// The text that it throws.
    pub fn call(
        &self,
        name: &str,
        key: &str,
        inputs: &[Slot],
        results: usize,
    ) -> core::result::Result<Vec<TensorHandle>, String> {
        type Call = unsafe extern "C" fn(*const c_char, *const c_char, *mut Slot, u64, u64) -> c_int;
        // SAFETY: the function is of this type.
        let call: Call = unsafe { self.get("shim_call") };
        let mut stack = inputs.to_vec();
        stack.resize(inputs.len().max(results), 0);
        let [c_name, key] = [name, key].map(|text| CString::new(text).expect("no NUL"));
        // SAFETY: the texts are NUL-terminated, and there is a slot for each input and result.
        let code = unsafe {
            call(c_name.as_ptr(), key.as_ptr(), stack.as_mut_ptr(), inputs.len() as u64, results as u64)
        };
        match code {
            0 => Ok(stack[..results].iter().map(|slot| tensor_in(*slot)).collect()),
            1 => Err(self.said("shim_thrown")),
            _ => panic!("no kernel {name}"),
        }
    }

    fn said(&self, function: &str) -> String {
        // SAFETY: the function is of this type.
        let function: unsafe extern "C" fn() -> *const c_char = unsafe { self.get(function) };
        // SAFETY: it gives a NUL-terminated text.
        let text = unsafe { function() };
        // SAFETY: as above.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    /// Whether that call has been made.
    pub fn has_failed(&self) -> bool {
        self.failed_calls() != 0
    }

    /// The function that was called then.
    pub fn failed_call(&self) -> String {
        self.said("shim_failed_call")
    }

    /// The values of a tensor in row-major order.
    pub fn values(&self, tensor: TensorHandle) -> Vec<f64> {
        (0..self.numel(tensor)).map(|index| self.value(tensor, index)).collect()
    }

    /// The schema of an operator, from its name on.
    pub fn schema(&self, start: &str) -> Option<String> {
        // SAFETY: the function is of this type.
        let function: unsafe extern "C" fn(*const c_char) -> *const c_char =
            unsafe { self.get("shim_schema") };
        let start = CString::new(start).expect("no NUL");
        // SAFETY: the text is NUL-terminated.
        let found = unsafe { function(start.as_ptr()) };
        // SAFETY: it is NULL or NUL-terminated.
        (!found.is_null()).then(|| unsafe { CStr::from_ptr(found) }.to_string_lossy().into_owned())
    }
}

/// A handle as it is in a slot.
pub fn slot(handle: TensorHandle) -> Slot {
    handle.0 as usize as Slot
}

/// The tensor in a slot.
pub fn tensor_in(slot: Slot) -> TensorHandle {
    TensorHandle(slot as usize as *mut c_void)
}
