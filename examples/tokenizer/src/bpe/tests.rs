//! Tests with known texts, and comparisons of the two ways of merging.

use super::merges::SCANNED;
use super::pieces::pieces;
use super::{Encoder, Merges, Vocabulary, parse};

/// `th`, `the`, ` the`, `an`, ` an`, `<|end|>`, `<|end|>>`.
const SMALL: &str = "byte-pair 1\n# the most frequent words\n\nmerge 116 104\nmerge 256 101\nmerge 32 257
merge 97 110\nmerge 32 259\nspecial <|end|>\nspecial <|end|>>\n";

fn small() -> Vocabulary {
    parse(SMALL.as_bytes()).expect("a good vocabulary")
}

fn encode(vocabulary: &Vocabulary, text: &str, special: bool) -> Vec<i64> {
    let special = special.then_some(&vocabulary.special);
    Encoder { merges: &vocabulary.merges, special }.encode(text)
}

/// Pseudorandom numbers, the same in each run.
fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    }
}

#[test]
fn merges_are_made_in_the_order_of_the_file() {
    let small = small();
    assert_eq!(encode(&small, "the then", false), [257, 258, 110]);
    assert_eq!(encode(&small, "than an", false), [256, 259, 260]);
    assert_eq!(encode(&small, "", false), []);
    assert_eq!(encode(&small, "é", false), [0xc3, 0xa9]);
}

#[test]
fn special_tokens_are_found_only_when_asked_for_and_the_longest_first() {
    let small = small();
    assert_eq!(encode(&small, "the<|end|>the<|end|>>", true), [257, 261, 257, 262]);
    assert_eq!(encode(&small, "<|end|", true), [60, 124, 101, 110, 100, 124]);
    assert_eq!(encode(&small, "<|end|>", false), [60, 124, 101, 110, 100, 124, 62]);
}

#[test]
fn every_text_can_be_put_together_again() {
    let small = small();
    for text in ["the thing  and\tthe\r\n 12 an-other", "日本 the 語", "   ", "\0\u{7f}", "a<|end|>b"] {
        for special in [false, true] {
            let tokens = encode(&small, text, special);
            let bytes: Vec<&[u8]> =
                tokens.iter().map(|token| small.tokens.get(*token as u32).expect("a token")).collect();
            assert_eq!(bytes.concat(), text.as_bytes());
        }
    }
}

#[test]
fn text_is_split_before_words_numbers_and_signs() {
    let split = |text: &'static str| -> Vec<&str> {
        pieces(text.as_bytes()).map(|piece| str::from_utf8(piece).expect("text")).collect()
    };
    assert_eq!(split(""), [""; 0]);
    assert_eq!(split("hello world42 -- x"), ["hello", " world", "42", " --", " x"]);
    assert_eq!(split("a  b"), ["a", " ", " b"]);
    assert_eq!(split("a \n b\n"), ["a", " \n", " b", "\n"]);
    assert_eq!(split("a\tb \t c"), ["a", "\t", "b", " \t", " c"]);
    assert_eq!(split("a\n\nb"), ["a", "\n", "\n", "b"]);
    assert_eq!(split("  "), ["  "]);
    assert_eq!(split(" "), [" "]);
    assert_eq!(split("naïve día_1"), ["naïve", " día", "_", "1"]);
}

#[test]
fn both_ways_of_merging_give_the_same() {
    let mut random = numbers(1);
    for round in 0..300 {
        let mut merges = Merges::default();
        let letters = 1 + random(4);
        for token in 256..256 + random(40) as u32 {
            // Pairs of letters and of earlier tokens.
            let mut part = || match random(2) {
                0 => random(letters) as u32,
                _ => 256 + random(u64::from(token) - 255) as u32,
            };
            let (left, right) = (part().min(token - 1), part().min(token - 1));
            if merges.get(left, right).is_none() {
                merges.insert(left, right, token);
            }
        }
        let piece: Vec<u8> = (0..=random(SCANNED as u64)).map(|_| random(letters) as u8).collect();
        let (mut scanned, mut queued) = (Vec::new(), Vec::new());
        merges.encode(&piece, &mut scanned);
        merges.queue(&piece, &mut queued);
        assert_eq!(scanned, queued, "round {round}: {piece:?}");
    }
}

#[test]
fn a_batch_is_each_of_its_texts_whatever_the_number_of_threads() {
    let small = small();
    let encoder = Encoder { merges: &small.merges, special: None };
    let texts: Vec<String> = (0..40).map(|n| "the an ".repeat(n)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let expected: Vec<Vec<i64>> = texts.iter().map(|text| encoder.encode(text)).collect();
    for threads in [0, 1, 2, 7, 1000] {
        assert_eq!(encoder.encode_batch(&texts, threads), expected);
    }
    assert_eq!(encoder.encode_batch(&[], 4), Vec::<Vec<i64>>::new());
}

#[test]
fn the_trie_finds_tokens_by_their_first_bytes() {
    let tree = small().tree;
    assert_eq!(
        (tree.len(), tree.get(b"the"), tree.get(b"thei"), tree.get(b"")),
        (263, Some(257), None, None)
    );
    assert_eq!(tree.longest_prefix(b"them"), Some((257, 3)));
    assert_eq!(tree.longest_prefix(b""), None);
    assert_eq!(tree.with_prefix(b"th"), [256, 257]);
    assert_eq!(tree.with_prefix(b" "), [32, 260, 258]);
    assert_eq!(tree.with_prefix(b"zz"), []);
    assert_eq!(tree.with_prefix(b"").len(), 263);
}

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
