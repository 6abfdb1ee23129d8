//! Vector instructions beyond those that every processor of the target has.
//!
//! Kernels are plain Rust that the compiler vectorises. A library for x86-64 may only use SSE2 unless it is built with
//! `-C target-cpu=...`; so [`run`] has a second copy of each kernel with AVX2 and FMA, and takes that where the processor has them.

/// A kernel, which is compiled for each set of instructions. Every closure is one.
pub(crate) trait Kernel {
    /// Runs it; `FMA`: `Real::mul_add` is one instruction. To be `#[inline(always)]`, down to the innermost loop: only what is
    /// inlined is compiled anew.
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
        // SAFETY: the function is safe where the processor has AVX2 and FMA, which was just asked.
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
