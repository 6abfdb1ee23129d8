//! Listing the contents of an image, at run time.

use super::attributes::{self, Found, Said};
use super::elf::{Cubin, Facts};
use super::{Architecture, BadImage, Kind, fatbin, kind, ptx};

/// A kernel of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KernelInfo {
    /// Its symbol.
    pub(crate) name: String,
    /// The architecture that it is compiled for.
    pub(crate) architecture: Architecture,
    /// Its parameters in order; `None` if the image does not say.
    pub(crate) parameters: Option<Vec<Found>>,
    /// The maximum number of threads in a block, if it is compiled for one.
    pub(crate) max_threads: Option<[u32; 3]>,
    /// The number of blocks in a cluster, if it is compiled for one.
    pub(crate) cluster: Option<[u32; 3]>,
}

/// The kernels of a cubin, a fatbin, or PTX, in the order of the file. Compressed images in a fatbin are left out.
///
/// # Errors
///
/// The reason why the image cannot be read.
pub(crate) fn kernels(bytes: &[u8]) -> Result<Vec<KernelInfo>, BadImage> {
    match kind(bytes) {
        Kind::Fatbin => {
            let mut found = Vec::new();
            for entry in entries(bytes)? {
                match (entry.kind, entry.image) {
                    (Kind::Cubin, Some(image)) => found.append(&mut of_cubin(image)?),
                    (Kind::Ptx, Some(image)) => found.append(&mut of_ptx(image)),
                    _ => {}
                }
            }
            Ok(found)
        }
        Kind::Ptx => Ok(of_ptx(bytes)),
        _ => of_cubin(bytes),
    }
}

/// The architectures of an image. Only fatbins have more than one.
///
/// # Errors
///
/// The reason why the image cannot be read.
pub(crate) fn architectures(bytes: &[u8]) -> Result<Vec<Architecture>, BadImage> {
    match kind(bytes) {
        Kind::Fatbin => Ok(entries(bytes)?.into_iter().map(|entry| entry.architecture).collect()),
        Kind::Ptx => {
            ptx::target(bytes).map(|found| vec![found]).ok_or(BadImage::Broken("it has no `.target`"))
        }
        _ => Ok(vec![Cubin::parse(bytes)?.architecture()]),
    }
}

/// The architecture of a cubin or of PTX.
pub(crate) fn architecture(bytes: &[u8]) -> Option<Architecture> {
    architectures(bytes).ok().filter(|found| found.len() == 1)?.pop()
}

/// The entries of a fatbin.
fn entries(bytes: &[u8]) -> Result<Vec<fatbin::Entry<'_>>, BadImage> {
    let (all, mut at) = (fatbin::entries(bytes)?, 0);
    let mut found = Vec::new();
    while let Some((entry, next)) = fatbin::next(all, at)? {
        found.push(entry);
        at = next;
    }
    Ok(found)
}

fn of_cubin(bytes: &[u8]) -> Result<Vec<KernelInfo>, BadImage> {
    let cubin = Cubin::parse(bytes)?;
    // Sections that belong to a kernel refer to its code section, so one pass over all sections serves all kernels.
    let mut facts = Vec::new();
    while let Some(section) = cubin.section(facts.len()) {
        let _ = section;
        facts.push(Facts::default());
    }
    for index in 0..facts.len() {
        if let Some(section) = cubin.section(index)
            && let Some(of) = facts.get_mut(section.info() as usize)
        {
            *of = cubin.with(*of, section);
        }
    }
    let architecture = cubin.architecture();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some((symbol, next)) = cubin.next_kernel(at) {
        at = next;
        let known = if symbol.has_code() { facts.get(symbol.section as usize) } else { None };
        let info = known.and_then(|facts| facts.info);
        let mut kernel = KernelInfo::new(cubin.name(symbol), architecture, info.is_some());
        let mut place = 0;
        while let Some((attribute, next)) = info.and_then(|info| attributes::next(info, place)) {
            kernel.add(attribute.said());
            place = next;
        }
        // They are stored from the last to the first.
        kernel.parameters.iter_mut().for_each(|parameters| parameters.sort_by_key(|found| found.index));
        found.push(kernel);
    }
    Ok(found)
}

fn of_ptx(text: &[u8]) -> Vec<KernelInfo> {
    let architecture = ptx::target_or_none(text);
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some((entry, next)) = ptx::next_entry(text, at) {
        at = next;
        let mut kernel = KernelInfo::new(entry.name, architecture, true);
        let mut place = entry.after;
        while let Some((said, next)) = ptx::next(text, place, kernel.parameters.as_ref().map_or(0, Vec::len))
        {
            kernel.add(said);
            place = next;
        }
        found.push(kernel);
    }
    found
}

impl KernelInfo {
    fn new(name: &[u8], architecture: Architecture, tells: bool) -> Self {
        let name = String::from_utf8_lossy(name).into_owned();
        Self { name, architecture, parameters: tells.then(Vec::new), max_threads: None, cluster: None }
    }

    fn add(&mut self, said: Said) {
        match said {
            Said::Parameter(found) => self.parameters.get_or_insert_default().push(found),
            Said::MaxThreads(threads) | Said::Threads(threads) => self.max_threads = Some(threads),
            Said::Cluster(blocks) => self.cluster = Some(blocks),
            Said::Other => {}
        }
    }
}
