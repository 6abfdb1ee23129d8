//! Scratch memory from the framework's allocator or from the driver's pool.

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null_mut, without_provenance_mut};

use libloading::Library;
use tvm_ffi::abi::{DLDevice, DLManagedTensorVersioned, DLTensor};
use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;
use tvm_ffi_cuda_tests::fake::DEFAULT_STREAMS;
use tvm_ffi_cuda_tests::{Fake, error_text, fake};

tvm_ffi::cuda::kernels! {
    fatbin "../../images/kernels.fatbin";
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic";
}

fn launch_on(cx: &Cuda<'_>, memory: PtrMut<'_, f32>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { DYNAMIC.launch(cx, &Launch::grid(1)?.block(1), (memory,)) }
}

/// The driver, with the kernel loaded.
fn warm() -> Fake {
    let fake = fake::driver();
    DYNAMIC.preload(0).expect("it is loaded");
    fake.take();
    fake
}

/// The calls, except those about the device and the current context.
fn work(fake: &Fake) -> Vec<String> {
    let is_work = |name: &str| !name.starts_with("cuCtx") && !name.starts_with("cuDevice");
    let calls = fake.take().into_iter().filter(|call| is_work(&call.name));
    calls.map(|call| call.to_string().split(" | 1 1 1").next().unwrap_or_default().to_owned()).collect()
}

// ---- the driver's pool ----

#[test]
fn without_an_allocator_a_workspace_comes_from_the_drivers_pool() {
    let fake = warm();
    fake.on_new_stream(0, |cx| {
        let memory = cx.workspace(1000, 16)?;
        assert_eq!((memory.len(), memory.ptr::<u8>().address() % 256), (1000, 0));
        launch_on(cx, memory.ptr_mut())
    })
    .expect("it is launched");
    assert_eq!(
        work(&fake),
        ["cuMemAllocAsync(1000, user 0)", "cuLaunchKernelEx(dynamic", "cuMemFreeAsync(memory 0, user 0)"]
    );
    assert_eq!(fake.live_memory(), 0);
}

#[test]
fn a_workspace_with_another_alignment_and_one_without_bytes() {
    let fake = warm();
    fake.on_new_stream(0, |cx| {
        assert_eq!(cx.workspace(10, 4096)?.ptr::<u8>().address() % 4096, 0);
        let nothing = cx.workspace(0, 1)?;
        assert!(nothing.is_empty() && nothing.ptr::<u8>().is_null());
        Ok(())
    })
    .expect("it is allocated");
    assert_eq!(work(&fake), ["cuMemAllocAsync(4105, user 0)", "cuMemFreeAsync(memory 0, user 0)"]);
}

#[test]
fn a_workspace_is_freed_after_an_error_and_a_panic() {
    let fake = warm();
    fake.set_current(Some(1));
    let ends: [fn() -> Result<()>; 2] = [|| bail!("on purpose"), || panic!("on purpose")];
    for end in ends {
        let ended = catch_unwind(AssertUnwindSafe(|| {
            fake.within(0, DEFAULT_STREAMS[0], |cx| {
                let memory = cx.workspace(64, 1)?;
                launch_on(cx, memory.ptr_mut())?;
                end()
            })
        }));
        assert!(!matches!(ended, Ok(Ok(()))), "it fails");
        assert_eq!(work(&fake).last().map(String::as_str), Some("cuMemFreeAsync(memory 0, NULL)"));
        assert_eq!((fake.live_memory(), fake.current()), (0, 1));
    }
}

#[test]
fn a_workspace_is_cleared_in_the_order_of_the_stream() {
    let fake = warm();
    let address = fake
        .on_new_stream(0, |cx| {
            let memory = cx.workspace(64, 4)?;
            let pointer = memory.ptr_mut::<f32>();
            // SAFETY: the memory has sixteen of them.
            unsafe { cx.zero(pointer, 16) }?;
            Ok(pointer.address())
        })
        .expect("it is set");
    assert_eq!(
        work(&fake),
        [
            "cuMemAllocAsync(64, user 0)".to_owned(),
            format!("cuMemsetD8Async({address:#x}, 0, 64, user 0)"),
            "cuMemFreeAsync(memory 0, user 0)".to_owned(),
        ]
    );
}

#[test]
fn a_workspace_can_be_allocated_in_a_capture() {
    let fake = warm();
    let stream = fake.stream(0);
    fake.capture(stream, || {
        fake.within(0, stream, |cx| {
            let memory = cx.workspace(64, 4)?;
            launch_on(cx, memory.ptr_mut())
        })
    })
    .expect("it is captured");
    assert!(fake.take().iter().all(|call| call.status == 0));
}

// ---- the framework's ----

type SetError = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char);
type Allocator = unsafe extern "C" fn(
    *mut DLTensor,
    *mut *mut DLManagedTensorVersioned,
    *mut c_void,
    Option<SetError>,
) -> c_int;

thread_local! {
    /// The allocations and frees (`+ bytes on device`, `-`), and the error of an allocator that fails.
    static ALLOCATED: RefCell<(Vec<String>, bool)> = const { RefCell::new((Vec::new(), false)) };
}

/// An address that is a multiple of 512. Nothing accesses it.
const ADDRESS: usize = 0x5555_0000_0200;

unsafe extern "C" fn allocate(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    error_context: *mut c_void,
    set_error: Option<SetError>,
) -> c_int {
    // SAFETY: the runtime passes a prototype, which lives during the call.
    let prototype = unsafe { *prototype };
    // SAFETY: the shape has `ndim` extents.
    let shape = unsafe { std::slice::from_raw_parts(prototype.shape, prototype.ndim as usize) };
    let (bytes, DLDevice { device_id, .. }) = (shape[0], prototype.device);
    let fails = ALLOCATED.with_borrow_mut(|(log, fails)| {
        log.push(format!("+ {bytes} on {device_id}"));
        *fails
    });
    if fails {
        let set_error = set_error.expect("the runtime passes one");
        // SAFETY: both texts end with NUL.
        unsafe { set_error(error_context, c"RuntimeError".as_ptr(), c"CUDA out of memory".as_ptr()) };
        return -1;
    }
    // SAFETY: the runtime passes a writable place for the result.
    unsafe { out.write(managed(prototype, bytes)) };
    0
}

fn managed(prototype: DLTensor, bytes: i64) -> *mut DLManagedTensorVersioned {
    let extents = Box::leak(Box::new([bytes, 1]));
    // SAFETY: a struct of numbers, pointers, and an optional function, all of which may be zero.
    let mut managed = unsafe { std::mem::zeroed::<DLManagedTensorVersioned>() };
    managed.version.major = 1;
    managed.dl_tensor = DLTensor { data: without_provenance_mut(ADDRESS), ..prototype };
    managed.dl_tensor.shape = &raw mut extents[0];
    managed.dl_tensor.strides = &raw mut extents[1];
    managed.manager_ctx = (&raw mut *extents).cast();
    managed.deleter = Some(delete);
    Box::into_raw(Box::new(managed))
}

unsafe extern "C" fn delete(managed: *mut DLManagedTensorVersioned) {
    ALLOCATED.with_borrow_mut(|(log, _)| log.push("-".into()));
    // SAFETY: `managed` made it of a box.
    let managed = unsafe { Box::from_raw(managed) };
    // SAFETY: as above.
    drop(unsafe { Box::from_raw(managed.manager_ctx.cast::<[i64; 2]>()) });
}

/// Runs a closure while this thread has an allocator. Returns the log of the allocator too.
fn with_allocator(fails: bool, body: impl FnOnce()) -> Vec<String> {
    type Set = unsafe extern "C" fn(Option<Allocator>, c_int, *mut Option<Allocator>) -> c_int;
    let runtime = tvm_ffi::runtime().expect("the tests have a runtime");
    runtime.publish().expect("the runtime can be published");
    let runtime = match runtime.path() {
        // SAFETY: it is the runtime, which is in the process already.
        Some(path) => unsafe { Library::new(path) }.expect("it is a library"),
        // The functions of an embedded runtime are visible in the whole process.
        None => libloading::os::unix::Library::this().into(),
    };
    // SAFETY: the type is that of the C API.
    let set =
        unsafe { runtime.get::<Set>("TVMFFIEnvSetDLPackManagedTensorAllocator\0") }.expect("it is there");
    ALLOCATED.set((Vec::new(), fails));
    // SAFETY: the allocator obeys DLPack's rules.
    assert_eq!(unsafe { set(Some(allocate), 0, null_mut()) }, 0);
    body();
    // SAFETY: NULL removes the allocator.
    assert_eq!(unsafe { set(None, 0, null_mut()) }, 0);
    ALLOCATED.with_borrow(|(log, _)| log.clone())
}

#[test]
fn with_an_allocator_a_workspace_comes_from_it() {
    let fake = warm();
    let log = with_allocator(false, || {
        fake.on_new_stream(0, |cx| {
            let memory = cx.workspace(1000, 256)?;
            assert_eq!(memory.ptr::<u8>().address(), ADDRESS as u64);
            launch_on(cx, memory.ptr_mut())?;
            assert_eq!(ALLOCATED.with_borrow(|(log, _)| log.len()), 1, "it is not freed before");
            Ok(())
        })
        .expect("it is launched");
    });
    assert_eq!(log, ["+ 1000 on 0", "-"]);
    assert_eq!(fake.names(), ["cuLaunchKernelEx"]);
}

#[test]
fn a_workspace_of_the_framework_is_freed_after_an_error_and_a_panic() {
    let fake = warm();
    let ends: [fn() -> Result<()>; 2] = [|| bail!("on purpose"), || panic!("on purpose")];
    for end in ends {
        let log = with_allocator(false, || {
            let ended = catch_unwind(AssertUnwindSafe(|| {
                fake.on_new_stream(0, |cx| {
                    let _memory = cx.workspace(64, 16)?;
                    end()
                })
            }));
            assert!(!matches!(ended, Ok(Ok(()))), "it fails");
        });
        assert_eq!(log, ["+ 64 on 0", "-"]);
    }
}

#[test]
fn a_stricter_alignment_than_the_allocators_is_provided() {
    let fake = warm();
    let log = with_allocator(false, || {
        fake.on_new_stream(0, |cx| {
            let memory = cx.workspace(100, 4096)?;
            assert_eq!(memory.ptr::<u8>().address(), ADDRESS.next_multiple_of(4096) as u64);
            Ok(())
        })
        .expect("there is room");
    });
    assert_eq!(log, ["+ 4195 on 0", "-"]);
}

#[test]
fn an_allocator_without_memory_is_an_error_with_the_size() {
    let fake = warm();
    with_allocator(true, || {
        let error =
            fake.on_new_stream(0, |cx| cx.workspace(1 << 30, 16).map(drop)).expect_err("there is none");
        let error = error_text(&error);
        assert!(
            error.starts_with("MemoryError: a workspace of 1073741824 bytes cannot be allocated on cuda:0"),
            "{error}"
        );
        assert!(error.contains("CUDA out of memory"), "{error}");
    });
    assert_eq!(fake.live_memory(), 0);
}

#[test]
fn on_other_streams_a_workspace_comes_from_the_driver() {
    let fake = warm();
    let other = fake.stream(0);
    let log = with_allocator(false, || {
        fake.on_new_stream(0, |cx| {
            cx.fork(|side| side.workspace(64, 16).map(drop))?;
            // SAFETY: the stream lives, on the same device.
            unsafe {
                cx.with_stream(other.raw(), |cx| {
                    cx.workspace(64, 16)?;
                    // Here, too, the stream is not the framework's.
                    tvm_ffi::cuda::with_device(0, |cx| cx.workspace(32, 16).map(drop))
                })
            }
        })
        .expect("it is allocated");
    });
    assert_eq!(log, [""; 0]);
    let allocated = fake.take().into_iter().filter(|call| call.name == "cuMemAllocAsync");
    assert_eq!(
        allocated.map(|call| call.arguments).collect::<Vec<_>>(),
        ["64, stream 0", "64, user 0", "32, user 0"]
    );
    assert_eq!(fake.live_memory(), 0);
}
