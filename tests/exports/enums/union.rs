//! `Union`: conversions from and to values.

use std::collections::BTreeMap;

use tvm_ffi::{
    Any, AnyView, Array, Bytes, DType, FfiType, FromAnyView, Function, IntoAny, List, Mismatch, ObjectRef,
    Result, Tensor,
};

#[derive(tvm_ffi::Union, Debug, Clone, PartialEq)]
enum Value {
    Float(f64),
    Int(i64),
    Text(String),
    Floats(Vec<f64>),
    Ints(Vec<i64>),
    None,
}

fn value(of: impl IntoAny) -> Value {
    Any::new(of).cast().expect("it is one of them")
}

fn name<T: FfiType>() -> String {
    T::TAG.name()
}

fn schema<T: FfiType>() -> String {
    T::TAG.schema()
}

#[test]
fn an_exact_match_comes_first() {
    assert_eq!(value(1i64), Value::Int(1));
    assert_eq!(value(1.5), Value::Float(1.5));
    assert_eq!(value("x"), Value::Text("x".into()));
    assert_eq!(value(vec![1i64, 2]), Value::Ints(vec![1, 2]));
    assert_eq!(value(vec![1.0, 2.0]), Value::Floats(vec![1.0, 2.0]));
    assert_eq!(value(()), Value::None);
}

#[test]
fn conversions_are_tried_in_order() {
    assert_eq!(value(true), Value::Float(1.0));
    assert_eq!(value((1i64, 2.5)), Value::Floats(vec![1.0, 2.5]));
    assert_eq!(value(u64::MAX), Value::Float(u64::MAX as f64), "no integer here holds it");
    assert_eq!(value(List::from_iter([1i64, 2])), Value::Floats(vec![1.0, 2.0]));
}

#[test]
fn each_variant_becomes_its_value() -> Result<()> {
    for (of, type_index) in [(value(1i64), 1), (value(1.5), 3), (value(()), 0)] {
        assert_eq!(Any::new(of.clone()).type_index(), type_index);
        assert_eq!(Any::new(of.clone()).cast::<Value>()?, of);
    }
    let all = vec![value(1i64), value("text"), value(vec![1.0]), Value::None];
    assert_eq!(Any::new(all.clone()).cast::<Vec<Value>>()?, all);
    let table = BTreeMap::from([("a".to_owned(), Some(value(2i64)))]);
    assert_eq!(Any::new(table.clone()).cast::<BTreeMap<String, Option<Value>>>()?, table);
    Ok(())
}

#[test]
fn types_are_named_and_described() {
    assert_eq!(name::<Value>(), "float | int | str | Array[float] | Array[int] | None");
    assert_eq!(
        schema::<Value>(),
        r#"{"type":"Optional","args":[{"type":"Variant","args":[{"type":"float"},{"type":"int"},{"type":"ffi.String"},{"type":"ffi.Array","args":[{"type":"float"}]},{"type":"ffi.Array","args":[{"type":"int"}]}]}]}"#
    );

    #[derive(tvm_ffi::Union)]
    enum Same {
        Narrow(u8),
        Wide(i64),
    }
    assert_eq!((name::<Same>(), schema::<Same>()), ("int".into(), r#"{"type":"int"}"#.into()));
    assert!(matches!(Any::new(300i64).cast(), Ok(Same::Wide(300))));
    assert!(matches!(Any::new(3i64).cast(), Ok(Same::Narrow(3))));
    let _ = Any::new(Same::Wide(1));

    #[derive(tvm_ffi::Union)]
    enum OnlyNone {
        Nothing,
    }
    assert_eq!((name::<OnlyNone>(), schema::<OnlyNone>()), ("None".into(), r#"{"type":"None"}"#.into()));
    assert!(matches!(Any::none().cast(), Ok(OnlyNone::Nothing)));
    assert!(Any::new(OnlyNone::Nothing).is_none());
}

#[test]
fn the_error_lists_the_variants() {
    let said = |of: Any| of.cast::<Value>().expect_err("it is none of them").to_string();
    let all = "float | int | str | Array[float] | Array[int] | None";
    assert_eq!(said(Any::new(DType::F32)), format!("TypeError: expected {all}, got dtype"));

    #[derive(tvm_ffi::Union, Debug)]
    enum Few {
        Small(u8),
        Texts(Vec<String>),
    }
    let said = |of: Any| of.cast::<Few>().expect_err("it is none of them").to_string();
    assert_eq!(said(Any::new(300i64)), "ValueError: 300 is out of range for u8, expected 0 to 255");
    assert_eq!(said(Any::new(vec![1i64])), "TypeError: element [0]: expected str, got int");
    assert_eq!(said(Any::new("x")), "TypeError: expected int | Array[str], got str");
    drop((Few::Small(1).into_any(), Few::Texts(vec![]).into_any()));
}

#[test]
fn text_that_would_convert_stays_text() {
    #[derive(tvm_ffi::Union, Debug, PartialEq)]
    enum Kind {
        Type(DType),
        Name(String),
    }
    assert_eq!(Any::new("float32").cast::<Kind>().ok(), Some(Kind::Name("float32".into())));
    assert_eq!(Any::new(DType::F32).cast::<Kind>().ok(), Some(Kind::Type(DType::F32)));
    assert_eq!(Any::new(Kind::Type(DType::F32)).type_index(), tvm_ffi::abi::TypeIndex::DATA_TYPE);
    drop(Kind::Name(String::new()).into_any());
}

#[test]
fn objects_match_by_class() -> Result<()> {
    #[derive(tvm_ffi::Union)]
    enum Thing {
        Anything(ObjectRef),
        Call(Function),
        Dense(Tensor),
        Raw(Bytes),
        List(Array<Any>),
    }
    let tensor = Tensor::from_vec(vec![1.0f32], &[1])?;
    assert!(matches!(Any::new(tensor.clone()).cast()?, Thing::Dense(_)));
    assert!(matches!(Any::new(Function::new(|| ())).cast()?, Thing::Call(_)));
    assert!(matches!(Any::new(b"bytes".as_slice()).cast()?, Thing::Raw(_)));
    assert!(
        matches!(Any::new(vec![1i64]).cast()?, Thing::Anything(_)),
        "of an array of anything nothing is exact"
    );
    let things = [
        Thing::Dense(tensor),
        Thing::Raw(Bytes::from(b"x".as_slice())),
        Thing::List(Array::from_iter([1i64]).to_any().cast()?),
    ];
    assert_eq!(things.map(IntoAny::into_any).map(|value| value.type_index()), [70, 12, 71]);
    assert!(matches!(Any::new(Function::new(|| ())).cast()?, Thing::Call(_)));
    Ok(())
}

/// A union that contains itself.
#[derive(tvm_ffi::Union, Debug, Clone, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Table(BTreeMap<String, Self>),
}

#[test]
fn a_union_contains_itself() -> Result<()> {
    let json = Json::List(vec![
        Json::Null,
        Json::Table(BTreeMap::from([(
            "a".into(),
            Json::List(vec![Json::Bool(true), Json::Text("b".into())]),
        )])),
        Json::Number(1.5),
    ]);
    assert_eq!(Any::new(json.clone()).cast::<Json>()?, json);
    assert_eq!(name::<Json>(), "None | bool | float | str | Array[...] | Map[str, ...]");
    assert!(
        schema::<Json>().contains(r#"{"type":"ffi.Array","args":[{"type":"Any"}]}"#),
        "{}",
        schema::<Json>()
    );
    // Conversions at each level take no longer than exact matches.
    let mut deep = Any::new(2i64);
    for _ in 0..60 {
        deep = Any::new(vec![deep]);
    }
    let mut json: Json = deep.cast()?;
    for _ in 0..60 {
        let Json::List(mut list) = json else { panic!("a list is a list") };
        json = list.remove(0);
    }
    assert_eq!(json, Json::Number(2.0));
    Ok(())
}

/// A user's type that contains itself.
struct Nest(Vec<Nest>);

impl FfiType for Nest {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("Nest");
}

impl<'a> FromAnyView<'a> for Nest {
    type Holder = ();

    fn decode(view: AnyView<'a>, (): &'a mut ()) -> Option<Self> {
        let mut holder = Default::default();
        Vec::decode(view, &mut holder).map(Nest)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Vec::<Self>::explain(view)
    }
}

#[test]
fn deep_nesting_of_other_types_is_an_error() -> Result<()> {
    let append = Function::get_global("ffi.ListAppend")?;
    let list = |items: [Any; 0]| items.into_iter().collect::<List<Any>>().to_any();
    let two = list([]);
    append.call((&two, list([])))?;
    append.call((&two, list([])))?;
    assert_eq!(two.cast::<Nest>()?.0.len(), 2);

    let itself = list([]);
    append.call((&itself, &itself))?;
    append.call((&itself, &itself))?;
    let shared = itself.clone();
    let thread =
        std::thread::Builder::new().stack_size(256 << 10).spawn(move || shared.cast::<Nest>().is_err());
    assert!(thread.expect("a thread starts").join().expect("the thread ends"));
    Function::get_global("ffi.ListClear")?.call((itself,))?;
    Ok(())
}
