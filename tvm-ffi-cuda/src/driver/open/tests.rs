use super::*;
use crate::driver::table::{OPTIONAL, REQUIRED};

/// The functions of a driver with a version, without the function `without`. Only the one that reports the version may be called.
fn driver<const VERSION: c_int>(without: &'static CStr) -> impl Fn(&CStr) -> Option<NonNull<c_void>> {
    unsafe extern "C" fn report<const VERSION: c_int>(version: *mut c_int) -> Status {
        // SAFETY: the caller's contract: it is writable.
        unsafe { *version = VERSION };
        Status::SUCCESS
    }
    let report: unsafe extern "C" fn(*mut c_int) -> Status = report::<VERSION>;
    move |symbol| NonNull::new(report as *mut c_void).filter(|_| symbol != without)
}

#[test]
fn a_machine_without_a_driver() {
    let text = search(&["libno-such-cuda.so.1", "/nowhere/libcuda.so.1"]).err().unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines[0],
        "the CUDA driver library could not be loaded: this machine has no NVIDIA driver, or it is not on the loader's path"
    );
    assert_eq!(lines[1], "tried:");
    assert!(lines[2].starts_with("  `libno-such-cuda.so.1`: "), "{text}");
    assert!(lines[3].starts_with("  `/nowhere/libcuda.so.1`: "), "{text}");
    // The text of the system, which names the file on most systems.
    assert!(cfg!(windows) || lines[3].matches("/nowhere/libcuda.so.1").count() == 2, "{text}");
    assert_eq!(lines.len(), 4);
}

#[test]
fn no_library_for_this_operating_system() {
    assert_eq!(
        search(&[]).err().unwrap(),
        "the CUDA driver library could not be loaded: this operating system has none"
    );
}

#[test]
fn a_path_without_a_file() {
    let text = named("/nowhere/driver.so".into()).err().unwrap();
    let start =
        "the CUDA driver library `/nowhere/driver.so`, named by `TVM_FFI_CUDA_DRIVER`, could not be loaded: ";
    assert!(text.starts_with(start) && text.len() > start.len(), "{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_library_that_is_no_driver() {
    let (library, name) = named("libc.so.6".into()).unwrap();
    assert_eq!(
        start(&library, &name).err().unwrap().reason,
        "`libc.so.6`, named by `TVM_FFI_CUDA_DRIVER`, is not a CUDA driver: it has no function `cuDriverGetVersion`"
    );
}

#[test]
fn an_old_driver() {
    assert_eq!(version(driver::<12000>(c"none"), "`libcuda.so.1`"), Ok(12000));
    assert_eq!(
        version(driver::<11080>(c"none"), "`libcuda.so.1`").unwrap_err(),
        "`libcuda.so.1` is the driver of CUDA 11.8, and CUDA 12.0 or later is needed: update the NVIDIA driver to 525 or later"
    );
}

#[test]
fn each_missing_function_is_named() {
    assert!(REQUIRED.len() > 30);
    for symbol in REQUIRED {
        // SAFETY: nothing is called.
        let missing = unsafe { Functions::resolve(driver::<12000>(symbol)) }.err();
        assert_eq!(missing, Some(*symbol));
    }
    for symbol in OPTIONAL {
        // SAFETY: nothing is called.
        assert!(unsafe { Functions::resolve(driver::<12000>(symbol)) }.is_ok());
    }
    assert_eq!(
        missing(c"cuLaunchKernelEx", "`libcuda.so.1`", 12040),
        "`libcuda.so.1` has no function `cuLaunchKernelEx`, which every driver since CUDA 12.0 has; it is the driver of CUDA 12.4"
    );
}

#[test]
fn versions_are_written_with_a_dot() {
    for (version, text) in [(12000, "12.0"), (12040, "12.4"), (13010, "13.1"), (11080, "11.8")] {
        assert_eq!(Version(version).to_string(), text);
    }
}
