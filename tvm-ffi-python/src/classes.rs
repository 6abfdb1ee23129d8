//! The classes of the library, as classes of Python. They are made once, when the module is imported, from the records of the classes.
//!
//! Each is a subclass of [`instance`]'s base, or of its parent. Methods and special methods are attributes, as in a class that Python's own syntax
//! defines, so that subclasses and the operators of the language find them.

use core::cell::OnceCell;
use core::ptr::null_mut;
use core::sync::atomic::Ordering;
use std::collections::BTreeSet;
use std::rc::Rc;

use tvm_ffi_core::__private::{
    Class, ClassRecord, Method as MethodRecord, MethodKind, class_of_object, classes_in_order,
};
use tvm_ffi_core::ObjectRef;
use tvm_ffi_core::abi::TVMFFIObject;

use crate::export_object;
use crate::ffi::PY_TP_BASE;
use crate::function::Function;
use crate::layout::type_of;
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::slots::Slots;
use crate::special::property;
use crate::{field, instance, method, pickle, result, signature};

/// The classes of the library in Python.
pub(crate) struct Classes {
    /// The `self` of a function of the module, by which errors and results are converted.
    host: Owned,
    /// The class that all extend.
    base: Owned,
    /// The type of method objects.
    method: Owned,
    /// Parents first.
    types: Vec<&'static Made>,
}

/// One of them.
pub(crate) struct Made {
    class: &'static Class,
    pub(crate) constructor: Option<&'static Function>,
    pub(crate) slots: Slots,
    pub(crate) python: Owned,
}

/// A class, once it is made.
#[inline(always)]
pub(crate) fn made_of(class: &'static Class) -> Option<&'static Made> {
    // SAFETY: the place has the address of one, which is never freed, or NULL.
    unsafe { class.python().load(Ordering::Relaxed).cast::<Made>().as_ref() }
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
    let module_name = python.text_of(module.name.borrow())?.to_owned();
    let mut classes = Classes {
        host: slf.clone(),
        base: instance::make_base(python, &module_name)?,
        method: method::make_type(python, &module_name)?,
        types: Vec::new(),
    };
    for (class, name) in classes_in_order().into_iter().zip(names) {
        let made = classes.make(python, module, class, format!("{module_name}.{name}"))?;
        let made = Box::leak(Box::new(made));
        class.python().store(core::ptr::from_mut(made).cast(), Ordering::Relaxed);
        classes.types.push(made);
    }
    // Making a class runs code of Python's, but none that imports the module again.
    let classes = CLASSES.0.get_or_init(|| classes);
    // A constant may be an object of a class.
    for made in &classes.types {
        for constant in made.class.record().constants {
            // One that is an object may be of a class that another library has registered.
            if (constant.of)().is_object() && made.class.type_index().is_err() {
                continue;
            }
            let Some(value) = result::of_constant(classes.host(), constant)? else { continue };
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
        // SAFETY: the object is an instance.
        self.is_instance(object).then(|| unsafe { instance::handle(object) })
    }

    /// Whether an object is an instance of a class of the library.
    pub(crate) fn is_instance(&self, object: Borrowed<'_>) -> bool {
        self.host().python.is_subtype(type_of(object), self.base.borrow())
    }

    /// An instance for an object, if its class is one of the library.
    pub(crate) fn wrap(&self, python: Python, object: ObjectRef) -> Result<Result<Owned, Raised>, ObjectRef> {
        // SAFETY: Object validity: the reference keeps the object alive.
        let class = unsafe { class_of_object(object.as_ptr()) };
        match class.and_then(made_of) {
            Some(made) => Ok(instance::of_object(python, &made.python, object)),
            None => Err(object),
        }
    }

    /// The constructor of the class of an instance, which may be one of a subclass in Python.
    pub(crate) fn constructor_of(&self, instance: Borrowed<'_>) -> Option<&'static Function> {
        let mut class = type_of(instance);
        while !class.is_null() {
            if let Some(made) = self.types.iter().find(|made| made.python.borrow().as_ptr() == class) {
                return made.constructor;
            }
            class = match class == self.base.borrow().as_ptr() {
                true => null_mut(),
                // SAFETY: the class is a heap type until the base of all classes is met.
                false => unsafe { self.host().python.api.PyType_GetSlot(class, PY_TP_BASE) }.cast(),
            };
        }
        None
    }

    /// Makes a class. Its parent is made.
    fn make(
        &self,
        python: Python,
        module: &Rc<Module>,
        class: &'static Class,
        name: String,
    ) -> Result<Made, Raised> {
        let record = class.record();
        let parent = class.parent().and_then(made_of);
        let mut slots = parent.map_or_else(Slots::default, |parent| parent.slots);
        for method in record.methods {
            if let Some(place) = slots.place(method.export.name) {
                *place = Some(Box::leak(Function::new(python, module, method.export)?));
            }
        }
        let constructor = match class.constructor() {
            Some(record) => Some(&*Box::leak(Function::new(python, module, record)?)),
            None => None,
        };
        let short = name.rsplit('.').next().unwrap_or_default();
        let doc = match constructor {
            Some(function) => {
                format!("{short}({})\n--\n\n{}", signature::parameters(function.record), record.doc())
            }
            None => record.doc().to_owned(),
        };
        let base = parent.map_or(&self.base, |parent| &parent.python);
        let ancestors = core::iter::successors(class.parent(), |class| class.parent()).count();
        let made = instance::make_type(python, name, doc, class, &slots, base, ancestors)?;
        slots.belong_to(&made);
        let set =
            |name: &str, value: &Owned| python.set_named(made.borrow(), python.name(name)?.borrow(), value);
        for method in record.methods {
            let is_attribute = matches!(method.kind, MethodKind::Static | MethodKind::Instance);
            if is_attribute && slots.place(method.export.name).is_none() {
                set(method.export.name, &self.method(python, module, method, &made)?)?;
            }
        }
        for name in properties(record) {
            set(name, &self.property(python, module, record, name, &made)?)?;
        }
        let has = |name| record.methods.iter().any(|method| method.export.name == name);
        if has("__eq__") && !has("__ne__") {
            // As in Python, the opposite of `__eq__`. That of the base compares identities.
            set("__ne__", &python.get(Borrowed::of(python.api.PyBaseObject_Type), c"__ne__")?)?;
        }
        if has("__eq__") && !has("__hash__") {
            // As in Python, unless a derive of Rust's makes a hash.
            let hash = match record.hooks.hash {
                Some(_) => python.get(self.base.borrow(), c"__hash__")?,
                None => python.none(),
            };
            set("__hash__", &hash)?;
        }
        for field in record.fields {
            set(field.param().name, &field::make(python, &made, field)?)?;
        }
        if record.hooks.copy.is_some() {
            let definition = (&raw const pickle::COPY).cast_mut().cast();
            // SAFETY: the definition is a constant, and its function takes instances of the class.
            let copy = unsafe { python.api.PyDescr_NewMethod(made.borrow().as_ptr(), definition) };
            // SAFETY: a new reference or NULL.
            set("__copy__", &unsafe { python.owned(copy) }?)?;
        }
        Ok(Made { class, constructor, slots, python: made })
    }

    fn method(
        &self,
        python: Python,
        module: &Rc<Module>,
        method: &MethodRecord,
        class: &Owned,
    ) -> Result<Owned, Raised> {
        let function = Function::new(python, module, method.export)?;
        function.receiver_class.set(class.borrow().as_ptr());
        let made = method::make(python, &self.method, function)?;
        if method.kind.has_receiver() {
            return Ok(made);
        }
        if method.export.is_class_method() {
            let class_method = python.builtin(c"classmethod")?;
            return python.call(class_method.borrow(), &python.tuple([made])?);
        }
        // SAFETY: the object is live.
        let made = unsafe { python.api.PyStaticMethod_New(made.borrow().as_ptr()) };
        // SAFETY: a new reference or NULL.
        unsafe { python.owned(made) }
    }

    /// A property, from the methods that read and write it.
    fn property(
        &self,
        python: Python,
        module: &Rc<Module>,
        record: &ClassRecord,
        name: &str,
        class: &Owned,
    ) -> Result<Owned, Raised> {
        let find = |kind| {
            let found = record.methods.iter().find(|method| property_of(method) == Some((kind, name)));
            found.map_or_else(|| Ok(python.none()), |method| self.method(python, module, method, class))
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
        MethodKind::Getter => Some((MethodKind::Getter, property(name, "get_"))),
        MethodKind::Setter => Some((MethodKind::Setter, property(name, "set_"))),
        MethodKind::Init | MethodKind::Static | MethodKind::Instance => None,
    }
}

/// The names of the properties of a class.
fn properties(record: &ClassRecord) -> BTreeSet<&'static str> {
    record.methods.iter().filter_map(property_of).map(|(_, name)| name).collect()
}
