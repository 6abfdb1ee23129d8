//! Loops over slices in constants, where `for` is not possible yet.

/// Runs the body for a reference to each element. The body may leave the function, and not go on with the next element.
macro_rules! each {
    ($element:pat in $list:expr => $body:block) => {
        let (list, mut at) = ($list, 0);
        while at < list.len() {
            let $element = &list[at];
            $body
            at += 1;
        }
    };
}

/// Whether the condition is true for some element.
macro_rules! any {
    ($element:pat in $list:expr => $condition:expr) => {{
        let (list, mut at) = ($list, 0);
        while at < list.len() {
            let $element = &list[at];
            if $condition {
                break;
            }
            at += 1;
        }
        at < list.len()
    }};
}

pub(crate) use {any, each};
