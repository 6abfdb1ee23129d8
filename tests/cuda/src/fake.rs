//! The interface of the recording driver for tests.

use std::ffi::{CStr, CString, c_void};
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use libloading::Library;
use tvm_ffi::cuda::Cuda;
use tvm_ffi::{Device, Result};

use crate::calls::{self, Call, Launched};
use crate::control::Control;

/// The environment variable with the path of the driver.
pub const DRIVER: &str = "TVM_FFI_CUDA_DRIVER";

/// The driver with all functions.
pub const COMPLETE: &str = env!("FAKE_CUDA_DRIVER");

/// A driver with the functions of CUDA 12.0.
pub const OF_12_0: &str = env!("FAKE_CUDA_DRIVER_12_0");

/// The devices: an H100, an A100, a B300, and a T4.
const DEVICES: &str = "90,80,103,75";

/// A stream, by its handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stream(*mut c_void);

// SAFETY: it is a handle, and any thread may pass it to the driver.
unsafe impl Send for Stream {}
// SAFETY: as above.
unsafe impl Sync for Stream {}

impl Stream {
    /// The stream of a call.
    pub fn of(cx: &Cuda<'_>) -> Self {
        Self(cx.raw_stream())
    }

    /// The handle.
    pub fn raw(self) -> *mut c_void {
        self.0
    }
}

/// The handles of the default streams: NULL and `CU_STREAM_LEGACY` for the legacy one, and `CU_STREAM_PER_THREAD`.
pub const DEFAULT_STREAMS: [Stream; 3] =
    [Stream(null_mut()), Stream(without_provenance_mut(1)), Stream(without_provenance_mut(2))];

/// The driver. Only one test uses it at a time.
pub struct Fake {
    control: &'static Control,
    _turn: MutexGuard<'static, ()>,
}

/// Waits until no other test uses the driver, and resets it: no context is current, and the record is empty.
///
/// Libraries that the code under test has loaded stay loaded.
///
/// # Panics
///
/// If the driver could not be built.
pub fn driver() -> Fake {
    static TURN: Mutex<()> = Mutex::new(());
    // The reset removes everything that a failed test has left.
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let fake = Fake { control: control(), _turn: turn };
    fake.reset();
    fake
}

fn control() -> &'static Control {
    static CONTROL: OnceLock<Control> = OnceLock::new();
    CONTROL.get_or_init(|| {
        assert!(!COMPLETE.is_empty(), "the recording driver was not built: see the warnings of the build");
        if std::env::var_os(DRIVER).is_none() {
            // SAFETY: other code in these tests reads the environment through Rust's library, or holds the lock.
            unsafe { std::env::set_var(DRIVER, COMPLETE) };
        }
        if std::env::var_os("FAKE_CUDA_DEVICES").is_none() {
            // SAFETY: as above.
            unsafe { std::env::set_var("FAKE_CUDA_DEVICES", DEVICES) };
        }
        let path = std::env::var_os(DRIVER).expect("it was just set");
        // SAFETY: its constructor only reads the environment.
        let library = unsafe { Library::new(path) }.unwrap_or_else(|error| panic!("{error}"));
        let control = Control::of(&library).expect("the library has the control functions");
        // It stays loaded: the code under test uses it too.
        std::mem::forget(library);
        control
    })
}

fn c_string(text: &str) -> CString {
    CString::new(text).expect("names have no NUL")
}

/// Functions of the driver that take numbers.
macro_rules! passed_on {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)? = $function:ident;)*) => {
        impl Fake {$(
            $(#[$doc])*
            pub fn $name(&self, $($arg: $ty),*) $(-> $result)? {
                // SAFETY: the arguments are any numbers.
                unsafe { (self.control.$function)($($arg),*) }
            }
        )*}
    };
}

passed_on! {
    /// Makes all calls fail from now on, as after a kernel that failed. Zero ends that.
    fn sticky(status: u32) = fake_sticky;
    /// The device of this thread's current context, plus 1000 if it is not the primary one; -1 without a context.
    fn current() -> i32 = fake_get_current;
    /// The capture mode of this thread: 0 for the initial one, `global`.
    fn capture_mode() -> i32 = fake_get_capture_mode;
    /// How often the primary context of a device has been retained.
    fn retained(device: i32) -> i32 = fake_retained;
    /// Sets an attribute of a device for the rest of the test.
    fn attribute(device: i32, attribute: i32, value: i32) = fake_attribute;
    /// The number of blocks from `cuMemAllocAsync` that are not freed.
    fn live_memory() -> i32 = fake_live_memory;
    /// The number of live events.
    fn live_events() -> i32 = fake_live_events;
    /// The number of live streams that the code under test has created.
    fn live_streams() -> i32 = fake_live_streams;
    /// The number of loaded libraries.
    fn live_libraries() -> i32 = fake_live_libraries;
    /// The number in the bytes of the next tensor map.
    fn next_map() -> u32 = fake_next_map;
}

impl Fake {
    /// Forgets everything that was recorded and set.
    pub fn reset(&self) {
        // SAFETY: this test has the driver to itself.
        unsafe { (self.control.fake_reset)() };
        self.set_current(None);
    }

    /// The calls since the previous `take`, or since the test began. Streams of the code under test, events, and memory are numbered in the order of their appearance.
    ///
    /// A call that another thread makes meanwhile can be lost.
    pub fn take(&self) -> Vec<Call> {
        let mut calls = self.recorded();
        // SAFETY: the function has no arguments.
        unsafe { (self.control.fake_clear)() };
        calls::renumber(&mut calls);
        calls
    }

    /// Whether a function was called since the previous `take`. The calls stay in the record.
    pub fn has_called(&self, function: &str) -> bool {
        self.recorded().iter().any(|call| call.name == function)
    }

    fn recorded(&self) -> Vec<Call> {
        let mut calls = Vec::new();
        // SAFETY: the function has no arguments.
        for index in 0..unsafe { (self.control.fake_num_calls)() } {
            let mut status = 0;
            // SAFETY: `status` is writable.
            let line = unsafe { (self.control.fake_call)(index, &mut status) };
            // SAFETY: it lives until it is cleared.
            let line = unsafe { CStr::from_ptr(line) };
            calls.push(Call::parse(line.to_str().expect("it is ASCII"), status));
        }
        calls
    }

    /// The calls as text.
    pub fn lines(&self) -> Vec<String> {
        self.take().iter().map(Call::to_string).collect()
    }

    /// The calls as text, except those that describe an error.
    pub fn lines_but_errors(&self) -> Vec<String> {
        self.take().iter().filter(|call| !call.name.starts_with("cuGetError")).map(Call::to_string).collect()
    }

    /// The names of the functions that were called.
    pub fn names(&self) -> Vec<String> {
        self.take().into_iter().map(|call| call.name).collect()
    }

    /// The launches among the calls. The other calls are removed from the record.
    pub fn launches(&self) -> Vec<Launched> {
        self.take().iter().filter_map(Call::launch).collect()
    }

    /// The only launch among the calls.
    ///
    /// # Panics
    ///
    /// If there is not exactly one.
    pub fn launch(&self) -> Launched {
        let launches = self.launches();
        let [launch] = <[Launched; 1]>::try_from(launches).expect("one launch");
        launch
    }

    /// Makes the next call of a function fail.
    pub fn fail(&self, function: &str, status: u32) {
        self.fail_some(function, status, 0, 1);
    }

    /// Makes all further calls of a function fail.
    pub fn fail_always(&self, function: &str, status: u32) {
        self.fail_some(function, status, 0, -1);
    }

    /// Makes `times` calls of a function fail, after `skip` calls that succeed.
    pub fn fail_some(&self, function: &str, status: u32, skip: i32, times: i32) {
        let function = c_string(function);
        // SAFETY: the name ends with NUL.
        unsafe { (self.control.fake_fail)(function.as_ptr(), status, skip, times) };
    }

    /// Delays all further calls of a function.
    pub fn delay(&self, function: &str, microseconds: u32) {
        let function = c_string(function);
        // SAFETY: the name ends with NUL.
        unsafe { (self.control.fake_delay)(function.as_ptr(), microseconds) };
    }

    /// Makes the primary context of a device current on this thread, or none, without recording it.
    pub fn set_current(&self, device: Option<i32>) {
        // SAFETY: the argument is a device, or -1 for none.
        unsafe { (self.control.fake_set_current)(device.unwrap_or(-1), 0) };
    }

    /// Makes a context of a device current on this thread that is not the primary one.
    pub fn set_other_current(&self, device: i32) {
        // SAFETY: the argument is a device.
        unsafe { (self.control.fake_set_current)(device, 1) };
    }

    /// Sets an attribute of the kernels with a name for the rest of the test.
    pub fn kernel_attribute(&self, kernel: &str, attribute: i32, value: i32) {
        let kernel = c_string(kernel);
        // SAFETY: the name ends with NUL.
        unsafe { (self.control.fake_kernel_attribute)(kernel.as_ptr(), attribute, value) };
    }

    /// Sets the size that the driver reports for a parameter, for the rest of the test. Zero means that the kernel has no such parameter.
    pub fn parameter_size(&self, kernel: &str, index: i32, size: i32) {
        let kernel = c_string(kernel);
        // SAFETY: the name ends with NUL.
        unsafe { (self.control.fake_parameter_size)(kernel.as_ptr(), index, size) };
    }

    /// A new stream on a device, which lives until the end of the test. The first one is `user 0` in the record.
    pub fn stream(&self, device: i32) -> Stream {
        // SAFETY: the argument is a device.
        Stream(unsafe { (self.control.fake_stream)(device) })
    }

    /// Captures what a closure does on a stream.
    ///
    /// # Panics
    ///
    /// If another stream took part in the capture and was not joined.
    pub fn capture<R>(&self, stream: Stream, body: impl FnOnce() -> R) -> R {
        // SAFETY: the stream belongs to the test.
        unsafe { (self.control.fake_begin_capture)(stream.0) };
        let result = body();
        // SAFETY: as above.
        let unjoined = unsafe { (self.control.fake_end_capture)(stream.0) };
        assert_eq!(unjoined, 0, "streams that were not joined");
        result
    }

    /// Runs a closure with a stream set as the caller's current stream on a device.
    pub fn on_stream<R>(&self, device: i32, stream: Stream, body: impl FnOnce() -> R) -> R {
        // SAFETY: it is a stream of the recording driver, which lives until the end of the test, or a default stream.
        unsafe { tvm_ffi::env::with_stream(Device::cuda(device), stream.0, body) }
            .expect("there is a runtime")
    }

    /// Runs a closure with the token of a device, with a stream set as the caller's current stream.
    ///
    /// # Errors
    ///
    /// Those of the closure.
    pub fn within<R>(
        &self,
        device: i32,
        stream: Stream,
        body: impl FnOnce(&Cuda<'_>) -> Result<R>,
    ) -> Result<R> {
        self.on_stream(device, stream, || tvm_ffi::cuda::with_device(device, body))
    }

    /// Like [`within`](Self::within), on a new stream of the device.
    ///
    /// # Errors
    ///
    /// Those of the closure.
    pub fn on_new_stream<R>(&self, device: i32, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
        self.within(device, self.stream(device), body)
    }
}
