//! One compilation.

use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::{null, null_mut};

use super::Compiled;
use super::job::Job;
use super::library::{Code, Nvrtc, Output, RawProgram};

/// The reason why a compilation failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) code: Code,
    /// The compiler's log.
    pub(super) log: String,
}

impl Failure {
    fn of(code: Code) -> Self {
        Self { code, log: String::new() }
    }

    /// Input that cannot be passed to the compiler.
    fn input(reason: &str) -> Self {
        Self { code: Code::INVALID_INPUT, log: reason.to_owned() }
    }
}

/// Compiles a job, and returns the image with the names of its kernels. Warnings are discarded.
///
/// # Errors
///
/// The code of the function that failed, with the compiler's log.
pub(super) fn compile(nvrtc: &Nvrtc, job: &Job) -> Result<Compiled, Failure> {
    let program = Program::new(nvrtc, job)?;
    let symbols: Vec<CString> =
        job.symbols.iter().map(|symbol| text(symbol, "the name of a kernel")).collect::<Result<_, _>>()?;
    for symbol in &symbols {
        // SAFETY: contract of `Nvrtc`; the program is live and the text is NUL-terminated.
        let code = unsafe { (nvrtc.add_name_expression)(program.raw, symbol.as_ptr()) };
        program.check(code)?;
    }
    let options: Vec<CString> =
        job.options.iter().map(|option| text(option, "an option")).collect::<Result<_, _>>()?;
    let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
    let count = c_int::try_from(pointers.len()).map_err(|_| Failure::input("too many options"))?;
    // SAFETY: contract of `Nvrtc`; there are `count` NUL-terminated texts, which live until the end of this function.
    let code = unsafe { (nvrtc.compile_program)(program.raw, count, pointers.as_ptr()) };
    program.check(code)?;
    let names = symbols.iter().zip(&job.symbols);
    let names = names
        .map(|(symbol, name)| Ok((name.clone(), program.lowered(symbol)?)))
        .collect::<Result<_, Failure>>()?;
    let output = if job.target.is_machine_code { nvrtc.cubin } else { nvrtc.ptx };
    let mut image = program.output(output)?;
    // The driver reads PTX up to its NUL, which the compiler includes in the size.
    if !job.target.is_machine_code && image.last().is_some_and(|last| *last != 0) {
        image.push(0);
    }
    if image.is_empty() {
        return Err(Failure {
            code: Code::SUCCESS,
            log: "the compiler returned no machine code; does an option, such as `-dlto`, ask for other output?"
                .to_owned(),
        });
    }
    Ok(Compiled { image, names })
}

/// An NVRTC program, destroyed on drop.
struct Program<'n> {
    nvrtc: &'n Nvrtc,
    raw: RawProgram,
}

impl<'n> Program<'n> {
    fn new(nvrtc: &'n Nvrtc, job: &Job) -> Result<Self, Failure> {
        let (source, name) = (text(&job.text, "the source")?, text(&job.name, "the name of the source")?);
        let headers = job.headers.iter().map(|(name, content)| {
            Ok((text(name, "the name of a header")?, text(content, &format!("the header `{name}`"))?))
        });
        let headers = headers.collect::<Result<Vec<_>, Failure>>()?;
        let names: Vec<_> = headers.iter().map(|(name, _)| name.as_ptr()).collect();
        let contents: Vec<_> = headers.iter().map(|(_, content)| content.as_ptr()).collect();
        let count = c_int::try_from(headers.len()).map_err(|_| Failure::input("too many headers"))?;
        let create = nvrtc.create_program;
        let mut raw = null_mut();
        // SAFETY: contract of `Nvrtc`; all texts are NUL-terminated, and there are `count` contents and names of headers.
        let code = unsafe {
            create(&mut raw, source.as_ptr(), name.as_ptr(), count, contents.as_ptr(), names.as_ptr())
        };
        if code == Code::SUCCESS { Ok(Self { nvrtc, raw }) } else { Err(Failure::of(code)) }
    }

    fn check(&self, code: Code) -> Result<(), Failure> {
        if code == Code::SUCCESS {
            return Ok(());
        }
        let log = self.output(self.nvrtc.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log).trim_end_matches('\0').to_owned();
        Err(Failure { code, log })
    }

    fn output(&self, output: Output) -> Result<Vec<u8>, Failure> {
        let mut size = 0;
        // SAFETY: contract of `Nvrtc`; the program is live.
        let code = unsafe { (output.size)(self.raw, &mut size) };
        if code != Code::SUCCESS {
            return Err(Failure::of(code));
        }
        let mut bytes = vec![0; size];
        // SAFETY: contract of `Nvrtc`; the buffer has the size that the previous function returned.
        let code = unsafe { (output.write)(self.raw, bytes.as_mut_ptr().cast()) };
        if code == Code::SUCCESS { Ok(bytes) } else { Err(Failure::of(code)) }
    }

    fn lowered(&self, symbol: &CStr) -> Result<CString, Failure> {
        let mut name = null();
        // SAFETY: contract of `Nvrtc`; the program is live and the text is NUL-terminated.
        let code = unsafe { (self.nvrtc.get_lowered_name)(self.raw, symbol.as_ptr(), &mut name) };
        self.check(code)?;
        if name.is_null() {
            return Err(Failure {
                code: Code::SUCCESS,
                log: format!("the compiler returned no name for {symbol:?}"),
            });
        }
        // SAFETY: the function has written a NUL-terminated text that lives as long as the program.
        Ok(unsafe { CStr::from_ptr(name) }.to_owned())
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: contract of `Nvrtc`; the program is live, and not used again.
        unsafe { (self.nvrtc.destroy_program)(&mut self.raw) };
    }
}

fn text(text: &str, what: &str) -> Result<CString, Failure> {
    CString::new(text).map_err(|_| Failure::input(&format!("{what} contains a NUL byte")))
}
