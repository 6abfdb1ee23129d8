//! Structs that are classes.

use tvm_ffi::Ref;

/// Nothing but a struct.
#[tvm_ffi::object("forms.Plain")]
pub(crate) struct Plain {
    /// Documented.
    #[field]
    pub count: i64,
    #[field(default = 0.5, doc = "said here")]
    mean: f64,
    scratch: Vec<u8>,
}

#[tvm_ffi::object("forms.Base", init, structural(tree_node))]
pub(crate) struct Base {
    #[field]
    x: i64,
    #[field(structural(ignore), repr = false, compare = false, hash = false, rename = "self_")]
    next: Option<Ref<Self>>,
}

#[tvm_ffi::object("forms.Derived", extends = Base, final, init)]
pub(crate) struct Derived {
    #[base]
    base: Base,
    #[field]
    y: f64,
}

#[tvm_ffi::object("forms.Empty")]
pub(crate) struct Empty;

#[tvm_ffi::object("forms.EmptyToo", final)]
#[repr(C, align(32))]
pub(crate) struct EmptyToo {}

/// More visible than what it holds.
mod visibility {
    #[derive(tvm_ffi::SearchTensors)]
    struct Hidden;

    #[tvm_ffi::object("forms.MoreVisible", extends = super::Base)]
    pub(crate) struct MoreVisible {
        #[base]
        base: super::Base,
        hidden: Hidden,
    }
}

mod generated {
    macro_rules! object {
        ($key:literal, $name:ident, $ty:ty, $default:expr) => {
            #[tvm_ffi::object($key, init)]
            pub(crate) struct $name {
                #[field(default = $default)]
                value: $ty,
                #[field(default_factory = || $default)]
                other: $ty,
            }
        };
    }

    object!("forms.Int", Int, i64, 1 + 2);
    object!("forms.List", List, Vec<Option<i64>>, vec![None, Some(1)]);
}

/// Field names that are keywords in other languages.
#[tvm_ffi::object("forms.Names", mutable)]
pub(crate) struct Names {
    #[field]
    r#type: i64,
    #[field]
    r#in: bool,
    #[field(set)]
    same_as: i64,
    #[cfg(any())]
    absent: Nothing,
}

/// In a function, whose items other code cannot name.
#[test]
fn objects_stay_structs() {
    const START: i64 = 3;

    #[tvm_ffi::object("forms.Local", init)]
    struct Local {
        #[field(default = START)]
        value: i64,
    }

    let local = Local { value: START };
    let Local { value } = local;
    assert_eq!(value, 3);
    assert_eq!(Plain { count: 1, mean: 0.5, scratch: vec![1] }.scratch, [1]);
}
