//! Durations and times, as seconds.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::*;

fn decoded<T: for<'a> FromAnyView<'a>>(seconds: f64) -> Option<T> {
    let value = seconds.into_any();
    assert_eq!(
        T::explain(value.as_view()).is_none(),
        T::decode(value.as_view(), &mut Default::default()).is_some()
    );
    T::decode(value.as_view(), &mut Default::default())
}

#[test]
fn seconds_are_durations() {
    for seconds in [0.0, 0.5, 1e9 + 0.25] {
        let duration = decoded::<Duration>(seconds).expect("it is a duration");
        assert_eq!(duration.into_any().cast::<f64>().expect("they are seconds"), seconds);
    }
    for wrong in [-1.0, f64::NAN, f64::INFINITY, 1e30] {
        assert_eq!(decoded::<Duration>(wrong), None, "{wrong}");
    }
    assert!(Duration::explain("1".into_any().as_view()).is_some());
}

#[test]
fn seconds_since_1970_are_times() {
    for seconds in [0.0, 1.5, -1.5, 4e9, -4e9] {
        let time = decoded::<SystemTime>(seconds).expect("it is a time");
        assert_eq!(time >= UNIX_EPOCH, seconds >= 0.0);
        assert_eq!(time.into_any().cast::<f64>().expect("they are seconds"), seconds);
    }
    for wrong in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e30, -1e30] {
        assert_eq!(decoded::<SystemTime>(wrong), None, "{wrong}");
    }
}
