//! Type schemas of the runtime.

use serde_json::Value;

/// One type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Schema {
    /// `int`, `ffi.Array`, or a type key.
    pub(crate) name: String,
    pub(crate) arguments: Vec<Schema>,
    /// What a Python module makes of the type, where the name does not say it: `set`, `path`, `duration`, or `time`; `key` for a sequence that has
    /// a hash.
    pub(crate) form: Option<String>,
    /// The parameters and the result of a function, if the schema has them.
    pub(crate) signature: Option<(Vec<Schema>, Box<Schema>)>,
}

impl Schema {
    /// Parses a schema; anything else is read as `Any`.
    pub(crate) fn parse(json: &Value) -> Self {
        let named = &json["named_args"];
        let result = named["return"].get(0).map(|result| Box::new(Self::parse(result)));
        Self {
            name: json["type"].as_str().unwrap_or("Any").to_owned(),
            arguments: Self::list(&json["args"]),
            form: json["form"].as_str().map(str::to_owned),
            signature: result.map(|result| (Self::list(&named["params"]), result)),
        }
    }

    fn list(json: &Value) -> Vec<Self> {
        json.as_array().into_iter().flatten().map(Self::parse).collect()
    }

    pub(crate) fn any() -> Self {
        Self::new("Any", Vec::new())
    }

    pub(crate) fn new(name: &str, arguments: Vec<Self>) -> Self {
        Self { name: name.to_owned(), arguments, form: None, signature: None }
    }

    /// The type argument at a position; `Any` if there is none.
    pub(crate) fn argument(&self, index: usize) -> Self {
        self.arguments.get(index).cloned().unwrap_or_else(Self::any)
    }

    /// The type as that of a key or of an element of a set: sequences are tuples.
    pub(crate) fn key(mut self) -> Self {
        if matches!(self.name.as_str(), "ffi.Array" | "std::vector" | "ffi.List") {
            self.form = Some("key".to_owned());
        }
        self.arguments = self.arguments.into_iter().map(Self::key).collect();
        self
    }

    /// The type of what a Python module iterates over.
    pub(crate) fn elements(&self) -> Option<Self> {
        Some(match self.name.as_str() {
            "ffi.Array" | "std::vector" | "ffi.List" if self.form.is_none() => self.argument(0),
            "ffi.Array" | "ffi.Map" | "std::map" | "std::unordered_map" | "ffi.Dict" => {
                self.argument(0).key()
            }
            "Tuple" | "std::tuple" => Self::new("Variant", self.arguments.clone()),
            "ffi.Shape" => Self::new("int", Vec::new()),
            _ => return None,
        })
    }

    /// Whether a value may be or contain a tensor.
    pub(crate) fn may_hold_tensors(&self) -> bool {
        let itself = matches!(self.name.as_str(), "DLTensor*" | "ffi.Tensor" | "Any" | "ffi.Object");
        itself || self.arguments.iter().any(Self::may_hold_tensors)
    }
}
