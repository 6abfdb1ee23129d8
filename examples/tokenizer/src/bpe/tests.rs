//! What is said about a file that is no vocabulary. `tests/python/test_tokenizer.py` tests the rest.

use super::parse;

#[test]
fn mistakes_name_the_line() {
    let mistake = |content: &str| parse(content.as_bytes()).expect_err(content).to_string();
    let line_2 = |line: &str| mistake(&format!("byte-pair 1\n{line}\n"));
    assert_eq!(mistake(""), "line 1: expected `byte-pair 1`, got nothing");
    assert_eq!(mistake("byte-pair 2\n"), "line 1: expected `byte-pair 1`, got \"byte-pair 2\"");
    assert_eq!(line_2("mrge 1 2"), "line 2: expected `merge` or `special`, got \"mrge 1 2\"");
    assert_eq!(line_2("merge 1"), "line 2: expected the numbers of two tokens, got \"1\"");
    assert_eq!(line_2("merge 1 x"), "line 2: expected the numbers of two tokens, got \"1 x\"");
    assert_eq!(line_2("merge 1 256"), "line 2: there is no token 256 yet: expected 0 to 255");
    assert_eq!(line_2("merge -1 2"), "line 2: there is no token -1 yet: expected 0 to 255");
    assert_eq!(line_2("merge 97 98\nmerge 97 98"), "line 3: tokens 97 and 98 already become token 256");
    assert_eq!(line_2("special ab\nmerge 256 97"), "line 3: token 256 is special, and cannot be merged");
    assert_eq!(line_2("special ab\nmerge 97 98"), "line 3: \"ab\" is already token 256");
    assert_eq!(line_2("special a"), "line 2: \"a\" is a byte, and token 97");
    assert_eq!(line_2("special "), "line 2: a special token has at least one character");
    let doubled: String =
        (0..30).map(|n| format!("merge {n} {n}\n", n = if n == 0 { 97 } else { 255 + n })).collect();
    assert_eq!(line_2(&doubled), "line 14: a token of 8192 bytes, expected at most 4096");
    let not_text = parse(b"byte-pair 1\n\xff").expect_err("not text").to_string();
    assert_eq!(not_text, "expected UTF-8, got something else at byte 12");
}
