//! The TVM-FFI stable C ABI, and safe Rust types for it.
//!
//! This is the core crate of `tvm-ffi-rs`; kernel authors use that facade, which re-exports everything here and documents it
//! by task. See [`abi`] for the contracts that unsafe code refers to.

#[cfg(panic = "abort")]
compile_error!(
    "`panic = \"abort\"` is set for this profile, but libraries and programs with TVM-FFI must unwind: a panic would end the \
     process instead of becoming an error of the caller; remove the setting from the profile"
);

// A module uses only modules of the floors above it in this list, which `tests/hygiene/sources/floors.rs` checks.
// up: `description` uses `contract`: messages show contracts.
// up: `runtime` uses `export`: binding registers exports.
// up: `stack` uses `export`: a walk ends at an export.

// floor 0
mod const_text; // messages made in `const fn`
mod constructor; // functions that run when the library is loaded
mod each; // loops in constants
mod json; // writing JSON
mod nesting; // the free stack of the thread
mod room; // few values on the stack
mod stack; // walking the stack
mod tuples; // lengths of tuples

// floor 1
mod list; // lists of statics
mod object_ref; // references to any object
mod runtime; // the search for a runtime, its functions
mod tensor_metadata; // a tensor without its elements

// floor 2
mod any; // values of any type

// floor 3
mod string; // text and bytes

// floor 4
mod error; // errors, raised and taken

// floor 5
mod bigint; // integers beyond 64 bits
mod device; // devices
mod dtype; // dtypes
mod opaque; // objects of Python in values
mod panic; // the panic hook, guards
mod type_info; // types by index and key

// floor 6
mod deferred_drop; // drops without recursion
pub mod env; // streams and signals
mod gpu_of_call; // the GPU of the running call
mod tensor_search; // tensors in fields

// floor 7
mod convert; // conversions
mod new_object; // memory of containers and functions

// floor 8
mod call; // arguments and result of a call

// floor 9
mod description; // records of exports and classes, messages
mod function; // functions, closures, global functions

// floor 10
mod container; // arrays, maps, lists, dicts
mod object; // objects, type tests, borrows
mod pair; // forward and backward functions

// floor 11
mod shape; // shapes
mod tensor; // tensors and views

// floor 12
pub mod reflect; // fields and methods of any object

// floor 13
mod contract; // contracts: decided, explained, shown
mod foreign; // for `import!`
mod module; // modules

// floor 14
mod export; // for `#[export]`
mod reference_arguments; // references as arguments

// floor 15
mod class; // for `#[object]` and `#[methods]`

#[cfg(test)]
mod testing;

pub use any::{Any, AnyView};
pub use container::{Array, ArrayRef, Dict, List, Map, MapRef};
pub use convert::{FfiType, FromAnyView, IntoAny, Mismatch, Parameter, StrEnum, TypeTag};
pub use device::{Device, DeviceType};
pub use dtype::DType;
pub use env::check_signals;
pub use error::{Context, Error, ErrorKind, IntoError, Result};
pub use foreign::ForeignType;
pub use function::{
    Argument, Arguments, Function, IntoArgument, IntoFunction, IntoResult, Signature, TypedFunction,
};
pub use half;
pub use half::{bf16, f16};
pub use module::{CustomModule, Module};
pub use object::borrow::{Borrow, BorrowError, BorrowMut};
pub use object::{ObjectType, Ref, WeakRef};
pub use object_ref::{ObjectRef, WeakObjectRef};
pub use runtime::{API_VERSION, Origin, Provider, Runtime, install_provider};
pub use shape::Shape;
pub use string::{Bytes, Str};
#[doc(inline)]
pub use tensor::typed as view;
pub use tensor::typed::{
    Contiguous, CpuCells, CpuSubView, CpuSubViewMut, CpuView, CpuViewD, CpuViewMut, CpuViewMutD, CudaView,
    CudaViewD, CudaViewMut, CudaViewMutD, Strided,
};
pub use tensor::{
    Bool8, Complex, Element, F4E2M1FNx2, F8E3M4, F8E4M3, F8E4M3B11FNUZ, F8E4M3FN, F8E4M3FNUZ, F8E5M2,
    F8E5M2FNUZ, F8E8M0FNU, SliceTensor, SliceTensorMut, Tensor, TensorMut, TensorView, dlpack,
};
pub use tensor_search::{SearchTensors, TensorSearch};
#[doc(inline)]
pub use tvm_ffi_abi as abi;

/// The runtime of this process; searches for one and binds to it at the first call.
///
/// # Errors
///
/// A `RuntimeError` that lists what was tried, if there is no runtime or its version does not serve. A later call tries
/// again.
#[track_caller]
pub fn runtime() -> Result<&'static Runtime> {
    Ok(runtime::find()?)
}

/// What expansions of the macros name. No part of the interface: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use core::ffi::c_int;
    pub use core::option::Option::{self, None, Some};
    pub use std::string::String;
    pub use std::vec::Vec;

    pub use crate::__constructor as constructor;
    pub use crate::__enter as enter;
    pub use crate::__on_load as on_load;
    pub use crate::__refuse_if as refuse_if;
    pub use crate::__shim as shim;
    pub use crate::__symbols as symbols;
    pub use crate::abi::TVMFFIAny;
    pub use crate::any::{Any, AnyView};
    pub use crate::bigint::{from_hex, to_hex};
    pub use crate::call::*;
    pub use crate::class::*;
    pub use crate::const_text::ConstText;
    pub use crate::container::{
        Shapes, array_items, array_of, entries, items, map_of, maps_are_known, nothing_passed,
    };
    pub use crate::contract::*;
    pub use crate::convert::{
        AccessKind, Alternative, FfiType, Form, FromAnyView, FromArgument, Holders, Holding, IntoAny, Kind,
        LayoutKind, Lent, Mismatch, NoResult, NoVariant, Parameter, Plain, Reach, ResultOf, StrEnum,
        TensorType, Turn, TypeFacts, TypeTag, UnionHolder, Variant, VariantIn, VariantOf, Variants,
        decode_str_enum, exactly, explain_str_enum, union_kind, union_reach,
    };
    pub use crate::description::*;
    pub use crate::dtype::DType;
    pub use crate::error::{ExceptionRecord, enter_exception, exceptions};
    pub use crate::error::{Result, Unraised, take_raised_if_any, take_unraised};
    pub use crate::export::*;
    pub use crate::foreign::*;
    pub use crate::function::{Argument, IntoArgument, answer_call};
    pub use crate::gpu_of_call::OnGpu;
    pub use crate::json::{Array as JsonArray, Object as JsonObject, written};
    pub use crate::list::{Element as ListElement, List};
    pub use crate::nesting::Nested;
    pub use crate::object::borrow;
    pub use crate::object::{
        Access, Extendable, Extends, Frozen, Here, Mutable, NoParent, ObjectType, Ref, There,
        exclusive_argument, explain_borrowed, object_into_any, python_instance,
    };
    pub use crate::object_ref::ObjectRef;
    pub use crate::opaque::{hold_python_object, python_object_of, replace_python_object};
    pub use crate::pair::{PairMistake, compare_pair, report_mistake};
    pub use crate::panic::message_of_panic;
    pub use crate::room::{FEW, room};
    pub use crate::runtime::{
        LoadedLibrary, is_present, loader_says, own_file, python_function, stop_if_unwound,
    };
    pub use crate::string::{is_ascii, small_value};
    pub use crate::tensor::{Element, TensorView, framework_allocates};
    pub use crate::tensor_metadata::TensorMetadata;
    pub use crate::tensor_search::{SearchTensors, TensorSearch};

    use crate::error::{Error, ErrorKind};

    /// An error from a formatted message.
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub fn error_from_args(kind: ErrorKind, args: core::fmt::Arguments<'_>) -> Error {
        match args.as_str() {
            Some(text) => Error::new(kind, text),
            None => Error::new(kind, args.to_string()),
        }
    }
}
