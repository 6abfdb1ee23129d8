//! The default string of a variant, from its name.

/// The name in snake case: `FastMode` is `fast_mode`, `HTTPServer` is `http_server`, `Fp8` is `fp8`.
pub(super) fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::with_capacity(name.len() + 4);
    for (index, c) in chars.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| chars[index]);
        let starts_word = c.is_uppercase()
            && match before {
                None | Some('_') => false,
                // The last capital of several begins the word that follows.
                Some(before) if before.is_uppercase() => {
                    chars.get(index + 1).is_some_and(|next| next.is_lowercase())
                }
                Some(_) => true,
            };
        if starts_word {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn words_are_told_apart_by_capitals() {
        for (name, expected) in [
            ("Fast", "fast"),
            ("FastMode", "fast_mode"),
            ("HTTPServer", "http_server"),
            ("Fp8", "fp8"),
            ("F32", "f32"),
            ("LU", "lu"),
            ("Fp8E4", "fp8_e4"),
            ("A", "a"),
            ("NHWC", "nhwc"),
            ("Snake_case", "snake_case"),
            ("Größe", "größe"),
        ] {
            assert_eq!(snake_case(name), expected);
        }
    }
}
