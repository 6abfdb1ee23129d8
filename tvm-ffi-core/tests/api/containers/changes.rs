//! Lists and dicts that are changed from Rust, and what all four containers have of a collection.

use super::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi_core::{Array, Dict, List, Map, Result};

#[test]
fn a_list_changes_as_a_vec_does() -> Result<()> {
    let list: List<String> = List::new();
    let mut vec: Vec<String> = Vec::new();
    // Long and short texts are kept in different ways.
    let text = |number: usize| number.to_string().repeat(1 + number % 9);
    for step in 0..2000usize {
        let index = (step * 7919) % (vec.len() + 1);
        match step % 11 {
            0..4 => {
                list.push(text(step));
                vec.push(text(step));
            }
            4..6 => {
                list.insert(index, text(step))?;
                vec.insert(index, text(step));
            }
            6 if index < vec.len() => {
                list.set(index, text(step))?;
                vec[index] = text(step);
            }
            7 if index < vec.len() => assert_eq!(list.remove(index)?, vec.remove(index)),
            8 => assert_eq!(list.pop()?, vec.pop()),
            9 => {
                list.extend((0..step % 4).map(text));
                vec.extend((0..step % 4).map(text));
            }
            10 if step % 500 == 10 => {
                list.clear();
                vec.clear();
            }
            _ => assert_eq!(list.get(index)?, vec.get(index).cloned()),
        }
        assert_eq!((list.len(), list.is_empty()), (vec.len(), vec.is_empty()));
    }
    assert_eq!(list.to_vec()?, vec);
    assert_eq!(list.iter().rev().collect::<Result<Vec<_>>>()?, vec.into_iter().rev().collect::<Vec<_>>());
    Ok(())
}

#[test]
fn an_index_that_is_out_of_range_is_an_error() -> Result<()> {
    let list: List<i64> = [1].into_iter().collect();
    let errors = [list.insert(2, 0), list.set(1, 0), list.remove(usize::MAX).map(drop)];
    let messages = errors.map(|result| result.expect_err("there is no such element").to_string());
    assert_eq!(messages[0], "IndexError: index 2 is out of range for a list of 1 element");
    assert_eq!(messages[1], "IndexError: index 1 is out of range for a list of 1 element");
    assert!(messages[2].ends_with("is out of range for a list of 1 element"), "{}", messages[2]);
    assert_eq!((list.get(1)?, list.get(usize::MAX)?, list.to_vec()?), (None, None, vec![1]));
    list.clear();
    assert_eq!((list.pop()?, list.len()), (None, 0));
    let message = list.remove(0).expect_err("it is empty").to_string();
    assert_eq!(message, "IndexError: index 0 is out of range for a list of 0 elements");
    Ok(())
}

#[test]
fn an_element_that_does_not_convert_stays_where_it_is() -> Result<()> {
    let value = list([1, 2]);
    let numbers: List<i64> = value.as_view().cast()?;
    let anything: List<Any> = value.cast()?;
    anything.insert(1, Any::new("x"))?;
    anything.push(Any::new("y"));
    for result in [numbers.get(1).map(drop), numbers.pop().map(drop), numbers.remove(1).map(drop)] {
        let message = result.expect_err("it is text").to_string();
        assert!(message.ends_with("expected int, got str"), "{message}");
    }
    let given: Vec<Option<i64>> = numbers.iter().map(Result::ok).collect();
    assert_eq!((given, numbers.len()), (vec![Some(1), None, Some(2), None], 4));
    assert_ne!(numbers, numbers.clone());
    Ok(())
}

#[test]
fn a_dict_changes_as_a_map_does() -> Result<()> {
    let dict: Dict<String, i64> = Dict::new();
    let mut map: BTreeMap<String, i64> = BTreeMap::new();
    for step in 0..2000i64 {
        let key = format!("key {}", step * 7919 % 40);
        match step % 7 {
            0..3 => {
                dict.insert(key.clone(), step)?;
                map.insert(key, step);
            }
            3 | 4 => assert_eq!(dict.remove(key.as_str())?, map.remove(&key)),
            5 => assert_eq!(dict.get(key.as_str())?, map.get(&key).copied()),
            _ => assert_eq!(dict.contains_key(key.as_str())?, map.contains_key(&key)),
        }
        assert_eq!((dict.len(), dict.is_empty()), (map.len(), map.is_empty()));
    }
    let sorted: Result<BTreeMap<_, _>> = dict.iter().collect();
    assert_eq!(sorted?, map);
    dict.clear();
    assert!(dict.is_empty());
    // Where entries were removed, the runtime keeps no order.
    let dict: Dict<String, i64> = Dict::new();
    dict.extend([("b".to_owned(), 1), ("a".to_owned(), 2), ("b".to_owned(), 3)])?;
    let (keys, values): (Result<Vec<_>>, Result<Vec<_>>) = (dict.keys().collect(), dict.values().collect());
    assert_eq!((keys?, values?), (vec!["b".to_owned(), "a".to_owned()], vec![3, 2]));
    make("ffi.DictSetItem", [dict.to_any(), Any::new("c"), Any::new("text")]);
    assert!(
        dict.remove("c").is_err()
            && dict.contains_key("c")?
            && dict.iter().nth(2).is_some_and(|c| c.is_err())
    );
    Ok(())
}

#[test]
fn containers_are_collections() -> Result<()> {
    let array: Array<i64> = [3, 1].into_iter().collect();
    assert_eq!((&array).into_iter().rev().chain(array.clone()).collect::<Vec<i64>>(), [1, 3, 3, 1]);
    assert!(array == array.clone() && array != Array::new() && Array::<i64>::default().is_empty());

    let list: List<i64> = array.iter().collect();
    assert!(list == list.clone() && list != List::default());
    let mut sum = 0;
    for number in &list {
        list.push(10);
        sum += number?;
    }
    assert_eq!((sum, list.into_iter().collect::<Result<Vec<_>>>()?), (4, vec![3, 1, 10, 10]));

    let map: Map<String, i64> = [("a", 1), ("b", 2)].into_iter().collect::<Map<_, _>>().to_any().cast()?;
    let turned: Map<String, i64> = [("b", 2), ("a", 1)].into_iter().collect::<Map<_, _>>().to_any().cast()?;
    assert!(map == turned && map != Map::new() && Map::<i64, i64>::default().is_empty());
    assert!(map.contains_key("a")? && !map.contains_key("c")? && !map.contains_key(1)?);
    assert_eq!((map.keys().collect::<String>(), map.values().sum::<i64>()), ("ab".to_owned(), 3));
    assert_eq!(
        (&map).into_iter().chain(turned).map(|(key, value)| format!("{key}{value}")).collect::<String>(),
        "a1b2b2a1"
    );

    let dict: Dict<String, i64> = map.to_any().cast()?;
    assert!(dict == dict.clone() && dict != Dict::default());
    for entry in &dict {
        let (key, value) = entry?;
        dict.insert(key.repeat(2), value)?;
    }
    assert_eq!(dict.into_iter().count(), 4);
    Ok(())
}

/// What is removed is dropped when the container can be used again, whatever the drop does with it.
#[test]
fn the_end_of_an_element_may_use_the_container() -> Result<()> {
    struct Uses(List<Any>, Dict<i64, Any>, Arc<AtomicUsize>);
    impl Drop for Uses {
        fn drop(&mut self) {
            let Self(list, dict, dropped) = self;
            list.push(Any::new(list.len() as i64));
            dict.insert(-1, Any::none()).expect("the dict can be changed");
            assert_eq!((list.pop().is_ok(), dict.remove(-1).is_ok()), (true, true));
            dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
    let (list, dict, dropped) = (List::<Any>::new(), Dict::<i64, Any>::new(), Arc::new(AtomicUsize::new(0)));
    let element = || {
        let uses = Uses(list.clone(), dict.clone(), Arc::clone(&dropped));
        Any::new(Function::new(move || uses.2.load(Ordering::Relaxed)))
    };
    list.extend((0..4).map(|_| element()));
    dict.extend((0..3).map(|key| (key, element())))?;
    list.set(0, Any::none())?;
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
    drop((list.remove(1)?, list.pop()?));
    assert_eq!(dropped.load(Ordering::Relaxed), 3);
    list.clear();
    assert_eq!((dropped.load(Ordering::Relaxed), list.len()), (4, 0));
    dict.insert(0, Any::none())?;
    drop(dict.remove(1)?);
    dict.clear();
    assert_eq!((dropped.load(Ordering::Relaxed), dict.len()), (7, 0));
    Ok(())
}

#[test]
fn threads_change_one_list_and_one_dict() -> Result<()> {
    let (list, dict): (List<String>, Dict<i64, String>) = (List::new(), Dict::new());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (list, dict) = (&list, &dict);
            scope.spawn(move || {
                for round in 0..500i64 {
                    let text = format!("a text that is long enough: {thread} {round}");
                    list.push(text.clone());
                    dict.insert(round % 50, text).expect("integers can be compared");
                    let read = list.to_any().cast::<Vec<String>>().expect("all are texts");
                    assert!(read.iter().all(|text| text.starts_with("a text")));
                    assert!(dict.iter().all(|entry| entry.is_ok_and(|(_, text)| text.starts_with("a text"))));
                    assert!(list.pop().expect("all are texts").is_some());
                    let _ = dict.remove(round % 40).expect("all are texts");
                }
            });
        }
    });
    assert_eq!(list.len(), 0);
    Ok(())
}
