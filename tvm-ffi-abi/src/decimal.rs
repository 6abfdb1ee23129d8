//! Numbers in decimal.

/// Appends a number. `core::fmt` takes ten times as many instructions for it, and messages about shapes have several numbers.
///
/// It is not inlined: a library writes numbers in many of its messages.
#[inline(never)]
pub fn push_decimal(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    push_digits(number.unsigned_abs(), out);
}

fn push_digits(number: u64, out: &mut String) {
    if number > 9 {
        push_digits(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_fmt_writes_them() {
        for number in [0, 7, 10, -1, 99, 100, -1_234_567, i64::MAX, i64::MIN] {
            let mut text = String::new();
            push_decimal(number, &mut text);
            assert_eq!(text, number.to_string());
        }
    }
}
