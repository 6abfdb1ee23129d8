//! The stub as a whole.

use crate::annotation::{Way, annotation};
use crate::class;
use crate::docs::docstring;
use crate::function::{self, Place};
use crate::module::{Module, Namespace};
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
    if !module.root.constants.is_empty() {
        body.push('\n');
    }
    constants(&module.root, "", &mut scope, &mut body);
    for (name, export) in &module.root.functions {
        body.push('\n');
        function::define(export, name, Place::Module, "", &mut scope, &mut body);
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
    constants(of, &inner, scope, out);
    for (name, export) in &of.functions {
        function::define(export, name, Place::Namespace, &inner, scope, out);
    }
}

/// Appends the constants of a namespace.
fn constants(of: &Namespace, indentation: &str, scope: &mut Scope<'_>, out: &mut String) {
    for (name, constant) in &of.constants {
        let is_of_module = indentation.is_empty();
        let marker = scope.import("typing", if is_of_module { "Final" } else { "ClassVar" });
        let of = annotation(&constant.schema, Way::Given { by_arguments: false }, scope);
        out.push_str(&format!("{indentation}{name}: {marker}[{of}]\n"));
        out.push_str(&docstring(&constant.doc, indentation));
    }
}
