//! Checks that random calls have every kind of mistake, and enough calls without one.

use std::collections::BTreeMap;

use contracts_random::calls;
use contracts_random::contracts::draw::Seeded;
use contracts_random::contracts::generate::contracts;
use contracts_random::contracts::source;
use contracts_random::interpret::{Phase, interpret};

const SEEDS: [u64; 3] = [1, 2, 3];
const CALLS: u64 = 200;

#[test]
fn every_contract_takes_some_calls_and_every_phase_refuses_some() {
    let mut refused: BTreeMap<Phase, u64> = BTreeMap::new();
    let mut accepted = 0;
    let mut total = 0;
    for seed in SEEDS {
        for (index, contract) in contracts(seed, 100).iter().enumerate() {
            let before = accepted;
            for number in 0..CALLS {
                let call = calls::call(contract, &mut Seeded::new(index as u64, number));
                total += 1;
                match interpret(contract, &call.arguments) {
                    Ok(()) => accepted += u64::from(call.is_backed(contract)),
                    Err(refusal) => *refused.entry(refusal.phase).or_default() += 1,
                }
            }
            assert!(accepted > before, "no call fits\n{}", source::export(contract));
        }
    }
    let percent = accepted * 100 / total;
    assert!((40..70).contains(&percent), "{percent} % of the calls are accepted");
    for phase in Phase::ALL {
        let count = refused.get(&phase).copied().unwrap_or_default();
        assert!(count * 100 > total, "{phase:?} refuses {count} of {total}: {refused:?}");
    }
}
