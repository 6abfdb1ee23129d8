//! The first use of the runtime, by several threads at once: each of them finds the classes and functions of this program.

use std::sync::Barrier;

use tvm_ffi::{Any, Function, Ref};

#[tvm_ffi::export(global = "first_use.twice")]
fn twice(x: i64) -> i64 {
    2 * x
}

#[tvm_ffi::object("first_use.Parent", init)]
struct Parent {
    #[field]
    x: i64,
}

#[tvm_ffi::object("first_use.Child", extends = Parent, init)]
struct Child {
    #[base]
    parent: Parent,
    /// Making the default uses the runtime while the class is registered.
    #[field(default = Any::new(vec![1, 2, 3]))]
    list: Any,
}

/// The only test of this process, because the runtime is first used once.
#[test]
fn threads_that_use_the_runtime_first_find_what_is_registered() {
    let barrier = Barrier::new(8);
    let use_it = |thread: usize| {
        barrier.wait();
        if thread.is_multiple_of(2) {
            let twice = Function::get_global("first_use.twice").expect("it is registered");
            assert_eq!(twice.call((21,)).and_then(Any::cast::<i64>).ok(), Some(42));
        } else {
            let child = Child { parent: Parent { x: 7 }, list: Any::none() };
            let parent: Ref<Parent> = Ref::upcast(Ref::new(child));
            assert!(parent.x == 7 && Ref::downcast::<Child>(parent).is_ok_and(|child| child.list.is_none()));
        }
    };
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let use_it = &use_it;
            scope.spawn(move || use_it(thread));
        }
    });
}
