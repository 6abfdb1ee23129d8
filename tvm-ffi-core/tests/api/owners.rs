//! Tensors on memory with an owner.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi_core::{CpuView, CpuViewMut, DType, Element, ErrorKind, Tensor, TensorMut};

/// An owner that counts how often it was asked and dropped. What it gives, it gives once.
struct Counted<O> {
    owner: O,
    asked: Arc<AtomicUsize>,
    dropped: Arc<AtomicUsize>,
    panics: bool,
}

impl<O> Counted<O> {
    fn new(owner: O) -> Self {
        Self { owner, asked: Arc::default(), dropped: Arc::default(), panics: false }
    }

    fn panicking(mut self) -> Self {
        self.panics = true;
        self
    }
}

impl<O: AsRef<[f32]>> AsRef<[f32]> for Counted<O> {
    fn as_ref(&self) -> &[f32] {
        match self.asked.fetch_add(1, Ordering::Relaxed) {
            0 => self.owner.as_ref(),
            _ => &[],
        }
    }
}

impl<O: AsMut<[f32]>> AsMut<[f32]> for Counted<O> {
    fn as_mut(&mut self) -> &mut [f32] {
        match self.asked.fetch_add(1, Ordering::Relaxed) {
            0 => self.owner.as_mut(),
            _ => &mut [],
        }
    }
}

impl<O> Drop for Counted<O> {
    fn drop(&mut self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
        assert!(!self.panics, "a careless owner");
    }
}

fn shared<T: Element, O: AsRef<[T]> + Send + Sync + 'static>(
    owner: O,
    shape: &[i64],
) -> tvm_ffi_core::Result<Tensor> {
    // SAFETY: no test writes to such a tensor.
    unsafe { Tensor::from_owner(owner, shape) }
}

fn read(tensor: &Tensor) -> Vec<f32> {
    tensor.view().try_cpu_dyn::<f32>().unwrap().as_slice().to_vec()
}

#[test]
fn a_tensor_shares_the_elements_of_an_arc() {
    let weights: Arc<[f32]> = Arc::from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let tensor = shared(Arc::clone(&weights), &[2, 3]).unwrap();
    assert_eq!((tensor.shape(), &*tensor.strides(), tensor.dtype()), (&[2, 3][..], &[3, 1][..], DType::F32));
    let view: CpuView<'_, f32, 2> = tensor.view().try_cpu().unwrap();
    assert!(std::ptr::eq(view.as_ptr(), weights.as_ptr()));
    let clone = tensor.clone();
    drop(tensor);
    assert_eq!((read(&clone), Arc::strong_count(&weights)), (weights.to_vec(), 2));
    drop(clone);
    assert_eq!(Arc::strong_count(&weights), 1);
}

#[test]
fn elements_within_the_owner_stay_where_they_are() {
    let owner = Counted::new([1f32, 2.0, 3.0, 4.0]);
    let (asked, dropped) = (owner.asked.clone(), owner.dropped.clone());
    let tensor = shared(owner, &[4]).unwrap();
    // Something that would take the place of what has moved away.
    let others: Vec<_> = (0..8).map(|number| Box::new([number as f32; 4])).collect();
    assert_eq!(read(&tensor), [1.0, 2.0, 3.0, 4.0]);
    assert_eq!((asked.load(Ordering::Relaxed), dropped.load(Ordering::Relaxed)), (1, 0));
    std::thread::spawn(move || drop(tensor)).join().unwrap();
    assert_eq!((asked.load(Ordering::Relaxed), dropped.load(Ordering::Relaxed), others.len()), (1, 1, 8));
}

#[test]
fn an_owner_that_has_its_elements_to_itself_is_written() {
    let owner = Counted::new(vec![0f32; 4]);
    let (dropped, address) = (owner.dropped.clone(), owner.owner.as_ptr());
    let mut tensor = TensorMut::from_owner(owner, &[2, 2]).unwrap();
    let mut view: CpuViewMut<'_, f32, 2> = tensor.try_cpu_mut().unwrap();
    view[[1, 0]] = 7.0;
    let tensor = tensor.freeze();
    assert_eq!((tensor.data_ptr().cast_const().cast(), read(&tensor)), (address, vec![0.0, 0.0, 7.0, 0.0]));
    drop(tensor);
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
    // It need not be `Sync`.
    let mut cells: Box<[f32]> = Box::new([1.0]);
    struct Unsync(Box<[f32]>, Cell<u8>);
    impl AsMut<[f32]> for Unsync {
        fn as_mut(&mut self) -> &mut [f32] {
            self.1.set(1);
            &mut self.0
        }
    }
    cells[0] = 3.0;
    let tensor = TensorMut::from_owner(Unsync(cells, Cell::new(0)), &[]).unwrap().freeze();
    assert_eq!(read(&tensor), [3.0]);
}

#[test]
fn a_shape_that_does_not_fit_is_an_error_and_drops_the_owner() {
    for (shape, message) in [
        (&[3][..], "shape [3] has 3 elements, got 4"),
        (&[2, -2][..], "shape[1] is -2, expected 0 or more"),
        (&[0][..], "shape [0] has 0 elements, got 4"),
    ] {
        let owner = Counted::new([0f32; 4]);
        let dropped = owner.dropped.clone();
        let error = shared(owner, shape).unwrap_err();
        assert_eq!((error.kind(), &*error.message()), (ErrorKind::ValueError, message));
        assert_eq!(dropped.load(Ordering::Relaxed), 1);
    }
    assert_eq!(shared(Arc::<[i64]>::from([]), &[0, 5]).unwrap().shape(), [0, 5]);
}

#[test]
fn a_panic_of_the_owners_drop_ends_there() {
    let owner = Counted::new([0f32; 4]).panicking();
    let dropped = owner.dropped.clone();
    drop(shared(owner, &[4]).unwrap());
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
}

#[test]
fn a_panic_while_the_elements_are_asked_for_drops_the_owner() {
    struct Panics(#[allow(dead_code, reason = "it is dropped")] Arc<()>);
    impl AsRef<[f32]> for Panics {
        fn as_ref(&self) -> &[f32] {
            panic!("there are none")
        }
    }
    let alive = Arc::new(());
    let owner = Panics(Arc::clone(&alive));
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| shared(owner, &[1]).map(drop))).unwrap_err();
    assert_eq!(Arc::strong_count(&alive), 1);
}

#[test]
fn the_tensor_goes_to_other_frameworks() {
    let weights: Arc<[f32]> = Arc::from([1.0, 2.0]);
    let managed = shared(Arc::clone(&weights), &[2]).unwrap().to_dlpack().unwrap();
    assert_eq!(Arc::strong_count(&weights), 2);
    assert_eq!(managed.view().unwrap().try_cpu::<f32, 1>().unwrap().as_slice(), [1.0, 2.0]);
    drop(managed);
    assert_eq!(Arc::strong_count(&weights), 1);
}
