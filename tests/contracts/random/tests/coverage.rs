//! Whether the calls that are made at random have everything in them that can be wrong, and enough that is right.

use std::collections::BTreeMap;

use contracts_random::calls;
use contracts_random::contracts::draw::Seeded;
use contracts_random::contracts::generate::contracts;
use contracts_random::interpret::{Phase, interpret};

#[test]
fn stats() {
    let contracts = contracts(1, 160);
    let mut phases: BTreeMap<Option<Phase>, u64> = BTreeMap::new();
    let mut texts: BTreeMap<String, u64> = BTreeMap::new();
    let mut unbacked = 0;
    for (index, contract) in contracts.iter().enumerate() {
        let mut accepted = 0;
        for number in 0..600 {
            let mut draw = Seeded::new(index as u64, number);
            let call = calls::call(contract, &mut draw);
            let outcome = interpret(contract, &call.arguments);
            let phase = outcome.as_ref().err().map(|refusal| refusal.phase);
            if let Err(refusal) = &outcome {
                let text: String = refusal
                    .text
                    .split_whitespace()
                    .filter(|w| w.chars().all(|c| c.is_alphabetic() || c == ','))
                    .collect::<Vec<_>>()
                    .join(" ");
                *texts.entry(format!("{:?} {text}", refusal.phase)).or_default() += 1;
            }
            *phases.entry(phase).or_default() += 1;
            accepted += u64::from(phase.is_none());
            if phase.is_none() {
                unbacked += u64::from(!call.is_backed(contract));
            }
        }
        if accepted < 60 {
            eprintln!("{accepted}\n{}", contracts_random::contracts::source::export(contract));
        }
    }
    eprintln!("{phases:?} unbacked {unbacked}");
    for (text, count) in texts {
        eprintln!("{count:6} {text}");
    }
    panic!();
}
