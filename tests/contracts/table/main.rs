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
    pub(crate) mod scalars;
    pub(crate) mod self_overlap;
    pub(crate) mod spelling;
    pub(crate) mod strides;
    pub(crate) mod symbols;
    pub(crate) mod tuples;
    pub(crate) mod types;
}

/// A test for each topic.
macro_rules! topics {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            topics::$name::table().check();
        }
    )*};
}

topics! {
    types null rank dtype device
    extents symbols scalars multiples expressions rests
    strides exemptions alignment overlap reached self_overlap order
    optional lists tuples dispatch dispatch_two spelling
}
