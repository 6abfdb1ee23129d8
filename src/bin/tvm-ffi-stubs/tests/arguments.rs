use std::path::Path;

use crate::arguments::{Arguments, Request, parse};

fn parsed(arguments: &[&str]) -> Result<Arguments, String> {
    match parse(arguments.iter().map(Into::into))? {
        Request::Write(arguments) => Ok(arguments),
        Request::Print(text) => Err(text),
    }
}

#[test]
fn options_may_stand_anywhere() {
    for order in [
        ["lib.so", "-o", "k.pyi", "--loader", "--check"],
        ["--check", "--output", "k.pyi", "lib.so", "--loader"],
    ] {
        let arguments = parsed(&order).expect("all of them are known");
        assert_eq!(arguments.library, Path::new("lib.so"));
        assert_eq!(arguments.output.as_deref(), Some(Path::new("k.pyi")));
        assert!(arguments.loader && arguments.check);
    }
    let arguments = parsed(&["lib.so"]).expect("only the library is needed");
    assert!(arguments.output.is_none() && !arguments.loader && !arguments.check);
}

#[test]
fn help_and_version_are_printed() {
    assert!(parsed(&["lib.so", "--help"]).is_err_and(|text| text.contains("Usage: tvm-ffi-stubs LIBRARY")));
    assert!(parsed(&["-V"]).is_err_and(|text| text.starts_with("tvm-ffi-stubs 0.")));
}

#[test]
fn what_is_wrong_is_said() {
    for (arguments, expected) in [
        (&[][..], "no library"),
        (&["--fast", "lib.so"], "unknown option `--fast`"),
        (&["a.so", "b.so"], "more than one library: `b.so`"),
        (&["a.so", "-o"], "-o needs the path of a file"),
        (&["a.so", "-o", "kernels.py"], "`kernels.py` is not the name of a stub"),
        (&["a.so", "--check"], "--check and --loader need `-o FILE.pyi`"),
        (&["a.so", "--loader"], "--check and --loader need `-o FILE.pyi`"),
    ] {
        let message = parsed(arguments).expect_err(expected);
        assert!(message.starts_with(expected), "{arguments:?}: {message}");
    }
}
