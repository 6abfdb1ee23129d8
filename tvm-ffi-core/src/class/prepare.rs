//! Prepares the registration of a class. This runs code of the user's types, which may register other classes, so it comes before the
//! registration itself.

use super::pickle;
use super::state::{State, is_of_state};
use crate::abi::{
    FieldFlag, TVMFFIAny, TVMFFIByteArray, TVMFFIFieldInfo, TVMFFIMethodInfo, TVMFFIObject,
    TVMFFITypeMetadata,
};
use crate::any::Any;
use crate::convert::IntoAny;
use crate::description::{Class, ClassRecord, FieldRecord, Method, MethodKind};
use crate::error::{Result, check};
use crate::export::metadata_json;
use crate::function::Function;
use crate::json::Object;
use crate::runtime::table;

/// The offset of the payload from the start of the header.
const HEADER: usize = size_of::<TVMFFIObject>();

/// A class, ready for its registration.
pub(super) struct Prepared {
    pub(super) key: &'static str,
    doc: &'static str,
    total_size: i32,
    structural: i32,
    fields: Vec<PreparedField>,
    methods: Vec<PreparedMethod>,
    attributes: Vec<(&'static str, Any)>,
}

/// A field. It owns the texts and the value that the runtime's struct points to.
struct PreparedField {
    metadata: String,
    default: Any,
    info: TVMFFIFieldInfo,
}

struct PreparedMethod {
    name: &'static str,
    doc: &'static str,
    metadata: String,
    flags: i64,
    function: Function,
}

/// A text for the runtime: NULL if it is empty, so that Python gets `None`.
fn text(text: &str) -> TVMFFIByteArray {
    if text.is_empty() {
        TVMFFIByteArray { data: core::ptr::null(), size: 0 }
    } else {
        TVMFFIByteArray::of(text.as_bytes())
    }
}

impl Prepared {
    /// One part of the registration of a class.
    pub(super) fn of(class: &'static Class) -> Result<Self> {
        let about = class.record;
        let Ok(total_size) = i32::try_from(HEADER + about.size) else {
            crate::bail!("objects of {} bytes are too large", about.size)
        };
        let init = class.constructor_function()?;
        let mut methods = Vec::new();
        for method in about.methods.iter().filter(|method| !is_of_state(method)) {
            methods.push(PreparedMethod::of(method, &init)?);
        }
        if about.methods.iter().all(|method| method.kind != MethodKind::Init)
            && let Some(export) = class.constructor()
        {
            methods.push(PreparedMethod::of(&Method { export, kind: MethodKind::Init }, &init)?);
        }
        Ok(Self {
            key: about.key,
            doc: about.doc(),
            total_size,
            structural: about.structural,
            fields: about.fields.iter().map(|field| PreparedField::of(field, class)).collect(),
            methods,
            attributes: attributes(class, about, init)?,
        })
    }

    /// Registers the parts, in the order of C++.
    ///
    /// # Safety
    ///
    /// The index is that of the class, whose registration has begun.
    pub(super) unsafe fn register(&self, index: i32) -> Result<()> {
        let Self { doc, total_size, structural, .. } = *self;
        let metadata = TVMFFITypeMetadata {
            doc: text(doc),
            creator: None,
            total_size,
            structural_eq_hash_kind: structural,
        };
        // SAFETY: the caller's contract; what the struct points to is readable, and the runtime copies what it keeps.
        check(unsafe { table::TVMFFITypeRegisterMetadata(index, &metadata) })?;
        for field in &self.fields {
            // SAFETY: as above.
            check(unsafe { table::TVMFFITypeRegisterField(index, &field.info()) })?;
        }
        for method in &self.methods {
            // SAFETY: as above.
            check(unsafe { table::TVMFFITypeRegisterMethod(index, &method.info()) })?;
        }
        for (name, value) in &self.attributes {
            let name = TVMFFIByteArray::of(name.as_bytes());
            // SAFETY: as above.
            check(unsafe { table::TVMFFITypeRegisterAttr(index, &name, value.as_raw()) })?;
        }
        Ok(())
    }
}

impl PreparedField {
    fn of(about: &FieldRecord, class: &'static Class) -> Self {
        // Python makes a signature of these names, and then refuses a keyword. The constructor takes it anyway.
        let is_shown = class.constructor_takes(about) && !is_python_keyword(about.param.name);
        let init = if is_shown { 0 } else { FieldFlag::INIT_OFF };
        Self {
            metadata: Object::new().text("type_schema", &about.param.of.tag.schema()).end(),
            default: about.default.map_or_else(Any::none, |default| default()),
            info: TVMFFIFieldInfo {
                name: text(about.param.name),
                doc: text(about.param.doc()),
                metadata: text(""),
                flags: about.flags | init,
                // INVARIANT: the offsets are within the size of a type, which fits.
                size: about.size as i64,
                alignment: about.align as i64,
                offset: (HEADER + about.offset) as i64,
                getter: Some(about.getter),
                setter: about.setter as *mut _,
                default_value_or_factory: TVMFFIAny::NONE,
                field_static_type_index: about.static_index,
            },
        }
    }

    fn info(&self) -> TVMFFIFieldInfo {
        TVMFFIFieldInfo {
            metadata: text(&self.metadata),
            default_value_or_factory: *self.default.as_raw(),
            ..self.info
        }
    }
}

/// The attribute that copies an object.
pub(super) const COPY: &str = "__ffi_shallow_copy__";

/// The name of constructors.
const INIT: &str = "__ffi_init__";

impl PreparedMethod {
    fn of(method: &Method, init: &Function) -> Result<Self> {
        let record = method.export;
        let (name, function) = match method.kind {
            MethodKind::Init => (INIT, init.clone()),
            _ => (record.name, Function::from_safe_call(record.shim.0)?),
        };
        let flags = if method.kind.has_receiver() { 0 } else { FieldFlag::IS_STATIC_METHOD };
        Ok(Self { name, doc: record.doc(), metadata: metadata_json(record), flags, function })
    }

    fn info(&self) -> TVMFFIMethodInfo {
        TVMFFIMethodInfo {
            name: text(self.name),
            doc: text(self.doc),
            metadata: text(&self.metadata),
            flags: self.flags,
            method: self.function.as_object().as_raw_any(),
        }
    }
}

/// The attributes of a class, in the order of C++.
fn attributes(
    class: &'static Class,
    about: &ClassRecord,
    init: Function,
) -> Result<Vec<(&'static str, Any)>> {
    let hooks = &about.hooks;
    let mut attributes = Vec::new();
    let mut push = |name, entry: Option<_>| -> Result<()> {
        if let Some(entry) = entry {
            attributes.push((name, Function::from_safe_call(entry)?.into_any()));
        }
        Ok(())
    };
    push(COPY, hooks.copy)?;
    push("__ffi_repr__", hooks.repr)?;
    push("__ffi_eq__", hooks.eq)?;
    push("__ffi_hash__", hooks.hash)?;
    push("__ffi_compare__", hooks.compare)?;
    if let Some(state) = State::of(class, about, &init)? {
        let is_missing = |name: &str| name != COPY || hooks.copy.is_none();
        let state = state.attributes().into_iter().filter(|(name, _)| is_missing(name));
        attributes.extend(state.map(|(name, function)| (name, function.into_any())));
    } else if about.from_fields.is_some() {
        let pickle = pickle::from_fields(class, init.clone());
        attributes.extend(pickle.map(|(name, function)| (name, function.into_any())));
    } else {
        let (name, function) = pickle::refused(class);
        attributes.push((name, function.into_any()));
    }
    attributes.push((INIT, init.into_any()));
    attributes.push(("__ffi_type_final__", Any::new(about.flags & crate::description::FINAL != 0)));
    Ok(attributes)
}

/// Whether a name cannot be the name of a parameter in Python.
pub fn is_python_keyword(name: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
        "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in",
        "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
    ];
    KEYWORDS.contains(&name)
}
