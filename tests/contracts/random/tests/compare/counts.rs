//! Counts the outcomes, so that the test fails if an outcome never occurs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use contracts_random::contracts::model::Contract;
use contracts_random::contracts::source;
use contracts_random::interpret::Phase;

/// Calls by the phase that refused them, if one did.
type ByPhase = BTreeMap<Option<Phase>, u64>;

/// The outcomes of the calls.
pub(crate) struct Counts {
    calls: ByPhase,
    direct: ByPhase,
    /// Valid calls that are not made, because their tensors are too large to allocate.
    pub(crate) left_out: u64,
    /// Calls that each contract accepted.
    accepted: Vec<u64>,
}

impl Counts {
    pub(crate) fn new(contracts: usize) -> Self {
        Self { calls: ByPhase::new(), direct: ByPhase::new(), left_out: 0, accepted: vec![0; contracts] }
    }

    pub(crate) fn called(&mut self, contract: usize, phase: Option<Phase>) {
        *self.calls.entry(phase).or_default() += 1;
        self.accepted[contract] += u64::from(phase.is_none());
    }

    pub(crate) fn called_directly(&mut self, phase: Option<Phase>) {
        *self.direct.entry(phase).or_default() += 1;
    }

    /// Prints the counts, and fails if an outcome never occurred.
    pub(crate) fn report(&self, contracts: &[Contract], cases: u32) {
        let count = |calls: &ByPhase, phase| calls.get(&phase).copied().unwrap_or_default();
        let mut text =
            format!("{cases} calls of {} contracts, {} left out\n", contracts.len(), self.left_out);
        for phase in std::iter::once(None).chain(Phase::ALL.map(Some)) {
            let name = phase.map_or_else(|| "accepted".to_owned(), |phase| format!("refused: {phase:?}"));
            let (calls, direct) = (count(&self.calls, phase), count(&self.direct, phase));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{calls:8} {name}, {direct} of them from Rust as well");
        }
        // Not by `eprint!`, which the test harness captures.
        std::io::stderr().write_all(text.as_bytes()).expect("stderr can be written");
        for phase in std::iter::once(None).chain(Phase::ALL.map(Some)) {
            // In calls from Rust, the compiler checks the types, not the contract.
            let is_said_by_types = matches!(phase, Some(Phase::Type | Phase::Null | Phase::Overlap));
            let is_seen =
                count(&self.calls, phase) > 0 && (is_said_by_types || count(&self.direct, phase) > 0);
            assert!(is_seen, "{phase:?} was never seen\n{text}");
        }
        let counted = contracts.iter().zip(&self.accepted);
        let never: Vec<_> =
            counted.filter(|(_, accepted)| **accepted == 0).map(|(contract, _)| contract).collect();
        let is_expected = u64::from(cases) < 200 * contracts.len() as u64 || never.is_empty();
        let text: String = never.into_iter().map(source::export).collect();
        assert!(is_expected, "no call was accepted by\n{text}");
    }
}
