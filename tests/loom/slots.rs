//! Global functions: a thread that finds one can use it, whether another replaces or removes it meanwhile.

use loom::sync::Arc;
use loom::thread;

use crate::counts::Object;
use crate::names::NameTable;
use crate::slot::Slot;

/// The slots hold a strong reference each.
type Functions = NameTable<Slot<Arc<Object>>>;

fn slot(functions: &Functions) -> &'static Slot<Arc<Object>> {
    functions.get_or_insert_with(b"name", Slot::empty)
}

fn set(functions: &Functions, function: Arc<Object>) {
    let replaced = slot(functions).write().replace(function);
    drop_function(replaced);
}

fn drop_function(function: Option<Arc<Object>>) {
    if let Some(function) = function {
        function.drop_strong();
    }
}

/// As `Globals::get` does.
fn get(functions: &Functions) -> Option<Arc<Object>> {
    let entry = functions.get(b"name")?.read();
    let function = entry.as_ref()?;
    function.add_strong();
    Some(function.clone())
}

#[test]
fn a_function_that_is_found_lives_until_its_user_drops_it() {
    loom::model(|| {
        let functions = Arc::new(Functions::new());
        let both = [Object::new(), Object::new()];
        set(&functions, both[0].clone());
        let (reader, remover) = (functions.clone(), functions.clone());
        let threads = [
            thread::spawn(move || {
                let function = get(&reader);
                if let Some(function) = &function {
                    function.read();
                }
                drop_function(function);
            }),
            thread::spawn(move || drop_function(slot(&remover).take())),
        ];
        set(&functions, both[1].clone());
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        drop_function(slot(&functions).take());
        assert!(both.iter().all(|function| function.is_freed()));
    });
}
