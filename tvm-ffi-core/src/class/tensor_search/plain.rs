//! [`SearchTensors`] of types that lead to no tensor.

use core::ffi::c_void;
use core::marker::PhantomData;
use core::num;
use core::sync::atomic;
use std::hash::{BuildHasherDefault, DefaultHasher, RandomState};
use std::sync::mpsc::{Receiver, Sender, SyncSender};
use std::thread::{JoinHandle, Thread, ThreadId};
use std::{ffi, fs, net, path, process, sync, time};

use crate::tensor_search::{SearchTensors, TensorSearch};
use crate::tuples::for_tuples;

macro_rules! plain {
    ($({$($generic:tt)*} $type:ty),* $(,)?) => {$(
        // SAFETY: no code reaches a tensor through a value.
        unsafe impl<$($generic)*> SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = false;

            #[inline]
            fn search(&self, _: &mut TensorSearch) {}
        }
    )*};
    ($($type:ty),* $(,)?) => { plain! { $({} $type),* } };
}

// Numbers and text.
plain! {
    (), bool, char, str, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64,
    num::NonZeroI8, num::NonZeroI16, num::NonZeroI32, num::NonZeroI64, num::NonZeroI128, num::NonZeroIsize,
    num::NonZeroU8, num::NonZeroU16, num::NonZeroU32, num::NonZeroU64, num::NonZeroU128, num::NonZeroUsize,
    atomic::AtomicBool, atomic::AtomicI8, atomic::AtomicI16, atomic::AtomicI32, atomic::AtomicI64,
    atomic::AtomicIsize, atomic::AtomicU8, atomic::AtomicU16, atomic::AtomicU32, atomic::AtomicU64,
    atomic::AtomicUsize, String, ffi::CStr, ffi::CString, ffi::OsStr, ffi::OsString, path::Path, path::PathBuf,
    net::IpAddr, net::Ipv4Addr, net::Ipv6Addr, net::SocketAddr,
}

// What std has for time, threads, and files.
plain! {
    time::Duration, time::Instant, time::SystemTime, Thread, ThreadId, sync::Barrier, sync::Condvar, sync::Once,
    fs::File, process::Child, net::TcpListener, net::TcpStream, net::UdpSocket, core::cmp::Ordering,
    core::any::TypeId, core::convert::Infallible, DefaultHasher, RandomState,
}

plain! {
    {T: ?Sized} PhantomData<T>, {H} BuildHasherDefault<H>,
    // To C code that knows what it is.
    {} *mut c_void,
}

// Types of this crate.
plain! {
    half::f16, half::bf16, crate::Bool8, crate::F4E2M1FNx2, crate::F8E3M4, crate::F8E4M3, crate::F8E4M3B11FNUZ,
    crate::F8E4M3FN, crate::F8E4M3FNUZ, crate::F8E5M2, crate::F8E5M2FNUZ, crate::F8E8M0FNU, crate::Bytes,
    crate::DType, crate::Device, crate::Error, crate::ErrorKind,
    crate::Module, crate::Shape, crate::Str,
}
plain! { {T: crate::Element} crate::Complex<T> }

macro_rules! function_pointers {
    ($($count:literal ($($part:ident $index:tt)*),)*) => {
        plain! { $({R, $($part),*} fn($($part),*) -> R),* }
    };
}

plain! { {R} fn() -> R }
for_tuples!(function_pointers);

/// Types whose values the search cannot see: they lead to no tensor if their values do not.
macro_rules! unseen {
    ($($type:ident),*) => {$(
        // SAFETY: no code reaches a tensor through a value of a type that leads to none.
        unsafe impl<T: SearchTensors> SearchTensors for $type<T> {
            const LEADS_TO_TENSORS: bool = {
                assert!(!T::LEADS_TO_TENSORS, "tensors in a channel or a thread cannot be searched");
                false
            };

            #[inline]
            fn search(&self, _: &mut TensorSearch) {}
        }
    )*};
}

unseen!(Sender, SyncSender, Receiver, JoinHandle);
