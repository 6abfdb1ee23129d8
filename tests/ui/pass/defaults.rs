//! Arguments that may be left out.

use std::collections::HashMap;
use std::path::PathBuf;

use tvm_ffi::Str;

const FACTOR: f64 = 2.0;

#[derive(Default)]
struct Settings {
    scale: f64,
}

fn compute(x: i64) -> i64 {
    x + 1
}

#[tvm_ffi::export]
fn expressions(
    required: i64,
    #[default(FACTOR * 2.0)] a: f64,
    #[default(None)] b: Option<i64>,
    #[default(Some("text"))] c: Option<&str>,
    #[default(vec![1, 2, 3])] d: Vec<i64>,
    #[default(HashMap::new())] e: HashMap<String, i64>,
    #[default({ let x = 1; compute(x) })] f: i64,
    #[default(if cfg!(unix) { 1 } else { 2 })] g: i64,
    #[default(Settings::default().scale)] h: f64,
    #[default((1, "two".to_owned()))] i: (i64, String),
    #[default("x, y")] j: String,
    #[default([0.0; 3])] k: [f64; 3],
    #[default(Default::default())] l: u8,
    #[default(return 3)] m: u8,
    #[default(core::convert::identity::<i64>(4))] n: i64,
) -> f64 {
    let _ = (b, c, d, e, i, j, k, l, m);
    a + h + (required + f + g + n) as f64
}

// Literals of another type: text for what is made of text, an integer for a float, a value for an `Option`.
#[tvm_ffi::export]
fn converted(
    #[default("text")] a: String,
    #[default("text")] b: Str,
    #[default("text")] c: PathBuf,
    #[default("text")] d: Option<String>,
    #[default(Some("text"))] e: Option<Str>,
    #[default(1)] f: f64,
    #[default(-1)] g: f32,
    #[default(Some(1))] h: Option<f64>,
    #[default(0)] i: Option<i64>,
    #[default("text")] j: Option<&str>,
) -> bool {
    let _ = (b, c, d, e, g, h, i, j);
    a == "text" && f == 1.0
}

#[tvm_ffi::export]
fn with_attributes(
    /// What is scaled.
    x: f64,
    /// By how much.
    ///
    /// Not at all by default.
    #[default(1.0)]
    mut factor: f64,
    #[default(0)]
    #[allow(unused_variables)]
    #[doc = "Ignored."]
    ignored: i64,
    #[expect(unused_variables)]
    #[default(0)]
    also_ignored: i64,
    #[default(0)] _unused: i64,
) -> f64 {
    factor += 0.0;
    x * factor
}

#[test]
fn functions_stay_callable() {
    assert_eq!(with_attributes(2.0, 3.0, 0, 0, 0), 6.0);
}
