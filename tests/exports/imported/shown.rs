//! `Debug` and `Display` of objects and values.

use tvm_ffi::{Any, DType, Device, Dict, ForeignType, Function, List, Result, Shape, Tensor};

use super::testing::{Base, Edges, IntPair, load};

fn shown(value: impl tvm_ffi::IntoAny) -> String {
    format!("{:?}", Any::new(value))
}

#[test]
fn objects_show_their_fields() -> Result<()> {
    load();
    let base = Base::new(1, 2.5, "text")?;
    let expected = r#"testing.TestObjectBase { v_i64: 1, v_f64: 2.5, v_str: "text" }"#;
    assert_eq!(format!("{base:?}"), expected);
    assert_eq!(format!("{:?}", base.as_object()), expected);
    assert_eq!(shown(base), expected);
    let pair = IntPair::new(1, 2)?;
    assert_eq!(format!("{pair:#?}"), "testing.TestIntPair {\n    a: 1,\n    b: 2,\n}");
    Ok(())
}

#[test]
fn an_object_in_itself_ends() -> Result<()> {
    load();
    let base = Base::new(1, 2.5, "x")?;
    let edges = Edges::new(&Any::none(), &base)?;
    edges.set_v_any(Any::new(edges.clone()))?;
    let base = r#"v_obj: testing.TestObjectBase { v_i64: 1, v_f64: 2.5, v_str: "x" }"#;
    assert_eq!(
        format!("{edges:?}"),
        format!("testing.TestDeepCopyEdges {{ v_any: testing.TestDeepCopyEdges {{ .. }}, {base} }}")
    );
    edges.set_v_any(Any::none())?;
    Ok(())
}

#[test]
fn nested_objects_are_shown_to_a_depth() -> Result<()> {
    load();
    let base = Base::new(1, 2.5, "x")?;
    let mut value = Any::none();
    for _ in 0..10 {
        value = Any::new(Edges::new(&value, &base)?);
    }
    let text = format!("{value:?}");
    assert_eq!(text.matches("v_any: testing.TestDeepCopyEdges {").count(), 4, "{text}");
    assert!(text.contains("v_any: testing.TestDeepCopyEdges { .. }"), "{text}");
    Ok(())
}

#[test]
fn containers_show_their_elements() -> Result<()> {
    load();
    assert_eq!(shown(vec![Some(1i64), None]), "[1, None]");
    assert_eq!(shown(("a", 1.5)), r#"["a", 1.5]"#);
    assert_eq!(shown(List::from_iter([IntPair::new(1, 2)?])), "[testing.TestIntPair { a: 1, b: 2 }]");
    assert_eq!(shown(Dict::from_iter([("a", vec![1i64])])), r#"{"a": [1]}"#);
    assert_eq!(shown(Shape::from([2, 3].as_slice())), "[2, 3]");
    let long = shown((0..1000i64).collect::<Vec<_>>());
    assert!(long.starts_with("[0, 1, ") && long.ends_with("99, ..]"), "{long}");
    Ok(())
}

#[test]
fn other_values_show_what_they_are() -> Result<()> {
    assert_eq!(shown(u64::MAX), "18446744073709551615");
    assert_eq!(shown(DType::F32), "float32");
    assert_eq!(shown(Device::cuda(1)), "cuda:1");
    assert_eq!(shown(Function::new(|| 1i64)), "<Function>");
    assert_eq!(shown(b"0123456789".as_slice()), "<bytes>");
    let tensor = Tensor::from_vec(vec![1.0f32, 2.0], &[2])?;
    assert!(shown(tensor).contains("float32[2]"));
    Ok(())
}
