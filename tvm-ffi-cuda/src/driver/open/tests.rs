use super::*;
use crate::driver::table::{OPTIONAL, REQUIRED};

/// The functions of a driver of CUDA 12.0, without the function `without`. Only the one that reports the version may be called.
fn driver(without: &'static CStr) -> impl Fn(&CStr) -> Option<NonNull<c_void>> {
    unsafe extern "C" fn report(version: *mut c_int) -> Status {
        // SAFETY: the caller's contract: it is writable.
        unsafe { *version = 12000 };
        Status::SUCCESS
    }
    let report: unsafe extern "C" fn(*mut c_int) -> Status = report;
    move |symbol| NonNull::new(report as *mut c_void).filter(|_| symbol != without)
}

#[test]
fn no_library_for_this_operating_system() {
    assert_eq!(
        search(&[]).err().unwrap(),
        "the CUDA driver library could not be loaded: this operating system has none"
    );
}

#[test]
fn each_missing_function_is_named() {
    assert!(REQUIRED.len() > 30);
    for symbol in REQUIRED {
        // SAFETY: nothing is called.
        let missing = unsafe { Functions::resolve(driver(symbol)) }.err();
        assert_eq!(missing, Some(*symbol));
    }
    for symbol in OPTIONAL {
        // SAFETY: nothing is called.
        assert!(unsafe { Functions::resolve(driver(symbol)) }.is_ok());
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
