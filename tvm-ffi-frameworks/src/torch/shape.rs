//! Shapes of outputs: which extents of the arguments they are made of, and their values in a call.

use core::ptr::NonNull;

use tvm_ffi_core::__private::{Ask, Dims, Op, Param, TypeTag, array_items, evaluate};
use tvm_ffi_core::AnyView;
use tvm_ffi_core::abi::{DLTensor, TVMFFIAny, TypeIndex};

/// The shape of an output.
pub(crate) struct Shape {
    extents: Vec<Extent>,
    /// Where each symbol has its value, by its index.
    symbols: Vec<(usize, Places)>,
    places: Vec<Occurrence>,
}

/// How an extent is computed, or any number of them.
enum Extent {
    Symbol(Places),
    Value(&'static [Op]),
    Rest(Places),
}

/// Where a symbol has its value: the first of these places whose argument is not `None`.
type Places = core::ops::Range<usize>;

/// A place in a parameter.
#[derive(Clone, Copy)]
struct Occurrence {
    parameter: usize,
    part: Part,
}

#[derive(Clone, Copy)]
enum Part {
    /// The parameter is the integer.
    Integer,
    /// An extent, or an element of a sequence of integers.
    Entry(usize),
    /// The same from the end: 1 is the last.
    FromEnd(usize),
    /// All but some at both ends.
    Between(usize, usize),
}

/// The values of the arguments of a call, by parameter.
pub(crate) type Arguments<'a> = &'a [TVMFFIAny];

impl Shape {
    /// The shape that a contract declares, made of the parameters; or why there is none.
    pub(crate) fn new(declared: Dims, parameters: &[Param]) -> Result<Self, String> {
        let mut shape = Self { extents: Vec::new(), symbols: Vec::new(), places: Vec::new() };
        for dim in declared.entries() {
            let extent = match dim.ask {
                Ask::Any | Ask::Rest(None) => {
                    return Err(String::from("it has an extent that is not declared"));
                }
                Ask::Rest(Some(symbol)) => Extent::Rest(shape.find(symbol.name, parameters)?),
                Ask::Symbol(symbol) | Ask::Multiple(symbol, _) => {
                    Extent::Symbol(shape.find(symbol.name, parameters)?)
                }
                Ask::Value(ops) => {
                    shape.find_all(ops, parameters)?;
                    Extent::Value(ops)
                }
            };
            shape.extents.push(extent);
        }
        Ok(shape)
    }

    /// Looks the symbols of an expression up.
    fn find_all(&mut self, ops: &[Op], parameters: &[Param]) -> Result<(), String> {
        for op in ops {
            if let Op::Symbol(symbol) = op
                && self.symbols.iter().all(|(index, _)| *index != symbol.index)
            {
                let places = self.find(symbol.name, parameters)?;
                self.symbols.push((symbol.index, places));
            }
        }
        Ok(())
    }

    /// Where the parameters have a symbol. If one of them is always there, that is enough.
    fn find(&mut self, name: &'static str, parameters: &[Param]) -> Result<Places, String> {
        let start = self.places.len();
        for (index, parameter) in parameters.iter().enumerate() {
            let Some(part) = place_in(name, parameter) else { continue };
            let is_optional = matches!(parameter.of.tag, TypeTag::Optional(_));
            if !is_optional {
                self.places.truncate(start);
            }
            self.places.push(Occurrence { parameter: index, part });
            if !is_optional {
                break;
            }
        }
        if start == self.places.len() {
            return Err(format!("no argument has the extent `{name}`"));
        }
        Ok(start..self.places.len())
    }

    /// The first of some places whose argument is not `None`.
    #[inline(always)]
    fn present<'a>(&self, places: &Places, arguments: Arguments<'a>) -> Option<(Occurrence, &'a TVMFFIAny)> {
        self.places.get(places.clone())?.iter().find_map(|place| {
            let argument = arguments.get(place.parameter)?;
            (argument.type_index != TypeIndex::NONE).then_some((*place, argument))
        })
    }

    /// The extents of any number of dimensions.
    fn rest<'a>(&self, places: &Places, arguments: Arguments<'a>) -> Option<&'a [i64]> {
        let (place, argument) = self.present(places, arguments)?;
        let Part::Between(before, behind) = place.part else { return None };
        let extents = extents(argument)?;
        extents.get(before..extents.len().checked_sub(behind)?)
    }

    fn symbol(&self, places: &Places, arguments: Arguments<'_>) -> Option<i64> {
        let (place, argument) = self.present(places, arguments)?;
        match place.part {
            Part::Integer => Some(argument.payload.int()),
            Part::Entry(at) => entry(argument, |_| Some(at)),
            Part::FromEnd(behind) => entry(argument, |count| count.checked_sub(behind)),
            Part::Between(..) => None,
        }
    }

    fn value(&self, ops: &[Op], arguments: Arguments<'_>) -> Option<i64> {
        evaluate(ops, &|symbol| {
            let (_, places) = self.symbols.iter().find(|(index, _)| *index == symbol.index)?;
            self.symbol(places, arguments)
        })
    }

    /// The number of extents in a call; of a rest without a value there are none.
    pub(crate) fn ndim(&self, arguments: Arguments<'_>) -> usize {
        let count = |extent: &Extent| match extent {
            Extent::Rest(places) => self.rest(places, arguments).map_or(0, <[i64]>::len),
            Extent::Symbol(_) | Extent::Value(_) => 1,
        };
        self.extents.iter().map(count).sum()
    }

    /// Writes the extents. Whether all of them have a value that is not negative; 0 is written for others.
    pub(crate) fn write(&self, arguments: Arguments<'_>, extents: &mut [i64]) -> bool {
        let (mut places, mut is_complete) = (extents.iter_mut(), true);
        for extent in &self.extents {
            let value = match extent {
                Extent::Symbol(places) => self.symbol(places, arguments),
                Extent::Value(ops) => self.value(ops, arguments),
                Extent::Rest(rest) => {
                    let found = self.rest(rest, arguments);
                    is_complete &= found.is_some();
                    for (extent, place) in found.unwrap_or_default().iter().zip(&mut places) {
                        *place = *extent;
                    }
                    continue;
                }
            };
            let value = value.filter(|extent| *extent >= 0);
            is_complete &= value.is_some();
            if let Some(place) = places.next() {
                *place = value.unwrap_or(0);
            }
        }
        is_complete
    }
}

fn place_in(name: &str, parameter: &Param) -> Option<Part> {
    if parameter.of.integer && parameter.name == name {
        return Some(Part::Integer);
    }
    if parameter.of.tensor.is_some() && parameter.contract.out.is_some() {
        return None;
    }
    let (mut found, mut has_rest) = (None, false);
    for (before, dim) in parameter.contract.shape?.entries().iter().enumerate() {
        let part = match dim.ask {
            Ask::Rest(Some(rest)) if rest.name == name => Some(Part::Between(before, 0)),
            Ask::Symbol(symbol) | Ask::Multiple(symbol, _) if symbol.name == name => {
                Some(if has_rest { Part::FromEnd(1) } else { Part::Entry(before) })
            }
            _ => None,
        };
        // The number of dimensions behind it is not known before.
        match &mut found {
            Some(Part::FromEnd(behind) | Part::Between(_, behind)) => *behind += 1,
            Some(_) => {}
            None => found = part,
        }
        has_rest |= matches!(dim.ask, Ask::Rest(_));
    }
    found
}

/// The extents of a tensor.
#[inline(always)]
fn extents(argument: &TVMFFIAny) -> Option<&[i64]> {
    if argument.type_index != TypeIndex::DL_TENSOR_PTR {
        return None;
    }
    // SAFETY: AnyView validity: the argument points to a live tensor.
    let tensor = unsafe { NonNull::new(argument.payload.ptr().cast::<DLTensor>())?.as_ref() };
    let ndim = usize::try_from(tensor.ndim).ok().filter(|ndim| *ndim > 0);
    // SAFETY: DLTensor validity: there are `ndim` extents.
    Some(ndim.map_or(&[], |ndim| unsafe { core::slice::from_raw_parts(tensor.shape, ndim) }))
}

/// An extent of a tensor, or an element of a sequence of integers, by its index among so many.
#[inline(always)]
fn entry(argument: &TVMFFIAny, index: impl FnOnce(usize) -> Option<usize>) -> Option<i64> {
    if let Some(extents) = extents(argument) {
        return extents.get(index(extents.len())?).copied();
    }
    // SAFETY: AnyView validity: the argument lives through the call.
    let view = unsafe { AnyView::from_raw(NonNull::from(argument)) };
    // The list of PyTorch is an array of integers here.
    let integers = array_items(view)?;
    Some(integers.get(index(integers.len())?)?.as_raw().payload.int())
}
