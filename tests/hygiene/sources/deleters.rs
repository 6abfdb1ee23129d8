//! No deleter drops a value itself: the value may own another, whose deleter is called inside of this one, and so on, until the stack is full.
//! `deferred_drop` does it.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A function of the C ABI.
struct Function {
    name: String,
    body: String,
}

/// The functions of the C ABI in a file, those in macros too.
fn functions(tokens: TokenStream, found: &mut Vec<Function>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (place, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            functions(group.stream(), found);
        }
        let is =
            |offset: usize, text: &str| tokens.get(place + offset).is_some_and(|it| it.to_string() == text);
        if !(is(0, "extern") && is(1, "\"C\"") && is(2, "fn")) {
            continue;
        }
        let body = tokens[place..].iter().find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                Some(group.stream().to_string())
            }
            _ => None,
        });
        let name = tokens.get(place + 3).map(ToString::to_string).unwrap_or_default();
        found.push(Function { name, body: body.unwrap_or_default() });
    }
}

/// Whether a function drops a value that its place is known of. Memory of a value that has been dropped is a box of `MaybeUninit`.
fn drops(body: &str) -> bool {
    let body: String = body.split_whitespace().collect();
    body.contains("drop_in_place")
        || body.split("Box::from_raw").skip(1).any(|rest| {
            let statement = rest.split(';').next().unwrap_or_default();
            !statement.contains("MaybeUninit")
        })
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        // Tests make objects in their own ways.
        if path.ends_with("tests") || path.ends_with("testing") || path.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn deleters_defer_what_they_drop() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tvm-ffi-core/src");
    let (mut paths, mut deleters) = (Vec::new(), 0);
    sources(&root, &mut paths);
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let mut found = Vec::new();
        functions(text.parse().expect("rustc compiles the file"), &mut found);
        for Function { name, body } in found {
            deleters += usize::from(name.starts_with("delete") || name.starts_with("drop"));
            assert!(!drops(&body), "`{name}` in {} drops a value without `deferred_drop`", path.display());
        }
    }
    assert!(deleters >= 4, "only {deleters} deleters were found");
}

#[test]
fn a_deleter_that_drops_is_found() {
    let text = r#"
        unsafe extern "C" fn boxed(place: *mut u8) { guarded(&mut || drop(unsafe { Box::from_raw(place) })); }
        macro_rules! made { () => { unsafe extern "C" fn in_place(place: *mut u8) { unsafe { place.drop_in_place() } } } }
        unsafe extern "C" fn freed(place: *mut u8) { drop(unsafe { Box::from_raw(place.cast::<MaybeUninit<u8>>()) }) }
        fn not_called_by_c(place: *mut u8) { drop(unsafe { Box::from_raw(place) }) }
    "#;
    let mut found = Vec::new();
    functions(text.parse().expect("the text is Rust"), &mut found);
    let dropping: Vec<_> = found.iter().filter(|it| drops(&it.body)).map(|it| it.name.as_str()).collect();
    assert_eq!((found.len(), dropping), (3, vec!["boxed", "in_place"]));
}
