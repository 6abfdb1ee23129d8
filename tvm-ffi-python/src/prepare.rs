//! Arguments for `tvm_ffi`: `arguments.py` refuses what would crash it, and changes what it does not take.

use tvm_ffi_core::__private::raise_about;
use tvm_ffi_core::ErrorKind;

use crate::error::raise_taken;
use crate::function::{self, Function};
use crate::layout::type_of;
use crate::python::{Borrowed, Owned, Raised};
use crate::trampoline::Passed;

/// The source of the class `Arguments`.
const SOURCE: &str = include_str!("arguments.py");

/// The prepared arguments of a call.
pub(crate) struct Prepared {
    /// The arguments that were passed, without the gaps.
    arguments: Vec<Owned>,
    /// What ends with the call: weak references to arrays.
    _call: Owned,
    /// Whether one has changed to what the module converts itself, and none to anything else.
    pub(crate) is_native: bool,
}

impl Prepared {
    /// Prepares the arguments of a call.
    pub(crate) fn new(function: &Function, passed: &Passed<'_>) -> Result<Self, Raised> {
        let (python, module) = (function.python, &function.module);
        let class = python.get(code(function)?, c"Arguments")?;
        let call = python.call(class.borrow(), &python.tuple([module.file.clone()])?)?;
        let (mut values, mut wants, mut indices) = (Vec::new(), Vec::new(), Vec::new());
        for (index, object) in passed.iter().enumerate() {
            let Some(object) = *object else { continue };
            values.push(python.own(object));
            wants.push(python.int(function.record.parameters.get(index).map_or(0, function::wants))?);
            indices.push(index);
        }
        let both = [python.tuple_of(values.iter().cloned())?, python.tuple_of(wants.into_iter())?];
        let prepare = python.get(call.borrow(), c"prepare")?;
        let prepared = match python.call(prepare.borrow(), &python.tuple(both)?) {
            Ok(prepared) => prepared,
            Err(raised) => return Err(refused(function, &indices, raised)),
        };
        let arguments: Vec<Owned> = (0..values.len())
            .map(|index| python.element(prepared.borrow(), index).map(|object| python.own(object)))
            .collect::<Result<_, _>>()?;
        let has_changed =
            arguments.iter().zip(&values).any(|(a, b)| a.borrow().as_ptr() != b.borrow().as_ptr());
        let is_native =
            python.get(call.borrow(), c"is_native")?.borrow().as_ptr() == python.api._Py_TrueStruct.as_ptr();
        Ok(Self { arguments, _call: call, is_native: has_changed && is_native })
    }

    /// The arguments in the place of those that were passed.
    pub(crate) fn around_gaps<'a>(&'a self, passed: &Passed<'_>) -> Vec<Option<Borrowed<'a>>> {
        let mut arguments = self.arguments.iter();
        passed.iter().map(|object| object.and_then(|_| arguments.next()).map(Owned::borrow)).collect()
    }
}

/// The functions and classes of `arguments.py`.
fn code(function: &Function) -> Result<Borrowed<'_>, Raised> {
    function.module.prepare.get(|| function.python.run("arguments", SOURCE))
}

/// Raises that an argument is refused, as the shim would about another argument.
#[cold]
fn refused(function: &Function, indices: &[usize], raised: Raised) -> Raised {
    let python = function.python;
    let Ok(exception) = python.fetch(raised) else { return Raised };
    let about = || {
        let class = python.get(code(function)?, c"Refused")?;
        if type_of(exception.borrow()) != class.borrow().as_ptr() {
            return Ok(None);
        }
        let args = python.get(exception.borrow(), c"args")?;
        let part = |index| python.element(args.borrow(), index);
        let index = usize::try_from(python.int_of(part(0)?)?).ok().and_then(|index| indices.get(index));
        let [kind, what] = [1, 2].map(|index| part(index).and_then(|text| python.text_of(text)));
        let [kind, what] = [String::from_utf8_lossy(kind?), String::from_utf8_lossy(what?)];
        Ok(Some((index.copied().unwrap_or(0), ErrorKind::from_name(&kind), what.into_owned())))
    };
    match about() {
        Ok(Some((index, kind, what))) => raise_refused(function, index, kind, &what),
        Ok(None) => python.restore(exception),
        Err(Raised) => Raised,
    }
}

/// Raises an error about an argument, as the shim would about another one.
#[cold]
pub(crate) fn raise_refused(function: &Function, index: usize, kind: ErrorKind, what: &str) -> Raised {
    let parameter = function.record.parameters.get(index);
    let name = parameter.map_or_else(String::new, |parameter| format!(" `{}`", parameter.name));
    raise_about(function.record, kind, format!(": argument #{index}{name}: {what}"));
    raise_taken(function)
}

/// The exception of a callback that `tvm_ffi` has raised again as another one.
#[cold]
pub(crate) fn original(function: &Function, raised: Raised) -> Raised {
    let python = function.python;
    let Ok(exception) = python.fetch(raised) else { return Raised };
    let find = |exception: &Owned| {
        let find = python.get(code(function)?, c"original")?;
        python.call(find.borrow(), &python.tuple([function.module.file.clone(), exception.clone()])?)
    };
    let found = find(&exception).map_err(|raised| python.clear(raised));
    python.restore(found.unwrap_or(exception))
}
