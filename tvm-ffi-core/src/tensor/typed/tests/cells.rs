//! Memory that several views reach and write.

use core::cell::Cell;

use super::*;

#[test]
fn cells_share_memory_that_safe_code_writes() {
    let mut fixture = Fixture::new(numbers(6), &[2, 3]);
    let mut view = fixture.exclusive::<2, Contiguous>();
    let cells = view.as_cell_view();
    let (x, y) = (cells, cells);
    x.set([0, 0], 10);
    y[[0, 1]].set(x[[0, 0]].get() + 1);
    for (x, y) in x.as_cells().iter().zip(y.as_cells()) {
        y.set(x.get() * 2);
    }
    assert_eq!(y.get([1, 2]).map(Cell::get), Some(10));
    assert!(y.get([2, 0]).is_none());
    let row: &[Cell<i32>] = x.row(1);
    row[0].swap(&row[2]);
    assert_eq!(x.rows().map(|row| row[0].get()).collect::<Vec<_>>(), [20, 10]);
    assert_eq!(x.iter().map(Cell::get).collect::<Vec<_>>(), [20, 22, 4, 10, 8, 6]);
    assert_eq!(x.indexed().last(), Some(([1, 2], 6)));
    let transposed = x.transpose();
    transposed.set([2, 0], 5);
    transposed.rows().for_each(|column| column.set([1], 0));
    transposed.iter().for_each(|cell| cell.set(cell.get() + 1));
    // SAFETY: the pointer leads to the first element, which no reference but cells leads to.
    unsafe { *x.as_ptr() = 1 };
    assert_eq!(
        (x.as_ptr(), format!("{x:?}")),
        (x.sub_view().as_ptr(), "CpuCells(int32[2, 3], cpu:0)".to_owned())
    );
    assert_eq!(view.as_slice(), [1, 23, 6, 1, 1, 1]);
}

#[test]
fn one_element_may_be_reached_twice() {
    let fixture = Fixture::new(vec![1, 2], &[3, 2]).with_strides(&[0, 1]);
    // SAFETY: no other code reads or writes the elements meanwhile.
    let cells: CpuCells<'_, i32, 2, Strided> = unsafe { View::assume(fixture.view()) }.unwrap();
    cells.iter().for_each(|cell| cell.set(cell.get() * 10));
    assert_eq!((cells[[0, 0]].get(), cells[[2, 1]].get()), (1000, 2000));
    let sub = cells.sub_view();
    sub.set([1, 1], 3);
    assert_eq!(cells.get([0, 1]).map(Cell::get), Some(3));
    let rows: Vec<&[Cell<i32>]> = cells.row_slices().unwrap().collect();
    rows[0][0].swap(&rows[1][1]);
    assert_eq!((rows.len(), rows[2]), (3, &[Cell::new(3), Cell::new(1000)][..]));
}

#[test]
fn cells_without_elements() {
    let fixture = Fixture::<f32>::new(vec![], &[0]).with(|raw| raw.data = core::ptr::null_mut());
    // SAFETY: no other code reads or writes the elements meanwhile.
    let cells: CpuCells<'_, f32, 1> = unsafe { View::assume(fixture.view()) }.unwrap();
    assert!(
        cells.as_cells().is_empty() && cells.as_ptr().is_null() && cells.sub_view().as_cells().is_empty()
    );
}
