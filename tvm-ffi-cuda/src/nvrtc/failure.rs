//! Error messages for sources that do not compile.

use core::fmt::Write;
use std::path::Path;

use tvm_ffi_core::{Error, ErrorKind};

use super::assertions;
use super::headers::includes;
use super::include;
use super::job::Job;
use super::library::{Code, Nvrtc};
use super::program::Failure;

/// The limits for the part of the compiler's log that is shown. Errors in templates can fill pages.
const MAX_LINES: usize = 80;
const MAX_BYTES: usize = 16 * 1024;

/// Headers, or the first component of their paths, and the packages that provide them.
const PACKAGES: &[(&[&str], &str)] = &[
    (&["nv", "cuda", "cub", "thrust"], "nvidia-cuda-cccl"),
    (&["crt"], "nvidia-cuda-crt"),
    (&["curand_kernel.h"], "nvidia-curand"),
    (&["cooperative_groups"], "nvidia-cuda-runtime"),
];

/// The error of a failure.
#[track_caller]
pub(super) fn error(failure: &Failure, job: &Job, nvrtc: &Nvrtc) -> Error {
    let kind = match failure.code {
        Code::OUT_OF_MEMORY => ErrorKind::MemoryError,
        _ => ErrorKind::RuntimeError,
    };
    let mut text = format!(
        "`{}` does not compile for {} with NVRTC {}",
        job.name,
        job.target.name,
        nvrtc.version_text()
    );
    // In the usual case, a mistake in the source, the log says everything.
    if !matches!(failure.code, Code::COMPILATION | Code::SUCCESS) {
        let _ = write!(text, ": {}", nvrtc.meaning(failure.code));
    }
    for line in shorten(&readable(&failure.log)) {
        let _ = write!(text, "\n{line}");
    }
    let _ = write!(text, "\noptions: {}", job.options.join(" "));
    if let Some(help) = help(failure, job, nvrtc) {
        let _ = write!(text, "\nhelp: {help}");
    }
    Error::new(kind, text)
}

/// The log in terms of the declarations, without errors that follow from others.
fn readable(log: &str) -> String {
    let blocks = blocks(log);
    let has_missing = blocks.iter().any(|block| missing_kernel(block).is_some());
    let has_error = blocks.iter().any(|block| block.contains("error: "));
    let mut readable: Vec<String> = Vec::new();
    for block in blocks {
        let is_ours = block.starts_with(assertions::FILE);
        if let Some(kernel) = missing_kernel(&block) {
            readable.push(format!("error: the source has no kernel `{kernel}`, or several of that name"));
        } else if block.contains("<error-type>") && is_ours {
            // The kernel is missing, which another message says.
        } else if let Some(difference) = difference(&block).filter(|_| is_ours) {
            readable.push(difference);
        } else if has_missing && (is_ours || block.starts_with("__nv_name_map")) {
            // The message repeats an error.
        } else if has_error && block.contains("): warning") {
            // Warnings are not the reason for the failure.
        } else {
            readable.push(block);
        }
    }
    readable.join("\n")
}

/// Lines that are about the compilation rather than the source.
const NO_MESSAGES: [&str; 3] =
    [" detected in the compilation of ", "Remark: The warnings can be suppressed", "Compilation terminated."];

/// Splits a log into messages, which are separated by blank lines.
fn blocks(log: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in log.lines() {
        let is_message = !NO_MESSAGES.iter().any(|part| line.contains(part));
        match (line.trim().is_empty(), blocks.last_mut()) {
            (false, Some(block)) if is_message => {
                if !block.is_empty() {
                    block.push('\n');
                }
                block.push_str(line);
            }
            _ => blocks.push(String::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// The kernel that the compiler did not find.
fn missing_kernel(block: &str) -> Option<&str> {
    let rest = block.split_once("Input name expression was: \"")?.1;
    Some(rest.split_once('"')?.0.trim())
}

/// The message of a failed assertion, with the types in the source.
fn difference(block: &str) -> Option<String> {
    let (_, message) = block.split_once("static assertion failed with \"")?;
    let message = message.lines().next()?.trim_end().strip_suffix('"')?;
    let between = |(before, behind): (&str, &str)| {
        let (_, rest) = block.split_once(before)?;
        rest.rsplit_once(behind).map(|(found, _)| found)
    };
    let types = between(assertions::TYPES_IN_SOURCE).map(|types| format!("; the source has ({types})"));
    let size = || between(assertions::SIZE_IN_SOURCE).map(|size| format!(", and {size} in the source"));
    Some(format!("error: {message}{}", types.or_else(size).unwrap_or_default()))
}

fn shorten(log: &str) -> Vec<&str> {
    let mut bytes = 0;
    let mut lines: Vec<&str> = Vec::new();
    for line in log.lines() {
        bytes += line.len();
        if lines.len() == MAX_LINES || bytes > MAX_BYTES {
            lines.push("... (the compiler's log has more lines)");
            break;
        }
        lines.push(line);
    }
    lines
}

fn help(failure: &Failure, job: &Job, nvrtc: &Nvrtc) -> Option<String> {
    let log = &failure.log;
    if failure.code == Code::BUILTIN_OPERATION_FAILURE {
        let place = match nvrtc.path.as_deref().and_then(Path::parent) {
            Some(folder) => format!("`{}`", folder.display()),
            None => "the folder of the compiler".to_owned(),
        };
        return Some(format!("the library of built-in functions, `libnvrtc-builtins`, has to be in {place}"));
    }
    if failure.code == Code::INVALID_OPTION && log.contains("--gpu-architecture") {
        let known: Vec<_> = nvrtc.architectures.iter().map(|one| format!("sm_{one}")).collect();
        return Some(format!("this compiler supports {}", known.join(", ")));
    }
    if let Some((_, rest)) = log.split_once(" open source file \"") {
        let header = rest.split('"').next()?;
        return Some(help_for_header(header, job, nvrtc));
    }
    if let Some(folder) = job.folders.iter().find(|folder| is_blamed(folder, log)) {
        return Some(format!(
            "the error is in a header: the headers in `{}` may not be those of CUDA {}; TVM_FFI_CUDA_INCLUDE names other folders",
            folder.display(),
            nvrtc.version_text()
        ));
    }
    // The assembler's message for features that need an architecture with a suffix.
    let target = &job.target.name;
    if log.contains(&format!("not supported on .target '{target}'")) && !target.ends_with(['a', 'f']) {
        return Some(format!(
            "features of one architecture need its suffix: `options = [\"-arch={target}a\"]`; \
             for other GPUs the source is compiled without this option"
        ));
    }
    None
}

/// Whether the log has an error in a file of this folder of CUDA headers.
fn is_blamed(folder: &Path, log: &str) -> bool {
    let name = folder.display().to_string();
    let start = format!("{}/", name.trim_end_matches('/'));
    include::has_headers(folder)
        && log.lines().any(|line| line.starts_with(&start) && line.contains("): error: "))
}

fn help_for_header(header: &str, job: &Job, nvrtc: &Nvrtc) -> String {
    let first = header.split('/').next().unwrap_or(header);
    let package = PACKAGES.iter().find(|(names, _)| names.contains(&first)).map(|(_, package)| *package);
    let of_runtime =
        header.starts_with("cuda_") || matches!(header, "mma.h" | "cooperative_groups.h" | "vector_types.h");
    let package = package.or(of_runtime.then_some("nvidia-cuda-runtime"));
    let suffix = if nvrtc.version.0 == 12 { "-cu12" } else { "" };
    let install = package.map(|package| format!("`pip install {package}{suffix}`, or ")).unwrap_or_default();
    let folders: Vec<_> = job.folders.iter().map(|folder| format!("`{}`", folder.display())).collect();
    let folders = if folders.is_empty() { "no folder".to_owned() } else { folders.join(", ") };
    let own = package.is_none().then(|| help_for_own_header(header, job)).flatten().unwrap_or_default();
    format!("{own}{install}set TVM_FFI_CUDA_INCLUDE to the folder that has `{header}`; looked in {folders}")
}

/// Advice about a missing header that is included in quotes, as headers next to a source are.
fn help_for_own_header(header: &str, job: &Job) -> Option<String> {
    let embedded = job.headers.iter().map(|(_, text)| text);
    let mut includes = [&job.text].into_iter().chain(embedded).flat_map(|text| includes(text.as_bytes()));
    includes.find(|include| include.is_quoted && include.name == header)?;
    let names: Vec<_> = job.headers.iter().map(|(name, _)| format!("`{name}`")).collect();
    let known = if names.is_empty() { String::new() } else { format!(", which are {}", names.join(", ")) };
    Some(format!("list a header of the source in its `headers`{known}; otherwise "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_shows_both_signatures_without_internal_names() {
        let log = "k.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n    int x;\n        ^\n\n\
            signatures declared in Rust(40): error: static assertion failed with \"kernel k: its C++ signature differs \
            from the one declared in Rust: (Ptr<f32>)\"\n  static_assert(agree<InRust, InSource>::value,\n  ^\n          \
            detected during instantiation of class \"__tvm_ffi::__tvm_ffi_kernel_0<__tvm_ffi_InRust, __tvm_ffi_InSource> [with \
            __tvm_ffi_InRust=__tvm_ffi::__tvm_ffi_list<const float *>, __tvm_ffi_InSource=__tvm_ffi::__tvm_ffi_list<A<int> *>]\" at line 44\n\n\
            1 error detected in the compilation of \"k.cu\".\n";
        let expected = "error: kernel k: its C++ signature differs from the one declared in Rust: (Ptr<f32>); the source has (A<int> *)";
        assert_eq!(readable(log), expected);
    }

    #[test]
    fn long_logs_end_early() {
        let log = "line\n".repeat(1000);
        let lines = shorten(&log);
        assert_eq!(lines.len(), MAX_LINES + 1);
        assert_eq!(lines.last(), Some(&"... (the compiler's log has more lines)"));
        assert_eq!(shorten(&"x".repeat(MAX_BYTES + 1)).len(), 1);
    }
}
