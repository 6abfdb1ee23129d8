//! The names that a stub uses: imports and helper types, each emitted only if it is used.

use std::collections::{BTreeMap, BTreeSet};

use crate::module::{Module, NamedClass, Namespace};

/// The names in scope in a stub.
pub(crate) struct Scope<'m> {
    module: &'m Module,
    /// All names that the stub defines, at any depth. Imported names avoid them.
    defined: BTreeSet<String>,
    /// The names defined in classes, which hide names of the module.
    members: BTreeSet<String>,
    /// For each module, the imported names and their aliases.
    imports: BTreeMap<&'static str, BTreeMap<&'static str, String>>,
    helpers: BTreeSet<Helper>,
    /// Aliases of classes whose names a member hides.
    aliases: BTreeMap<String, String>,
}

/// A type that a stub defines for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helper {
    /// Everything that a tensor parameter accepts.
    Tensor,
    /// A tensor of the framework of the arguments.
    SameTensor,
    /// Everything that a dtype parameter accepts.
    DType,
    /// A device, for a parameter of a Python module.
    Device,
}

impl Helper {
    fn name(self) -> &'static str {
        match self {
            Self::Tensor => "_Tensor",
            Self::SameTensor => "_SameTensor",
            Self::DType => "_DType",
            Self::Device => "_Device",
        }
    }
}

impl<'m> Scope<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        let mut members = BTreeSet::new();
        for NamedClass { class, .. } in &module.classes {
            members.extend(class.fields.iter().map(|field| field.name.clone()));
            members.extend(class.methods.iter().map(|method| method.function.name.clone()));
        }
        let mut defined: BTreeSet<_> = module.classes.iter().map(|class| class.name.clone()).collect();
        defined.extend(names(&module.root));
        for child in module.root.children.values() {
            collect(child, &mut members);
        }
        defined.extend(members.iter().cloned());
        let (imports, helpers, aliases) = Default::default();
        Self { module, defined, members, imports, helpers, aliases }
    }

    pub(crate) fn module(&self) -> &'m Module {
        self.module
    }

    /// An imported name, such as `Any` of `typing`.
    pub(crate) fn import(&mut self, module: &'static str, name: &'static str) -> String {
        let local = self.unused(name);
        self.imports.entry(module).or_default().insert(name, local.clone());
        local
    }

    /// A builtin such as `int`, even if a function of the library has that name.
    pub(crate) fn builtin(&mut self, name: &'static str) -> String {
        if self.defined.contains(name) { self.import("builtins", name) } else { name.to_owned() }
    }

    /// A name of the package `tvm_ffi`.
    pub(crate) fn of_runtime(&mut self, name: &'static str) -> String {
        self.import("tvm_ffi", name)
    }

    /// `Any`
    pub(crate) fn any(&mut self) -> String {
        self.import("typing", "Any")
    }

    /// `Self`
    pub(crate) fn own_class(&mut self) -> String {
        self.import("typing_extensions", "Self")
    }

    pub(crate) fn helper(&mut self, helper: Helper) -> String {
        self.helpers.insert(helper);
        self.unused(helper.name())
    }

    /// A class of the library.
    pub(crate) fn class(&mut self, class: &NamedClass) -> String {
        if !self.members.contains(&class.name) {
            return class.name.clone();
        }
        let alias = self.unused(&format!("_{}", class.name));
        self.aliases.insert(alias.clone(), class.name.clone());
        alias
    }

    fn unused(&self, name: &str) -> String {
        let mut name = name.to_owned();
        while self.defined.contains(&name) {
            name.insert(0, '_');
        }
        name
    }

    /// The definitions of the helpers and aliases that were used. It imports what they need.
    pub(crate) fn definitions(&mut self) -> String {
        let mut text = String::new();
        for helper in self.helpers.clone() {
            text.push_str(&self.definition(helper));
            text.push('\n');
        }
        for (alias, class) in self.aliases.clone() {
            let marker = self.import("typing", "TypeAlias");
            text.push_str(&format!("{alias}: {marker} = {class}\n"));
        }
        text
    }

    fn definition(&mut self, helper: Helper) -> String {
        let name = self.unused(helper.name());
        match helper {
            Helper::Tensor => {
                let (protocol, tuple, any) =
                    (self.import("typing", "Protocol"), self.builtin("tuple"), self.any());
                format!(
                    "# A tensor of any framework that knows DLPack: NumPy, PyTorch, JAX, CuPy, tvm_ffi.\n\
                     class {name}({protocol}):\n    \
                         def __dlpack_device__(self) -> {tuple}[{any}, {any}]: ...\n"
                )
            }
            Helper::SameTensor => {
                let (marker, any) = (self.import("typing", "TypeAlias"), self.any());
                let comment = match self.module.is_python_module {
                    true => "A tensor of the framework of the arguments, or an array of NumPy.",
                    false => {
                        "An array of the library of the arguments: PyTorch, JAX, tvm_ffi, or NumPy, which is also that of functions without arrays."
                    }
                };
                format!("# {comment}\n{name}: {marker} = {any}\n")
            }
            Helper::DType => {
                let sized = self.unused("_SizedDType");
                let attributes = [("itemsize", self.builtin("int"))];
                let class = self.protocol(&sized, "`numpy.dtype`, `torch.dtype`.", &attributes);
                let (marker, text) = (self.import("typing", "TypeAlias"), self.builtin("str"));
                format!("{class}\n# `tvm_ffi.dtype` is a `str`.\n{name}: {marker} = {text} | {sized}\n")
            }
            Helper::Device => {
                let attributes = [("index", self.builtin("int")), ("type", self.builtin("str"))];
                self.protocol(&name, "`tvm_ffi.Device`.", &attributes)
            }
        }
    }

    /// A class of objects with some attributes.
    fn protocol(&mut self, name: &str, comment: &str, attributes: &[(&str, String)]) -> String {
        let (protocol, property) = (self.import("typing", "Protocol"), self.builtin("property"));
        let attributes = attributes.iter();
        let attributes: String = attributes
            .map(|(name, of)| format!("    @{property}\n    def {name}(self) -> {of}: ...\n"))
            .collect();
        format!("# {comment}\nclass {name}({protocol}):\n{attributes}")
    }

    /// The import statements for all that was used.
    pub(crate) fn import_statements(&self) -> String {
        let mut text = String::new();
        for (module, names) in &self.imports {
            let names: Vec<_> = names
                .iter()
                .map(|(name, local)| match name == local {
                    true => local.clone(),
                    false => format!("{name} as {local}"),
                })
                .collect();
            text.push_str(&format!("from {module} import {}\n", names.join(", ")));
        }
        text
    }
}

fn names(namespace: &Namespace) -> impl Iterator<Item = String> {
    namespace.values.keys().chain(namespace.children.keys()).cloned()
}

fn collect(namespace: &Namespace, into: &mut BTreeSet<String>) {
    into.extend(names(namespace));
    for child in namespace.children.values() {
        collect(child, into);
    }
}
