//! The resources of a kernel, and how many of its blocks fit on a device.

use core::ffi::c_int;
use std::sync::PoisonError;

use cudarc::driver::sys;
use tvm_ffi_core::{Result, bail};

use crate::context;
use crate::device;
use crate::kernel::{FunctionAttribute, Kernel, config, too_much_memory};
use crate::launch::{Block, Extent, Launch, LaunchAttributes, Special, product};
use crate::token::Cuda;

/// The resources of a kernel on a device, as the driver reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attributes {
    /// Registers of each thread.
    pub registers: u32,
    /// Static shared memory of each block, in bytes. Launches may ask for dynamic shared memory in addition.
    pub static_smem: u32,
    /// Local memory of each thread, in bytes, for variables that do not fit into registers.
    pub local_bytes: u32,
    /// The maximum number of threads in a block, as limited by registers and `__launch_bounds__`.
    pub max_threads: u32,
    /// The architecture that the machine code is for: 90 for `sm_90`.
    pub binary_version: u32,
    /// The virtual architecture of the PTX that the code was compiled from: 80 for `compute_80`.
    pub ptx_version: u32,
}

/// The number of recent answers that are kept for a kernel. The bound keeps the search short if each call asks about another amount of memory.
const MOST_ANSWERS: usize = 64;

/// A question about occupancy and the driver's answer, which never changes within a process.
pub(crate) struct Answer {
    device: u32,
    question: Question,
    answer: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// How many blocks with this many threads and bytes of dynamic shared memory fit on a multiprocessor?
    Blocks { threads: u32, smem: u32 },
    /// How many such clusters fit on the device?
    Clusters { cluster: [u32; 3], block: [u32; 3], smem: u32 },
    /// Which block size gives the best occupancy?
    BestBlock,
}

impl Kernel {
    /// The resources of the kernel on the device of a call. Each call asks the driver.
    ///
    /// # Errors
    ///
    /// The error of loading the kernel, or the driver's error.
    #[track_caller]
    pub fn attributes(&self, cx: &Cuda<'_>) -> Result<Attributes> {
        let function = self.handle(cx)?;
        let of = |attribute| -> Result<u32> {
            Ok(self.attribute(cx.driver, function, cx.device, attribute)?.max(0) as u32)
        };
        Ok(Attributes {
            registers: of(FunctionAttribute::NUM_REGS)?,
            static_smem: of(FunctionAttribute::SHARED_SIZE_BYTES)?,
            local_bytes: of(FunctionAttribute::LOCAL_SIZE_BYTES)?,
            max_threads: of(FunctionAttribute::MAX_THREADS_PER_BLOCK)?,
            binary_version: of(FunctionAttribute::BINARY_VERSION)?,
            ptx_version: of(FunctionAttribute::PTX_VERSION)?,
        })
    }

    /// The number of blocks, each with `smem` bytes of dynamic shared memory, that fit on one multiprocessor of the call's device at once; 0 if none fits.
    ///
    /// The last 64 answers of the driver are cached, by device, block size, and amount of memory.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the block is invalid, or if `smem` is more than the kernel declares or the device has; the error of loading the kernel.
    #[track_caller]
    pub fn occupancy(&self, cx: &Cuda<'_>, block: impl Block, smem: impl Extent) -> Result<u32> {
        let launch = Launch::grid(1)?.block(block).smem(smem)?;
        launch.check(self.name())?;
        let question = Question::Blocks { threads: launch.threads(), smem: launch.smem };
        self.answer(cx, question, |function| {
            self.check_memory(cx, launch.smem)?;
            let mut blocks = 0;
            let ask = cx.driver.occupancy_max_active_blocks_per_multiprocessor;
            let threads = launch.threads() as c_int;
            // SAFETY: the variable is writable, and the kernel is loaded for the device whose context is current.
            let status = unsafe { ask(&mut blocks, function, threads, launch.smem as usize) };
            status.check(cx.driver, self.unknown())?;
            Ok(blocks)
        })
    }

    /// The block size with the best occupancy.
    #[track_caller]
    pub(crate) fn best_block(&self, cx: &Cuda<'_>) -> Result<u32> {
        self.answer(cx, Question::BestBlock, |function| {
            let (mut grid, mut block) = (0, 0);
            let ask = cx.driver.occupancy_max_potential_block_size;
            // SAFETY: both are writable, and the kernel is loaded for the device whose context is current. Without a callback the driver calls nothing back.
            let status = unsafe { ask(&mut grid, &mut block, function, None, 0, 0) };
            status.check(cx.driver, self.unknown())?;
            Ok(block)
        })
    }

    /// The largest grid whose blocks can all be resident on the device at once, in clusters if the launch or the kernel has one.
    #[track_caller]
    pub(crate) fn resident_grid(&self, cx: &Cuda<'_>, launch: &Launch) -> Result<[u32; 3]> {
        let of_launch = launch.special.has(Special::CLUSTER).then_some(launch.cluster);
        let (name, device, threads, smem) = (self.name(), cx.device(), launch.threads(), launch.smem);
        if let Some(cluster @ [x, y, z]) = of_launch.or(self.options.cluster) {
            let clusters = self.resident_clusters(cx, launch, cluster)?;
            if clusters == 0 {
                bail!(
                    ValueError,
                    "kernel `{name}`: not one cluster of {cluster:?} blocks, each of {threads} threads with {smem} bytes of dynamic shared memory, fits on {device}"
                );
            }
            return Ok([clusters.saturating_mul(x), y, z]);
        }
        let each = self.occupancy(cx, launch.block, launch.smem)?;
        if each == 0 {
            bail!(
                ValueError,
                "kernel `{name}`: not one block of {threads} threads, with {smem} bytes of dynamic shared memory, fits on a multiprocessor of {device}"
            );
        }
        Ok([each.saturating_mul(device::multiprocessors(cx.driver, cx.device)?), 1, 1])
    }

    /// The number of clusters that fit on the device at once, with the block and the shared memory of a launch.
    #[track_caller]
    fn resident_clusters(&self, cx: &Cuda<'_>, launch: &Launch, cluster: [u32; 3]) -> Result<u32> {
        let Launch { block, smem, .. } = *launch;
        let one_cluster = Launch::grid(cluster)?.block(block).smem(smem)?.cluster(cluster);
        self.check(&one_cluster)?;
        self.answer(cx, Question::Clusters { cluster, block, smem }, |function| {
            self.check_memory(cx, smem)?;
            self.allow_cluster(function.cast(), cx, product(cluster))?;
            let mut attributes = LaunchAttributes::of(&one_cluster, false);
            let mut config = config(&one_cluster, cx);
            attributes.set(&mut config);
            let mut clusters = 0;
            let ask = cx.driver.occupancy_max_active_clusters;
            // SAFETY: the variable is writable, the configuration and its attributes live through the call, and the kernel is loaded for the device whose context
            // is current.
            let status = unsafe { ask(&mut clusters, function, &config) };
            status.check(cx.driver, self.unknown())?;
            Ok(clusters)
        })
    }

    /// The cached answer to a question, or the driver's.
    #[track_caller]
    fn answer(
        &self,
        cx: &Cuda<'_>,
        question: Question,
        ask: impl FnOnce(sys::CUfunction) -> Result<c_int>,
    ) -> Result<u32> {
        let is_known = |known: &&Answer| known.device == cx.device && known.question == question;
        if let Some(known) = self.answers().iter().find(is_known) {
            return Ok(known.answer);
        }
        // The driver accepts a library's kernel in place of a context's function, and computes the answer for the current context.
        let function = self.handle(cx)?.cast();
        let _guard = context::enter(cx.driver, cx.device)?;
        let answer = ask(function)?.max(0) as u32;
        let mut answers = self.answers();
        if answers.len() == MOST_ANSWERS {
            answers.remove(0);
        }
        // Another thread may have asked in the meantime. It got the same answer.
        answers.push(Answer { device: cx.device, question, answer });
        Ok(answer)
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, Vec<Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn check_memory(&self, cx: &Cuda<'_>, smem: u32) -> Result<()> {
        match too_much_memory(self, cx, smem)? {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn unknown(&self) -> String {
        format!("kernel `{}`: its occupancy could not be queried", self.name())
    }
}
