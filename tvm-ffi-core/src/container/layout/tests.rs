use core::mem::swap;

use super::fabricated::{Difference, Fabricated, with};
use super::{Entries, Node, SMALL, is_known};
use crate::abi::map::{BLOCK, BLOCK_SIZE, NO_SLOT};
use crate::any::Any;
use crate::container::build::{Container, from_entries, from_runtime};
use crate::container::items::{Snapshot, copied_entries, entries, map_length};
use crate::convert::IntoAny;
use crate::{Dict, Map, MapRef};

const KINDS: [Container; 2] = [Container::Map, Container::Dict];

/// Lengths of several blocks. Miri takes minutes for the longer ones.
const LONG: &[i64] = if cfg!(miri) { &[18] } else { &[64, 65, 200] };

/// Keys of each kind that is hashed here.
fn key(index: i64) -> Any {
    match index % 6 {
        0 => index.into_any(),
        1 => format!("{index}").into_any(),
        2 => format!("a longer key {index}").into_any(),
        3 => (index as f64).into_any(),
        4 => crate::Bytes::from(vec![index as u8; 3 + index as usize % 20]).into_any(),
        _ => (-index).into_any(),
    }
}

fn words(entries: impl Iterator<Item = (Any, Any)>) -> Vec<String> {
    entries.map(|(key, value)| format!("{key:?} {value:?}")).collect()
}

/// The entries of a map, read forwards, backwards, and from both ends in turn, are those of the model.
fn assert_reads(map: &Any, model: &[(Any, Any)]) {
    let expected = words(model.iter().cloned());
    let pairs = |found: Vec<super::Entry>| words(found.into_iter().map(|entry| (entry.key, entry.value)));
    assert_eq!(map_length(map.as_view()), Some(model.len()));
    assert_eq!(copied_entries(map.as_view()).map(pairs), Some(expected.clone()));
    let mut snapshot = Snapshot::default();
    let found = entries(map.as_view(), &mut snapshot).unwrap();
    assert_eq!(found.len(), model.len());
    assert_eq!(pairs(found.cloned().collect()), expected);
    let mut backwards = pairs(found.rev().cloned().collect());
    backwards.reverse();
    assert_eq!(backwards, expected);
    assert_eq!(meeting(found), expected.len());
}

/// The number of entries between both ends.
fn meeting(mut entries: Entries<'_>) -> usize {
    let mut count = 0;
    while entries.next().is_some() {
        count += 1;
        count += usize::from(entries.next_back().is_some());
    }
    count
}

#[test]
fn maps_of_every_length_are_read_in_their_order() {
    assert!(is_known());
    for kind in KINDS {
        // A map of up to four entries has the small layout.
        for count in (if cfg!(miri) { 4..6 } else { 0..40 }).chain(LONG.iter().copied()) {
            let model: Vec<_> = (0..count).map(|index| (key(index), index.into_any())).collect();
            let map = from_entries(kind, model.iter().cloned()).into_any();
            assert_reads(&map, &model);
        }
    }
}

#[test]
fn a_key_that_is_there_twice_is_left_to_the_runtime() {
    for count in [2, 4, 5].into_iter().chain(LONG.iter().copied()) {
        let entries = (0..count).map(|index| (key(index % (count - 1)), index.into_any()));
        let map = from_entries(Container::Map, entries).into_any();
        assert_eq!(map_length(map.as_view()), Some(count as usize - 1));
    }
}

#[test]
fn a_dict_is_read_after_its_contents_were_replaced() {
    const COUNT: i64 = if cfg!(miri) { 10 } else { 20 };
    let dict: Dict<i64, i64> = (0..COUNT).map(|key| (key, key * key)).collect();
    for key in [0, COUNT - 1, 7, 8] {
        assert_eq!(dict.remove(key).unwrap(), Some(key * key));
        let rest = dict.to_vec().unwrap();
        assert!(rest.iter().all(|(found, _)| *found != key));
        assert_eq!(rest.len(), dict.len());
    }
    for key in (0..COUNT).filter(|key| ![0, COUNT - 1, 7, 8, 5].contains(key)) {
        dict.remove(key).unwrap();
    }
    assert_eq!(dict.to_vec().unwrap(), [(5, 25)]);
}

type Change = fn(&mut Fabricated);

/// One for each fact that readers rely on.
const DIFFERENCES: [(&str, Change); 13] = [
    ("entries that the body does not lead to", |map| map.cell.data = core::ptr::null_mut()),
    ("the size after the slots", |map| swap(&mut map.cell.size, &mut map.cell.slots)),
    ("no mark of small maps", |map| map.cell.slots &= !SMALL),
    ("another mark of small maps", |map| map.cell.slots = (map.cell.slots & !SMALL) | 1 << 62),
    ("values before keys", |map| {
        map.small().iter_mut().for_each(|entry| swap(&mut entry.key, &mut entry.value));
        change_nodes(map, |node| swap(&mut node.entry.key, &mut node.entry.value));
    }),
    ("small maps from the end", |map| map.small().reverse()),
    ("hash tables with another number of slots", |map| {
        if map.dense().is_some() {
            map.cell.slots -= 1;
        }
    }),
    ("another shift", |map| {
        let _ = map.dense().map(|dense| dense.shift += 1);
    }),
    ("the last entry first", |map| {
        let _ = map.dense().map(|dense| swap(&mut dense.first, &mut dense.last));
    }),
    ("links in turn", |map| change_nodes(map, |node| swap(&mut node.previous, &mut node.next))),
    ("no links back", |map| change_nodes(map, |node| node.previous = NO_SLOT)),
    ("metadata after the slots of a block", metadata_last),
    ("entries that stay after erasing", |_| ()),
];

fn change_nodes(map: &mut Fabricated, change: fn(&mut Node)) {
    for (_, mut node) in map.nodes() {
        // SAFETY: nothing else uses the node.
        change(unsafe { node.as_mut() });
    }
}

fn metadata_last(map: &mut Fabricated) {
    if map.dense().is_none() {
        return;
    }
    let size = (map.cell.slots as usize).div_ceil(BLOCK) * BLOCK_SIZE;
    let mut moved = vec![[0; 2]; size / size_of::<[u64; 2]>()];
    let blocks = moved.as_mut_ptr().cast::<u8>();
    for (slot, node) in map.nodes() {
        let slot = slot as usize;
        // SAFETY: the blocks have room for each slot.
        let place = unsafe { blocks.add(slot / BLOCK * BLOCK_SIZE + slot % BLOCK * size_of::<Node>()) };
        // SAFETY: as above. The copy is never dropped.
        unsafe { node.as_ptr().copy_to_nonoverlapping(place.cast(), 1) };
    }
    map.cell.data = blocks.cast();
    map.blocks = moved;
}

#[test]
fn each_difference_of_the_layout_is_noticed() {
    for (name, change) in DIFFERENCES {
        with(Difference::Body(change), || assert!(!is_known(), "{name}"));
    }
    assert!(is_known());
}

#[test]
fn maps_of_another_layout_are_read_by_the_runtime() {
    with(Difference::Body(metadata_last), assert_works);
}

fn assert_works() {
    let counts: &[i64] = if cfg!(miri) { &[0, 5] } else { &[0, 1, 4, 5, 18, 65] };
    for kind in KINDS {
        for &count in counts {
            let model: Vec<_> = (0..count).map(|index| (key(index), index.into_any())).collect();
            let flat = model.iter().flat_map(|(key, value)| [key.clone(), value.clone()]);
            assert_reads(&from_runtime(kind, flat.collect()).into_any(), &model);
            assert_reads(&from_entries(kind, model.iter().cloned()).into_any(), &model);
        }
    }
    let map: Map<i64, i64> = (0..9).map(|key| (key, key + 1)).collect();
    let value = map.to_any();
    let mut holder = Default::default();
    let borrowed: MapRef<'_, i64, i64> = value.as_view().cast_in(&mut holder).unwrap();
    assert!(borrowed.iter().eq((0..9).map(|key| (key, key + 1))));
    assert_eq!(map.get(3).unwrap(), Some(4));
    let hashed: std::collections::HashMap<i64, i64> = value.as_view().cast().unwrap();
    assert_eq!(hashed.len(), 9);
    let dict: Dict<i64, i64> = map.to_vec().unwrap().into_iter().collect();
    assert_eq!(dict.remove(3).unwrap(), Some(4));
    assert_eq!(dict.len(), 8);
}
