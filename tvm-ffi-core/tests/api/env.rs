//! The environment of a call: streams and signals.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicU8, Ordering};

use crate::capi::CApi;
use tvm_ffi_core::{Device, ErrorKind, Result, check_signals, env};

/// A stream that nothing is launched on.
fn fake_stream(number: usize) -> *mut c_void {
    std::ptr::without_provenance_mut(number)
}

/// Sets a stream for a closure.
fn with_stream<R>(device: Device, stream: *mut c_void, body: impl FnOnce() -> R) -> Result<R> {
    // SAFETY: nothing here launches work.
    unsafe { env::with_stream(device, stream, body) }
}

#[test]
fn streams_nest_and_are_restored() {
    let gpu = Device::cuda(3);
    let (outer, inner) = (fake_stream(8), fake_stream(16));
    assert!(env::stream(gpu).is_null());
    let result = with_stream(gpu, outer, || {
        assert_eq!(env::stream(gpu), outer);
        let inner = with_stream(gpu, inner, || env::stream(gpu)).unwrap();
        assert_eq!(env::stream(gpu), outer);
        with_stream(gpu, std::ptr::null_mut(), || assert!(env::stream(gpu).is_null())).unwrap();
        inner
    });
    assert_eq!(result.unwrap(), inner);
    assert!(env::stream(gpu).is_null());
}

#[test]
fn every_device_and_thread_has_its_own_stream() {
    let gpu = Device::cuda(0);
    with_stream(gpu, fake_stream(8), || {
        assert!(env::stream(Device::cuda(1)).is_null());
        assert!(env::stream(Device::rocm(0)).is_null());
        assert!(std::thread::spawn(move || env::stream(gpu).is_null()).join().unwrap());
    })
    .unwrap();
}

#[test]
fn a_panic_restores_the_stream_too() {
    let gpu = Device::cuda(2);
    with_stream(gpu, fake_stream(8), || {
        let panicked =
            std::panic::catch_unwind(|| with_stream(gpu, fake_stream(16), || panic!("on purpose")));
        assert!(panicked.is_err());
        assert_eq!(env::stream(gpu), fake_stream(8));
    })
    .unwrap();
}

#[test]
fn devices_beyond_the_table_are_refused() {
    for (device_type, device_id) in [(-1, 0), (2, -1), (i32::MIN, i32::MIN), (65536, 0), (2, i32::MAX)] {
        let device = Device::new(device_type, device_id);
        assert!(env::stream(device).is_null());
        let error = with_stream(device, fake_stream(8), || unreachable!()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "ValueError: device type is {device_type} and device id is {device_id}, expected 0 to 65535"
            )
        );
    }
    let last = Device::new(65535, 65535);
    with_stream(last, fake_stream(8), || assert_eq!(env::stream(last), fake_stream(8))).unwrap();
}

/// What the host's signal check does: nothing, fails with its own error pending, or fails with an error raised here.
static SIGNAL: AtomicU8 = AtomicU8::new(0);

unsafe extern "C" fn check_host_signals() -> c_int {
    type SetRaised = unsafe extern "C" fn(*const c_char, *const c_char);
    match SIGNAL.load(Ordering::SeqCst) {
        0 => 0,
        1 => -1,
        _ => {
            // SAFETY: the type is that of the C API.
            let raise: SetRaised = unsafe { CApi::new().get(c"TVMFFIErrorSetRaisedFromCStr") };
            // SAFETY: both are NUL-terminated.
            unsafe { raise(c"ValueError".as_ptr(), c"a handler raised this".as_ptr()) };
            -1
        }
    }
}

unsafe extern "C" fn lock() -> *mut c_void {
    std::ptr::null_mut()
}

unsafe extern "C" fn unlock(_: *mut c_void) {}

/// Registers the host's functions, as Python does.
fn register_host() {
    type Register = unsafe extern "C" fn(*const c_char, *mut c_void) -> c_int;
    // SAFETY: the type is that of the C API.
    let register: Register = unsafe { CApi::new().get(c"TVMFFIEnvRegisterCAPI") };
    let functions: [(&CStr, *mut c_void); 3] = [
        (c"PyErr_CheckSignals", check_host_signals as *mut c_void),
        (c"PyGILState_Ensure", lock as *mut c_void),
        (c"PyGILState_Release", unlock as *mut c_void),
    ];
    for (name, function) in functions {
        // SAFETY: the name is NUL-terminated, the function has the signature that goes with it.
        assert_eq!(unsafe { register(name.as_ptr(), function) }, 0);
    }
}

#[test]
fn signals_of_the_host_stop_the_call() {
    check_signals().expect("there is no host");
    register_host();
    check_signals().expect("there is no signal");

    SIGNAL.store(1, Ordering::SeqCst);
    let error = check_signals().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::EnvErrorAlreadySet);
    assert_eq!(error.message(), "the caller's environment has raised an error");
    assert!(error.traceback().contains("tests/api/env.rs"), "{}", error.traceback());

    SIGNAL.store(2, Ordering::SeqCst);
    let error = check_signals().unwrap_err();
    assert_eq!(error.to_string(), "ValueError: a handler raised this");

    SIGNAL.store(1, Ordering::SeqCst);
    assert_eq!(
        check_signals().unwrap_err().kind(),
        ErrorKind::EnvErrorAlreadySet,
        "the error before was taken"
    );
    SIGNAL.store(0, Ordering::SeqCst);
    check_signals().unwrap();
}
