use std::cell::Cell;
use std::rc::Rc;

use tvm_ffi::{AnyView, Function};

struct Config {
    width: i64,
}

fn new_argument() -> Function {
    Function::new(|config: Config| config.width)
}

fn new_result() -> Function {
    Function::new(|width: i64| Config { width })
}

fn new_too_many() -> Function {
    Function::new(
        |a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64, i: i64, j: i64, k: i64, l: i64, m: i64| {
            a + b + c + d + e + f + g + h + i + j + k + l + m
        },
    )
}

fn new_not_send(count: Rc<Cell<i64>>) -> Function {
    Function::new(move |x: i64| count.get() + x)
}

fn new_mutates(mut count: i64) -> Function {
    Function::new(move |x: i64| {
        count += x;
        count
    })
}

fn new_untyped() -> Function {
    Function::new(|x, y| x + y)
}

fn packed_not_send(offset: Rc<usize>) -> Function {
    Function::from_packed(move |args: &[AnyView<'_>]| args.len() + *offset)
}

#[tvm_ffi::export]
fn returned_not_send(start: i64) -> impl Fn(i64) -> i64 {
    let count = Rc::new(Cell::new(start));
    move |x| count.get() + x
}

fn main() {}
