//! Type schemas of the runtime.

use serde_json::Value;

/// One type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Schema {
    /// `int`, `ffi.Array`, or a type key.
    pub(crate) name: String,
    pub(crate) arguments: Vec<Schema>,
    /// What a Python module makes of the type, where the name does not say it: `set`, `path`, `duration`, or `time`.
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

    /// The type argument at a position; `Any` if there is none.
    pub(crate) fn argument(&self, index: usize) -> Self {
        self.arguments.get(index).cloned().unwrap_or_else(|| Self::parse(&Value::Null))
    }

    /// Whether a value may be or contain a tensor.
    pub(crate) fn may_hold_tensors(&self) -> bool {
        let itself = matches!(self.name.as_str(), "DLTensor*" | "ffi.Tensor" | "Any" | "ffi.Object");
        itself || self.arguments.iter().any(Self::may_hold_tensors)
    }
}
