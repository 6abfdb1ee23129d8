//! Checks of blocks and clusters.

use super::extents::{AXES, product};
use super::{Extents, MAX_THREADS, UNREPRESENTABLE};

/// The maximum number of threads in the third dimension of a block, on every device.
const MAX_Z: u32 = 64;

/// The maximum number of blocks in a cluster, on any device.
pub(crate) const MAX_CLUSTER: u64 = 16;

/// Whether every device supports blocks of this shape. A kernel's registers may limit its blocks further.
#[inline(always)]
pub(super) const fn is_block(block: Extents) -> bool {
    let [x, y, z] = block;
    let is_small = (x as u64) <= MAX_THREADS && (y as u64) <= MAX_THREADS && z <= MAX_Z;
    // The product of three such numbers fits 32 bits.
    is_small && x != 0 && y != 0 && z != 0 && (x * y * z) as u64 <= MAX_THREADS
}

/// The reason why a block is invalid.
pub(super) fn bad_block(block: Extents) -> String {
    if block == [0; 3] {
        return "the launch has no block; set it, for example with `.block(256)`".into();
    }
    let rule = format!("expected 1 to {MAX_THREADS} threads, and at most {MAX_Z} in z");
    match out_of_range("block", block) {
        Some(text) => format!("{text}, {rule}"),
        None => {
            let threads = product(block);
            format!("block is {block:?}, {threads} threads, {rule}")
        }
    }
}

/// The reason why a cluster is invalid, if it is.
pub(super) fn bad_cluster(cluster: Extents, grid: Extents) -> Option<String> {
    if let Some(text) = out_of_range("cluster", cluster) {
        return Some(format!("{text}, expected 1 to {MAX_CLUSTER} blocks"));
    }
    let blocks = product(cluster);
    if !(1..=MAX_CLUSTER).contains(&blocks) {
        return Some(format!("cluster is {cluster:?}, {blocks} blocks, expected 1 to {MAX_CLUSTER}"));
    }
    if grid.iter().zip(cluster).any(|(blocks, cluster)| blocks % cluster != 0) {
        return Some(format!("grid {grid:?} is not a multiple of its cluster {cluster:?}"));
    }
    None
}

/// The reason why the cluster of a launch does not match the one that the kernel is compiled for, if it does not.
pub(crate) fn check_cluster_of(compiled: Option<Extents>, launched: Extents) -> Option<String> {
    match compiled {
        Some(compiled) if compiled != launched => Some(format!(
            "it is compiled for clusters of {compiled:?}, and launched with {launched:?}; leave `.cluster(..)` out"
        )),
        _ => None,
    }
}

fn out_of_range(what: &str, extents: Extents) -> Option<String> {
    let dimension = extents.iter().position(|&extent| extent == UNREPRESENTABLE)?;
    Some(format!("{what}.{} is negative or beyond 32 bits", AXES[dimension]))
}
