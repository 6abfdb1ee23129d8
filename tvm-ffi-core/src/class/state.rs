//! Classes with the methods `__getstate__` and `__setstate__`, for state that is not in the fields.
//!
//! Python's `Object` has these two names itself, and pickles the JSON graph that the runtime makes of an object. So the methods are not
//! methods in Python: they become the attributes with which the runtime turns an object into JSON and back, and copies it.

use std::sync::Arc;

use super::pickle::{self, Closure};
use super::prepare::COPY;
use crate::any::{Any, AnyView};
use crate::convert::type_name_of;
use crate::description::{Class, ClassRecord, Method, key};
use crate::error::Result;
use crate::function::Function;

const GET: &str = "__getstate__";
const SET: &str = "__setstate__";

/// The two methods of a class.
pub(super) struct State {
    class: &'static Class,
    get: Function,
    set: Function,
    /// The constructor, whose object `__setstate__(&mut self, state)` changes. Without it, `__setstate__(state)` makes the object.
    init: Option<Function>,
}

/// Whether a method is one of the two.
pub(super) fn is_of_state(method: &Method) -> bool {
    matches!(method.export.name, GET | SET)
}

impl State {
    /// The state of a class that has both methods.
    pub(super) fn of(
        class: &'static Class,
        about: &ClassRecord,
        init: &Function,
    ) -> Result<Option<Arc<Self>>> {
        let find = |name| {
            let method = about.methods.iter().find(|method| method.export.name == name)?;
            Some((method.export.shim.0, method.kind))
        };
        let (Some((get, _)), Some((set, kind))) = (find(GET), find(SET)) else { return Ok(None) };
        let [get, set] = [Function::from_safe_call(get)?, Function::from_safe_call(set)?];
        let init = kind.has_receiver().then(|| init.clone());
        Ok(Some(Arc::new(Self { class, get, set, init })))
    }

    /// The attributes for the runtime.
    pub(super) fn attributes(self: Arc<Self>) -> [(&'static str, Function); 3] {
        let (get, set) = (self.clone(), self.clone());
        let state: Closure = Box::new(move |args| get.of_first(args));
        let make = Box::new(move |state: Any| set.make(state.as_view()));
        let [to_json, from_json] = pickle::attributes(self.class, state, make);
        let copy: Closure = Box::new(move |args| self.make(self.of_first(args)?.as_view()));
        [(COPY, Function::from_packed(copy)), to_json, from_json]
    }

    /// The result of `__getstate__` for the first argument.
    fn of_first(&self, args: &[AnyView<'_>]) -> Result<Any> {
        self.get.call_packed(args.get(..1).unwrap_or_default())
    }

    /// The object that `__setstate__` makes from a state, or a new one that it changes.
    fn make(&self, state: AnyView<'_>) -> Result<Any> {
        let Some(init) = &self.init else {
            let made = self.set.call_packed(&[state])?;
            if made.type_index() != self.class.type_index()? {
                let (key, got) = (key(self.class), type_name_of(made.as_view()));
                crate::bail!(TypeError, "{key}.{SET}: expected an object of the class, got {got}");
            }
            return Ok(made);
        };
        let object = init.call_packed(&[])?;
        self.set.call_packed(&[object.as_view(), state])?;
        Ok(object)
    }
}
