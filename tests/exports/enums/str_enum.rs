//! `StrEnum`: conversions from and to values.

use tvm_ffi::{Any, ErrorKind, FfiType, Result, Str, StrEnum};

#[allow(clippy::upper_case_acronyms, reason = "what such names become is tested")]
#[derive(tvm_ffi::StrEnum, Debug, Clone, Copy, PartialEq)]
enum Layout {
    RowMajor,
    NHWC,
    #[rename = "col-major"]
    ColumnMajor = 7,
    r#Async,
}

#[test]
fn variants_are_strings() -> Result<()> {
    assert_eq!(Layout::NAMES, ["row_major", "nhwc", "col-major", "async"]);
    for (variant, name) in [
        (Layout::RowMajor, "row_major"),
        (Layout::NHWC, "nhwc"),
        (Layout::ColumnMajor, "col-major"),
        (Layout::r#Async, "async"),
    ] {
        assert_eq!((variant.as_str(), Layout::from_name(name)), (name, Some(variant)));
        assert_eq!(Any::new(variant).cast::<String>()?, name);
        assert_eq!(Any::new(name).cast::<Layout>()?, variant);
        assert_eq!(Any::new(Str::from(name)).cast::<Option<Layout>>()?, Some(variant));
    }
    assert_eq!(Layout::from_name("RowMajor"), None);
    let all = vec![Layout::NHWC, Layout::RowMajor];
    assert_eq!(Any::new(all.clone()).cast::<Vec<Layout>>()?, all);
    assert_eq!(Layout::TAG.schema(), r#"{"type":"ffi.String"}"#);
    Ok(())
}

#[test]
fn the_error_for_another_string_lists_the_strings() {
    let error = Any::new("nchw").cast::<Layout>().expect_err("it is none of them");
    let names = r#""row_major", "nhwc", "col-major" or "async""#;
    assert_eq!(
        (error.kind(), error.message().as_ref()),
        (ErrorKind::ValueError, format!("expected {names}, got \"nchw\"").as_str())
    );
    let error = Any::new(1i64).cast::<Layout>().expect_err("it is not a string");
    assert_eq!(
        (error.kind(), error.message().as_ref()),
        (ErrorKind::TypeError, format!("expected {names}, got int").as_str())
    );

    #[derive(tvm_ffi::StrEnum, Debug)]
    enum One {
        Only,
    }
    let error = Any::new("other").cast::<One>().expect_err("it is another");
    assert_eq!(error.message(), "expected \"only\", got \"other\"");
    assert_eq!(One::Only.as_str(), "only");
}

#[test]
fn in_a_union_a_str_enum_comes_before_text() -> Result<()> {
    #[derive(tvm_ffi::Union, Debug, PartialEq)]
    enum Order {
        Named(Layout),
        Other(String),
    }
    assert_eq!(Any::new("nhwc").cast::<Order>()?, Order::Named(Layout::NHWC));
    assert_eq!(Any::new("abc").cast::<Order>()?, Order::Other("abc".into()));
    assert_eq!(Any::new(Order::Named(Layout::NHWC)).cast::<String>()?, "nhwc");
    Ok(())
}
