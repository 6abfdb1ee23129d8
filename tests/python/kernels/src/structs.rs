//! Structs that serde deserializes.

use serde::Deserialize;
use tvm_ffi::{Deserialized, SearchTensors, prelude::*};

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "shown by `Debug`")]
#[serde(deny_unknown_fields)]
struct Config {
    rate: f32,
    #[serde(default)]
    layers: Vec<Layer>,
    #[serde(default)]
    mode: Mode,
    name: Option<String>,
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "as above")]
struct Layer(u8, (i8, bool));

#[derive(Debug, Default, Deserialize, SearchTensors)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[default]
    Fast,
    Slow {
        steps: i128,
    },
    Named(String),
}

#[tvm_ffi::export]
fn describe_config(config: Deserialized<Config>) -> String {
    format!("{:?}", config.0)
}

#[tvm_ffi::export]
fn count_configs(
    configs: Vec<Deserialized<Config>>,
    #[default(None)] mode: Option<Deserialized<Mode>>,
) -> String {
    format!("{} {:?}", configs.len(), mode.as_deref())
}

/// A value that contains itself again and again.
#[derive(Deserialize)]
struct Tree(Vec<Self>);

#[tvm_ffi::export]
fn depth(tree: Deserialized<Tree>) -> Result<usize> {
    let mut level: Vec<&Tree> = vec![&tree.0];
    let mut depth = 0;
    while !level.is_empty() {
        depth += 1;
        level = level.iter().flat_map(|tree| &tree.0).collect();
    }
    Ok(depth)
}
