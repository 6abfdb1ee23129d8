//! How many blocks of a kernel fit on a device, and the launches that are made to fit.

use core::ffi::c_int;
use std::sync::PoisonError;

use cudarc::driver::sys;
use tvm_ffi_core::{Result, bail};

use super::{Kernel, config};
use crate::context;
use crate::device;
use crate::launch::{Block, Extent, Launch, LaunchAttributes, Special, product};
use crate::token::Cuda;

/// The number of recent answers that are kept for a kernel. The bound keeps the search short if each call asks about another amount of memory.
const MAX_ANSWERS: usize = 64;

/// A question about occupancy and the driver's answer, which never changes within a process.
pub(super) struct Answer {
    device: u32,
    question: Question,
    answer: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// How many blocks with this many threads and bytes of dynamic shared memory fit on a multiprocessor?
    Blocks { threads: u64, smem: u32 },
    /// How many such clusters fit on the device?
    Clusters { cluster: [u32; 3], block: [u32; 3], smem: u32 },
    /// Which block size gives the best occupancy?
    BestBlock,
}

impl Kernel {
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
            self.check_smem(cx, launch.smem)?;
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
    fn best_block(&self, cx: &Cuda<'_>) -> Result<u32> {
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
    pub(super) fn resident_grid(&self, cx: &Cuda<'_>, launch: &Launch) -> Result<[u32; 3]> {
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
            self.check_smem(cx, smem)?;
            self.on_device(cx)?.allow_cluster(product(cluster))?;
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
        if answers.len() == MAX_ANSWERS {
            answers.remove(0);
        }
        // Another thread may have asked in the meantime. It got the same answer.
        answers.push(Answer { device: cx.device, question, answer });
        Ok(answer)
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, Vec<Answer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unknown(&self) -> String {
        format!("kernel `{}`: its occupancy could not be queried", self.name())
    }
}

impl Launch {
    /// Like [`linear`](Self::linear), with the block size that the driver suggests for the best occupancy of this kernel. The driver is asked once for each device.
    ///
    /// # Errors
    ///
    /// As for [`linear`](Self::linear), and the error of loading the kernel.
    #[track_caller]
    pub fn auto(kernel: &Kernel, cx: &Cuda<'_>, n: impl Extent) -> Result<Self> {
        Self::linear(n, kernel.best_block(cx)?)
    }

    /// A launch with as many blocks as can be resident on the device at once, for kernels that fetch their work in a loop, or that synchronise over the grid.
    ///
    /// The grid has as many blocks as fit on one multiprocessor with this much dynamic shared memory, times the number of multiprocessors. With a cluster,
    /// declared by the kernel or given by [`cluster`](Self::cluster), it has as many clusters as fit on the device. A call of `block`, `smem`, or `cluster` on the
    /// result changes the grid too; the launch then computes it. The driver is asked once for each device, block, cluster, and amount of memory.
    ///
    /// # Errors
    ///
    /// A `ValueError` if not one block fits; the errors of [`smem`](Self::smem), of a bad block, and of loading the kernel.
    #[track_caller]
    pub fn persistent(kernel: &Kernel, cx: &Cuda<'_>, block: impl Block, smem: impl Extent) -> Result<Self> {
        let launch = Self::of([1, 1, 1]).block(block).smem(smem)?;
        let grid = kernel.resident_grid(cx, &launch)?;
        Ok(Self { grid, fills_device: true, ..launch })
    }
}
