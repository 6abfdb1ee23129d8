use super::*;

#[cfg(not(miri))]
mod first_call;

#[test]
fn the_table_is_sorted() {
    assert!(FUNCTIONS.is_sorted_by_key(|function| function.name));
}
