//! Vector instructions that only newer processors of the target have.
//!
//! Kernels are plain Rust that the compiler vectorises. A library for x86-64 may only use SSE2 unless it is built with
//! `-C target-cpu=...`; so [`run`] has a second copy of each kernel with AVX2 and FMA, for processors that have them.

/// A kernel, which is compiled for each instruction set.
pub(crate) trait Kernel {
    /// Runs the kernel. With `FMA`, `Real::mul_add` is one instruction. Everything down to the innermost loop has to be `#[inline(always)]`: only
    /// inlined code is compiled for the instruction set.
    fn run<const FMA: bool>(self);
}

impl<F: FnOnce()> Kernel for F {
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        self();
    }
}

/// Runs a kernel with the best instructions that the processor has.
#[inline]
pub(crate) fn run(kernel: impl Kernel) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has AVX2 and FMA, as the test above shows.
        unsafe { run_avx2(kernel) };
        return;
    }
    if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
        kernel.run::<true>();
    } else {
        kernel.run::<false>();
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2(kernel: impl Kernel) {
    kernel.run::<true>();
}
