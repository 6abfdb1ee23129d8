//! Calls exports that have random contracts with random arguments, and compares the outcome with the interpreter.
//!
//! `TVM_FFI_CONTRACT_SEED` and `TVM_FFI_CONTRACTS`, at build time, choose the contracts and their number;
//! `TVM_FFI_CONTRACT_CASES` is the number of calls.

mod counts;
mod exports;
mod outcome;

use std::fmt::Write as _;

use contracts_random::arguments::Argument;
use contracts_random::calls;
use contracts_random::contracts::draw::{Draw, Seeded};
use contracts_random::contracts::generate::contracts;
use contracts_random::contracts::model::Contract;
use contracts_random::contracts::source;
use contracts_random::interpret::{Refusal, interpret};

use counts::Counts;
use exports::{COUNT, DIRECT, SEED, SHIMS};
use outcome::Outcome;

/// Makes a call and compares. The error describes the difference.
fn check(contracts: &[Contract], counts: &mut Counts, draw: &mut Seeded) -> Result<(), String> {
    let index = draw.below(contracts.len() as u64) as usize;
    let contract = &contracts[index];
    let call = calls::call(contract, draw);
    let refusal = interpret(contract, &call.arguments).err();
    let phase = refusal.as_ref().map(|refusal| refusal.phase);
    let concerns_rust = refusal.as_ref().is_none_or(Refusal::concerns_rust);
    if phase.is_none() && !call.is_backed(contract) {
        counts.left_out += 1;
        return Ok(());
    }
    let expected = match refusal {
        None => Outcome::Accepted,
        Some(refusal) => Outcome::Refused(refusal.kind.to_owned(), refusal.message(contract)),
    };
    counts.called(index, phase);
    // SAFETY: it is the contract's shim, and the tensors that the interpreter accepts are allocated.
    let actual = unsafe { outcome::of_shim(SHIMS[index], &call.arguments) };
    if actual != expected {
        return Err(difference("the export", contract, &call.arguments, &expected, &actual));
    }
    if !concerns_rust {
        return Ok(());
    }
    // SAFETY: as before; if tensors overlap, the contract refuses the call for another reason.
    let actual = unsafe { outcome::of_direct_call(contract, DIRECT[index], &call.arguments) };
    match (&expected, &actual) {
        (Outcome::Refused(..), None) => return Ok(()),
        (Outcome::Refused(_, expected), Some(Outcome::Refused(_, actual))) if expected == actual => {}
        (Outcome::Accepted, Some(Outcome::Accepted)) => {}
        _ => return Err(difference("the direct call", contract, &call.arguments, &expected, &actual)),
    }
    counts.called_directly(phase);
    Ok(())
}

fn difference(
    what: &str,
    contract: &Contract,
    arguments: &[Argument],
    expected: &dyn std::fmt::Debug,
    actual: &dyn std::fmt::Debug,
) -> String {
    let mut text = format!("{what} does not do what its contract says\n{}", source::export(contract));
    for (parameter, argument) in contract.parameters.iter().zip(arguments) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} = {argument:?}", parameter.name);
    }
    let _ = write!(text, "expected {expected:?}\n     got {actual:?}");
    text
}

/// An integer from the environment.
fn setting(name: &str, default: u32) -> u32 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is `{text}`, expected a number")),
        Err(_) => default,
    }
}

#[test]
fn exports_do_what_their_contracts_say() {
    // SAFETY: the program has no other test, and its first thread waits for this one. Backtraces of all the errors would take long.
    unsafe { std::env::set_var("RUST_LIB_BACKTRACE", "0") };
    let cases = setting("TVM_FFI_CONTRACT_CASES", 10_000);
    let contracts = contracts(SEED, COUNT);
    let mut counts = Counts::new(contracts.len());
    // Thousands of calls from Rust panic.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut numbers = 0..u64::from(cases);
    let outcome =
        numbers.try_for_each(|number| check(&contracts, &mut counts, &mut Seeded::new(SEED, number)));
    std::panic::set_hook(hook);
    match outcome {
        Ok(()) => counts.report(&contracts, cases),
        Err(difference) => panic!("{difference}"),
    }
}
