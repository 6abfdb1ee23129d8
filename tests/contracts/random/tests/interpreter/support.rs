//! Short forms of contracts and arguments.

use contracts_random::arguments::{Argument, Container, Passing, Tensor};
use contracts_random::contracts::elements::{DType, element_of};
use contracts_random::contracts::model::{
    Access, CPU, CUDA, Contract, DEVICES, Device, ElementType, Form, Kind, Layout, Number, Parameter,
    TensorParameter, Variable, View,
};
use contracts_random::interpret::interpret;
use contracts_random::notation::entries;

pub(crate) use contracts_random::arguments::Argument::{Integer, None as Nothing, Text};

pub(crate) const F32: DType = DType::new(2, 32, 1);
pub(crate) const F64: DType = DType::new(2, 64, 1);
pub(crate) const I64: DType = DType::new(0, 64, 1);

/// A contract that is being written.
pub(crate) struct Function(Contract);

/// A function `f` without parameters.
pub(crate) fn f() -> Function {
    Function(Contract { name: "f".to_owned(), variables: Vec::new(), parameters: Vec::new() })
}

impl Function {
    pub(crate) fn dispatch(mut self, name: &str, types: &[&str]) -> Self {
        let types = types.iter().map(|rust| element_of(rust)).collect();
        self.0.variables.push(Variable { name: name.to_owned(), types });
        self
    }

    pub(crate) fn with(mut self, name: &str, kind: Kind) -> Self {
        self.0.parameters.push(Parameter { name: name.to_owned(), kind });
        self
    }

    pub(crate) fn integer(self, name: &str, rust: &'static str) -> Self {
        self.with(name, Kind::Integer { rust, optional: false, default: None })
    }

    pub(crate) fn tensor(self, name: &str, tensor: TensorParameter) -> Self {
        self.with(name, Kind::Tensor(Box::new(tensor)))
    }

    /// The call is accepted.
    pub(crate) fn takes<const N: usize>(&self, arguments: [Argument; N]) -> &Self {
        let outcome = interpret(&self.0, &arguments).map_err(|refusal| refusal.message(&self.0));
        assert_eq!(outcome, Ok(()), "{arguments:?}");
        self
    }

    /// The call is refused with this kind and message.
    pub(crate) fn refuses<const N: usize>(&self, arguments: [Argument; N], expected: &str) -> &Self {
        let refusal = interpret(&self.0, &arguments).expect_err(expected);
        assert_eq!(format!("{}: {}", refusal.kind, refusal.message(&self.0)), expected);
        self
    }
}

/// `CpuView<'_, f32, N>`, the base of the others.
pub(crate) fn view(rank: usize) -> TensorParameter {
    let element = ElementType::Of(element_of("f32"));
    let view = View::Typed {
        device: CPU,
        access: Access::Shared,
        element,
        rank: Some(rank),
        layout: Layout::Contiguous,
    };
    TensorParameter::new(view)
}

/// `CpuViewMut<'_, f32, N>`
pub(crate) fn view_mut(rank: usize) -> TensorParameter {
    view(rank).access(Access::Exclusive)
}

/// `TensorView<'_>`
pub(crate) fn untyped() -> TensorParameter {
    TensorParameter::new(View::Untyped)
}

/// The attributes of a tensor parameter, in order.
pub(crate) trait Declare: Sized {
    fn change(self, change: impl FnOnce(&mut TensorParameter)) -> Self;

    fn typed(
        self,
        new: impl FnOnce(&mut Device, &mut Access, &mut ElementType, &mut Option<usize>, &mut Layout),
    ) -> Self {
        self.change(|tensor| match &mut tensor.view {
            View::Typed { device, access, element, rank, layout } => {
                new(device, access, element, rank, layout)
            }
            View::Untyped => panic!("the view has no type"),
        })
    }

    fn access(self, new: Access) -> Self {
        self.typed(|_, access, _, _, _| *access = new)
    }

    fn cells(self) -> Self {
        self.access(Access::Cells)
    }

    fn cuda(self) -> Self {
        self.typed(|device, _, _, _, _| *device = CUDA)
    }

    fn element(self, rust: &str) -> Self {
        self.typed(|_, _, element, _, _| *element = ElementType::Of(element_of(rust)))
    }

    fn variable(self, index: usize) -> Self {
        self.typed(|_, _, element, _, _| *element = ElementType::Variable(index))
    }

    fn any_rank(self) -> Self {
        self.typed(|_, _, _, rank, _| *rank = None)
    }

    fn strided(self) -> Self {
        self.typed(|_, _, _, _, layout| *layout = Layout::Strided)
    }

    fn shape(self, text: &str) -> Self {
        self.change(|tensor| tensor.shape = Some(entries(text)))
    }

    fn strides(self, text: &str) -> Self {
        self.change(|tensor| tensor.strides = Some(entries(text)))
    }

    fn align(self, align: i64) -> Self {
        self.change(|tensor| tensor.align = Some(Number::literal(align)))
    }

    fn dtypes(self, names: &[&str]) -> Self {
        self.change(|tensor| tensor.dtypes = names.iter().map(|rust| element_of(rust)).collect())
    }

    fn devices(self, names: &[&str]) -> Self {
        let named = |name: &&str| *DEVICES.iter().find(|device| device.name == *name).expect("a device");
        self.change(|tensor| tensor.devices = names.iter().map(named).collect())
    }

    fn optional(self) -> Self {
        self.change(|tensor| tensor.form = Form::Optional)
    }

    fn list(self) -> Self {
        self.change(|tensor| tensor.form = Form::List)
    }

    fn alias(self, other: &str) -> Self {
        self.change(|tensor| tensor.alias = Some(other.to_owned()))
    }
}

impl Declare for TensorParameter {
    fn change(mut self, change: impl FnOnce(&mut TensorParameter)) -> Self {
        change(&mut self);
        self
    }
}

/// A tensor of `float32` on the processor, contiguous, at a different address for each shape.
pub(crate) fn tensor(shape: &[i64]) -> Tensor {
    Tensor {
        passing: Passing::Pointer,
        data: 0x1000 * (1 + shape.iter().fold(7, |mixed, extent| mixed * 31 + (*extent as u64 & 15))),
        byte_offset: 0,
        device: (1, 0),
        ndim: shape.len() as i32,
        dtype: F32,
        shape: Some(shape.to_vec()),
        strides: None,
    }
}

/// The tensor of a shape, as an argument.
pub(crate) fn t(shape: &[i64]) -> Argument {
    Argument::Tensor(tensor(shape))
}

/// Fields of a tensor, one after the other.
pub(crate) trait Alter: Sized {
    fn change(self, change: impl FnOnce(&mut Tensor)) -> Self;

    fn at(self, address: u64) -> Self {
        self.change(|tensor| tensor.data = address)
    }

    fn of(self, dtype: DType) -> Self {
        self.change(|tensor| tensor.dtype = dtype)
    }

    fn on(self, code: i32, number: i32) -> Self {
        self.change(|tensor| tensor.device = (code, number))
    }

    fn stepping(self, strides: &[i64]) -> Self {
        self.change(|tensor| tensor.strides = Some(strides.to_vec()))
    }
}

impl Alter for Argument {
    fn change(mut self, change: impl FnOnce(&mut Tensor)) -> Self {
        match &mut self {
            Argument::Tensor(tensor) => change(tensor),
            other => panic!("{other:?} is not a tensor"),
        }
        self
    }
}

/// Tensors in an array.
pub(crate) fn list<const N: usize>(tensors: [Argument; N]) -> Argument {
    Argument::List(
        Container::Array,
        tensors
            .map(|tensor| match tensor {
                Argument::Tensor(_) => tensor.change(|tensor| tensor.passing = Passing::Object),
                other => other,
            })
            .to_vec(),
    )
}
