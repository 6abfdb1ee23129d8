//! Contracts from their text, as the attributes have them: `shape(n, 2 * {A});out`.

use std::sync::{Mutex, PoisonError};

use crate::description::{Ask, Contract, Dim, Dims, Op, Out, Sym};
use crate::device::DeviceType;

/// Reads the contracts of one function.
#[derive(Default)]
pub(crate) struct Notation {
    pub(crate) symbols: Vec<&'static str>,
    /// The values of the constants in braces, in their order.
    pub(crate) constants: Vec<i64>,
}

/// A value that lives forever, like those in a library.
pub(crate) fn forever<T: Send + ?Sized>(value: Box<T>) -> &'static T
where
    &'static T: Send,
{
    // Kept where leak detectors and Miri find it.
    static KEPT: Mutex<Vec<usize>> = Mutex::new(Vec::new());
    let value: &'static T = Box::leak(value);
    let address = core::ptr::from_ref(value).cast::<()>().expose_provenance();
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(address);
    value
}

impl Notation {
    pub(crate) fn contract(&mut self, text: &str) -> Contract {
        let mut contract = Contract::FREE;
        for item in text.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, inner) = item.split_once('(').unwrap_or((item, ")"));
            let inner = inner.strip_suffix(')').expect(text);
            let name_of = || Some(&*forever(inner.to_owned().into_boxed_str()));
            match name {
                "shape" => contract.shape = Some(self.dims(inner)),
                "strides" => contract.strides = Some(self.dims(inner)),
                "align" if inner.starts_with('{') => contract.align = Some(self.constants.remove(0) as usize),
                "align" => contract.align = Some(inner.parse().expect(text)),
                "dtype" => contract.dtypes = list(inner, |name| name.parse().expect(name)),
                "device" => {
                    contract.devices = list(inner, |name| match name {
                        "cpu" => DeviceType::CPU,
                        "cuda" => DeviceType::CUDA,
                        "rocm" => DeviceType::ROCM,
                        _ => panic!("{name}"),
                    });
                }
                "out" => contract.out = Some(if inner == "zero" { Out::Zero } else { Out::Any }),
                "alias" => contract.alias = name_of(),
                "grad" => contract.grad = name_of(),
                "var" => contract.variable = name_of(),
                _ => panic!("{text}"),
            }
        }
        contract
    }

    fn dims(&mut self, text: &str) -> Dims {
        let dims: Vec<_> = split(text).into_iter().map(|text| self.dim(text)).collect();
        let rest = dims.iter().position(|dim| matches!(dim.ask, Ask::Rest(_)));
        let count = dims.len() - usize::from(rest.is_some());
        Dims { entries: forever(dims.into_boxed_slice()), count, rest }
    }

    fn dim(&mut self, text: &str) -> Dim {
        let is_name = |name: &str| name.chars().all(|c| c.is_alphabetic() || c == '_');
        let ask = match (text, text.strip_suffix(".."), text.split_once(" % ")) {
            ("_", ..) => Ask::Any,
            (_, Some(""), _) => Ask::Rest(None),
            (_, Some(name), _) => Ask::Rest(Some(self.symbol(name))),
            (name, ..) if is_name(name) => Ask::Symbol(self.symbol(name)),
            (.., Some((name, of))) if is_name(name) => {
                let of = if of.starts_with('{') { self.constants.remove(0) } else { of.parse().expect(text) };
                Ask::Multiple(self.symbol(name), of)
            }
            _ => {
                let mut reader = Reader { rest: text, notation: self, ops: Vec::new() };
                reader.binary(1);
                assert_eq!(reader.rest, "", "{text}");
                Ask::Value(forever(reader.ops.into_boxed_slice()))
            }
        };
        // A constant that is more than a name stands in parentheses, unless it is all.
        let shown = match text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            Some(constant) => constant.to_owned(),
            None if text.contains(" + 1}") => text.replace('{', "(").replace('}', ")"),
            None => text.replace(['{', '}'], ""),
        };
        Dim { text: forever(shown.into_boxed_str()), ask }
    }

    fn symbol(&mut self, name: &str) -> Sym {
        let index = self.symbols.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.symbols.push(forever(name.to_owned().into_boxed_str()));
            self.symbols.len() - 1
        });
        Sym { name: self.symbols[index], index }
    }

    /// The steps of an expression.
    pub(crate) fn expression(&mut self, text: &str) -> &'static [Op] {
        match self.dim(text).ask {
            Ask::Value(ops) => ops,
            Ask::Symbol(symbol) => forever(vec![Op::Symbol(symbol)].into_boxed_slice()),
            other => panic!("{text} is {other:?}"),
        }
    }
}

fn list<T: Send + Sync>(text: &str, read: impl Fn(&str) -> T) -> &'static [T] {
    forever(split(text).into_iter().map(read).collect::<Vec<_>>().into_boxed_slice())
}

/// The parts between commas outside of parentheses.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

struct Reader<'t, 'n> {
    rest: &'t str,
    notation: &'n mut Notation,
    ops: Vec<Op>,
}

impl<'t> Reader<'t, '_> {
    fn take(&mut self, end: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        taken
    }

    /// Operations that bind as strongly as this, or more so.
    fn binary(&mut self, strength: u8) {
        self.unary();
        loop {
            let (op, found) = match self.rest.bytes().next() {
                Some(b'+') => (Op::Add, 1),
                Some(b'-') => (Op::Sub, 1),
                Some(b'*') => (Op::Mul, 2),
                Some(b'/') => (Op::Div, 2),
                Some(b'%') => (Op::Rem, 2),
                _ => return,
            };
            if found < strength {
                return;
            }
            self.take(1);
            self.binary(found + 1);
            self.ops.push(op);
        }
    }

    fn unary(&mut self) {
        let op = match self.rest.chars().next().expect("an operand") {
            '-' => {
                self.take(1);
                self.unary();
                Op::Negate
            }
            '(' => {
                self.take(1);
                self.binary(1);
                assert_eq!(self.take(1), ")");
                return;
            }
            '{' => {
                let end = self.rest.find('}').expect("a constant ends");
                self.take(end + 1);
                Op::Number(self.notation.constants.remove(0))
            }
            _ => {
                let end =
                    self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
                let word = self.take(end);
                match word.replace('_', "").parse() {
                    Ok(number) => Op::Number(number),
                    Err(_) => Op::Symbol(self.notation.symbol(word)),
                }
            }
        };
        self.ops.push(op);
    }
}
