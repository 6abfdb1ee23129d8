//! Objects of Python, from values of the ABI of any kind.
//!
//! | value | object |
//! |---|---|
//! | numbers, text, bytes | those of Python |
//! | `Array`, `List` | `list`; `tuple` or `set` where the type is one, and `tuple` for what has to have a hash |
//! | `Map`, `Dict` | `dict` |
//! | `Shape` | `tuple` |
//! | `Error` | an exception |
//! | `Function` | [a callable](crate::callable) |
//! | `Tensor` | what the arguments were: a tensor of a framework, or an array of NumPy |
//! | an object of Python | the same object |

use core::ffi::c_int;
use core::ptr::{NonNull, null_mut};
use std::ffi::CString;
use std::rc::Rc;

use tvm_ffi_core::__private::{Nested, Shapes, TypeTag, entries, items, to_hex};
use tvm_ffi_core::abi::map::Entry;
use tvm_ffi_core::abi::{DLTensor, TVMFFIAny, TypeIndex};
use tvm_ffi_core::{Any, AnyView, DType, Device, Error, ErrorKind, FromAnyView, Shape, Tensor};

use crate::exchange::Framework;
use crate::from_python::FromPython;
use crate::layout::new_sequence;
use crate::module::Module;
use crate::numpy::NoArray;
use crate::python::{Owned, Python, Raised};
use crate::result::{content, small_content};
use crate::{callable, classes, error, opaque, through_tvm_ffi, times};

/// Why values do not become objects: for `ValueError`.
const TOO_DEEP: &str = "the result is nested too deeply, or contains itself";

/// The values of one call, which are converted.
pub(crate) struct ToPython<'a> {
    python: Python,
    module: &'a Rc<Module>,
    /// The framework of the arguments.
    framework: Option<&'a Framework>,
    /// Whether tensors are those of `tvm_ffi`, as the arguments are.
    of_package: bool,
}

impl<'a> ToPython<'a> {
    pub(crate) fn new(python: Python, module: &'a Rc<Module>) -> Self {
        Self { python, module, framework: None, of_package: false }
    }

    /// The results of a call: what comes out is what went in.
    pub(crate) fn after(call: &'a FromPython<'_>) -> Self {
        let FromPython { python, module, framework, has_tensor, has_array } = call;
        let of_package = *has_tensor && !has_array;
        Self { python: *python, module, framework: framework.as_ref(), of_package }
    }

    /// The object for a value of a type.
    #[inline]
    pub(crate) fn object(&self, value: AnyView<'_>, tag: &TypeTag) -> Result<Owned, Raised> {
        self.element(value, tag, false)
    }

    /// The same. If `has_hash`, the object is a key or an element of a set.
    #[inline(always)]
    fn element(&self, value: AnyView<'_>, tag: &TypeTag, has_hash: bool) -> Result<Owned, Raised> {
        let raw = value.as_raw();
        match plain(self.python, raw, tag) {
            Some(object) => object,
            None => self.other(value, tag, has_hash),
        }
    }

    #[inline(never)]
    fn other(&self, value: AnyView<'_>, tag: &TypeTag, has_hash: bool) -> Result<Owned, Raised> {
        let (python, raw) = (self.python, value.as_raw());
        match raw.type_index {
            TypeIndex::FLOAT => times::object(python, raw.payload.float(), tag),
            TypeIndex::SMALL_STR => self.path(small_content(raw)),
            // SAFETY: the value is a string, which is borrowed meanwhile.
            TypeIndex::STR => self.path(unsafe { content(raw) }),
            TypeIndex::ARRAY | TypeIndex::LIST => self.sequence(value, tag, has_hash),
            TypeIndex::MAP | TypeIndex::DICT => self.dict(value, tag),
            TypeIndex::TENSOR => self.tensor(value),
            TypeIndex::SHAPE => {
                let Some(shape) = Shape::decode(value, &mut ()) else { return Err(self.unexpected()) };
                let extents: Vec<Owned> =
                    shape.iter().map(|extent| python.int(*extent)).collect::<Result<_, _>>()?;
                python.tuple_of(extents.into_iter())
            }
            TypeIndex::FUNCTION => match Any::decode(value, &mut ()) {
                Some(function) => callable::object(python, self.module, function),
                None => Err(self.unexpected()),
            },
            TypeIndex::OPAQUE_PY_OBJECT => opaque::held(python, value).ok_or_else(|| self.unexpected()),
            TypeIndex::ERROR => match Error::decode(value, &mut ()) {
                Some(error) => error::exception(self.module, python, error),
                None => Err(self.unexpected()),
            },
            TypeIndex::DATA_TYPE => match DType::decode(value, &mut ()) {
                Some(dtype) => python.text(dtype.to_string().as_bytes()),
                None => Err(self.unexpected()),
            },
            TypeIndex::DEVICE => match Device::decode(value, &mut ()) {
                Some(device) => python.text(device.to_string().as_bytes()),
                None => Err(self.unexpected()),
            },
            TypeIndex::OPAQUE_PTR => {
                let class = python.get(python.import(c"ctypes")?.borrow(), c"c_void_p")?;
                // SAFETY: the address is only a number.
                let address = unsafe { python.api.PyLong_FromVoidPtr(value.as_raw().payload.ptr()) };
                // SAFETY: a new reference or NULL.
                let address = unsafe { python.owned(address) }?;
                python.call(class.borrow(), &python.tuple([address])?)
            }
            TypeIndex::BIG_INT => self.big_int(value),
            TypeIndex::DL_TENSOR_PTR => self.lent_tensor(value),
            // Those of C, which a caller lends.
            TypeIndex::RAW_STR | TypeIndex::BYTE_ARRAY_PTR => match value.to_any() {
                Ok(copy) => self.element(copy.as_view(), tag, has_hash),
                Err(error) => Err(error::raise(self.module, python, error)),
            },
            _ => match value.to_any() {
                Ok(value) => self.instance(value),
                Err(error) => Err(error::raise(self.module, python, error)),
            },
        }
    }

    /// An object of a class. Only the package has classes for those of other libraries.
    fn instance(&self, value: Any) -> Result<Owned, Raised> {
        let value = match (classes::get(self.python), value.try_into_object()) {
            (Some(classes), Ok(object)) => match classes.wrap(self.python, object) {
                Ok(instance) => return instance,
                Err(object) => Any::new(object),
            },
            (None, Ok(object)) => Any::new(object),
            (_, Err(value)) => value,
        };
        through_tvm_ffi::convert(self.module, self.python, value)
    }

    fn sequence(&self, value: AnyView<'_>, tag: &TypeTag, has_hash: bool) -> Result<Owned, Raised> {
        let (python, mut snapshot) = (self.python, Vec::new());
        let Some(items) = items(value, &mut snapshot, Shapes::Refused) else { return Err(self.unexpected()) };
        if let TypeTag::Complex = tag
            && let [re, im] = items
        {
            return self.python.complex([re, im].map(|part| part.as_raw().payload.float()));
        }
        let is_set = matches!(tag, TypeTag::Set(_));
        let is_tuple = has_hash || matches!(tag, TypeTag::Tuple(_));
        let item = |index: usize| Some((items.get(index)?.as_view(), tag.element(index)));
        if (!is_set || has_hash)
            && let Some(sequence) = plain_sequence(python, items, tag, is_tuple)
        {
            return sequence;
        }
        let _level = self.level()?;
        let objects = (0..items.len()).filter_map(item);
        let objects = objects.map(|(item, tag)| self.element(item, tag, has_hash || is_set));
        if is_set && !has_hash {
            return self.set(objects);
        }
        let objects: Vec<Owned> = objects.collect::<Result<_, _>>()?;
        let (count, mut objects) = (objects.len(), objects.into_iter());
        // SAFETY: no code runs meanwhile.
        let sequence = unsafe { new_sequence(python, is_tuple, count, |_| objects.next().map(Ok)) };
        sequence.unwrap_or_else(|| Err(self.unexpected()))
    }

    /// A level of containers inside each other.
    fn level(&self) -> Result<Nested, Raised> {
        Nested::enter().ok_or_else(|| self.refuse(TOO_DEEP))
    }

    fn set(&self, objects: impl Iterator<Item = Result<Owned, Raised>>) -> Result<Owned, Raised> {
        let (python, api) = (self.python, self.python.api);
        // SAFETY: NULL stands for no elements.
        let set = unsafe { api.PySet_New(null_mut()) };
        // SAFETY: a new reference or NULL.
        let set = unsafe { python.owned(set) }?;
        for object in objects {
            // SAFETY: the set is new, and the object live.
            if unsafe { api.PySet_Add(set.borrow().as_ptr(), object?.borrow().as_ptr()) } != 0 {
                return Err(Raised);
            }
        }
        Ok(set)
    }

    fn dict(&self, value: AnyView<'_>, tag: &TypeTag) -> Result<Owned, Raised> {
        let _level = self.level()?;
        let mut snapshot = Vec::new();
        let Some(entries) = entries(value, &mut snapshot) else { return Err(self.unexpected()) };
        let dict = self.python.dict()?;
        let (key_tag, value_tag) = tag.entry();
        for Entry { key, value } in entries {
            let key = self.element(key.as_view(), key_tag, true)?;
            let value = self.element(value.as_view(), value_tag, false)?;
            self.python.set_item(&dict, &key, &value)?;
        }
        Ok(dict)
    }

    fn path(&self, text: &[u8]) -> Result<Owned, Raised> {
        let class = self.python.get(self.python.import(c"pathlib")?.borrow(), c"Path")?;
        self.python.call(class.borrow(), &self.python.tuple([self.python.text(text)?])?)
    }

    fn big_int(&self, value: AnyView<'_>) -> Result<Owned, Raised> {
        const BASE: c_int = 16;
        let digits = to_hex(value).and_then(|digits| CString::new(digits).ok());
        let Some(digits) = digits else { return Err(self.unexpected()) };
        // SAFETY: the text is NUL-terminated.
        let int = unsafe { self.python.api.PyLong_FromString(digits.as_ptr(), null_mut(), BASE) };
        // SAFETY: a new reference or NULL.
        unsafe { self.python.owned(int) }
    }

    fn tensor(&self, value: AnyView<'_>) -> Result<Owned, Raised> {
        let (python, module) = (self.python, self.module);
        if let Some(framework) = self.framework
            && let Some(tensor) = framework.tensor(python, value)
        {
            return Ok(tensor);
        }
        let Some(tensor) = Tensor::decode(value, &mut ()) else { return Err(self.unexpected()) };
        if !self.of_package
            && let Some(numpy) = module.numpy.import(python)
        {
            match numpy.array(python, tensor.clone()) {
                Err(NoArray::Unknown) => {}
                other => return other.map_err(|_| Raised),
            }
        }
        through_tvm_ffi::convert(module, python, Any::new(tensor))
    }

    /// A tensor that ends with the call of a Python function. Who lent it promises that the function does not keep it.
    fn lent_tensor(&self, value: AnyView<'_>) -> Result<Owned, Raised> {
        let tensor = NonNull::new(value.as_raw().payload.ptr().cast::<DLTensor>());
        let numpy = self.module.numpy.import(self.python);
        let (Some(tensor), Some(numpy)) = (tensor, numpy) else { return Err(self.unexpected()) };
        // SAFETY: AnyView validity: a live tensor.
        let tensor = unsafe { tensor.as_ref() };
        // SAFETY: as above, and what its lender promises.
        let array = unsafe { numpy.lent(self.python, tensor) };
        array.map_err(|none| match none {
            NoArray::Unknown => self.unexpected(),
            NoArray::Raised => Raised,
        })
    }

    fn refuse(&self, what: &'static str) -> Raised {
        error::raise(self.module, self.python, Error::new(ErrorKind::ValueError, what))
    }

    #[cold]
    fn unexpected(&self) -> Raised {
        self.refuse("the result is a value that Python does not have")
    }
}

/// The list or the tuple of values that are all [`plain`].
#[inline(never)]
fn plain_sequence(
    python: Python,
    items: &[Any],
    tag: &TypeTag,
    is_tuple: bool,
) -> Option<Result<Owned, Raised>> {
    let object = |index: usize| plain(python, items.get(index)?.as_raw(), tag.element(index));
    // SAFETY: making numbers, text, and bytes runs no code.
    unsafe { new_sequence(python, is_tuple, items.len(), object) }
}

/// The object for a number, text, bytes, or `None`, which no code of Python's makes; `None` for other values.
#[inline(always)]
pub(crate) fn plain(python: Python, raw: &TVMFFIAny, tag: &TypeTag) -> Option<Result<Owned, Raised>> {
    Some(match raw.type_index {
        TypeIndex::INT => python.int(raw.payload.int()),
        TypeIndex::FLOAT if !matches!(tag, TypeTag::Duration | TypeTag::SystemTime) => {
            python.float(raw.payload.float())
        }
        TypeIndex::SMALL_STR if !matches!(tag, TypeTag::Path) => python.text(small_content(raw)),
        // SAFETY: the value is a string, which is borrowed meanwhile.
        TypeIndex::STR if !matches!(tag, TypeTag::Path) => python.text(unsafe { content(raw) }),
        TypeIndex::NONE => Ok(python.none()),
        TypeIndex::BOOL => python.bool(raw.payload.int() != 0),
        TypeIndex::SMALL_BYTES => python.bytes(small_content(raw)),
        // SAFETY: the value is bytes, which are borrowed meanwhile.
        TypeIndex::BYTES => python.bytes(unsafe { content(raw) }),
        _ => return None,
    })
}
