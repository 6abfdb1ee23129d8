//! The classes of the library, as classes of Python. They are made once, when the module is imported, from the records of the classes.
//!
//! Each is a subclass of [`instance`]'s base, or of its parent. Methods and special methods are attributes, as in a class that Python's own syntax
//! defines, so that subclasses and the operators of the language find them.

use core::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use tvm_ffi_core::__private::{
    Class, ClassRecord, Method as MethodRecord, MethodKind, Record, class_of_object, classes_in_order,
};
use tvm_ffi_core::ObjectRef;
use tvm_ffi_core::abi::TVMFFIObject;

use crate::export_object;
use crate::function::Function;
use crate::layout::type_of;
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::{field, instance, method, pickle, result};

/// The classes of the library in Python.
pub(crate) struct Classes {
    /// The `self` of a function of the module, by which errors and results are converted.
    host: Owned,
    /// The class that all extend.
    base: Owned,
    /// The type of method objects.
    method: Owned,
    /// Parents first.
    types: Vec<Made>,
}

struct Made {
    class: &'static Class,
    constructor: Option<&'static Record>,
    python: Owned,
}

/// A value that only threads with the GIL use.
pub(crate) struct WithGil<T>(pub(crate) T);

// SAFETY: the GIL orders all uses.
unsafe impl<T> Sync for WithGil<T> {}

/// They are never freed: instances may outlive the module.
static CLASSES: WithGil<OnceCell<Classes>> = WithGil(OnceCell::new());

/// The classes, once they are made.
#[inline(always)]
pub(crate) fn get(_: Python) -> Option<&'static Classes> {
    CLASSES.0.get()
}

/// Makes all classes, unless an earlier import has. `slf` is the `self` of a function of the module.
pub(crate) fn make(
    python: Python,
    module: &Rc<Module>,
    slf: &Owned,
    names: &[String],
) -> Result<&'static Classes, Raised> {
    if let Some(classes) = get(python) {
        return Ok(classes);
    }
    let module_name = String::from_utf8_lossy(python.text_of(module.name.borrow())?).into_owned();
    let mut classes = Classes {
        host: slf.clone(),
        base: instance::make_base(python, &module_name)?,
        method: method::make_type(python, &module_name)?,
        types: Vec::new(),
    };
    for (class, name) in classes_in_order().into_iter().zip(names) {
        let made = classes.make(python, module, class, name)?;
        classes.types.push(made);
    }
    // Making a class runs code of Python's, but none that imports the module again.
    let classes = CLASSES.0.get_or_init(|| classes);
    // A constant may be an object of a class.
    for made in &classes.types {
        for constant in made.class.record().constants {
            let value = result::owned_into_python(classes.host(), (constant.value)())?;
            python.set_named(made.python.borrow(), python.name(constant.name)?.borrow(), &value)?;
        }
    }
    Ok(classes)
}

impl Classes {
    /// A function of the module.
    pub(crate) fn host(&self) -> &Function {
        // SAFETY: the object is the `self` of a function of the module, and `self` keeps it alive.
        unsafe { export_object::function(self.host.borrow().as_ptr()) }
    }

    /// All classes, parents first.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &Owned> {
        self.types.iter().map(|made| &made.python)
    }

    /// The handle of an instance of a class of the library, or of a subclass in Python. NULL if no constructor has run.
    pub(crate) fn handle_of(&self, object: Borrowed<'_>) -> Option<*mut TVMFFIObject> {
        let (class, base) = (type_of(object), self.base.borrow().as_ptr());
        // SAFETY: both are live types.
        let is_ours = unsafe { (self.host().python.api.PyType_IsSubtype)(class, base) } != 0;
        // SAFETY: the object is an instance.
        is_ours.then(|| unsafe { instance::handle(object) })
    }

    /// An instance for an object, if its class is one of the library.
    pub(crate) fn wrap(&self, python: Python, object: ObjectRef) -> Result<Result<Owned, Raised>, ObjectRef> {
        // SAFETY: Object validity: the reference keeps the object alive.
        let class = unsafe { class_of_object(object.as_ptr()) };
        match class.and_then(|class| self.type_of(class)) {
            Some(made) => Ok(instance::of_object(python, made, object)),
            None => Err(object),
        }
    }

    /// The class of Python for one of the library.
    pub(crate) fn type_of(&self, class: &'static Class) -> Option<&Owned> {
        self.find(class).map(|made| &made.python)
    }

    /// The constructor of a class, if it has one.
    pub(crate) fn constructor(&self, class: &'static Class) -> Option<&'static Record> {
        self.find(class)?.constructor
    }

    fn find(&self, class: &'static Class) -> Option<&Made> {
        self.types.iter().find(|made| core::ptr::eq(made.class, class))
    }

    /// Makes a class. Its parent is made.
    fn make(
        &self,
        python: Python,
        module: &Rc<Module>,
        class: &'static Class,
        name: &str,
    ) -> Result<Made, Raised> {
        let record = class.record();
        let parent = class.parent().and_then(|parent| self.type_of(parent)).unwrap_or(&self.base);
        let body = python.dict()?;
        let set = |name: &str, value: &Owned| python.set_item(&body, &python.name(name)?, value);
        set("__module__", &module.name)?;
        if !record.doc().is_empty() {
            set("__doc__", &python.text(record.doc().as_bytes())?)?;
        }
        // Instances have no dictionary, as those of PyO3 do not.
        let slots = if class.parent().is_none() {
            python.tuple([python.name("__weakref__")?])?
        } else {
            python.tuple([])?
        };
        set("__slots__", &slots)?;
        let constructor = class.constructor();
        let init = match constructor {
            Some(record) => {
                let function = Function::new(python, module, record)?;
                method::make(python, &self.method, function, method::initialize)?
            }
            None => python.get(self.base.borrow(), c"__init__")?,
        };
        set("__init__", &init)?;
        for method in record.methods {
            if matches!(method.kind, MethodKind::Static | MethodKind::Instance) {
                set(method.export.name, &self.method(python, module, method)?)?;
            }
        }
        for name in properties(record) {
            set(name, &self.property(python, module, record, name)?)?;
        }
        let bases = python.tuple([parent.clone()])?;
        let arguments = python.tuple([python.name(name)?, bases, body.clone()])?;
        let made = python.call(Borrowed::of(python.api.PyType_Type), &arguments)?;
        let has = |name| record.methods.iter().any(|method| method.export.name == name);
        if has("__eq__") && !has("__hash__") {
            // As in Python, unless a derive of Rust's makes a hash.
            let hash = match record.hooks.hash {
                Some(_) => python.get(self.base.borrow(), c"__hash__")?,
                None => python.none(),
            };
            python.set_named(made.borrow(), python.name("__hash__")?.borrow(), &hash)?;
        }
        for field in record.fields {
            let descriptor = field::make(python, &made, field)?;
            python.set_named(made.borrow(), python.name(field.param().name)?.borrow(), &descriptor)?;
        }
        if record.hooks.copy.is_some() {
            let definition = (&raw const pickle::COPY).cast_mut().cast();
            // SAFETY: the definition is a constant, and its function takes instances of the class.
            let copy = unsafe { (python.api.PyDescr_NewMethod)(made.borrow().as_ptr(), definition) };
            // SAFETY: a new reference or NULL.
            let copy = unsafe { python.owned(copy) }?;
            python.set_named(made.borrow(), python.name("__copy__")?.borrow(), &copy)?;
        }
        Ok(Made { class, constructor, python: made })
    }

    fn method(&self, python: Python, module: &Rc<Module>, method: &MethodRecord) -> Result<Owned, Raised> {
        let function = Function::new(python, module, method.export)?;
        let made = method::make(python, &self.method, function, method::call)?;
        if method.kind.has_receiver() {
            return Ok(made);
        }
        if method.export.is_class_method() {
            let class_method = python.builtin(c"classmethod")?;
            return python.call(class_method.borrow(), &python.tuple([made])?);
        }
        // SAFETY: the object is live; the result is a new reference or NULL.
        unsafe { python.owned((python.api.PyStaticMethod_New)(made.borrow().as_ptr())) }
    }

    /// A property, from the methods that read and write it.
    fn property(
        &self,
        python: Python,
        module: &Rc<Module>,
        record: &ClassRecord,
        name: &str,
    ) -> Result<Owned, Raised> {
        let find = |kind| {
            let found = record.methods.iter().find(|method| property_of(method) == Some((kind, name)));
            found.map_or_else(|| Ok(python.none()), |method| self.method(python, module, method))
        };
        let (get, set) = (find(MethodKind::Getter)?, find(MethodKind::Setter)?);
        // The documentation is that of the getter, which Python asks for it.
        let property = python.builtin(c"property")?;
        python.call(property.borrow(), &python.tuple([get, set])?)
    }
}

/// The name of the property that a method reads or writes.
fn property_of(method: &MethodRecord) -> Option<(MethodKind, &'static str)> {
    let name = method.export.name;
    match method.kind {
        MethodKind::Getter => Some((MethodKind::Getter, name)),
        MethodKind::Setter => Some((MethodKind::Setter, name.strip_prefix("set_").unwrap_or(name))),
        MethodKind::Init | MethodKind::Static | MethodKind::Instance => None,
    }
}

/// The names of the properties of a class.
fn properties(record: &ClassRecord) -> BTreeSet<&'static str> {
    record.methods.iter().filter_map(property_of).map(|(_, name)| name).collect()
}
