//! The stub as a whole.

use crate::annotation::{Way, annotation};
use crate::class;
use crate::docs::docstring;
use crate::function::{self, Role};
use crate::module::{Module, Namespace, Value};
use crate::scope::Scope;

const HEADER: &str = "# Written by tvm-ffi-stubs. Changes will be lost.\n";

/// The text of the stub.
pub(crate) fn stub(module: &Module) -> String {
    let mut scope = Scope::new(module);
    let mut body = String::new();
    for named in &module.classes {
        body.push('\n');
        class::define(named, &mut scope, &mut body);
    }
    for (name, child) in &module.root.children {
        body.push('\n');
        namespace(name, child, "", &mut scope, &mut body);
    }
    for (name, value) in &module.root.values {
        body.push('\n');
        define(name, value, Role::Module, "", &mut scope, &mut body);
    }
    let definitions = scope.definitions();
    let imports = scope.import_statements();
    let parts = [HEADER, &imports, definitions.trim_end(), body.trim()];
    let parts: Vec<_> = parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n") + "\n"
}

/// A class without a constructor is the namespace of a prefix.
fn namespace(name: &str, of: &Namespace, indentation: &str, scope: &mut Scope<'_>, out: &mut String) {
    out.push_str(&format!("{indentation}class {name}:\n"));
    let inner = format!("{indentation}    ");
    for (name, child) in &of.children {
        namespace(name, child, &inner, scope, out);
    }
    for (name, value) in &of.values {
        define(name, value, Role::Namespace, &inner, scope, out);
    }
}

/// Appends a value of the module or of a namespace.
fn define(name: &str, value: &Value, role: Role, indentation: &str, scope: &mut Scope<'_>, out: &mut String) {
    match value {
        Value::Function(function) => function::define(function, name, role, indentation, scope, out),
        Value::Constant(constant) => {
            let marker = scope.import("typing", if role == Role::Module { "Final" } else { "ClassVar" });
            let of = annotation(&constant.schema, Way::Given { by_arguments: false }, scope);
            out.push_str(&format!("{indentation}{name}: {marker}[{of}]\n"));
            out.push_str(&docstring(&constant.doc, indentation));
        }
        Value::Exception(exception) => {
            let doc = docstring(&exception.doc, &format!("{indentation}    "));
            let body = if doc.is_empty() { " ...\n".to_owned() } else { format!("\n{doc}") };
            out.push_str(&format!("{indentation}class {name}({}):{body}", exception.base));
        }
    }
}
