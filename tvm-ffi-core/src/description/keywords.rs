//! What can be wrong with arguments by name, as messages tell it after the name of the function.

/// More arguments by position than parameters.
pub fn too_many_positional(most: usize, count: usize) -> String {
    let noun = if most == 1 { "argument" } else { "arguments" };
    format!(": expected at most {most} {noun} without a name, got {count}")
}

/// A name that is not a parameter's.
pub fn unexpected_keyword(name: &str) -> String {
    format!(": unexpected keyword argument `{name}`")
}

/// A second argument for one parameter.
pub fn passed_twice(name: &str) -> String {
    format!(": argument `{name}` is passed twice")
}

/// A parameter without argument and default.
pub fn missing_argument(name: &str) -> String {
    format!(": argument `{name}` is missing")
}
