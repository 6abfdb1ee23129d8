//! The Python module `jellyfish._rustyfish`.

use tvm_ffi::prelude::*;

tvm_ffi::python_module!(_rustyfish);

/// Calculates the Damerau-Levenshtein distance between two strings.
#[tvm_ffi::export]
fn damerau_levenshtein_distance(a: &str, b: &str) -> usize {
    crate::damerau_levenshtein_distance(a, b)
}

/// Calculates the Hamming distance between two strings.
#[tvm_ffi::export]
fn hamming_distance(a: &str, b: &str) -> usize {
    crate::hamming_distance(a, b)
}

/// Calculates the Jaccard index between two strings.
#[tvm_ffi::export]
fn jaccard_similarity(a: &str, b: &str, #[default(None)] ngram_size: Option<usize>) -> f64 {
    crate::jaccard_similarity(a, b, ngram_size)
}

/// Calculates the Jaro similarity between two strings.
#[tvm_ffi::export]
fn jaro_similarity(a: &str, b: &str) -> f64 {
    crate::jaro_similarity(a, b)
}

/// Calculates the Jaro-Winkler similarity between two strings.
#[tvm_ffi::export]
fn jaro_winkler_similarity(a: &str, b: &str, #[default(None)] long_tolerance: Option<bool>) -> f64 {
    match long_tolerance {
        Some(true) => crate::jaro_winkler_similarity_longtol(a, b),
        _ => crate::jaro_winkler_similarity(a, b),
    }
}

/// Calculates the Levenshtein distance between two strings.
#[tvm_ffi::export]
fn levenshtein_distance(a: &str, b: &str) -> usize {
    crate::levenshtein_distance(a, b)
}

/// Calculates the Match Rating Approach code for a string.
#[tvm_ffi::export]
fn match_rating_codex(a: &str) -> Result<String> {
    crate::match_rating_codex(a).map_err(|e| Error::new(ErrorKind::ValueError, e))
}

/// Calculates the Match Rating Approach comparison for two strings.
#[tvm_ffi::export]
fn match_rating_comparison(a: &str, b: &str) -> Option<bool> {
    crate::match_rating_comparison(a, b).ok()
}

/// Calculates the NYSIIS phonetic encoding of a string.
#[tvm_ffi::export]
fn nysiis(a: &str) -> String {
    crate::nysiis(a)
}

/// Calculates the phonetic encoding of a string using the Soundex algorithm.
#[tvm_ffi::export]
fn soundex(a: &str) -> String {
    crate::soundex(a)
}

/// Calculates the phonetic encoding of a string using the Metaphone algorithm.
#[tvm_ffi::export]
fn metaphone(a: &str) -> String {
    crate::metaphone(a)
}
