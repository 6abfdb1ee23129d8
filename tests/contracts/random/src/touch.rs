//! The bodies of the exported functions: safe code that accesses the first and the last element of each view, so that a
//! sanitizer reports memory that should not have been accepted.

use std::collections::BTreeMap;
use std::hint::black_box;

use tvm_ffi::view::{Access, Cells, Cpu, Cuda, Dyn, Exclusive, Layout, Rank, RankMarker, Shared, View};
use tvm_ffi::{AnyView, CpuView, CudaView, Element, Tensor, TensorView, Union};

/// Values whose memory can be accessed.
pub trait Touch {
    /// Reads the elements, and writes them if the view is mutable.
    fn touch(self);
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        impl Touch for $type {
            fn touch(self) {
                black_box(self);
            }
        }
    )*};
}

plain!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f64, AnyView<'_>, Tensor);

impl<A: Touch, B: Touch> Touch for (A, B) {
    fn touch(self) {
        self.0.touch();
        self.1.touch();
    }
}

impl<T: Touch> Touch for Option<T> {
    fn touch(self) {
        if let Some(value) = self {
            value.touch();
        }
    }
}

impl<T: Touch> Touch for Vec<T> {
    fn touch(self) {
        self.into_iter().for_each(Touch::touch);
    }
}

impl<T: Touch> Touch for BTreeMap<String, T> {
    fn touch(self) {
        self.into_values().for_each(Touch::touch);
    }
}

macro_rules! unions {
    ($($name:ident $view:ty;)*) => {$(
        /// One view, several, or a number.
        #[derive(Union)]
        pub enum $name<'a> {
            /// One view.
            One($view),
            /// Several.
            Many(Vec<$view>),
            /// A number.
            Number(i64),
        }

        impl Touch for $name<'_> {
            fn touch(self) {
                match self {
                    Self::One(view) => view.touch(),
                    Self::Many(views) => views.touch(),
                    Self::Number(number) => drop(black_box(number)),
                }
            }
        }
    )*};
}

unions! {
    AnyUnion TensorView<'a>;
    CpuUnion CpuView<'a, f32, 1>;
    CudaUnion CudaView<'a, f32, 1>;
}

impl Touch for TensorView<'_> {
    fn touch(self) {
        black_box((self.shape().len(), self.strides().len(), self.numel(), self.dtype(), self.device()));
    }
}

impl<A: Access, T: Element, R: RankMarker, L: Layout> Touch for View<'_, Cuda, A, T, R, L> {
    fn touch(self) {
        black_box((self.shape().len(), self.numel(), self.is_contiguous(), self.address()));
    }
}

/// The indices of the last element.
fn last(shape: &[i64]) -> Vec<usize> {
    shape.iter().map(|extent| *extent as usize - 1).collect()
}

impl<T: Element, const N: usize, L: Layout> Touch for View<'_, Cpu, Shared, T, Rank<N>, L> {
    fn touch(self) {
        if self.numel() > 0 {
            black_box((self[[0; N]], self[self.dims().map(|dim| dim - 1)]));
        }
    }
}

impl<T: Element, const N: usize, L: Layout> Touch for View<'_, Cpu, Exclusive, T, Rank<N>, L> {
    fn touch(mut self) {
        if self.numel() > 0 {
            let last = self.dims().map(|dim| dim - 1);
            self[last] = black_box(self[[0; N]]);
            self[[0; N]] = black_box(self[last]);
        }
    }
}

impl<T: Element, const N: usize, L: Layout> Touch for View<'_, Cpu, Cells, T, Rank<N>, L> {
    fn touch(self) {
        if self.numel() > 0 {
            let last = self.dims().map(|dim| dim - 1);
            self.set(last, black_box(self[[0; N]].get()));
            self[[0; N]].set(black_box(self[last].get()));
        }
    }
}

impl<T: Element, L: Layout> Touch for View<'_, Cpu, Shared, T, Dyn, L> {
    fn touch(self) {
        if self.numel() > 0 {
            black_box((self[vec![0; self.ndim()]], self[last(self.shape())]));
        }
    }
}

impl<T: Element, L: Layout> Touch for View<'_, Cpu, Exclusive, T, Dyn, L> {
    fn touch(mut self) {
        if self.numel() > 0 {
            let (first, last) = (vec![0; self.ndim()], last(self.shape()));
            self[&last] = black_box(self[&first]);
            self[&first] = black_box(self[&last]);
        }
    }
}
