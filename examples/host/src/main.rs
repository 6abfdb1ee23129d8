//! Loads two kernel libraries and calls them, without Python.
//!
//! `host <path of quickstart> <path of tokenizer>`; see the README.

use std::process::ExitCode;
use std::thread;

use tvm_ffi::prelude::*;
use tvm_ffi::reflect::TypeInfo;

fn main() -> ExitCode {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [quickstart, tokenizer] = &paths[..] else {
        eprintln!("usage: host <path of libquickstart.so> <path of libtokenizer.so>");
        return ExitCode::FAILURE;
    };
    match call_both(quickstart, tokenizer) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn call_both(quickstart: &str, tokenizer: &str) -> Result<()> {
    println!("{}, found: {:?}", runtime()?, runtime()?.origin());
    let module = Module::load(quickstart)?;
    values(&module)?;
    functions(&module)?;
    errors(&module)?;
    threads(&module)?;
    // Loading registers the classes of the library.
    Module::load(tokenizer)?;
    objects()
}

/// Integers, text, and a tensor.
fn values(module: &Module) -> Result<()> {
    let answer: i64 = module.function("add_one")?.call((41,))?.cast()?;
    println!("add_one(41) = {answer}");
    let greeting: String = module.function("greet")?.call(("Rust", "?"))?.cast()?;
    println!("greet(\"Rust\", \"?\") = {greeting:?}");
    let x = Tensor::from_slice(&[0.5f32, 1.5, 2.0], &[3])?;
    let sum: f64 = module.function("sum_f32")?.call((&x,))?.cast()?;
    println!("sum_f32([0.5, 1.5, 2.0]) = {sum}");
    Ok(())
}

/// A closure of this program as an argument, and a function as a result.
fn functions(module: &Module) -> Result<()> {
    let square = Function::new(|x: i64| x * x);
    let squares: Vec<i64> = module.function("apply")?.call((&square, vec![1, 2, 3]))?.cast()?;
    println!("apply(square, [1, 2, 3]) = {squares:?}");
    let counter: Function = module.function("make_counter")?.call((10,))?.cast()?;
    let counts = [counter.call((5,))?.cast::<i64>()?, counter.call((5,))?.cast()?];
    println!("make_counter(10), twice by 5 = {counts:?}");
    Ok(())
}

/// The kind, the message, and the traceback of an error.
fn errors(module: &Module) -> Result<()> {
    let parse_port = module.function("parse_port")?;
    let port: u16 = parse_port.call(("8080",))?.cast()?;
    println!("parse_port(\"8080\") = {port}");
    match parse_port.call(("0",)) {
        Ok(port) => bail!(RuntimeError, "parse_port(\"0\") gave {port:?}"),
        Err(error) => {
            println!("parse_port(\"0\") failed: {}: {}", error.kind(), error.message());
            println!("{}", error.traceback().trim_end());
        }
    }
    Ok(())
}

/// The same module on eight threads.
fn threads(module: &Module) -> Result<()> {
    let add_one = module.function("add_one")?;
    let sum = |thread: i64| -> Result<i64> {
        (0..1000).map(|number| add_one.call((1000 * thread + number,))?.cast::<i64>()).sum()
    };
    let total: Result<i64> = thread::scope(|scope| {
        let running: Vec<_> = (0..8).map(|number| scope.spawn(move || sum(number))).collect();
        running.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
    });
    println!("the sum of add_one(0) to add_one(7999), by eight threads = {}", total?);
    Ok(())
}

/// An object of a class that the program knows by its key only.
fn objects() -> Result<()> {
    let class = TypeInfo::by_key("tokenizer.Tokenizer")?;
    let merges = vec![(116i64, 104i64), (256, 101)];
    // The constructor is a static method.
    let Some(constructor) = class.method("__ffi_init__") else {
        bail!(TypeError, "{class:?} has no constructor")
    };
    let tokenizer: ObjectRef = constructor.function()?.call((merges,))?.cast()?;
    let tokens: Tensor = tokenizer.call_method("encode", ("the text",))?.cast()?;
    let ids: CpuView<'_, i64, 1> = tokens.view().try_cpu()?;
    println!("Tokenizer(merges).encode(\"the text\") = {:?}", ids.as_slice());
    let text: String = tokenizer.call_method("decode", (&tokens,))?.cast()?;
    println!("decode = {text:?}");
    println!("its field trie: {:?}", tokenizer.field("trie")?);
    Ok(())
}
