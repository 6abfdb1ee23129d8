//! Classes as the macros make them of:
//!
//! ```ignore
//! /// A place.
//! #[object("tests.Point", repr, eq, hash, ord, copy, init)]
//! struct Point { /** To the right. */ #[field] x: i64, #[field(default = 7)] y: i64, #[field(kw_only, default = ...)] name: String, hidden: f64 }
//!
//! #[object("tests.Pixel", extends = Point, init, copy)]
//! struct Pixel { #[base] point: Point, #[field] shade: i64 }
//!
//! #[object("tests.Tally", mutable)]
//! struct Tally { #[field(set)] n: i64, #[field(set)] label: Loud, #[field] fixed: i64 }
//!
//! #[methods] impl Tally { #[init] fn new(n: i64, #[default(1)] step: i64, #[default(0)] fixed: i64) -> Self; fn total(&self, more: i64) -> i64 }
//! ```

use core::cmp::Ordering;
use core::ffi::{c_int, c_void};
use std::cell::RefCell;

use crate::__private as p;
use crate::abi::{FieldFlag, TVMFFIAny};
use crate::any::{Any, AnyView};
use crate::convert::{FfiType, FromAnyView, IntoAny, Mismatch};
use crate::testing::object_type;

macro_rules! field {
    ($field:ident, $object:ident.$member:ident: $type:ty, $settable:literal) => {
        pub(super) struct $field;

        impl p::Field for $field {
            type Object = $object;
            type Value = $type;
            const OFFSET: usize = core::mem::offset_of!($object, $member);
            const SETTABLE: bool = $settable;
            const NAME: &'static str = stringify!($member);

            fn get(object: &$object) -> &$type {
                &object.$member
            }
        }
    };
}

#[repr(C)]
#[derive(Debug, Clone)]
pub(super) struct Point {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) name: String,
    pub(super) hidden: f64,
}
object_type!(Point, "tests.Point", Frozen, described POINT);
field!(PointX, Point.x: i64, false);
field!(PointY, Point.y: i64, false);
field!(PointName, Point.name: String, false);

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        assert!(self.x != 13, "unlucky");
        (self.x, self.y) == (other.x, other.y)
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.y == other.y).then(|| self.x.cmp(&other.x))
    }
}

impl core::hash::Hash for Point {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.x.hash(state);
        self.y.hash(state);
    }
}

impl p::FromFields for Point {
    fn from_fields(values: &mut p::FieldValues<'_>) -> Option<Self> {
        Some(Self {
            x: values.next(None)?,
            y: values.next(Some(|| 7))?,
            name: values.next(Some(|| String::from("none")))?,
            hidden: 0.5,
        })
    }
}

const POINT: &p::ClassRecord =
    {
        const DEFAULT: i64 = FieldFlag::HAS_DEFAULT;
        &p::ClassRecord {
            doc: "A place.",
            file: file!(),
            line: 1,
            krate: "tests",
            version: "0.1.0",
            structural: 1,
            fields: &[
                p::describe_field::<PointX, _>(0, None).named("x", "To the right.", None),
                p::describe_field::<PointY, _>(DEFAULT, Some(|| Any::new(7))).named(
                    "y",
                    "",
                    Some(p::DefaultText::Python("7")),
                ),
                p::describe_field::<PointName, _>(DEFAULT | FieldFlag::KW_ONLY, Some(|| Any::new("none")))
                    .named("name", "", Some(p::DefaultText::Python("\"none\""))),
            ],
            hooks: p::Hooks {
                repr: Some(p::repr_by_debug::<Point>()),
                eq: Some(p::eq_by_partial_eq::<Point>()),
                hash: Some(p::hash_by_hash::<Point>()),
                compare: Some(p::compare_by_partial_ord::<Point>()),
                copy: Some(p::copy_by_clone::<Point>()),
            },
            from_fields: Some(p::from_fields::<Point>()),

            ..p::ClassRecord::new::<Point>("tests.Point")
        }
    };

#[repr(C)]
#[derive(Debug, Clone)]
pub(super) struct Pixel {
    pub(super) point: Point,
    pub(super) shade: i64,
}
object_type!(Pixel, "tests.Pixel", Frozen, extends Point, described PIXEL);
field!(PixelShade, Pixel.shade: i64, false);

impl p::FromFields for Pixel {
    fn from_fields(values: &mut p::FieldValues<'_>) -> Option<Self> {
        Some(Self { point: p::FromFields::from_fields(values)?, shade: values.next(None)? })
    }
}

const PIXEL: &p::ClassRecord = {
    &p::ClassRecord {
        file: file!(),
        line: 2,
        krate: "tests",
        version: "0.1.0",
        flags: p::FINAL,
        fields: &[p::describe_field::<PixelShade, _>(0, None).named("shade", "", None)],
        hooks: p::Hooks { copy: Some(p::copy_by_clone::<Pixel>()), ..p::Hooks::NONE },
        from_fields: Some(p::from_fields::<Pixel>()),

        ..p::ClassRecord::new::<Pixel>("tests.Pixel")
    }
};

/// Extends `Point`, and cannot be copied.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Anchor {
    pub(super) point: Point,
}
object_type!(Anchor, "tests.Anchor", Frozen, extends Point);

type Watch = Box<dyn FnMut(&str)>;

std::thread_local! {
    static ON_DROP: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// A text whose drops on this thread are seen by `see` until the result is dropped. A copy of the text "panic" panics.
pub(super) fn watch_drops(see: impl FnMut(&str) + 'static) -> impl Drop {
    struct Until;
    impl Drop for Until {
        fn drop(&mut self) {
            ON_DROP.set(None);
        }
    }
    ON_DROP.set(Some(Box::new(see)));
    Until
}

#[derive(Debug)]
pub(super) struct Loud(pub(super) String);

impl Clone for Loud {
    fn clone(&self) -> Self {
        assert!(self.0 != "panic", "in a copy");
        Self(self.0.clone())
    }
}

impl Drop for Loud {
    fn drop(&mut self) {
        if let Some(mut see) = ON_DROP.take() {
            see(&self.0);
            ON_DROP.set(Some(see));
        }
    }
}

impl FfiType for Loud {
    const TAG: &'static crate::TypeTag = String::TAG;
}

impl<'a> FromAnyView<'a> for Loud {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        String::decode(view, holder).map(Self)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        String::explain(view)
    }
}

impl IntoAny for Loud {
    fn into_any(self) -> Any {
        Any::new(self.0.as_str())
    }
}

#[repr(C)]
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) n: i64,
    pub(super) label: Loud,
    pub(super) fixed: i64,
}
object_type!(Tally, "tests.Tally", Mutable, described TALLY);
field!(TallyN, Tally.n: i64, true);
field!(TallyLabel, Tally.label: Loud, true);
field!(TallyFixed, Tally.fixed: i64, false);

pub(super) fn tally(n: i64, label: &str) -> Tally {
    Tally { n, label: Loud(String::from(label)), fixed: 3 }
}

const TALLY: &p::ClassRecord = {
    &p::ClassRecord {
        file: file!(),
        line: 3,
        krate: "tests",
        version: "0.1.0",
        flags: p::MUTABLE,
        fields: &[
            p::describe_field::<TallyN, _>(0, None).named("n", "", None),
            p::describe_field::<TallyLabel, _>(0, None).named("label", "", None),
            p::describe_field::<TallyFixed, _>(0, None).named("fixed", "", None),
        ],
        hooks: p::Hooks { repr: Some(p::repr_by_debug::<Tally>()), ..p::Hooks::NONE },
        methods: &[
            p::Method { export: NEW, kind: p::MethodKind::Init },
            p::Method { export: TOTAL, kind: p::MethodKind::Instance },
        ],
        ..p::ClassRecord::new::<Tally>("tests.Tally")
    }
};

/// A method: its record, and its shim.
macro_rules! method {
    ($record:ident, $shim:ident, $name:literal, $doc:literal, $line:literal, [$($parameter:expr),*], $result:ty, $flags:expr, $body:expr) => {
        const $record: &p::Record = &p::Record {
            name: $name,
            doc: $doc,
            file: "here.rs",
            line: $line,
            krate: "tests",
            version: "0.1.0",
            parameters: &[$($parameter),*],
            flags: $flags,
            class: Some(<Tally as p::ObjectType>::class),
            // SAFETY: the function keeps the contract.
            ..p::Record::new(unsafe { p::Shim::new($shim) }, || p::Returned::<$result>::tag().result_type())
        };

        unsafe extern "C" fn $shim(
            _: *mut c_void,
            args: *const TVMFFIAny,
            num_args: c_int,
            result: *mut TVMFFIAny,
        ) -> c_int {
            // SAFETY: the SafeCall contract.
            unsafe { p::call($record, None, args, num_args, result, $body) }
        }
    };
}

/// A parameter.
const fn param<T: p::FromArgument<'static>>(name: &'static str) -> p::Param {
    p::Param { name, ..p::Param::new(p::parameter_type::<T>()) }
}

const fn optional(name: &'static str, default: &'static str) -> p::Param {
    p::Param { default: Some(p::DefaultText::Python(default)), ..param::<i64>(name) }
}

method!(
    NEW,
    shim_new,
    "new",
    "Starts.",
    9,
    [param::<i64>("n"), optional("step", "1"), optional("fixed", "0")],
    Tally,
    p::CONSTRUCTOR,
    |args: p::Args<'_>, slot: p::Slot<'_>| {
        args.require_count(1, 3)?;
        let n = args.get::<i64, _>(0, &mut ())?;
        let mut others = [1, 0];
        for (index, other) in (1..).zip(&mut others) {
            if args.given(index) {
                *other = args.get::<i64, _>(index, &mut ())?;
            }
        }
        Some(slot.write(Tally { n: n * others[0], label: Loud(String::new()), fixed: others[1] }))
    }
);

method!(
    TOTAL,
    shim_total,
    "total",
    "Counts.",
    10,
    [param::<&Tally>("self"), p::Param { doc: "What is added.", ..param::<i64>("more") }],
    i64,
    p::METHOD,
    |args: p::Args<'_>, slot: p::Slot<'_>| {
        args.require_count(2, 2)?;
        let mut holder = Default::default();
        let this = args.get::<&Tally, _>(0, &mut holder)?;
        let more = args.get::<i64, _>(1, &mut ())?;
        Some(slot.write(this.n + more))
    }
);

/// The default of its field is an object of itself.
#[repr(C)]
#[derive(Debug, Clone)]
pub(super) struct Ouroboros {
    pub(super) tail: crate::ObjectRef,
}
object_type!(Ouroboros, "tests.Ouroboros", Frozen, described OUROBOROS);
field!(OuroborosTail, Ouroboros.tail: crate::ObjectRef, false);

const OUROBOROS: &p::ClassRecord = {
    &p::ClassRecord {
        file: file!(),
        line: 4,
        krate: "tests",
        version: "0.1.0",
        fields: &[p::describe_field::<OuroborosTail, _>(
            FieldFlag::HAS_DEFAULT,
            Some(|| {
                let tail = Any::new("a text that is an object").try_into_object().expect("it is long");
                p::Ref::new(Ouroboros { tail }).into_any()
            }),
        )
        .named("tail", "", Some(p::DefaultText::Python("itself")))],

        ..p::ClassRecord::new::<Ouroboros>("tests.Ouroboros")
    }
};
