//! Unions of classes that extend each other: the variant of the nearest class, in any order.

use std::borrow::Cow;
use std::collections::BTreeMap;

use tvm_ffi::{Any, Function, IntoAny, Map, ObjectRef, Ref, Result};

use crate::imported::testing;

#[tvm_ffi::object("nearest.Base", mutable)]
struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("nearest.Derived", extends = Base, mutable)]
struct Derived {
    #[base]
    base: Base,
}

/// No variant has this class.
#[tvm_ffi::object("nearest.Last", extends = Derived, mutable)]
struct Last {
    #[base]
    derived: Derived,
}

#[derive(tvm_ffi::Union)]
enum Which {
    Any(ObjectRef),
    Base(Ref<Base>),
    Derived(Ref<Derived>),
    #[allow(dead_code)]
    Number(i64),
}

impl Which {
    fn name(&self) -> &'static str {
        match self {
            Self::Any(_) => "any",
            Self::Base(_) => "base",
            Self::Derived(_) => "derived",
            Self::Number(_) => "number",
        }
    }
}

fn base() -> Any {
    Base { x: 1 }.into_any()
}

fn derived() -> Any {
    Derived { base: Base { x: 2 } }.into_any()
}

fn last() -> Any {
    Last { derived: Derived { base: Base { x: 3 } } }.into_any()
}

fn names(of: impl IntoAny) -> Result<Vec<&'static str>> {
    Ok(Any::new(of).cast::<Vec<Which>>()?.iter().map(Which::name).collect())
}

#[test]
fn an_object_becomes_the_variant_of_its_class() -> Result<()> {
    let other = Any::new(Function::new(|| ()));
    let expected = ["base", "derived", "derived", "any", "number"];
    assert_eq!(names(vec![base(), derived(), last(), other, Any::new(1i64)])?, expected);
    assert_eq!(derived().cast::<Option<Which>>()?.map(|which| which.name()), Some("derived"));
    let map: BTreeMap<String, Which> = Any::new(BTreeMap::from([("a", last())])).cast()?;
    assert_eq!(map["a"].name(), "derived");
    assert_eq!(Any::new((1i64, derived())).cast::<(i64, Which)>()?.1.name(), "derived");
    Ok(())
}

#[test]
fn containers_become_the_variant_of_the_nearest_elements() -> Result<()> {
    #[derive(tvm_ffi::Union)]
    enum Nested {
        Bases(Vec<Ref<Base>>),
        Deriveds(Vec<Ref<Derived>>),
        BaseMap(BTreeMap<String, Ref<Base>>),
        DerivedMap(BTreeMap<String, Option<Ref<Derived>>>),
        BasePair((Ref<Base>, Ref<Base>)),
        Pair([Ref<Derived>; 2]),
    }
    let name = |of: Any| {
        Ok::<_, tvm_ffi::Error>(match of.cast()? {
            Nested::Bases(_) => "bases",
            Nested::Deriveds(_) => "deriveds",
            Nested::BaseMap(_) => "base map",
            Nested::DerivedMap(_) => "derived map",
            Nested::BasePair(_) => "base pair",
            Nested::Pair(_) => "pair",
        })
    };
    assert_eq!(name(Any::new(vec![derived(), last(), derived()]))?, "deriveds");
    assert_eq!(name(Any::new(vec![derived(), base(), derived()]))?, "bases");
    assert_eq!(name(Any::new(BTreeMap::from([("a", last()), ("b", Any::none())])))?, "derived map");
    assert_eq!(name(Any::new(BTreeMap::from([("a", base())])))?, "base map");
    assert_eq!(name(Any::new((base(), last())))?, "bases", "both variants are as near, and it is the first");
    Ok(())
}

#[test]
fn a_nested_union_is_as_near_as_its_variant() -> Result<()> {
    #[derive(tvm_ffi::Union)]
    enum Outer {
        Base(Ref<Base>),
        Inner(Which),
    }
    assert!(matches!(base().cast()?, Outer::Base(_)));
    assert!(matches!(derived().cast()?, Outer::Inner(Which::Derived(_))));
    assert!(matches!(last().cast()?, Outer::Inner(Which::Derived(_))));
    Ok(())
}

/// A union that borrows objects, and text.
#[derive(tvm_ffi::Union)]
enum Borrowed<'a> {
    Text(Cow<'a, str>),
    Base(&'a Base),
    Several(Vec<&'a Base>),
    Perhaps(Option<&'a Derived>),
}

#[tvm_ffi::export(global = "nearest.borrowed")]
fn borrowed(of: Borrowed<'_>) -> i64 {
    match of {
        Borrowed::Text(text) => text.len() as i64,
        Borrowed::Base(base) => base.x,
        Borrowed::Several(several) => several.iter().map(|base| base.x).sum(),
        Borrowed::Perhaps(_) => -1,
    }
}

#[test]
fn a_union_borrows_objects() -> Result<()> {
    drop(tvm_ffi::runtime());
    let function = Function::get_global("nearest.borrowed")?;
    let call = |of: &Any| function.call((of,))?.cast::<i64>();
    assert_eq!(call(&base())?, 1);
    assert_eq!(call(&derived())?, -1, "the nearest class is in an option");
    assert_eq!(call(&Any::new("abc"))?, 3);
    assert_eq!(call(&Any::new(vec![base(), derived()]))?, 3);
    assert_eq!(call(&Any::none())?, -1);
    Ok(())
}

/// They need classes of the C++ testing library.
mod imported {
    use super::*;

    #[test]
    fn imported_classes_are_as_near_as_the_class_of_the_object() -> Result<()> {
        #[derive(tvm_ffi::Union)]
        enum Imported {
            Base(testing::Base),
            Derived(testing::Derived),
        }
        testing::load();
        assert!(matches!(Any::new(testing::Base::new(1, 2.0, "x")?).cast()?, Imported::Base(_)));
        let map = Map::from_iter([("a", 1i64)]).to_any().cast()?;
        let derived = testing::Derived::new(map, vec![1], 5, 2.0, "text")?;
        assert!(matches!(Any::new(derived).cast()?, Imported::Derived(_)));
        Ok(())
    }
}
