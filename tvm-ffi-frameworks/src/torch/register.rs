//! Registration of the exports as operators.

use core::ffi::{CStr, c_char};
use core::ptr::null_mut;
use std::panic::catch_unwind;
use std::sync::{Mutex, OnceLock, PoisonError};

use tvm_ffi_core::__private::{JsonArray, JsonObject, own_file};
use tvm_ffi_core::{Error, ErrorKind, Result};

use super::failure::said_by_torch;
use super::kernel::Call;
use super::plan::{OutputDtype, Plan};
use super::schema::{operator_name, schema};
use super::table::{BoxedKernel, Code, Handle, Table, is_loaded, table};
use crate::about;
use crate::operator::{OPERATORS, Operator};
use crate::text::{CText, warn};

/// The version of PyTorch whose conversions are mirrored here.
const VERSION: u64 = 2 << 56 | 13 << 48;

/// The operator by which a library says that a namespace is its own. It returns the address of the name of the library's file.
const OWNER: &str = "_tvm_ffi_library";

/// The namespaces of this library, with what registration said.
static REGISTERED: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// The name of the file of this library, set by the first registration.
static OWN_NAME: OnceLock<CText> = OnceLock::new();

/// Registers the exports in a namespace, unless they are; says which, as JSON.
pub(super) fn register(namespace: &str) -> Result<String> {
    let mut registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, said)) = registered.iter().find(|(name, _)| name == namespace) {
        return Ok(said.clone());
    }
    let said = register_first(namespace).map_err(|(kind, what)| Error::new(kind, what))?;
    registered.push((namespace.to_owned(), said.clone()));
    Ok(said)
}

fn register_first(namespace: &str) -> Result<String, (ErrorKind, String)> {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    if namespace.is_empty() || namespace.as_bytes()[0].is_ascii_digit() || !namespace.bytes().all(is_of_name)
    {
        let what = format!("the namespace is `{namespace}`, expected a name of letters, digits, and `_`");
        return Err((ErrorKind::ValueError, what));
    }
    let table = table().map_err(|what| (ErrorKind::RuntimeError, what))?;
    Ok(Namespace::open(table, namespace)?.register_all())
}

/// Registers the exports when the library is loaded, if PyTorch is in the process.
pub fn register_namespace(namespace: &str) {
    let registered = catch_unwind(|| if is_loaded() { register(namespace).map(drop) } else { Ok(()) });
    if let Ok(Err(error)) = registered {
        warn(&format!("warning: no operators of PyTorch: {}\n", error.message()));
    }
}

/// A namespace of this library.
struct Namespace {
    table: &'static Table,
    name: CText,
    definitions: Handle,
    /// For tensors in host memory, for those on a GPU, and for operators without tensors. They are opened when needed, and never closed.
    implementations: [Handle; 3],
}

/// The keys of the implementations.
const KEYS: [&CStr; 3] = [c"CPU", c"CUDA", c"CompositeExplicitAutograd"];

impl Namespace {
    fn open(table: &'static Table, name: &str) -> Result<Self, (ErrorKind, String)> {
        let mut namespace =
            Self { table, name: CText::new(name), definitions: null_mut(), implementations: [null_mut(); 3] };
        let open = table.functions.aoti_torch_library_init_def;
        // SAFETY: the texts are NUL-terminated, and the place is writable. The handle is never deleted.
        let code = unsafe { open(namespace.name.as_ptr(), own_name(), 0, &mut namespace.definitions) };
        if code != 0 {
            return Err((ErrorKind::ValueError, taken(table, name)));
        }
        // What cannot be registered here only makes a message poorer.
        if namespace.define(&[OWNER, "() -> int"]).is_ok() {
            let _ = namespace.implement(2, &[OWNER], own);
        }
        Ok(namespace)
    }

    fn register_all(mut self) -> String {
        let (mut done, mut left_out) = (JsonArray::new(), JsonArray::new());
        let mut operators: Vec<_> = OPERATORS.iter().collect();
        operators.sort_by_key(|operator| operator.export.name);
        for operator in operators {
            let mut json = JsonObject::new();
            json.text("name", operator.export.name);
            match self.register(operator) {
                Ok((operator, schema)) => {
                    let schema = format!("{operator}{schema}");
                    done.push(&json.text("operator", &operator).text("schema", &schema).end());
                }
                Err(reason) => left_out.push(&json.text("reason", &reason).end()),
            }
        }
        JsonObject::new().value("operators", &done.end()).value("left_out", &left_out.end()).end()
    }

    /// Registers an export under its two names; gives its name, and its schema without it.
    fn register(&mut self, operator: &'static Operator) -> Result<(String, String), String> {
        let (call, schema) = plan(self.table, operator)?;
        let (name, kernel) = (operator_name(call.plan.record.name), operator.torch.kernel);
        let kernel = kernel.ok_or_else(|| String::from("it has no thunk"))?;
        let (devices, takes_tensors) = (call.plan.devices, call.plan.takes_tensors());
        let keys = [devices.cpu && takes_tensors, devices.cuda && takes_tensors, !takes_tensors];
        for prefix in ["_", ""] {
            self.define(&[prefix, &name, &schema])?;
            for (index, _) in keys.iter().enumerate().filter(|(_, is_used)| **is_used) {
                self.implement(index, &[prefix, &name], kernel)?;
            }
        }
        Ok((name, schema))
    }

    fn define(&self, schema: &[&str]) -> Result<(), String> {
        let (schema, define) = (CText::new(&schema.concat()), self.table.functions.aoti_torch_library_def);
        // SAFETY: the handle is live, and the text NUL-terminated.
        let code = unsafe { define(self.definitions, schema.as_ptr()) };
        self.check(code, "aoti_torch_library_def")
    }

    /// Sets the kernel of an operator, by the index of the key.
    fn implement(&mut self, key: usize, name: &[&str], kernel: BoxedKernel) -> Result<(), String> {
        let (functions, name) = (&self.table.functions, CText::new(&name.concat()));
        if self.implementations[key].is_null() {
            let (open, library) = (functions.aoti_torch_library_init_impl, &mut self.implementations[key]);
            // SAFETY: the texts are NUL-terminated, and the place is writable. The handle is never deleted.
            let code = unsafe { open(self.name.as_ptr(), KEYS[key].as_ptr(), own_name(), 0, library) };
            self.check(code, "aoti_torch_library_init_impl")?;
        }
        let library = self.implementations[key];
        let code = match functions.torch_library_impl {
            Some(implement) => {
                // SAFETY: the function takes nothing.
                let version = unsafe { (functions.aoti_torch_abi_version)() }.min(VERSION);
                // SAFETY: the handle is live, the text is NUL-terminated, and the kernel follows the conversions of that version.
                unsafe { implement(library, name.as_ptr(), kernel, version) }
            }
            // SAFETY: as above.
            None => unsafe { (functions.aoti_torch_library_impl)(library, name.as_ptr(), kernel) },
        };
        self.check(code, "aoti_torch_library_impl")
    }

    fn check(&self, code: Code, function: &str) -> Result<(), String> {
        if code == 0 { Ok(()) } else { Err(said_by_torch(self.table, function)) }
    }
}

/// The plan of an export, which its kernel has from now on, and its schema; or why it cannot be an operator.
fn plan(table: &'static Table, operator: &'static Operator) -> Result<(Call, String), String> {
    let mut plan = Plan::new(operator.export)?;
    if plan.needs_handles() && table.functions.torch_list_get_item.is_none() {
        return Err(String::from("texts and lists need PyTorch 2.10"));
    }
    find_dtypes(table, &mut plan)?;
    let schema = schema(&plan);
    let call = match operator.torch.call() {
        Some(call) => call,
        None => operator.torch.set_call(Call { plan: Box::leak(Box::new(plan)), table }),
    };
    Ok((call, schema))
}

/// Finds the numbers of the dtypes of outputs.
fn find_dtypes(table: &Table, plan: &mut Plan) -> Result<(), String> {
    for output in &mut plan.outputs {
        if let OutputDtype::Always { dlpack, torch } = &mut output.dtype {
            let unknown = || about(output.parameter, &format!("PyTorch has no dtype {dlpack}"));
            *torch = table.numbers.of_dtype(*dlpack).ok_or_else(unknown)?;
        }
    }
    Ok(())
}

/// The file of this library, for messages.
fn own_name() -> *const c_char {
    let name = OWN_NAME.get_or_init(|| {
        let file = own_file();
        let file = file.as_ref().map(|file| file.to_string_lossy());
        CText::new(file.as_deref().unwrap_or_default())
    });
    name.as_ptr()
}

/// The kernel of [`OWNER`].
///
/// # Safety
///
/// PyTorch calls it with a slot for the result.
unsafe extern "C-unwind" fn own(stack: *mut u64, _inputs: u64, _outputs: u64) {
    let name = own_name() as usize as u64;
    // SAFETY: the caller's contract.
    unsafe { stack.write(name) };
}

/// That a namespace belongs to other code.
#[cold]
fn taken(table: &Table, namespace: &str) -> String {
    // Read first: the call below fails too where the owner is not a library with this crate.
    let why = said_by_torch(table, "aoti_torch_library_init_def");
    let operator = CText::new(&format!("{namespace}::{}", OWNER));
    let mut stack = [0u64];
    let call = table.functions.aoti_torch_call_dispatcher;
    // SAFETY: the texts are NUL-terminated, and there is a slot for the result.
    let code = unsafe { call(operator.as_ptr(), c"".as_ptr(), stack.as_mut_ptr()) };
    let owner = if code == 0 && stack[0] != 0 {
        // SAFETY: an operator of this name returns the address of a text that lives for the rest of the process.
        let owner = unsafe { CStr::from_ptr(stack[0] as usize as *const c_char) };
        format!("`{}`", owner.to_string_lossy())
    } else {
        format!("another library ({why})")
    };
    // SAFETY: the text is NUL-terminated, and is never freed.
    let own = unsafe { CStr::from_ptr(own_name()) }.to_string_lossy();
    format!("the namespace `{namespace}` of PyTorch is taken by {owner}: `{own}` needs another one")
}
