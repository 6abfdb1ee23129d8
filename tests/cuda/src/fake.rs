//! The recording driver, as tests see it.

use std::ffi::{CStr, CString, c_void};
use std::ptr::{null_mut, without_provenance_mut};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use libloading::Library;
use tvm_ffi::cuda::Cuda;
use tvm_ffi::{Device, Result};

use crate::calls::{self, Call, Launched};
use crate::control::Control;

/// What the code under test looks for its driver in.
pub const DRIVER: &str = "TVM_FFI_CUDA_DRIVER";

/// The driver that has all functions.
pub const COMPLETE: &str = env!("FAKE_CUDA_DRIVER");

/// A driver that has what CUDA 12.0 had.
pub const OF_12_0: &str = env!("FAKE_CUDA_DRIVER_12_0");

/// A driver without `cuLibraryGetKernel`.
pub const INCOMPLETE: &str = env!("FAKE_CUDA_DRIVER_INCOMPLETE");

/// The devices: an H100, an A100, a B300, and a T4.
const DEVICES: &str = "90,80,103,75";

/// A stream, by its handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stream(*mut c_void);

// SAFETY: a handle, which the driver takes from any thread.
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

/// The default streams by their handles: legacy as NULL, legacy by its name, and per thread.
pub const DEFAULT_STREAMS: [Stream; 3] =
    [Stream(null_mut()), Stream(without_provenance_mut(1)), Stream(without_provenance_mut(2))];

/// The driver. Tests that have it take turns.
pub struct Fake {
    control: &'static Control,
    _turn: MutexGuard<'static, ()>,
}

/// Waits for the turn of this test, and gives it the driver as if nothing had been done: no context is current, and nothing is recorded.
///
/// What the code under test keeps stays loaded.
///
/// # Panics
///
/// If the driver could not be built.
pub fn driver() -> Fake {
    static TURN: Mutex<()> = Mutex::new(());
    // A test that failed leaves nothing behind that the reset does not remove.
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
            // SAFETY: all that reads the environment in tests of this package does so through Rust's library, or holds the turn.
            unsafe { std::env::set_var(DRIVER, COMPLETE) };
        }
        if std::env::var_os("FAKE_CUDA_DEVICES").is_none() {
            // SAFETY: as above.
            unsafe { std::env::set_var("FAKE_CUDA_DEVICES", DEVICES) };
        }
        let path = std::env::var_os(DRIVER).expect("it was just set");
        // SAFETY: its constructor reads the environment, and does nothing else.
        let library = unsafe { Library::new(path) }.unwrap_or_else(|error| panic!("{error}"));
        let control = Control::of(&library).expect("the library is ours");
        // It stays: the code under test has it too.
        std::mem::forget(library);
        control
    })
}

fn c_string(text: &str) -> CString {
    CString::new(text).expect("names have no NUL")
}

impl Fake {
    /// Forgets everything that was recorded and set.
    pub fn reset(&self) {
        // SAFETY: the harness has the driver for itself while no test runs.
        unsafe { (self.control.fake_reset)() };
        self.set_current(None);
    }

    /// The calls since the last time, or since the test began. Streams of the program's, events, and memory are numbered in the order of their appearance.
    pub fn take(&self) -> Vec<Call> {
        let mut calls = Vec::new();
        // SAFETY: it takes nothing.
        for index in 0..unsafe { (self.control.fake_num_calls)() } {
            let mut status = 0;
            // SAFETY: `status` is writable.
            let line = unsafe { (self.control.fake_call)(index, &mut status) };
            // SAFETY: it lives until it is cleared.
            let line = unsafe { CStr::from_ptr(line) };
            calls.push(Call::parse(line.to_str().expect("it is ASCII"), status));
        }
        // SAFETY: it takes nothing.
        unsafe { (self.control.fake_clear)() };
        calls::renumber(&mut calls);
        calls
    }

    /// The same as text.
    pub fn lines(&self) -> Vec<String> {
        self.take().iter().map(Call::to_string).collect()
    }

    /// The same, without what was called to describe an error.
    pub fn lines_but_errors(&self) -> Vec<String> {
        self.take().iter().filter(|call| !call.name.starts_with("cuGetError")).map(Call::to_string).collect()
    }

    /// The names of the functions that were called.
    pub fn names(&self) -> Vec<String> {
        self.take().into_iter().map(|call| call.name).collect()
    }

    /// The launches among the calls, of which the others are forgotten.
    pub fn launches(&self) -> Vec<Launched> {
        self.take().iter().filter_map(Call::launch).collect()
    }

    /// The only launch among the calls.
    ///
    /// # Panics
    ///
    /// If there is another number of them.
    pub fn launch(&self) -> Launched {
        let launches = self.launches();
        let [launch] = <[Launched; 1]>::try_from(launches).expect("one launch");
        launch
    }

    /// Lets the next call of a function fail.
    pub fn fail(&self, function: &str, status: u32) {
        self.fail_some(function, status, 0, 1);
    }

    /// Lets all further calls of a function fail.
    pub fn fail_always(&self, function: &str, status: u32) {
        self.fail_some(function, status, 0, -1);
    }

    /// Lets calls of a function fail: as many as `times` says, after as many that do not as `skip` says.
    pub fn fail_some(&self, function: &str, status: u32, skip: i32, times: i32) {
        let function = c_string(function);
        // SAFETY: the name ends with NUL.
        unsafe { (self.control.fake_fail)(function.as_ptr(), status, skip, times) };
    }

    /// Lets all further calls of a function take longer.
    pub fn delay(&self, function: &str, microseconds: u32) {
        let function = c_string(function);
        // SAFETY: the name ends with NUL.
        unsafe { (self.control.fake_delay)(function.as_ptr(), microseconds) };
    }

    /// Lets everything fail from now on, as after a kernel that went wrong; zero ends that.
    pub fn sticky(&self, status: u32) {
        // SAFETY: it takes a number.
        unsafe { (self.control.fake_sticky)(status) };
    }

    /// Sets the context of this thread to the primary one of a device, or to none, without a record of it.
    pub fn set_current(&self, device: Option<i32>) {
        // SAFETY: a device, or none.
        unsafe { (self.control.fake_set_current)(device.unwrap_or(-1), 0) };
    }

    /// Sets the context of this thread to one that is not the primary one of its device.
    pub fn set_other_current(&self, device: i32) {
        // SAFETY: a device.
        unsafe { (self.control.fake_set_current)(device, 1) };
    }

    /// The device of this thread's context, and 1000 more for one that is not primary; -1 if there is none.
    pub fn current(&self) -> i32 {
        // SAFETY: it takes nothing.
        unsafe { (self.control.fake_get_current)() }
    }

    /// The capture mode of this thread: 0 for the one that a thread begins with, global.
    pub fn capture_mode(&self) -> i32 {
        // SAFETY: it takes nothing.
        unsafe { (self.control.fake_get_capture_mode)() }
    }

    /// How often the primary context of a device is retained.
    pub fn retained(&self, device: i32) -> i32 {
        // SAFETY: a device.
        unsafe { (self.control.fake_retained)(device) }
    }

    /// Gives a device another attribute, for the rest of the test.
    pub fn attribute(&self, device: i32, attribute: i32, value: i32) {
        // SAFETY: a device.
        unsafe { (self.control.fake_attribute)(device, attribute, value) };
    }

    /// Gives kernels of a name another attribute, for the rest of the test.
    pub fn kernel_attribute(&self, kernel: &str, attribute: i32, value: i32) {
        let kernel = c_string(kernel);
        // SAFETY: the name ends with NUL.
        unsafe { (self.control.fake_kernel_attribute)(kernel.as_ptr(), attribute, value) };
    }

    /// Lets the driver say that a parameter has another size, or for zero that there is no such parameter, for the rest of the test.
    pub fn parameter_size(&self, kernel: &str, index: i32, size: i32) {
        let kernel = c_string(kernel);
        // SAFETY: the name ends with NUL.
        unsafe { (self.control.fake_parameter_size)(kernel.as_ptr(), index, size) };
    }

    /// A stream on a device, `user 0` in the record for the first; it is gone at the end of the test.
    pub fn stream(&self, device: i32) -> Stream {
        // SAFETY: a device.
        Stream(unsafe { (self.control.fake_stream)(device) })
    }

    /// Captures what a closure does on a stream.
    ///
    /// # Panics
    ///
    /// If another stream has taken part in it and was not waited for.
    pub fn capture<R>(&self, stream: Stream, body: impl FnOnce() -> R) -> R {
        // SAFETY: a stream of the test's.
        unsafe { (self.control.fake_begin_capture)(stream.0) };
        let result = body();
        // SAFETY: as above.
        let unjoined = unsafe { (self.control.fake_end_capture)(stream.0) };
        assert_eq!(unjoined, 0, "streams that were not waited for");
        result
    }

    /// How many blocks of memory are allocated in the order of a stream.
    pub fn live_memory(&self) -> i32 {
        // SAFETY: it takes nothing.
        unsafe { (self.control.fake_live_memory)() }
    }

    /// How many events there are.
    pub fn live_events(&self) -> i32 {
        // SAFETY: it takes nothing.
        unsafe { (self.control.fake_live_events)() }
    }

    /// How many streams the program has made.
    pub fn live_streams(&self) -> i32 {
        // SAFETY: it takes nothing.
        unsafe { (self.control.fake_live_streams)() }
    }

    /// How many libraries are loaded.
    pub fn live_libraries(&self) -> i32 {
        // SAFETY: it takes nothing.
        unsafe { (self.control.fake_live_libraries)() }
    }

    /// The number in the bytes of the next tensor map.
    pub fn next_map(&self) -> u32 {
        // SAFETY: it takes nothing.
        unsafe { (self.control.fake_next_map)() }
    }

    /// Runs a closure with a stream set as the caller's on a device.
    pub fn on_stream<R>(&self, device: i32, stream: Stream, body: impl FnOnce() -> R) -> R {
        // SAFETY: a stream of the recording driver's, which lives until the end of the test, or one of the default streams.
        unsafe { tvm_ffi::env::with_stream(Device::cuda(device), stream.0, body) }
            .expect("there is a runtime")
    }

    /// Runs a closure with the token of a device, on a stream that is set as the caller's.
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

    /// The same on a new stream of the device.
    ///
    /// # Errors
    ///
    /// Those of the closure.
    pub fn on_new_stream<R>(&self, device: i32, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
        self.within(device, self.stream(device), body)
    }
}
