//! The constructor of a class as an export.

use super::{construct, no_constructor};
use crate::abi::{FieldFlag, TVMFFISafeCallType};
use crate::description::{
    CONSTRUCTOR, Class, FieldRecord, FromFieldsEntry, MethodKind, Param, Passing, Record, ResultType, Shim,
};
use crate::error::Result;
use crate::function::Function;
use crate::object::Ref;

/// The entry of a type with option `init`.
pub const fn from_fields<T: super::FromFields>() -> FromFieldsEntry {
    FromFieldsEntry { call: super::construct_from_fields::<T>, result: || ResultType::of::<Ref<T>>() }
}

/// The fields that the constructor of a class takes, those of its parents first.
pub(super) fn init_fields(class: &'static Class) -> Vec<&'static FieldRecord> {
    let mut fields = class.parent.map_or_else(Vec::new, |parent| init_fields(parent()));
    fields.extend(class.record.fields.iter().filter(|field| field.is_init()));
    fields
}

impl Class {
    /// The constructor: the function with `#[init]`, or the one from the fields, whose parameters are the fields, first those without a
    /// default, and last those that are passed by name only. `None` if only Rust makes objects of the class.
    pub fn constructor(&'static self) -> Option<&'static Record> {
        *self.constructor.get_or_init(|| {
            let init = self.record.methods.iter().find(|method| method.kind == MethodKind::Init);
            init.map(|init| init.export)
                .or_else(|| self.record.from_fields.map(|entry| self.of_fields(entry)))
        })
    }

    /// The record of the constructor from the fields. A class has one, which is never freed.
    fn of_fields(&'static self, entry: FromFieldsEntry) -> &'static Record {
        let parameter = |field: &FieldRecord| match field.flags & FieldFlag::KW_ONLY {
            0 => field.param,
            _ => Param { passing: Passing::Name, ..field.param },
        };
        let mut parameters: Vec<Param> = init_fields(self).into_iter().map(parameter).collect();
        parameters.sort_by_key(|parameter| (parameter.passing, parameter.default.is_some()));
        let about = self.record;
        // SAFETY: the constructor obeys the SafeCall contract.
        let shim = unsafe { Shim::new(entry.call) };
        Box::leak(Box::new(Record {
            name: about.key,
            file: about.file,
            line: about.line,
            krate: about.krate,
            version: about.version,
            parameters: Vec::leak(parameters),
            flags: CONSTRUCTOR,
            ..Record::new(shim, entry.result)
        }))
    }

    /// The function object of `__ffi_init__`. Every class has one: without it, Python would make objects without a payload.
    pub(in crate::class) fn constructor_function(&'static self) -> Result<Function> {
        let (context, entry): (_, TVMFFISafeCallType) = match self.constructor() {
            Some(record) => (core::ptr::from_ref(record).cast_mut().cast(), construct),
            None => (core::ptr::from_ref(self).cast_mut().cast(), no_constructor),
        };
        crate::runtime::find()?;
        // SAFETY: the entry obeys the SafeCall contract with this context, and binding has pinned this library.
        Ok(unsafe { Function::create(context, entry, None) })
    }

    /// Whether the constructor takes the value of a field.
    pub(in crate::class) fn constructor_takes(&'static self, field: &FieldRecord) -> bool {
        let parameters = self.constructor().map_or(&[][..], |record| record.parameters);
        parameters.iter().any(|parameter| parameter.name == field.param.name)
    }
}
