//! Registration of the exports as operators.

use core::ffi::{CStr, c_char};
use core::ptr::null_mut;
use std::ffi::CString;
use std::io::Write;
use std::panic::catch_unwind;
use std::sync::{Mutex, OnceLock, PoisonError};

use tvm_ffi_core::__private::{JsonArray, JsonObject, declaration, own_file};
use tvm_ffi_core::{Error, ErrorKind, Result};

use super::failure::{Failure, keep_messages, of_torch};
use super::kernel::Call;
use super::plan::{OutputDtype, Plan};
use super::schema::{operator_name, schema};
use super::table::{BoxedKernel, Code, Handle, Table, is_loaded, table};
use crate::operator::{Operator, operators};

/// The version of PyTorch whose conversions are mirrored here.
const VERSION: u64 = 2 << 56 | 13 << 48;

/// The operator by which a library says that a namespace is its own. It returns the address of the name of the library's file.
const OWNER: &CStr = c"_tvm_ffi_library";
const OWNER_SCHEMA: &CStr = c"_tvm_ffi_library() -> int";

/// The namespaces of this library, with what registration said.
static REGISTERED: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// Registers the exports in a namespace, unless they are; says which, as JSON.
pub(super) fn register(namespace: &str) -> Result<String> {
    let mut registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, said)) = registered.iter().find(|(name, _)| name == namespace) {
        return Ok(said.clone());
    }
    let is_name = |name: &str| {
        !name.starts_with(|c: char| c.is_ascii_digit())
            && !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    if !is_name(namespace) {
        let what = format!("the namespace is `{namespace}`, expected a name of letters, digits, and `_`");
        return Err(Error::new(ErrorKind::ValueError, what));
    }
    let table = table().map_err(|what| Error::new(ErrorKind::RuntimeError, what))?;
    keep_messages();
    let said = Namespace::open(table, namespace)?.register_all();
    registered.push((namespace.to_owned(), said.clone()));
    Ok(said)
}

/// Registers the exports when the library is loaded, if PyTorch is in the process.
pub fn register_namespace(namespace: &str) {
    let registered = catch_unwind(|| if is_loaded() { register(namespace).map(drop) } else { Ok(()) });
    if let Ok(Err(error)) = registered {
        // Nothing can be done where stderr is closed.
        let _ = writeln!(std::io::stderr(), "warning: no operators of PyTorch: {}", error.message());
    }
}

/// A namespace of this library.
struct Namespace {
    table: &'static Table,
    name: CString,
    definitions: Handle,
    /// For tensors in host memory, for those on a GPU, and for operators without tensors. They are opened when needed, and never closed.
    implementations: [(&'static CStr, Handle); 3],
}

impl Namespace {
    fn open(table: &'static Table, name: &str) -> Result<Self> {
        let name = CString::new(name).map_err(|error| Error::from(error.to_string()))?;
        let mut definitions = null_mut();
        let open = table.functions.aoti_torch_library_init_def;
        // SAFETY: the texts are NUL-terminated, and the place is writable. The handle is never deleted.
        let code = unsafe { open(name.as_ptr(), own_name().as_ptr(), 0, &mut definitions) };
        if code != 0 {
            return Err(taken(table, &name));
        }
        let keys = [c"CPU", c"CUDA", c"CompositeExplicitAutograd"].map(|key| (key, null_mut()));
        let mut namespace = Self { table, name, definitions, implementations: keys };
        // What cannot be registered here only makes a message poorer.
        if namespace.define(OWNER_SCHEMA).is_ok() {
            let _ = namespace.implement(2, OWNER, own);
        }
        Ok(namespace)
    }

    fn register_all(mut self) -> String {
        let (mut done, mut left_out) = (Entries::new(), Entries::new());
        for operator in operators() {
            let declared = declaration(operator.export);
            let (name, mut json) = (declared.name, JsonObject::new());
            json.text("name", name);
            let outcome = Plan::new(&declared).and_then(|plan| self.register(operator, plan));
            let (list, json) = match outcome {
                Ok((operator, schema)) => {
                    (&mut done, json.text("operator", &operator).text("schema", &schema).end())
                }
                Err(reason) => (&mut left_out, json.text("reason", &reason).end()),
            };
            // Sorting would add more code.
            let place = list.iter().position(|(other, _)| other.as_str() > name).unwrap_or(list.len());
            list.insert(place, (name.to_owned(), json));
        }
        JsonObject::new().value("operators", &array(&done)).value("left_out", &array(&left_out)).end()
    }

    /// Registers an export under its two names; gives its name and its schema.
    fn register(&mut self, operator: &'static Operator, mut plan: Plan) -> Result<(String, String), String> {
        if plan.needs_handles() && self.table.functions.torch_list_get_item.is_none() {
            return Err(String::from("texts and lists need PyTorch 2.10"));
        }
        find_dtypes(self.table, &mut plan)?;
        let kernel = operator.torch.kernel.ok_or_else(|| String::from("it has no thunk"))?;
        let (name, schema, devices) = (operator_name(plan.name), schema(&plan), plan.devices);
        let keys = [
            devices.cpu && plan.takes_tensors(),
            devices.cuda && plan.takes_tensors(),
            !plan.takes_tensors(),
        ];
        if operator.torch.call().is_none() {
            let plan = Box::leak(Box::new(plan));
            operator.torch.set_call(Call { plan, table: self.table });
        }
        for prefix in ["_", ""] {
            let name = format!("{prefix}{name}");
            self.define(&c_text(&format!("{name}{schema}"))?)?;
            for (index, _) in keys.iter().enumerate().filter(|(_, is_used)| **is_used) {
                self.implement(index, &c_text(&name)?, kernel)?;
            }
        }
        let schema = format!("{name}{schema}");
        Ok((name, schema))
    }

    fn define(&self, schema: &CStr) -> Result<(), String> {
        // SAFETY: the handle is live, and the text NUL-terminated.
        let code =
            unsafe { (self.table.functions.aoti_torch_library_def)(self.definitions, schema.as_ptr()) };
        self.check(code, "aoti_torch_library_def")
    }

    /// Sets the kernel of an operator, by the index of the key.
    fn implement(&mut self, key: usize, name: &CStr, kernel: BoxedKernel) -> Result<(), String> {
        let functions = &self.table.functions;
        let (key, mut library) = self.implementations[key];
        if library.is_null() {
            let open = functions.aoti_torch_library_init_impl;
            let (namespace, file) = (self.name.as_ptr(), own_name().as_ptr());
            // SAFETY: the texts are NUL-terminated, and the place is writable. The handle is never deleted.
            let code = unsafe { open(namespace, key.as_ptr(), file, 0, &mut library) };
            self.check(code, "aoti_torch_library_init_impl")?;
            let place = self.implementations.iter_mut().find(|(other, _)| *other == key);
            if let Some((_, place)) = place {
                *place = library;
            }
        }
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
        match (code, of_torch) {
            (0, _) => Ok(()),
            (_, of_torch) => match of_torch(self.table, function) {
                Failure::Text(text) => Err(text),
                Failure::Raised(error) => Err(error.message().into_owned()),
            },
        }
    }
}

/// Finds the numbers of the dtypes of outputs.
fn find_dtypes(table: &Table, plan: &mut Plan) -> Result<(), String> {
    for output in &mut plan.outputs {
        if let OutputDtype::Always { dlpack, torch } = &mut output.dtype {
            let number = table.numbers.of_dtype(*dlpack);
            *torch = number.ok_or_else(|| format!("`{}`: PyTorch has no dtype {dlpack}", output.name))?;
        }
    }
    Ok(())
}

/// JSON with the names by which it is sorted.
type Entries = Vec<(String, String)>;

fn array(entries: &[(String, String)]) -> String {
    let mut array = JsonArray::new();
    for (_, json) in entries {
        array.push(json);
    }
    array.end()
}

fn c_text(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|error| error.to_string())
}

/// The file of this library, for messages.
fn own_name() -> &'static CStr {
    static NAME: OnceLock<CString> = OnceLock::new();
    NAME.get_or_init(|| {
        let file = own_file().map(|file| file.to_string_lossy().into_owned());
        // A name of a file has no NUL.
        CString::new(file.unwrap_or_default()).unwrap_or_default()
    })
}

/// The kernel of [`OWNER`].
///
/// # Safety
///
/// PyTorch calls it with a slot for the result.
unsafe extern "C-unwind" fn own(stack: *mut u64, _inputs: u64, _outputs: u64) {
    let name = own_name().as_ptr() as usize as u64;
    // SAFETY: the caller's contract.
    unsafe { stack.write(name) };
}

/// That a namespace belongs to other code.
#[cold]
fn taken(table: &Table, name: &CStr) -> Error {
    let namespace = name.to_string_lossy();
    let operator = CString::new(format!("{namespace}::{}", OWNER.to_string_lossy())).unwrap_or_default();
    let mut stack = [0u64];
    let call = table.functions.aoti_torch_call_dispatcher;
    // Read first: the call below fails too where the owner is not a library with this crate.
    let why = match of_torch(table, "aoti_torch_library_init_def") {
        Failure::Text(text) => text,
        Failure::Raised(error) => error.message().into_owned(),
    };
    // SAFETY: the texts are NUL-terminated, and there is a slot for the result.
    let code = unsafe { call(operator.as_ptr(), c"".as_ptr(), stack.as_mut_ptr()) };
    let owner = (code == 0 && stack[0] != 0).then(|| {
        // SAFETY: an operator of this name returns the address of a text that lives for the rest of the process.
        let owner = unsafe { CStr::from_ptr(stack[0] as usize as *const c_char) };
        format!("`{}`", owner.to_string_lossy())
    });
    let by = owner.unwrap_or_else(|| format!("another library ({why})"));
    let own = own_name().to_string_lossy();
    Error::new(
        ErrorKind::ValueError,
        format!("the namespace `{namespace}` of PyTorch is taken by {by}: `{own}` needs another one"),
    )
}
