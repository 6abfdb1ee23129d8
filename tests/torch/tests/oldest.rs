//! Operators with the functions of PyTorch 2.9.

#![deny(warnings)]

use tvm_ffi_torch_tests::{Device, Register, Shim, dtype, slot};

#[test]
fn operators_of_2_9() {
    let shim = Shim::load(env!("SHIM_OLDEST"));
    let json = Register::register("tests").expect("the operators are registered");
    assert!(json.contains(r#"{"name":"lists","reason":"texts and lists need PyTorch 2.10"}"#), "{json}");
    let live = shim.live();

    // Heap slots are freed with `operator delete`.
    let x = slot(shim.tensor(&[1, 2], dtype::F32, Device::Cpu, 1.0));
    let weight = shim.some(slot(shim.tensor(&[2], dtype::F32, Device::Cpu, 3.0)));
    let results = shim.call("plain", "CPU", &[x, weight, 0, 0, 0, 0], 2).expect("the call succeeds");
    assert_eq!(shim.values(results[0]), [3.0, 8.0]);
    results.into_iter().for_each(|result| shim.delete(result));
    assert_eq!(shim.live(), live);

    // Returned tensors are copied.
    let x = slot(shim.tensor(&[2], dtype::F64, Device::Cpu, 1.0));
    let like = slot(shim.tensor(&[1], dtype::F64, Device::Cpu, 1.0));
    let results = shim.call("returned", "CPU", &[x, like], 3).expect("the call succeeds");
    assert_eq!(shim.values(results[1]), [1.0, 2.0]);
    results.into_iter().for_each(|result| shim.delete(result));
    assert_eq!(shim.live(), live);
    assert_eq!(shim.mistakes(), 0);
}
