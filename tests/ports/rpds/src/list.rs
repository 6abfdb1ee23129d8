//! Lists, stacks and queues.

use tvm_ffi::{PyObject, prelude::*};

use crate::py;

macro_rules! sequence {
    (
        $name:ident, $key:literal, $inner:ty,
        $iterator:ident, $iterator_key:literal, $len:ident, $first:ident, $rest:ident $(,)?
    ) => {
        #[tvm_ffi::object($key)]
        pub struct $name {
            // SAFETY: no function of this library writes to a tensor.
            #[no_tensors(unsafe)]
            inner: $inner,
        }

        #[tvm_ffi::object($iterator_key, mutable)]
        pub struct $iterator {
            // SAFETY: no function of this library writes to a tensor.
            #[no_tensors(unsafe)]
            inner: $inner,
        }

        #[tvm_ffi::methods]
        impl $iterator {
            fn __iter__(&self) {}
            fn __next__(&mut self) -> Result<PyObject> {
                let Some(first) = self.inner.$first().cloned() else { bail!(StopIteration, "") };
                self.inner = self.inner.$rest().unwrap_or_default();
                Ok(first)
            }
        }

        impl $name {
            fn equal(&self, other: &Self) -> bool {
                self.inner.$len() == other.inner.$len()
                    && self.inner.iter().zip(other.inner.iter()).all(|(a, b)| py::eq(a, b).unwrap_or(false))
            }
        }
    };
}

fn elements_of(elements: Vec<PyObject>) -> Result<Vec<PyObject>> {
    if let [one] = &elements[..] { py::items(one) } else { Ok(elements) }
}

sequence!(
    List,
    "rpds.List",
    rpds::ListSync<PyObject>,
    ListIterator,
    "rpds.ListIterator",
    len,
    first,
    drop_first
);

#[tvm_ffi::methods]
impl List {
    #[init]
    fn new(#[args] elements: Vec<PyObject>) -> Result<Self> {
        let mut inner = rpds::List::new_sync();
        for each in elements_of(elements)?.into_iter().rev() {
            inner.push_front_mut(each);
        }
        Ok(Self { inner })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __repr__(&self) -> String {
        format!("List([{}])", py::joined(self.inner.iter().cloned()).join(", "))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.equal(other)
    }

    fn __hash__(&self) -> Result<u64> {
        py::hash_all("List", self.inner.iter())
    }

    fn __iter__(&self) -> ListIterator {
        ListIterator { inner: self.inner.clone() }
    }

    fn __reversed__(&self) -> Self {
        Self { inner: self.inner.reverse() }
    }

    fn __reduce__(&self) -> Result<(PyObject, (Vec<PyObject>,))> {
        Ok((PyObject::import("rpds")?.get("List")?, (self.inner.iter().cloned().collect(),)))
    }

    #[getter]
    fn first(&self) -> Result<PyObject> {
        let Some(first) = self.inner.first() else { bail!(IndexError, "empty list has no first element") };
        Ok(first.clone())
    }

    #[getter]
    fn rest(&self) -> Self {
        Self { inner: self.inner.drop_first().unwrap_or_default() }
    }

    fn push_front(&self, other: PyObject) -> Self {
        Self { inner: self.inner.push_front(other) }
    }

    fn drop_first(&self) -> Result<Self> {
        let Some(inner) = self.inner.drop_first() else {
            bail!(IndexError, "empty list has no first element")
        };
        Ok(Self { inner })
    }
}

sequence!(
    Stack,
    "rpds.Stack",
    rpds::StackSync<PyObject>,
    StackIterator,
    "rpds.StackIterator",
    size,
    peek,
    pop
);

#[tvm_ffi::methods]
impl Stack {
    #[init]
    fn new(#[args] elements: Vec<PyObject>) -> Result<Self> {
        let mut inner = rpds::Stack::new_sync();
        for each in elements_of(elements)? {
            inner.push_mut(each);
        }
        Ok(Self { inner })
    }

    fn __hash__(&self) -> Result<u64> {
        py::hash_all("Stack", self.inner.iter())
    }

    fn __iter__(&self) -> StackIterator {
        StackIterator { inner: self.inner.clone() }
    }

    fn __len__(&self) -> usize {
        self.inner.size()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.equal(other)
    }

    fn __repr__(&self) -> String {
        let mut contents = py::joined(self.inner.iter().cloned());
        contents.reverse();
        format!("Stack([{}])", contents.join(", "))
    }

    fn peek(&self) -> Result<PyObject> {
        self.inner.peek().cloned().ok_or_else(|| Error::new(ErrorKind::IndexError, "peeked an empty stack"))
    }

    fn pop(&self) -> Result<Self> {
        let Some(inner) = self.inner.pop() else { bail!(IndexError, "popped an empty stack") };
        Ok(Self { inner })
    }

    fn push(&self, other: PyObject) -> Self {
        Self { inner: self.inner.push(other) }
    }
}

sequence!(
    Queue,
    "rpds.Queue",
    rpds::QueueSync<PyObject>,
    QueueIterator,
    "rpds.QueueIterator",
    len,
    peek,
    dequeue
);

#[tvm_ffi::methods]
impl Queue {
    #[init]
    fn new(#[args] elements: Vec<PyObject>) -> Result<Self> {
        let mut inner = rpds::Queue::new_sync();
        for each in elements_of(elements)? {
            inner.enqueue_mut(each);
        }
        Ok(Self { inner })
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.equal(other)
    }

    fn __hash__(&self) -> Result<u64> {
        py::hash_all("Queue", self.inner.iter())
    }

    fn __iter__(&self) -> QueueIterator {
        QueueIterator { inner: self.inner.clone() }
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __repr__(&self) -> String {
        format!("Queue([{}])", py::joined(self.inner.iter().cloned()).join(", "))
    }

    fn peek(&self) -> Result<PyObject> {
        self.inner.peek().cloned().ok_or_else(|| Error::new(ErrorKind::IndexError, "peeked an empty queue"))
    }

    fn is_empty(&self) -> bool {
        self.inner.is_empty()
    }

    fn enqueue(&self, value: PyObject) -> Self {
        Self { inner: self.inner.enqueue(value) }
    }

    fn dequeue(&self) -> Result<Self> {
        let Some(inner) = self.inner.dequeue() else { bail!(IndexError, "dequeued an empty queue") };
        Ok(Self { inner })
    }
}
