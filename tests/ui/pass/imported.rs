//! Functions and object types of others.

use tvm_ffi::{Any, AnyView, Array, Function, ObjectRef, Result, Tensor};

/// An error of the user's.
#[derive(Debug)]
pub(crate) struct Failed;

impl From<tvm_ffi::Error> for Failed {
    fn from(_: tvm_ffi::Error) -> Self {
        Self
    }
}

tvm_ffi::import! {}

tvm_ffi::import! {
    /// Documented.
    #[global = "forms.one"]
    #[must_use]
    pub(crate) fn one() -> Result<i64>;

    #[global = "forms.two"]
    fn borrows<'a>(text: &'a str, value: AnyView<'_>, any: &Any, tensor: &Tensor, window: &Window) -> Result<Any>;

    #[global = "forms.three"]
    #[cfg(test)]
    pub(crate) fn fails(x: Option<Vec<f64>>) -> core::result::Result<(), Failed>;

    #[global = "forms.four"]
    #[cfg(not(test))]
    fn is_not_there(x: NoSuchType) -> Result<i64>;

    #[global = "forms.five"]
    unsafe fn careful(function: Function) -> Result<Option<Window>>;

    /// A type.
    #[type_key = "forms.Window"]
    pub(crate) type Window {
        /// A field.
        pub(super) title: String,
        mut width: i64,
        pub(crate) mut children: Array<Window>,
        #[name = "type"]
        kind: Option<ObjectRef>,
        r#loop: bool,
        #[cfg(not(test))]
        mut absent: NoSuchType,

        /// Made of a title.
        #[init]
        fn new(title: &str, #[keyword] width: i64, #[keyword] r#loop: bool) -> Result<Self>;
        #[init]
        fn empty() -> core::result::Result<Window, Failed>;
        pub(crate) fn area(&self, scale: f64) -> Result<f64>;
        #[name = "open"]
        fn open_default() -> Result<Window>;
    }

    #[type_key = "forms.Other"]
    type Other;
}

fn takes(window: Window, others: Vec<Other>) -> Result<Option<Window>> {
    window.set_width(window.width()? + 1)?;
    let _ = (window.title()?, window.children()?, window.kind()?, window.r#loop()?, others);
    Ok(Some(Window::open_default()?))
}

fn calls(tensor: &Tensor) -> core::result::Result<(), Failed> {
    let window = Window::new("title", 1, true)?;
    let _ = (one()?, window.area(2.0)?, format!("{window:?}"));
    let any = Any::none();
    let _ = borrows("x", any.as_view(), &any, tensor, &window)?;
    let _ = (Window::empty()?, Function::new(takes), Window::try_from(ObjectRef::from(window)));
    fails(None)
}

const _: fn(&Tensor) -> core::result::Result<(), Failed> = calls;
