//! The target architecture of a source: that of the GPU, or one that the options name.

use crate::image::Architecture;

/// The target of a compilation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// The value of the option `--gpu-architecture`: `sm_90`, `sm_90a`, `compute_90`.
    pub(super) name: String,
    /// Whether the result is machine code. Otherwise it is PTX, which the driver compiles.
    pub(super) is_machine_code: bool,
}

impl Target {
    fn named(name: String) -> Self {
        let is_machine_code = !name.starts_with("compute_");
        Self { name, is_machine_code }
    }
}

/// Whether code for an architecture runs on a GPU, or the name is not one of an architecture, which the compiler reports.
fn runs_on(name: &str, capability: (u32, u32)) -> bool {
    Architecture::parse(name.as_bytes()).is_none_or(|architecture| architecture.runs_on(capability))
}

/// Chooses the target for a GPU of `capability`.
///
/// It is the first architecture in the source's options that runs on the GPU, such as `sm_90a` on 9.0. If none of them does, they are ignored, so that a source with
/// special code for one GPU can run on others. Without such options it is the GPU's own architecture, or the newest PTX that the compiler supports if the compiler is
/// older than the GPU.
///
/// # Errors
///
/// If the GPU is older than all architectures in `known`.
pub(super) fn choose(named: &[&str], capability: (u32, u32), known: &[u32]) -> Result<Target, String> {
    if let Some(name) = named.iter().find(|name| runs_on(name, capability)) {
        return Ok(Target::named((*name).to_owned()));
    }
    let own = capability.0 * 10 + capability.1;
    if known.contains(&own) {
        return Ok(Target::named(format!("sm_{own}")));
    }
    match known.iter().rev().find(|one| **one < own) {
        Some(before) => Ok(Target::named(format!("compute_{before}"))),
        None => {
            let known: Vec<_> = known.iter().map(|one| format!("sm_{one}")).collect();
            Err(format!("it compiles for {}, and this GPU is sm_{own}", known.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[u32] = &[75, 80, 86, 90, 100, 120, 121];

    fn chosen(named: &[&str], capability: (u32, u32)) -> String {
        choose(named, capability, KNOWN).unwrap().name
    }

    #[test]
    fn a_known_gpu_gets_machine_code_of_its_own() {
        let expected = Target { name: "sm_90".to_owned(), is_machine_code: true };
        assert_eq!(choose(&[], (9, 0), KNOWN), Ok(expected));
        assert_eq!(chosen(&[], (12, 1)), "sm_121");
    }

    #[test]
    fn a_newer_gpu_gets_the_newest_ptx_before_it() {
        let expected = Target { name: "compute_121".to_owned(), is_machine_code: false };
        assert_eq!(choose(&[], (13, 0), KNOWN), Ok(expected));
        assert_eq!(chosen(&[], (8, 9)), "compute_86");
    }

    #[test]
    fn an_older_gpu_is_an_error() {
        let error = choose(&[], (7, 0), &[75, 80]).unwrap_err();
        assert_eq!(error, "it compiles for sm_75, sm_80, and this GPU is sm_70");
    }

    #[test]
    fn architectures_in_options_are_used_if_they_fit() {
        assert_eq!(chosen(&["sm_90a"], (9, 0)), "sm_90a");
        assert_eq!(chosen(&["sm_90a"], (10, 0)), "sm_100");
        assert_eq!(chosen(&["sm_90a", "sm_100f"], (10, 3)), "sm_100f");
        assert_eq!(chosen(&["sm_80"], (8, 6)), "sm_80");
        assert_eq!(chosen(&["sm_86"], (8, 0)), "sm_80");
        assert_eq!(chosen(&["compute_80"], (12, 0)), "compute_80");
        assert_eq!(chosen(&["sm_90a", "compute_80"], (8, 0)), "compute_80");
    }

    #[test]
    fn unknown_architectures_are_left_to_the_compiler() {
        assert_eq!(chosen(&["native"], (9, 0)), "native");
    }
}
