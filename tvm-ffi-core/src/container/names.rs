//! Names and schemas of container types.

/// Appends `Array[int, str]`.
pub(crate) fn write_name(out: &mut String, container: &str, args: &[fn(&mut String)]) {
    out.push_str(container);
    out.push('[');
    write_separated(out, ", ", args);
    out.push(']');
}

/// Appends `{"type":"ffi.Array","args":[...]}`.
pub(crate) fn write_schema(out: &mut String, container: &str, args: &[fn(&mut String)]) {
    out.push_str(r#"{"type":""#);
    out.push_str(container);
    out.push_str(r#"","args":["#);
    write_separated(out, ",", args);
    out.push_str("]}");
}

fn write_separated(out: &mut String, separator: &str, parts: &[fn(&mut String)]) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        part(out);
    }
}
