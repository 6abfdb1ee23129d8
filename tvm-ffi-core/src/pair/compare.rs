//! The rules of a pair, in the order in which mistakes are reported.

use super::PairMistake;
use super::parameter::{Role, are_equal};
use super::shape::{self, Names};
use crate::const_text::ConstText;
use crate::convert::{Kind, TensorType};
use crate::description::{Param, Record};
use crate::dtype::DType;
use crate::each::{any, each};

/// The names that the two functions have in common.
struct Common {
    symbols: Names,
    variables: Names,
}

/// What is wrong with a backward function, if anything is.
pub const fn compare_pair(forward: &'static Record, backward: &'static Record) -> Option<PairMistake> {
    let pair = Pair { forward, backward };
    let path = backward.parameters.len();
    if let Some(text) = pair.forward_mistake() {
        return Some(PairMistake { place: path, text });
    }
    let (mut common, mut place) = (Common { symbols: Names::new(), variables: Names::new() }, 0);
    each!(parameter in backward.parameters => {
        if let Some(text) = pair.mistake_of(parameter, &mut common) {
            return Some(PairMistake { place, text });
        }
        place += 1;
    });
    if let Some(text) = pair.what_is_missing() {
        return Some(PairMistake { place: path, text });
    }
    if let Some(text) = pair.one_sided() {
        return Some(PairMistake { place: path, text });
    }
    each!(name in backward.constant => {
        place += 1;
        if let Some(text) = pair.mistake_of_constant(name) {
            return Some(PairMistake { place, text });
        }
    });
    None
}

struct Pair {
    forward: &'static Record,
    backward: &'static Record,
}

type Mistake = Option<ConstText>;

impl Pair {
    /// A sentence about a parameter of the backward function, `{p}`, and one of the forward function, `{o}`. `{b}` and `{f}` are the names
    /// of the functions, and `{n}` is `{o}` without quotes.
    const fn say(&self, sentence: &str, p: &str, o: &str) -> ConstText {
        self.say_on(ConstText::new(), sentence, p, o)
    }

    /// The same, behind a text.
    const fn say_on(&self, mut text: ConstText, sentence: &str, p: &str, o: &str) -> ConstText {
        let mut left = sentence.as_bytes();
        loop {
            (text, left) = match left {
                [b'{', b'p', b'}', rest @ ..] => (text.name(p.as_bytes()), rest),
                [b'{', b'o', b'}', rest @ ..] => (text.name(o.as_bytes()), rest),
                [b'{', b'b', b'}', rest @ ..] => (text.name(self.backward.name.as_bytes()), rest),
                [b'{', b'f', b'}', rest @ ..] => (text.name(self.forward.name.as_bytes()), rest),
                [b'{', b'n', b'}', rest @ ..] => (text.str(o), rest),
                [byte, rest @ ..] => (text.bytes(&[*byte]), rest),
                [] => return text,
            };
        }
    }

    /// What keeps the forward function from having a backward function.
    const fn forward_mistake(&self) -> Mistake {
        each!(parameter in self.forward.parameters => {
            let sentence = match parameter.role() {
                Role::Changed => {
                    "{o} of {f} is changed in place: a function that changes an argument cannot have a backward function, and {b} names it: write the result to a parameter with `#[out]`"
                }
                Role::Saved if parameter.is_optional() => {
                    "{o} of {f} is `saved`, and may be `None`: take the view itself"
                }
                _ => "",
            };
            if !sentence.is_empty() {
                return Some(self.say(sentence, "", parameter.name));
            }
        });
        if self.forward.fallback.is_none() || self.backward.fallback.is_some() {
            return None;
        }
        Some(self.say(
            "{f} has a function for tensors in host memory, and {b} has none: add `cpu = ...`",
            "",
            "",
        ))
    }

    const fn mistake_of(&self, parameter: &Param, common: &mut Common) -> Mistake {
        let (name, forward_name) = (parameter.name, parameter.forward_name());
        let is_gradient = parameter.contract.grad.is_some();
        if matches!(parameter.role(), Role::Saved) {
            // A saved output is one of this function, for a backward function of its own.
            let text = self.say(
                "{p} of {b} is a gradient, and `saved`: no caller would get it, so write `#[out]`",
                name,
                "",
            );
            return if is_gradient { Some(text) } else { None };
        }
        let Some(other) = self.forward.find(forward_name) else {
            return Some(self.say(
                if is_gradient {
                    "{o} is not a parameter of {f}, and {p} of {b} is marked as its gradient: `#[grad(...)]` has the name of an output or an input of the forward"
                } else {
                    "{p} of {b} is not a parameter of {f}: what a backward takes is a parameter of the forward by its name, or a gradient, marked `#[grad(...)]`"
                },
                name,
                forward_name,
            ));
        };
        let mistake = match is_gradient {
            true => self.gradient_mistake(parameter, other),
            false => self.input_mistake(parameter, other),
        };
        match mistake {
            Some(sentence) => Some(self.say(sentence, name, other.name)),
            None if is_gradient && !self.forward.has_floats(other) => Some(self.no_floats(parameter, other)),
            None => self.difference(parameter, other, common),
        }
    }

    /// What is wrong with a parameter that the forward function has by the same name.
    const fn input_mistake(&self, parameter: &Param, other: &Param) -> Option<&'static str> {
        let is_same = parameter.of.kind as u8 == other.of.kind as u8
            && parameter.of.integer == other.of.integer
            && parameter.is_list() == other.is_list();
        match parameter.role() {
            Role::Changed => Some(
                "{p} of {b} is changed in place, and it is a parameter of {f}: take a view that is only read",
            ),
            Role::Written => Some(
                "{p} of {b} is written, and it is a parameter of {f}: a backward only writes gradients, so add `#[grad(...)]`",
            ),
            _ if !is_same => {
                Some("{p} of {b} is of another type than {o} of {f}: take it as the forward does")
            }
            _ if other.is_optional() && !parameter.is_optional() && parameter.of.tensor.is_some() => {
                Some("{o} of {f} may be `None`, and {p} of {b} may not: take an `Option` of the view")
            }
            _ => None,
        }
    }

    /// What is wrong with a gradient, if the parameter of the forward function has floats.
    const fn gradient_mistake(&self, parameter: &Param, other: &Param) -> Option<&'static str> {
        if parameter.of.tensor.is_none() || parameter.is_list() {
            return Some("{p} of {b} is a gradient, and not one tensor: take a view");
        }
        if !self.forward.has_floats(other) {
            return None;
        }
        match (parameter.role(), other.role()) {
            _ if other.is_list() => Some(
                "{o} of {f} is a list of tensors, which has no gradient here: remove {p} of {b}, and say `constant({n})`",
            ),
            (_, Role::Saved) => {
                Some("{o} of {f} is `saved`: no caller gets it, so it has no gradient: remove {p} of {b}")
            }
            (Role::Read, Role::Read) => Some(
                "{p} of {b} is read, and {o} is an input of {f}: its gradient is to be written, so add `#[out]`",
            ),
            (Role::Changed, Role::Read) => Some(
                "{p} of {b} is changed in place, and {o} is an input of {f}: its gradient is to be written, so add `#[out]`",
            ),
            (_, Role::Read) if other.is_optional() && !parameter.is_optional() => Some(
                "{o} of {f} may be `None`, and then it has no gradient, which {p} of {b} would be: take an `Option` of the view",
            ),
            (Role::Read, _) | (_, Role::Read) => None,
            (Role::Changed, _) => Some(
                "{p} of {b} is changed in place, and {o} is an output of {f}: its gradient is given, so take a view that is only read",
            ),
            (Role::Written | Role::Saved, _) => Some(
                "{p} of {b} is written, and {o} is an output of {f}: its gradient is given, so drop the `#[out]`",
            ),
        }
    }

    /// That a parameter of the forward function has no gradient.
    const fn no_floats(&self, parameter: &Param, other: &Param) -> ConstText {
        let (p, o) = (parameter.name, other.name);
        if !matches!(other.of.kind, Kind::Tensor) && other.of.tensor.is_none() {
            return self.say("{o} of {f} is not a tensor, and has no gradient: remove {p} of {b}", p, o);
        }
        let text = dtype_name(self.say("{o} of {f} has elements of ", p, o), self.forward, other);
        self.say_on(text, ", which have no gradient: remove {p} of {b}", p, o)
    }

    /// In what a tensor differs from the one of the forward function.
    const fn difference(&self, parameter: &Param, other: &Param, common: &mut Common) -> Mistake {
        let (Some(this), Some(that)) = (parameter.of.tensor, other.of.tensor) else { return None };
        let (p, o) = (parameter.name, other.name);
        if !self.has_same_dtype(parameter, other, common) {
            let text = dtype_name(self.say("{p} of {b} has elements of ", p, o), self.backward, parameter);
            return Some(dtype_name(self.say_on(text, ", and {o} of {f} of ", p, o), self.forward, other));
        }
        if let Some(rank) = this.ndim
            && !has_rank(that, rank)
        {
            let text = self.say("{p} of {b} has ", p, o).count(rank as u64, "dimension");
            let text = self.say_on(text, ", and {o} of {f} has ", p, o);
            return Some(match that.ndim {
                Some(rank) => text.number(rank as u64),
                None => text.str("any number of them"),
            });
        }
        if !has_same_device(parameter, other) {
            const TEXT: &str =
                "{p} of {b} is on another device than {o} of {f}: layouts may differ, and devices may not";
            return Some(self.say(TEXT, p, o));
        }
        if let (Some(shape), Some(of_forward)) = (parameter.contract.shape, other.contract.shape)
            && !shape::are_same(of_forward, shape, &mut common.symbols)
        {
            let text = shape_text(self.say("{p} of {b}", p, o), parameter);
            return Some(shape_text(self.say_on(text, ", and {o} of {f}", p, o), other));
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
        each!(parameter in self.backward.parameters => {
            let name = parameter.forward_name();
            if let Some(other) = self.forward.find(name)
                && let (Some(variable), Some(of_forward)) =
                    (parameter.contract.variable, other.contract.variable)
            {
                let (this, that) = (self.backward.dtypes_of(variable), self.forward.dtypes_of(of_forward));
                if !has_dtypes(this, that) || !has_dtypes(that, this) {
                    let text = dtype_list(self.say("`dispatch` of {b} lists ", "", ""), this);
                    return Some(dtype_list(self.say_on(text, ", and that of {f} lists ", "", ""), that));
                }
            }
        });
        each!(parameter in self.forward.parameters => {
            if let Some(text) = self.missing(parameter) {
                return Some(text);
            }
        });
        None
    }

    /// A backward function takes the gradient of an output, and writes that of an input.
    const fn one_sided(&self) -> Mistake {
        let (mut takes, mut writes) = (false, false);
        each!(parameter in self.backward.parameters => {
            if parameter.contract.grad.is_some() {
                match parameter.role() {
                    Role::Read => takes = true,
                    _ => writes = true,
                }
            }
        });
        let sentence = match (takes, writes) {
            (false, _) => {
                "{b} takes the gradient of no output of {f}: mark one, as in `#[grad(y)] dy: CpuView<'_, f32, 1>`"
            }
            (true, false) => {
                "{b} writes the gradient of no input of {f}: add one, as in `#[grad(x)] #[out] dx: CpuViewMut<'_, f32, 1>`"
            }
            (true, true) => return None,
        };
        Some(self.say(sentence, "", ""))
    }

    const fn missing(&self, parameter: &Param) -> Mistake {
        let name = parameter.name;
        if matches!(parameter.role(), Role::Saved) && self.backward.find(name).is_none() {
            const TEXT: &str =
                "{o} of {f} is `saved`, and {b} does not take it: take it by its name, or remove the output";
            return Some(self.say(TEXT, "", name));
        }
        let has_gradient = !matches!(parameter.role(), Role::Read)
            || !self.forward.has_floats(parameter)
            || self.backward.has_gradient_of(name)
            || any!(constant in self.backward.constant => are_equal(constant, name));
        if has_gradient {
            return None;
        }
        let sentence = match parameter.is_list() {
            true => {
                "{o} of {f} is a list of tensors, which has no gradient here: say `constant({n})` for {b}"
            }
            false => {
                "{o} of {f} has no gradient in {b}: add `#[grad({n})] #[out]`, or say `constant({n})` if there is none"
            }
        };
        Some(self.say(sentence, "", name))
    }

    const fn mistake_of_constant(&self, name: &str) -> Mistake {
        let sentence = match self.forward.find(name) {
            None => {
                "{o} is not a parameter of {f}: `constant` of {b} has inputs of the forward that have no gradient"
            }
            Some(_) if self.backward.has_gradient_of(name) => {
                "{o} of {f} has a gradient, and `constant` says that it has none: remove one of the two"
            }
            Some(parameter) if !matches!(parameter.role(), Role::Read) => {
                "{o} of {f} is an output: an output without `#[grad(...)]` has no gradient in any case, so remove it from `constant` of {b}"
            }
            Some(parameter) if !self.forward.has_floats(parameter) => {
                "{o} of {f} is not a tensor of floats, and has no gradient in any case: remove it from `constant` of {b}"
            }
            Some(_) => return None,
        };
        Some(self.say(sentence, "", name))
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
    let lacks_one = any!(wanted in other => !any!(listed in list => *listed == *wanted));
    list.is_empty() || !other.is_empty() && !lacks_one
}

/// Whether a list has all dtypes of another.
const fn has_dtypes(list: &[DType], other: &[DType]) -> bool {
    !any!(wanted in other => !any!(listed in list => listed.to_bits() == wanted.to_bits()))
}

const fn shape_text(text: ConstText, parameter: &Param) -> ConstText {
    let (mut text, mut separator) = (text.str(" is ["), "");
    if let Some(dims) = parameter.contract.shape {
        each!(entry in dims.entries => {
            text = text.str(separator).str(entry.text);
            separator = ", ";
        });
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
    let mut separator = "";
    each!(dtype in dtypes => {
        text = push_dtype(text.str(separator), *dtype);
        separator = ", ";
    });
    text
}

const fn push_dtype(text: ConstText, dtype: DType) -> ConstText {
    match dtype.word() {
        Some((word, Some(bits))) => text.str(word).number(bits as u64),
        Some((word, None)) => text.str(word),
        None => text.str("an unknown dtype"),
    }
}
