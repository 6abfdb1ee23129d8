//! Attributes as arguments.

use tvm_ffi_core::__private::Out;
use tvm_ffi_core::CpuView;
use tvm_ffi_core::abi::TypeIndex;

use super::made::{
    Argument, Attribute, Frame, XlaResult, output, parameter, plan, plan_of, recorded, scalar, with_default,
};

/// What an export gets for an attribute `n`.
fn passed(value: Attribute) -> Result<Argument, (i32, String)> {
    Frame::new().attribute("n", value).call(&plan(vec![scalar("n")]))?;
    Ok(recorded().swap_remove(0))
}

fn message(value: Attribute) -> String {
    let (code, message) = passed(value).unwrap_err();
    assert_eq!(code, 3);
    message
}

#[test]
fn scalars_of_each_type_are_passed() {
    macro_rules! check {
        ($($number:literal $value:expr => $expected:expr;)*) => {
            $(assert_eq!(passed(Attribute::Scalar($number, $value.to_ne_bytes().to_vec())), Ok($expected));)*
        };
    }
    use Argument::{Bool, Float, Int};
    check! {
        1 1u8 => Bool(true);
        1 0u8 => Bool(false);
        2 -3i8 => Int(-3);
        3 -300i16 => Int(-300);
        4 i32::MIN => Int(i32::MIN.into());
        5 i64::MIN => Int(i64::MIN);
        6 200u8 => Int(200);
        7 u16::MAX => Int(65535);
        8 u32::MAX => Int(u32::MAX.into());
        9 (i64::MAX as u64) => Int(i64::MAX);
        11 0.5f32 => Float(0.5);
        12 -1e300f64 => Float(-1e300);
    }
    assert_eq!(passed(Attribute::Text("\u{e9}a")), Ok(Argument::Text("\u{e9}a".to_owned())));
    assert_eq!(passed(Attribute::Dictionary), Ok(Argument::None));
}

#[test]
fn what_is_no_value_is_refused() {
    let large = Attribute::Scalar(9, u64::MAX.to_ne_bytes().to_vec());
    assert_eq!(message(large), "f: `n`: 18446744073709551615 is too large");
    let complex = Attribute::Scalar(15, vec![0; 8]);
    assert_eq!(message(complex), "f: `n`: a scalar of XLA's type 15 is neither a number nor a boolean");
    assert_eq!(
        message(Attribute::Unknown),
        "f: `n`: the attribute has type 9, which this library does not know"
    );
}

#[test]
fn a_missing_attribute_is_the_default() {
    let call =
        |frame: Frame| -> XlaResult { { frame }.call(&plan(vec![with_default("a"), with_default("b")])) };
    assert_eq!(call(Frame::new()), Ok(()));
    assert_eq!(recorded()[..2], [Argument::Omitted, Argument::Omitted]);
    assert_eq!(call(Frame::new().attribute("b", Attribute::I64(5))), Ok(()));
    assert_eq!(recorded()[..2], [Argument::Omitted, Argument::Int(5)]);
}

#[test]
fn arguments_at_the_end_that_are_missing_are_not_counted() {
    let plan = plan_of(vec![output("y", Out::Any), with_default("a")]);
    assert_eq!(Frame::new().call(&plan), Ok(()));
    assert_eq!(recorded().len(), 1);
}

#[test]
fn names_are_compared() {
    let (code, missing) = Frame::new().call(&plan(vec![scalar("n")])).unwrap_err();
    assert_eq!((code, missing.as_str()), (3, "f: the attribute `n` is missing"));
    let mut frame = Frame::new().attribute("m", Attribute::I64(1));
    let (code, unknown) = frame.call(&plan(vec![scalar("n")])).unwrap_err();
    assert_eq!((code, unknown.as_str()), (3, "f: no parameter is for the attribute `m`"));
}

#[test]
fn an_optional_tensor_may_be_missing() {
    let optional = plan(vec![parameter::<Option<CpuView<'static, f32, 1>>>("x")]);
    assert_eq!(Frame::new().argument(11, &[]).call(&optional), Ok(()));
    assert!(matches!(recorded()[0], Argument::Tensor { .. }));
    assert_eq!(Frame::new().attribute("x", Attribute::Dictionary).call(&optional), Ok(()));
    assert_eq!(recorded()[0], Argument::None);
    let (code, message) = Frame::new().attribute("x", Attribute::I64(1)).call(&optional).unwrap_err();
    assert_eq!(
        (code, message.as_str()),
        (3, "f: `x` is a tensor, and the attribute of its name has a value")
    );
}

#[test]
#[cfg_attr(miri, ignore = "a list is an object of the runtime")]
fn a_list_needs_a_runtime() {
    let list = passed(Attribute::Integers(vec![1, 2]));
    if tvm_ffi_core::runtime().is_ok() {
        assert_eq!(list, Ok(Argument::Other(TypeIndex::ARRAY)));
    } else {
        // The call reports the missing runtime, instead of ending the process.
        assert_eq!(list.unwrap_err().0, 13);
    }
}
