//! Frames and plans made by hand, a table of functions that makes errors, and an export that records its arguments.

use core::cell::{Cell, RefCell};
use core::ffi::{CStr, c_int, c_void};
use core::ptr::{null, null_mut};
use std::ffi::CString;
use std::sync::{Mutex, PoisonError};

use tvm_ffi_core::__private::{
    Contract, DefaultText, FromArgument, NoType, Out, Param, Record, Shim, parameter_type,
};
use tvm_ffi_core::abi::{DLTensor, TVMFFIAny, TypeIndex};
use tvm_ffi_core::{AnyView, CpuView, CpuViewMut, DType, FromAnyView};

use super::super::abi::{self, *};
use super::super::handler::handle;
use super::super::plan::Plan;

/// The code and the message of an error.
pub(super) type XlaResult = Result<(), (i32, String)>;

/// A plan.
pub(super) struct Planned(pub(super) Plan);

impl Planned {
    /// The same with an export that fails.
    pub(super) fn failing(mut self) -> Self {
        // SAFETY: the function keeps the SafeCall contract.
        let shim = unsafe { Shim::new(fail) };
        self.0.record = forever(Record { shim, ..*self.0.record });
        self
    }
}

/// A record that lives forever, like those in a library.
fn forever(record: Record) -> &'static Record {
    // Kept where leak detectors find it.
    static KEPT: Mutex<Vec<&Record>> = Mutex::new(Vec::new());
    let record = Box::leak(Box::new(record));
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(record);
    record
}

/// The plan of an export `f` with these parameters, and an output `y` after them.
pub(super) fn plan(mut parameters: Vec<Param>) -> Planned {
    parameters.push(output("y", Out::Zero));
    plan_of(parameters)
}

/// The plan of an export `f` with these parameters.
pub(super) fn plan_of(parameters: Vec<Param>) -> Planned {
    // SAFETY: the function keeps the SafeCall contract.
    let shim = unsafe { Shim::new(record) };
    let result = || NoType.result_type();
    let record = Record { name: "f", parameters: parameters.leak(), ..Record::new(shim, result) };
    Planned(Plan::new(forever(record)).expect("a plan"))
}

pub(super) fn parameter<T: FromArgument<'static>>(name: &'static str) -> Param {
    Param { name, ..Param::new(parameter_type::<T>()) }
}

/// A tensor that is read.
pub(super) fn tensor(name: &'static str) -> Param {
    parameter::<CpuView<'static, f32, 1>>(name)
}

/// A tensor that is changed.
pub(super) fn changed(name: &'static str) -> Param {
    parameter::<CpuViewMut<'static, f32, 1>>(name)
}

/// A tensor that is written.
pub(super) fn output(name: &'static str, out: Out) -> Param {
    Param { contract: Contract { out: Some(out), ..Contract::FREE }, ..changed(name) }
}

/// An integer without a default.
pub(super) fn scalar(name: &'static str) -> Param {
    parameter::<i64>(name)
}

/// An integer with a default.
pub(super) fn with_default(name: &'static str) -> Param {
    Param { default: Some(DefaultText::Python("1")), ..scalar(name) }
}

/// What the last call passed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Argument {
    Omitted,
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Tensor { dtype: DType, shape: Vec<i64>, strides: Vec<i64>, data: usize },
    Other(i32),
}

std::thread_local! {
    static RECORD: RefCell<Vec<Argument>> = const { RefCell::new(Vec::new()) };
    static DEVICES: RefCell<Vec<(i32, i32)>> = const { RefCell::new(Vec::new()) };
    static DESTROYED: Cell<usize> = const { Cell::new(0) };
}

pub(super) fn recorded() -> Vec<Argument> {
    RECORD.take()
}

/// The types and numbers of the devices of the tensors of the last call, without the output.
pub(super) fn devices_of_tensors() -> Vec<(i32, i32)> {
    let mut devices = DEVICES.take();
    devices.pop();
    devices
}

unsafe extern "C" fn fail(_: *mut c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> c_int {
    -1
}

unsafe extern "C" fn record(
    _: *mut c_void,
    arguments: *const TVMFFIAny,
    count: i32,
    _: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the SafeCall contract.
    let arguments = unsafe { core::slice::from_raw_parts(arguments, count as usize) };
    DEVICES.set(vec![]);
    // SAFETY: as above.
    RECORD.set(arguments.iter().map(|argument| unsafe { read(argument) }).collect());
    0
}

/// # Safety
///
/// AnyView validity.
unsafe fn read(argument: &TVMFFIAny) -> Argument {
    match argument.type_index {
        tvm_ffi_core::__private::ABSENT => Argument::Omitted,
        TypeIndex::NONE => Argument::None,
        TypeIndex::BOOL => Argument::Bool(argument.payload.int() != 0),
        TypeIndex::INT => Argument::Int(argument.payload.int()),
        TypeIndex::FLOAT => Argument::Float(argument.payload.float()),
        TypeIndex::DL_TENSOR_PTR => {
            // SAFETY: AnyView validity.
            let tensor = unsafe { &*argument.payload.ptr().cast() };
            // SAFETY: as above.
            unsafe { read_tensor(tensor) }
        }
        other => {
            // SAFETY: AnyView validity.
            let view = unsafe { AnyView::from_raw(core::ptr::NonNull::from(argument)) };
            let mut holder = ();
            String::decode(view, &mut holder).map_or(Argument::Other(other), Argument::Text)
        }
    }
}

/// # Safety
///
/// DLTensor validity.
unsafe fn read_tensor(tensor: &DLTensor) -> Argument {
    DEVICES
        .with_borrow_mut(|devices| devices.push((tensor.device.device_type as i32, tensor.device.device_id)));
    let of = |numbers: *mut i64| match tensor.ndim {
        0 => vec![],
        // SAFETY: DLTensor validity.
        ndim => unsafe { core::slice::from_raw_parts(numbers, ndim as usize) }.to_vec(),
    };
    let DLDataTypeParts { code, bits, lanes } = tensor.dtype.into();
    let dtype = DType::new(code, bits, lanes);
    Argument::Tensor { dtype, shape: of(tensor.shape), strides: of(tensor.strides), data: tensor.data.addr() }
}

struct DLDataTypeParts {
    code: u8,
    bits: u8,
    lanes: u16,
}

impl From<tvm_ffi_core::abi::DLDataType> for DLDataTypeParts {
    fn from(of: tvm_ffi_core::abi::DLDataType) -> Self {
        Self { code: of.code, bits: of.bits, lanes: of.lanes }
    }
}

/// The value of an attribute.
pub(super) enum Attribute {
    I64(i64),
    /// A scalar of a type of XLA, by its bytes.
    Scalar(i32, Vec<u8>),
    Text(&'static str),
    Integers(Vec<i64>),
    Dictionary,
    /// Of a type that is not known.
    Unknown,
}

/// A frame, whose parts live until it ends.
pub(super) struct Frame {
    pub(super) frame: Box<CallFrame>,
    api: Box<ApiWithOrdinal>,
    metadata: *mut Metadata,
    pub(super) arguments: Vec<*mut Buffer>,
    pub(super) results: Vec<*mut Buffer>,
    attributes: Vec<(String, Attribute)>,
    /// Each ends the memory of something that the frame refers to.
    kept: Vec<Box<dyn FnOnce()>>,
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.kept.drain(..).for_each(|end| end());
    }
}

impl Frame {
    /// The frame of a call with one output: two floats.
    pub(super) fn new() -> Self {
        Self::without_output().result(11, &[2])
    }

    pub(super) fn without_output() -> Self {
        DESTROYED.set(0);
        let version =
            |major, minor| Version { struct_size: Version::SIZE, extension: null_mut(), major, minor };
        let api = Box::new(ApiWithOrdinal {
            api: Api {
                struct_size: ApiWithOrdinal::SIZE,
                extension: null_mut(),
                version: version(0, 3),
                internal: null(),
                error_create,
                error_get_message: null(),
                error_destroy,
                handler_register: null(),
                stream_get: no_stream,
            },
            others: [null(); 12],
            device_ordinal_get,
        });
        let buffers = || Buffers {
            struct_size: Buffers::SIZE,
            extension: null_mut(),
            size: 0,
            types: null_mut(),
            values: null_mut(),
        };
        let frame = Box::new(CallFrame {
            struct_size: CallFrame::SIZE,
            extension: null_mut(),
            api: null(),
            context: null_mut(),
            stage: EXECUTE,
            arguments: buffers(),
            results: buffers(),
            attributes: Attrs {
                struct_size: Attrs::SIZE,
                extension: null_mut(),
                size: 0,
                types: null_mut(),
                names: null_mut(),
                values: null_mut(),
            },
        });
        let (arguments, results, attributes, kept) = (vec![], vec![], vec![], vec![]);
        let mut made = Self { frame, api, metadata: null_mut(), arguments, results, attributes, kept };
        made.metadata =
            made.keep(Metadata { struct_size: Metadata::SIZE, version: version(-1, -1), traits: u32::MAX });
        made
    }

    pub(super) fn version(mut self, major: i32, minor: i32) -> Self {
        (self.api.api.version.major, self.api.api.version.minor) = (major, minor);
        self
    }

    /// The table of functions claims so many bytes.
    pub(super) fn table_of(mut self, size: usize) -> Self {
        self.api.api.struct_size = size;
        self
    }

    pub(super) fn has_stream(mut self) -> Self {
        self.api.api.stream_get = stream;
        self
    }

    /// The caller asks for the version, in its second extension.
    pub(super) fn asks_for_metadata(self) -> Self {
        self.asks_with(MetadataExtension::SIZE, Metadata::SIZE)
    }

    /// The same with sizes of the structs.
    pub(super) fn asks_with(mut self, extension: usize, metadata: usize) -> Self {
        // SAFETY: `kept` keeps it.
        unsafe { (*self.metadata).struct_size = metadata };
        let base = Extension { struct_size: extension, kind: METADATA, next: null_mut() };
        let asked = self.keep(MetadataExtension { base, metadata: self.metadata });
        let other = Extension { struct_size: Extension::SIZE, kind: 7, next: asked.cast() };
        self.frame.extension = self.keep(other);
        self
    }

    pub(super) fn answer(&self) -> &Metadata {
        // SAFETY: `kept` keeps it, and no call writes it now.
        unsafe { &*self.metadata }
    }

    pub(super) fn keep<T: 'static>(&mut self, value: T) -> *mut T {
        let address = Box::into_raw(Box::new(value));
        // SAFETY: the address is that of a box, and this runs once.
        self.kept.push(Box::new(move || drop(unsafe { Box::from_raw(address) })));
        address
    }

    fn buffer(&mut self, dtype: i32, shape: &[i64], data: *mut c_void) -> *mut Buffer {
        let dims = self.kept_list(shape.to_vec());
        let rank = shape.len() as i64;
        self.keep(Buffer { struct_size: Buffer::SIZE, extension: null_mut(), dtype, data, rank, dims })
    }

    fn kept_list<T: 'static>(&mut self, list: Vec<T>) -> *mut T {
        let list = Box::into_raw(list.into_boxed_slice());
        // SAFETY: the address is that of a box, and this runs once.
        self.kept.push(Box::new(move || drop(unsafe { Box::from_raw(list) })));
        if list.is_empty() { null_mut() } else { list.cast() }
    }

    pub(super) fn argument(mut self, dtype: i32, shape: &[i64]) -> Self {
        let data = self.kept_list(vec![0xAAu8; 64]);
        let buffer = self.buffer(dtype, shape, data.cast());
        self.arguments.push(buffer);
        self
    }

    pub(super) fn result(mut self, dtype: i32, shape: &[i64]) -> Self {
        let data = self.kept_list(vec![0xAAu8; 64]);
        let buffer = self.buffer(dtype, shape, data.cast());
        self.results.push(buffer);
        self
    }

    pub(super) fn attribute(mut self, name: &str, value: Attribute) -> Self {
        self.attributes.push((name.to_owned(), value));
        self
    }

    pub(super) fn errors_destroyed(&self) -> usize {
        DESTROYED.get()
    }

    fn write_attributes(&mut self) {
        let (mut types, mut names, mut values) = (vec![], vec![], vec![]);
        for (name, value) in core::mem::take(&mut self.attributes) {
            let size = name.len();
            let text = self.kept_list(name.into_bytes());
            names.push(self.keep(ByteSpan { data: text.cast_const().cast(), size }));
            let (kind, value) = self.value(value);
            types.push(kind);
            values.push(value);
        }
        self.frame.attributes.size = types.len() as i64;
        self.frame.attributes.types = self.kept_list(types);
        self.frame.attributes.names = self.kept_list(names);
        self.frame.attributes.values = self.kept_list(values);
    }

    fn value(&mut self, value: Attribute) -> (i32, *mut c_void) {
        match value {
            Attribute::I64(value) => self.value(Attribute::Scalar(5, value.to_ne_bytes().to_vec())),
            Attribute::Scalar(dtype, bytes) => {
                let value = self.kept_list(bytes).cast();
                (SCALAR, self.keep(Scalar { dtype, value }).cast())
            }
            Attribute::Text(text) => {
                (STRING, self.keep(ByteSpan { data: text.as_ptr().cast(), size: text.len() }).cast())
            }
            Attribute::Integers(integers) => {
                let size = integers.len();
                let data = self.kept_list(integers).cast();
                (ARRAY, self.keep(abi::Array { dtype: 5, size, data }).cast())
            }
            Attribute::Dictionary => (DICTIONARY, self.keep(0u8).cast()),
            Attribute::Unknown => (9, self.keep(0u8).cast()),
        }
    }

    pub(super) fn call(&mut self, plan: &Planned) -> XlaResult {
        let parts =
            |values: &Vec<*mut Buffer>| (values.len() as i64, vec![BUFFER; values.len()], values.clone());
        if self.frame.arguments.types.is_null() {
            let (size, types, values) = parts(&self.arguments);
            self.frame.arguments.size = size;
            self.frame.arguments.types = self.kept_list(types);
            self.frame.arguments.values = self.kept_list(values);
        }
        if self.frame.results.types.is_null() {
            let (size, types, values) = parts(&self.results);
            self.frame.results.size = size;
            self.frame.results.types = self.kept_list(types);
            self.frame.results.values = self.kept_list(values);
        }
        if !self.attributes.is_empty() {
            self.write_attributes();
        }
        self.frame.api = (&raw const *self.api).cast();
        // SAFETY: the frame is made by the contract of call frames. Tests change it: sizes, and places that are NULL.
        let error = unsafe { handle(&raw const *self.frame, Some(&plan.0)) };
        if error.is_null() {
            return Ok(());
        }
        // SAFETY: `error_create` made it.
        Err(*unsafe { Box::from_raw(error.cast::<(i32, String)>()) })
    }
}

unsafe extern "C" fn error_create(arguments: *mut ErrorCreate) -> *mut XlaError {
    // SAFETY: the callee fills a struct of this type.
    let ErrorCreate { struct_size, message, code, .. } = unsafe { &*arguments };
    assert_eq!(*struct_size, 28);
    // SAFETY: the message is NUL-terminated.
    let message: CString = unsafe { CStr::from_ptr(*message) }.to_owned();
    Box::into_raw(Box::new((*code, message.into_string().expect("UTF-8")))).cast()
}

unsafe extern "C" fn error_destroy(arguments: *mut ErrorDestroy) {
    // SAFETY: the callee fills a struct of this type.
    let ErrorDestroy { struct_size, error, .. } = unsafe { &*arguments };
    assert_eq!(*struct_size, 24);
    // SAFETY: `no_stream` made it.
    drop(unsafe { Box::from_raw(error.cast::<(i32, String)>()) });
    DESTROYED.set(DESTROYED.get() + 1);
}

unsafe extern "C" fn no_stream(arguments: *mut StreamGet) -> *mut XlaError {
    // SAFETY: the callee fills a struct of this type.
    assert_eq!(unsafe { &*arguments }.struct_size, 32);
    Box::into_raw(Box::new((3, String::from("no GPU")))).cast()
}

unsafe extern "C" fn stream(arguments: *mut StreamGet) -> *mut XlaError {
    // SAFETY: the callee fills a struct of this type.
    unsafe { &mut *arguments }.stream = core::ptr::without_provenance_mut(0x5000);
    null_mut()
}

unsafe extern "C" fn device_ordinal_get(arguments: *mut DeviceOrdinalGet) -> *mut XlaError {
    // SAFETY: the callee fills a struct of this type.
    assert_eq!(unsafe { &*arguments }.struct_size, 28);
    // SAFETY: the callee fills a struct of this type.
    unsafe { &mut *arguments }.ordinal = 1;
    null_mut()
}
