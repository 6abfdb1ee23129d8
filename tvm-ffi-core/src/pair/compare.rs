//! The rules of a pair, in the order in which mistakes are reported.

use super::PairMistake;
use super::parameter::{Role, are_equal};
use super::shape::{self, Names};
use crate::const_text::ConstText;
use crate::convert::{Kind, TensorType};
use crate::description::{Param, Record};
use crate::dtype::DType;

/// The names that the two functions have in common.
struct Common {
    symbols: Names,
    variables: Names,
}

/// What is wrong with a backward function, if anything is.
pub const fn compare_pair(forward: &'static Record, backward: &'static Record) -> Option<PairMistake> {
    let (pair, constant) = (Pair { forward, backward }, backward.constant);
    let path = backward.parameters.len();
    if let Some(text) = pair.forward_mistake() {
        return Some(PairMistake { place: path, text });
    }
    let (mut common, mut place) = (Common { symbols: Names::new(), variables: Names::new() }, 0);
    while let Some(parameter) = pair.backward.at(place) {
        if let Some(text) = pair.mistake_of(parameter, &mut common) {
            return Some(PairMistake { place, text });
        }
        place += 1;
    }
    if let Some(text) = pair.what_is_missing() {
        return Some(PairMistake { place: path, text });
    }
    if let Some(text) = pair.one_sided() {
        return Some(PairMistake { place: path, text });
    }
    place = 0;
    while place < constant.len() {
        if let Some(text) = pair.mistake_of_constant(constant[place]) {
            return Some(PairMistake { place: path + 1 + place, text });
        }
        place += 1;
    }
    None
}

struct Pair {
    forward: &'static Record,
    backward: &'static Record,
}

type Mistake = Option<ConstText>;

const fn text() -> ConstText {
    ConstText::new()
}

impl Pair {
    /// `` `x` of `rms_norm` ``
    const fn of_forward(&self, text: ConstText, name: &str) -> ConstText {
        text.name(name.as_bytes()).str(" of ").name(self.forward.name.as_bytes())
    }

    /// `` `dx` of `rms_norm_bwd` ``
    const fn of_backward(&self, text: ConstText, parameter: &Param) -> ConstText {
        text.name(parameter.name.as_bytes()).str(" of ").name(self.backward.name.as_bytes())
    }

    /// What keeps the forward function from having a backward function.
    const fn forward_mistake(&self) -> Mistake {
        let mut at = 0;
        while let Some(parameter) = self.forward.at(at) {
            if matches!(parameter.role(), Role::Changed) {
                let text = self.of_forward(text(), parameter.name).str(" is changed in place: a function that changes an argument cannot have a backward function, and ");
                return Some(
                    text.name(self.backward.name.as_bytes())
                        .str(" names it: write the result to a parameter with `#[out]`"),
                );
            }
            if matches!(parameter.role(), Role::Saved) && parameter.is_optional() {
                let text = self.of_forward(text(), parameter.name);
                return Some(text.str(" is `saved`, and may be `None`: take the view itself"));
            }
            at += 1;
        }
        if self.forward.fallback.is_some() && self.backward.fallback.is_none() {
            let text = text()
                .name(self.forward.name.as_bytes())
                .str(" has a function for tensors in host memory, and ");
            return Some(text.name(self.backward.name.as_bytes()).str(" has none: add `cpu = ...`"));
        }
        None
    }

    const fn mistake_of(&self, parameter: &Param, common: &mut Common) -> Mistake {
        let name = parameter.forward_name();
        if matches!(parameter.role(), Role::Saved) {
            // A saved output is one of this function, for a backward function of its own.
            let text = self
                .of_backward(text(), parameter)
                .str(" is a gradient, and `saved`: no caller would get it, so write `#[out]`");
            return if parameter.contract.grad.is_some() { Some(text) } else { None };
        }
        let Some(other) = self.forward.find(name) else { return Some(self.unknown(parameter)) };
        let mistake = if parameter.contract.grad.is_none() {
            self.input_mistake(parameter, other)
        } else {
            self.gradient_mistake(parameter, other)
        };
        match mistake {
            Some(text) => Some(text),
            None => self.difference(parameter, other, common),
        }
    }

    const fn unknown(&self, parameter: &Param) -> ConstText {
        if parameter.contract.grad.is_none() {
            let text = self
                .of_backward(text(), parameter)
                .str(" is not a parameter of ")
                .name(self.forward.name.as_bytes());
            return text.str(": what a backward takes is a parameter of the forward by its name, or a gradient, marked `#[grad(...)]`");
        }
        let text = text()
            .name(parameter.forward_name().as_bytes())
            .str(" is not a parameter of ")
            .name(self.forward.name.as_bytes());
        self.of_backward(text.str(", and "), parameter).str(
            " is marked as its gradient: `#[grad(...)]` has the name of an output or an input of the forward",
        )
    }

    /// What is wrong with a parameter that the forward function has by the same name.
    const fn input_mistake(&self, parameter: &Param, other: &Param) -> Mistake {
        if matches!(parameter.role(), Role::Changed) {
            let text =
                self.of_backward(text(), parameter).str(" is changed in place, and it is a parameter of ");
            return Some(text.name(self.forward.name.as_bytes()).str(": take a view that is only read"));
        }
        if matches!(parameter.role(), Role::Written) {
            let text = self.of_backward(text(), parameter).str(" is written, and it is a parameter of ");
            return Some(
                text.name(self.forward.name.as_bytes())
                    .str(": a backward only writes gradients, so add `#[grad(...)]`"),
            );
        }
        let is_same = parameter.of.kind as u8 == other.of.kind as u8
            && parameter.of.integer == other.of.integer
            && parameter.is_list() == other.is_list();
        if !is_same {
            let text = self.of_backward(text(), parameter).str(" is of another type than ");
            return Some(self.of_forward(text, other.name).str(": take it as the forward does"));
        }
        if other.is_optional() && !parameter.is_optional() && parameter.of.tensor.is_some() {
            let text = self.of_forward(text(), other.name).str(" may be `None`, and ");
            return Some(self.of_backward(text, parameter).str(" may not: take an `Option` of the view"));
        }
        None
    }

    /// What is wrong with a gradient.
    const fn gradient_mistake(&self, parameter: &Param, other: &Param) -> Mistake {
        if parameter.of.tensor.is_none() || parameter.is_list() {
            let text =
                self.of_backward(text(), parameter).str(" is a gradient, and not one tensor: take a view");
            return Some(text);
        }
        match self.missing_gradient(parameter, other) {
            None => self.wrong_direction(parameter, other),
            mistake => mistake,
        }
    }

    /// Why a parameter of the forward function has no gradient.
    const fn missing_gradient(&self, parameter: &Param, other: &Param) -> Mistake {
        if !self.forward.has_floats(other) {
            let text = self.of_forward(text(), other.name);
            let text = match (other.of.kind, other.of.tensor) {
                (Kind::Tensor, _) | (_, Some(_)) => {
                    dtype_name(text.str(" has elements of "), self.forward, other)
                        .str(", which have no gradient: remove ")
                }
                _ => text.str(" is not a tensor, and has no gradient: remove "),
            };
            return Some(self.of_backward(text, parameter));
        }
        if other.is_list() {
            let text = self
                .of_forward(text(), other.name)
                .str(" is a list of tensors, which has no gradient here: remove ");
            return Some(
                self.of_backward(text, parameter).str(", and say `constant(").str(other.name).str(")`"),
            );
        }
        if matches!(other.role(), Role::Saved) {
            let text = self
                .of_forward(text(), other.name)
                .str(" is `saved`: no caller gets it, so it has no gradient: remove ");
            return Some(self.of_backward(text, parameter));
        }
        None
    }

    /// A gradient of an input that is not written, or of an output that is not read.
    const fn wrong_direction(&self, parameter: &Param, other: &Param) -> Mistake {
        let is_input = matches!(other.role(), Role::Read);
        let start = self.of_backward(text(), parameter);
        match (parameter.role(), is_input) {
            (Role::Read | Role::Changed, true) => {
                let text = start.str(if matches!(parameter.role(), Role::Read) {
                    " is read, and "
                } else {
                    " is changed in place, and "
                });
                let text = text
                    .name(other.name.as_bytes())
                    .str(" is an input of ")
                    .name(self.forward.name.as_bytes());
                Some(text.str(": its gradient is to be written, so add `#[out]`"))
            }
            (Role::Written | Role::Saved, false) => {
                let text =
                    start.str(" is written, and ").name(other.name.as_bytes()).str(" is an output of ");
                Some(
                    text.name(self.forward.name.as_bytes())
                        .str(": its gradient is given, so drop the `#[out]`"),
                )
            }
            (Role::Changed, false) => {
                let text = start
                    .str(" is changed in place, and ")
                    .name(other.name.as_bytes())
                    .str(" is an output of ");
                Some(
                    text.name(self.forward.name.as_bytes())
                        .str(": its gradient is given, so take a view that is only read"),
                )
            }
            (_, true) if other.is_optional() && !parameter.is_optional() => {
                let text = self
                    .of_forward(text(), other.name)
                    .str(" may be `None`, and then it has no gradient, which ");
                Some(self.of_backward(text, parameter).str(" would be: take an `Option` of the view"))
            }
            _ => None,
        }
    }

    /// In what a tensor differs from the one of the forward function.
    const fn difference(&self, parameter: &Param, other: &Param, common: &mut Common) -> Mistake {
        let (Some(this), Some(that)) = (parameter.of.tensor, other.of.tensor) else { return None };
        if !self.has_same_dtype(parameter, other, common) {
            let text = dtype_name(
                self.of_backward(text(), parameter).str(" has elements of "),
                self.backward,
                parameter,
            );
            let text = self.of_forward(text.str(", and "), other.name);
            return Some(dtype_name(text.str(" of "), self.forward, other));
        }
        if let Some(rank) = this.ndim
            && !has_rank(that, rank)
        {
            let text = self
                .of_backward(text(), parameter)
                .str(" has ")
                .count(rank as u64, "dimension")
                .str(", and ");
            let text = self.of_forward(text, other.name).str(" has ");
            return Some(match that.ndim {
                Some(rank) => text.number(rank as u64),
                None => text.str("any number of them"),
            });
        }
        if !has_same_device(parameter, other) {
            let text = self.of_backward(text(), parameter).str(" is on another device than ");
            return Some(self.of_forward(text, other.name).str(": layouts may differ, and devices may not"));
        }
        if let (Some(shape), Some(of_forward)) = (parameter.contract.shape, other.contract.shape)
            && !shape::are_same(of_forward, shape, &mut common.symbols)
        {
            let text = shape_text(self.of_backward(text(), parameter), parameter).str(", and ");
            return Some(shape_text(self.of_forward(text, other.name), other));
        }
        None
    }

    const fn has_same_dtype(&self, parameter: &Param, other: &Param, common: &mut Common) -> bool {
        let (Some(this), Some(that)) = (parameter.of.tensor, other.of.tensor) else { return true };
        match (parameter.contract.variable, other.contract.variable) {
            (Some(variable), Some(of_forward)) => common.variables.are_same(of_forward, variable),
            (Some(_), None) => false,
            // Any dtype.
            (None, _) if this.dtype.is_none() && parameter.contract.dtypes.is_empty() => true,
            (None, Some(_)) => false,
            (None, None) => match (this.dtype, that.dtype) {
                (Some(this), Some(that)) => this.to_bits() == that.to_bits(),
                (None, None) => {
                    let accepted = other.contract.dtypes;
                    !accepted.is_empty() && has_dtypes(parameter.contract.dtypes, accepted)
                }
                _ => false,
            },
        }
    }

    /// What the backward function lacks.
    const fn what_is_missing(&self) -> Mistake {
        let mut at = 0;
        while let Some(parameter) = self.backward.at(at) {
            let name = parameter.forward_name();
            if let Some(other) = self.forward.find(name)
                && let (Some(variable), Some(of_forward)) =
                    (parameter.contract.variable, other.contract.variable)
            {
                let (this, that) = (self.backward.dtypes_of(variable), self.forward.dtypes_of(of_forward));
                if !has_dtypes(this, that) || !has_dtypes(that, this) {
                    let text =
                        text().str("`dispatch` of ").name(self.backward.name.as_bytes()).str(" lists ");
                    let text =
                        dtype_list(text, this).str(", and that of ").name(self.forward.name.as_bytes());
                    return Some(dtype_list(text.str(" lists "), that));
                }
            }
            at += 1;
        }
        at = 0;
        while let Some(parameter) = self.forward.at(at) {
            if let Some(text) = self.missing(parameter) {
                return Some(text);
            }
            at += 1;
        }
        None
    }

    /// A backward function takes the gradient of an output, and writes that of an input.
    const fn one_sided(&self) -> Mistake {
        let (mut takes, mut writes, mut at) = (false, false, 0);
        while let Some(parameter) = self.backward.at(at) {
            if parameter.contract.grad.is_some() {
                match parameter.role() {
                    Role::Read => takes = true,
                    _ => writes = true,
                }
            }
            at += 1;
        }
        let text = text().name(self.backward.name.as_bytes());
        let (text, example) = match (takes, writes) {
            (false, _) => (
                text.str(" takes the gradient of no output of "),
                ": mark one, as in `#[grad(y)] dy: CpuView<'_, f32, 1>`",
            ),
            (true, false) => (
                text.str(" writes the gradient of no input of "),
                ": add one, as in `#[grad(x)] #[out] dx: CpuViewMut<'_, f32, 1>`",
            ),
            (true, true) => return None,
        };
        Some(text.name(self.forward.name.as_bytes()).str(example))
    }

    const fn missing(&self, parameter: &Param) -> Mistake {
        let name = parameter.name;
        if matches!(parameter.role(), Role::Saved) && self.backward.find(name).is_none() {
            let text =
                self.of_forward(text(), name).str(" is `saved`, and ").name(self.backward.name.as_bytes());
            return Some(text.str(" does not take it: take it by its name, or remove the output"));
        }
        let has_gradient = !matches!(parameter.role(), Role::Read)
            || !self.forward.has_floats(parameter)
            || self.backward.has_gradient_of(name)
            || self.is_constant(name);
        if has_gradient {
            return None;
        }
        let text = self.of_forward(text(), name);
        if parameter.is_list() {
            let text = text.str(" is a list of tensors, which has no gradient here: say `constant(");
            return Some(text.str(name).str(")` for ").name(self.backward.name.as_bytes()));
        }
        let text = text
            .str(" has no gradient in ")
            .name(self.backward.name.as_bytes())
            .str(": add `#[grad(")
            .str(name);
        Some(text.str(")] #[out]`, or say `constant(").str(name).str(")` if there is none"))
    }

    const fn is_constant(&self, name: &str) -> bool {
        let mut at = 0;
        let constant = self.backward.constant;
        while at < constant.len() {
            if are_equal(constant[at], name) {
                return true;
            }
            at += 1;
        }
        false
    }

    const fn mistake_of_constant(&self, name: &str) -> Mistake {
        let Some(parameter) = self.forward.find(name) else {
            let text = text()
                .name(name.as_bytes())
                .str(" is not a parameter of ")
                .name(self.forward.name.as_bytes())
                .str(": `constant` of ");
            return Some(
                text.name(self.backward.name.as_bytes())
                    .str(" has inputs of the forward that have no gradient"),
            );
        };
        let text = self.of_forward(text(), name);
        if self.backward.has_gradient_of(name) {
            return Some(
                text.str(" has a gradient, and `constant` says that it has none: remove one of the two"),
            );
        }
        if !matches!(parameter.role(), Role::Read) {
            let text = text.str(" is an output: an output without `#[grad(...)]` has no gradient in any case, so remove it from `constant` of ");
            return Some(text.name(self.backward.name.as_bytes()));
        }
        if !self.forward.has_floats(parameter) {
            let text = text.str(
                " is not a tensor of floats, and has no gradient in any case: remove it from `constant` of ",
            );
            return Some(text.name(self.backward.name.as_bytes()));
        }
        None
    }
}

const fn has_rank(tensor: TensorType, rank: usize) -> bool {
    match tensor.ndim {
        Some(other) => rank == other,
        None => false,
    }
}

/// Whether a tensor may be on each device of the other.
const fn has_same_device(parameter: &Param, other: &Param) -> bool {
    let (Some(this), Some(that)) = (parameter.of.tensor, other.of.tensor) else { return true };
    match (this.device, that.device) {
        (Some(this), Some(that)) => this == that,
        (Some(_), None) => !other.contract.devices.is_empty(),
        (None, None) => lists_all(parameter.contract.devices, other.contract.devices),
        (None, Some(_)) => true,
    }
}

/// Whether a list of devices, which is any if it is empty, has all of another.
const fn lists_all(list: &[i32], other: &[i32]) -> bool {
    let mut at = 0;
    while at < other.len() {
        let mut place = 0;
        while place < list.len() && list[place] != other[at] {
            place += 1;
        }
        if place == list.len() {
            return list.is_empty();
        }
        at += 1;
    }
    list.is_empty() || !other.is_empty()
}

/// Whether a list has all dtypes of another.
const fn has_dtypes(list: &[DType], other: &[DType]) -> bool {
    let mut at = 0;
    while at < other.len() {
        let mut place = 0;
        while place < list.len() && list[place].to_bits() != other[at].to_bits() {
            place += 1;
        }
        if place == list.len() {
            return false;
        }
        at += 1;
    }
    true
}

const fn shape_text(text: ConstText, parameter: &Param) -> ConstText {
    let (mut text, mut at) = (text.str(" is ["), 0);
    if let Some(dims) = parameter.contract.shape {
        while at < dims.entries.len() {
            text = text.str(if at > 0 { ", " } else { "" }).str(dims.entries[at].text);
            at += 1;
        }
    }
    text.str("]")
}

/// The dtype of a tensor, or its variable.
const fn dtype_name(text: ConstText, export: &Record, parameter: &Param) -> ConstText {
    if let Some(variable) = parameter.contract.variable {
        return dtype_list(text.str(variable).str(" = "), export.dtypes_of(variable));
    }
    match parameter.of.tensor {
        Some(TensorType { dtype: Some(dtype), .. }) => push_dtype(text, dtype),
        _ if !parameter.contract.dtypes.is_empty() => dtype_list(text, parameter.contract.dtypes),
        _ => text.str("any dtype"),
    }
}

const fn dtype_list(mut text: ConstText, dtypes: &[DType]) -> ConstText {
    let mut at = 0;
    while at < dtypes.len() {
        text = push_dtype(text.str(if at > 0 { ", " } else { "" }), dtypes[at]);
        at += 1;
    }
    text
}

const fn push_dtype(text: ConstText, dtype: DType) -> ConstText {
    match dtype.word() {
        Some((word, Some(bits))) => text.str(word).number(bits as u64),
        Some((word, None)) => text.str(word),
        None => text.str("an unknown dtype"),
    }
}
