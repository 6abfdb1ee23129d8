//! What a union is called, and its schema.

use core::cell::RefCell;

use super::{Alternative, Variants};
use crate::convert::FfiType;
use crate::json::Array;

impl Variants {
    /// Appends the name of a union: `int | str | None`. Where it contains itself, that is shown as `...`.
    pub fn name(&self, out: &mut String) {
        let among = self.alternatives;
        let Some(_written) = Written::begin(among) else { return out.push_str("...") };
        for (index, name) in distinct(among, |alternative| alternative.name).iter().enumerate() {
            out.extend([if index > 0 { " | " } else { "" }, name]);
        }
    }

    /// Appends the schema of a union in the runtime's own form: `Variant`, inside `Optional` if it may be `None`. Where it contains
    /// itself, that is any value.
    pub fn schema(&self, out: &mut String) {
        let among = self.alternatives;
        let Some(_written) = Written::begin(among) else { return crate::Any::type_schema(out) };
        let none = among.iter().position(|alternative| alternative.is_none);
        let mut schemas = distinct(among, |alternative| alternative.schema);
        if let Some(none) = none.filter(|_| schemas.len() > 1) {
            let mut schema = String::new();
            (among[none].schema)(&mut schema);
            schemas.retain(|other| *other != schema);
        }
        let is_optional = none.is_some() && among.len() > 1;
        if is_optional {
            out.push_str(r#"{"type":"Optional","args":["#);
        }
        match schemas.as_slice() {
            [one] => out.push_str(one),
            several => {
                let mut args = Array::new();
                for schema in several {
                    args.push(schema);
                }
                out.extend([r#"{"type":"Variant","args":"#, &args.end(), "}"]);
            }
        }
        if is_optional {
            out.push_str("]}");
        }
    }
}

/// What the variants write, each once.
fn distinct(among: &[Alternative], part: fn(&Alternative) -> fn(&mut String)) -> Vec<String> {
    let mut texts: Vec<String> = Vec::with_capacity(among.len());
    for alternative in among {
        let mut text = String::new();
        part(alternative)(&mut text);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

thread_local! {
    /// The unions whose names or schemas are being written.
    static WRITTEN: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// For as long as the name or schema of a union is written.
struct Written;

impl Written {
    /// `None` inside itself.
    fn begin(among: &[Alternative]) -> Option<Self> {
        let address = among.as_ptr().addr();
        let is_new = WRITTEN.try_with(|written| {
            let is_new = !written.borrow().contains(&address);
            if is_new {
                written.borrow_mut().push(address);
            }
            is_new
        });
        // Made only then, because dropping it ends it.
        is_new.unwrap_or(false).then(|| Self)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        let _ = WRITTEN.try_with(|written| written.borrow_mut().pop());
    }
}
