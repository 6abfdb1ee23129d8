//! A reader for the structs and enumerations of a preprocessed C header.

/// A struct with its fields, or an enumeration with its constants.
#[derive(Debug)]
pub(crate) struct Declaration {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) members: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Struct,
    Enum,
}

/// The structs and enumerations that `text` defines at its top level, of those whose name is wanted.
pub(crate) fn declarations(text: &str, wanted: impl Fn(&str) -> bool) -> Vec<Declaration> {
    top_level(text).into_iter().filter_map(|text| declaration(text, &wanted)).collect()
}

/// The declarations of a translation unit. A function ends with its body, everything else with a semicolon.
fn top_level(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (index, c) in text.char_indices() {
        match c {
            '{' | '(' => depth += 1,
            ')' => depth -= 1,
            '}' => {
                depth -= 1;
                let is_function = text[start..index].split('{').next().is_some_and(|head| head.contains('('));
                if depth == 0 && is_function {
                    start = index + 1;
                }
            }
            ';' if depth == 0 => {
                parts.push(text[start..index].trim());
                start = index + 1;
            }
            _ => {}
        }
    }
    parts
}

fn declaration(text: &str, wanted: impl Fn(&str) -> bool) -> Option<Declaration> {
    let (head, rest) = text.split_once('{')?;
    let (body, tail) = rest.rsplit_once('}')?;
    let words: Vec<&str> = head.split_whitespace().filter(|word| *word != "typedef").collect();
    let name = if tail.trim().is_empty() { words.get(1)? } else { tail.trim() };
    if !wanted(name) {
        return None;
    }
    let (kind, members) = match *words.first()? {
        "struct" => (Kind::Struct, fields(body)),
        "enum" => (Kind::Enum, constants(body)),
        other => panic!("`{name}` is a {other}, expected a struct or an enumeration"),
    };
    Some(Declaration { kind, name: name.to_owned(), members })
}

/// The names of the fields, those of unnamed unions and structs included.
fn fields(body: &str) -> Vec<String> {
    let mut names = Vec::new();
    for member in top_level(body) {
        match member.split_once('{') {
            Some((_, inner)) => {
                let (inner, name) = inner.rsplit_once('}').expect("the brace is closed");
                assert_eq!(name.trim(), "", "a named inner struct has no name of its own in Rust");
                names.extend(fields(inner));
            }
            None => names.push(field_name(member)),
        }
    }
    names
}

/// `void (*deleter)(void* self)`, `char v_bytes[8]`, or `const char* data`.
fn field_name(member: &str) -> String {
    if let Some((_, pointer)) = member.split_once("(*") {
        return pointer.split(')').next().expect("a first part exists").trim().to_owned();
    }
    assert!(!member.contains(','), "one field a declaration, got `{member}`");
    let declarator = member.split('[').next().expect("a first part exists").trim_end();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    declarator.rsplit(|c| !is_word(c)).next().expect("a first part exists").to_owned()
}

fn constants(body: &str) -> Vec<String> {
    let name = |constant: &str| constant.split('=').next().map(|name| name.trim().to_owned());
    body.split(',').filter_map(name).filter(|name| !name.is_empty()).collect()
}
