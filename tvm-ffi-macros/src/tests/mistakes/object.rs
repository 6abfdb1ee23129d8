// Base and field.
#[tvm_ffi::object("stats.Base")] pub struct Base { #[field] x: i64 }
#[tvm_ffi::object("stats.Derived", extends = Base)] pub struct Derived {
    #[base] #[field] base: Base,
    #[field] #[field(default = 1)] y: i64,
}
#[tvm_ffi::object("stats.Other", extends = Base)] pub struct Other { #[base(first)] base: Base }

// Base missing.
#[tvm_ffi::object("stats.Base")] pub struct Base { #[field] x: i64 }
#[tvm_ffi::object("stats.Derived", extends = Base)] pub struct Derived { #[field] y: i64 }
#[tvm_ffi::object("stats.Unit", extends = Base)] pub struct Unit;

// Base not first.
#[tvm_ffi::object("stats.Base")] pub struct Base { #[field] x: i64 }
#[tvm_ffi::object("stats.Derived", extends = Base)] pub struct Derived {
    #[field] y: i64,
    #[base] base: Base,
}

// Base twice.
#[tvm_ffi::object("stats.Base")] pub struct Base { #[field] x: i64 }
#[tvm_ffi::object("stats.Derived", extends = Base)] pub struct Derived {
    #[base] base: Base,
    #[base] other: Base,
}

// Base without extends.
#[tvm_ffi::object("stats.Base")] pub struct Base { #[field] x: i64 }
#[tvm_ffi::object("stats.Derived")] pub struct Derived { #[base] base: Base }

// Enum item.
#[tvm_ffi::object("shapes.Shape")] pub enum Shape { Circle, Square }

// Eq without hash.
#[tvm_ffi::object("stats.Mean", eq)] #[derive(PartialEq)] pub struct Mean { #[field] mean: f64 }
#[tvm_ffi::object("stats.Rank", ord)] #[derive(PartialEq, PartialOrd)] pub struct Rank {
    #[field] rank: i64,
}

// Field cfg.
#[tvm_ffi::object("stats.Mean")] pub struct Mean {
    #[cfg(unix)] #[field] count: i64,
    #[cfg(unix)] scratch: Vec<u8>,
}
#[tvm_ffi::object("stats.Median")] pub struct Median { #[cfg_attr(unix, field)] count: i64 }

// Field misspelt.
#[tvm_ffi::object("stats.Mean")] pub struct Mean { #[feild] count: i64 }
#[tvm_ffi::object("stats.Median")] #[field] pub struct Median { count: i64 }

// Field name.
#[tvm_ffi::object("stats.Mean")] pub struct Mean {
    #[field(rename = "1st")] first: i64,
    #[field(rename = "a b")] second: i64,
    #[field] __init__: i64,
}

// Field named twice.
#[tvm_ffi::object("stats.Mean")] pub struct Mean {
    #[field] count: i64,
    #[field(rename = "count")] number: i64,
}

// Field option.
#[tvm_ffi::object("stats.Mean", init)] pub struct Mean {
    #[field(defualt = 0)] a: i64,
    #[field(name = "b")] b: i64,
    #[field(default = 1, default = 2)] c: i64,
    #[field(default)] d: i64,
    #[field(default = 1, default_factory = || 2)] e: i64,
    #[field(repr)] f: i64,
    #[field(hash = 0)] g: i64,
    #[field(set = true)] h: i64,
    #[field(rename = i)] i: i64,
    #[field(structural(skip))] j: i64,
    #[field = 1] k: i64,
    #[field(default =)] l: i64,
    #[field(default = 1 doc = "no comma")] m: i64,
    #[field("n")] n: i64,
}

// Function item.
#[tvm_ffi::object("stats.mean")] pub fn mean(values: Vec<f64>) -> f64 {}

// Generic.
#[tvm_ffi::object("stats.Mean")] pub struct Mean<T> { #[field] value: T }
#[tvm_ffi::object("stats.Ring")] pub struct Ring<const N: usize> { values: [f64; N] }

// Impl item.
#[tvm_ffi::object("stats.Mean")] pub struct Mean { #[field] count: i64 }
#[tvm_ffi::object("stats.Mean")] impl Mean { fn count(&self) -> i64 {} }

// Key malformed.
#[tvm_ffi::object("Mean")] pub struct Undotted {}
#[tvm_ffi::object("stats.")] pub struct HalfDotted {}
#[tvm_ffi::object("my-stats.Mean")] pub struct Dashed {}
#[tvm_ffi::object("stats.2nd")] pub struct Digit {}
#[tvm_ffi::object("ffi.Mean")] pub struct Reserved {}
#[tvm_ffi::object("")] pub struct Nameless {}

// Key misplaced.
#[tvm_ffi::object(final, "stats.Late")] pub struct Late {}
#[tvm_ffi::object("stats.Twice", "stats.Again")] pub struct Twice {}
#[tvm_ffi::object(name = "stats.Named")] pub struct Named {}
#[tvm_ffi::object(stats.Bare)] pub struct Bare {}
#[tvm_ffi::object(1)] pub struct Number {}
#[tvm_ffi::object(KEY)] pub struct Constant {}
#[tvm_ffi::object("stats.Spaced" final)] pub struct Spaced {}

// Kw only without init.
#[tvm_ffi::object("stats.Mean")] pub struct Mean {
    #[field(kw_only)] count: i64,
    #[field(init = false)] mean: f64,
}

// Lifetime.
#[tvm_ffi::object("text.Word")] pub struct Word<'a> { #[field] text: &'a str }

// Option twice.
#[tvm_ffi::object("stats.Mean", repr, final, repr)] #[derive(Debug)] pub struct Mean {}

// Option unknown.
#[tvm_ffi::object("stats.Mean", rper)] pub struct Misspelt {}
#[tvm_ffi::object("stats.Frozen", frozen)] pub struct OtherWord {}
#[tvm_ffi::object("stats.Other", weakref)] pub struct Other {}

// Option value.
#[tvm_ffi::object("stats.A", repr = true)] #[derive(Debug)] pub struct A {}
#[tvm_ffi::object("stats.B", extends)] pub struct B {}
#[tvm_ffi::object("stats.C", extends = "B")] pub struct C {}
#[tvm_ffi::object("stats.D", structural)] pub struct D {}
#[tvm_ffi::object("stats.E", structural(tree))] pub struct E {}
#[tvm_ffi::object("stats.F", crate = "no path")] pub struct F {}

// Repr.
#[tvm_ffi::object("stats.Packed")] #[repr(packed)] pub struct Packed { #[field] x: u8 }
#[tvm_ffi::object("stats.Rust")] #[repr(Rust, align(16))] pub struct Rust { #[field] x: u8 }

// Set without mutable.
#[tvm_ffi::object("stats.Counter")] pub struct Counter { #[field(set)] count: i64 }

// Structural without kind.
#[tvm_ffi::object("nodes.Add")] pub struct Add { #[field(structural(ignore))] line: i64 }

// Tuple struct.
#[tvm_ffi::object("stats.Pair")] pub struct Pair(#[field] i64, #[field] i64);

// Union item.
#[tvm_ffi::object("bits.Word")] pub union Word { int: i64, float: f64 }

// Key missing.
#[tvm_ffi::object] pub struct Mean { #[field] count: i64 }
#[tvm_ffi::object(repr)] #[derive(Debug)] pub struct Median { #[field] count: i64 }

// Uses of these structs cause no further errors.
#[tvm_ffi::export] fn count(mean: &Mean, median: tvm_ffi::Ref<Median>) -> Mean {}

// Promises.
#[tvm_ffi::object("nets.Layer")] pub struct Layer {
    #[no_tensors] first: Box<dyn Fn() + Send + Sync>,
    #[no_tensors(unsafe, true)] second: Box<dyn Fn() + Send + Sync>,
    #[no_tensors(unsafe)] #[no_tensors(unsafe)] third: Box<dyn Fn() + Send + Sync>,
    #[cfg_attr(test, no_tensors(unsafe))] fourth: Box<dyn Fn() + Send + Sync>,
}
#[no_tensors(unsafe)] #[tvm_ffi::object("nets.Layer")] pub struct Layer {}
