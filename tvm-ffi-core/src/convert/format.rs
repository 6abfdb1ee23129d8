//! Text of messages.

use crate::abi::decimal::push_decimal;
use crate::device::Device;
use crate::dtype::DType;

/// A part of a message. `core::fmt` would take most of the instructions of a call that is refused.
pub(crate) trait Words {
    /// Appends the part.
    fn push_to(&self, out: &mut String);
}

/// The parts, one after the other. The string has room for most messages from the start.
macro_rules! format_message {
    ($($words:expr),+ $(,)?) => {{
        let mut text = String::with_capacity(128);
        $($crate::convert::Words::push_to(&$words, &mut text);)+
        text
    }};
}
pub(crate) use format_message;

impl<T: Words + ?Sized> Words for &T {
    fn push_to(&self, out: &mut String) {
        T::push_to(self, out);
    }
}

impl Words for str {
    fn push_to(&self, out: &mut String) {
        out.push_str(self);
    }
}

impl Words for String {
    fn push_to(&self, out: &mut String) {
        out.push_str(self);
    }
}

impl Words for i64 {
    fn push_to(&self, out: &mut String) {
        push_decimal(*self, out);
    }
}

/// Ranks, indices, and lengths.
impl Words for usize {
    fn push_to(&self, out: &mut String) {
        push_decimal(*self as i64, out);
    }
}

impl Words for [i64] {
    fn push_to(&self, out: &mut String) {
        out.push('[');
        for (index, number) in self.iter().enumerate() {
            out.push_str(if index > 0 { ", " } else { "" });
            number.push_to(out);
        }
        out.push(']');
    }
}

impl Words for DType {
    fn push_to(&self, out: &mut String) {
        if *self == Self::VOID { out.push_str("void") } else { self.push_name(out) }
    }
}

impl Words for Device {
    fn push_to(&self, out: &mut String) {
        out.push_str(&self.to_string());
    }
}
