//! Tables of arguments that contracts accept, and of messages for those that they refuse.
//!
//! Each topic has exports, and calls of them through their C entry points with arguments in the layout of the ABI. A case has the whole expected
//! result, or the kind and the whole message of the error with the signature. Tensors are passed in both of their forms.

mod support;
mod topics {
    pub(crate) mod alignment;
    pub(crate) mod device;
    pub(crate) mod dispatch;
    pub(crate) mod dispatch_two;
    pub(crate) mod dtype;
    pub(crate) mod exemptions;
    pub(crate) mod expressions;
    pub(crate) mod extents;
    pub(crate) mod lists;
    pub(crate) mod multiples;
    pub(crate) mod null;
    pub(crate) mod optional;
    pub(crate) mod order;
    pub(crate) mod overlap;
    pub(crate) mod rank;
    pub(crate) mod reached;
    pub(crate) mod rests;
    pub(crate) mod results;
    pub(crate) mod scalars;
    pub(crate) mod self_overlap;
    pub(crate) mod spelling;
    pub(crate) mod strides;
    pub(crate) mod symbols;
    pub(crate) mod tuples;
    pub(crate) mod types;
}

/// A test for each topic, and all of them in `TOPICS`.
macro_rules! topics {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                topics::$name::table().check();
            }
        )*

        const TOPICS: &[fn() -> support::Table] = &[$(topics::$name::table),*];
    };
}

topics! {
    types null rank dtype device
    extents symbols scalars multiples expressions rests
    strides exemptions alignment overlap reached self_overlap order
    optional lists tuples dispatch dispatch_two results spelling
}

#[test]
fn the_table_is_complete() {
    let cases: usize = TOPICS.iter().map(|topic| topic().len()).sum();
    assert_eq!((TOPICS.len(), cases), (25, 710));
}
