//! Durations and times, as seconds: the ABI has no type for them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::{FfiType, FromAnyView, IntoAny, Kind, Lent, Mismatch, TypeFacts, TypeTag, owned_parameters};
use crate::any::{Any, AnyView};

/// Implements the conversions of a type that is made of seconds, `$from`, and gives them, `$into`.
macro_rules! seconds {
    ($($type:ident, $from:path, $into:path, $what:literal;)*) => {$(
        impl FfiType for $type {
            const TAG: &'static TypeTag = &TypeTag::$type;
            const FACTS: TypeFacts<Self> = TypeFacts { lent: Lent::All, ..TypeFacts::of(Kind::Scalar) };
        }

        impl<'a> FromAnyView<'a> for $type {
            type Holder = ();

            fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
                $from(f64::decode(view, holder)?)
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                let Some(seconds) = f64::decode(view, &mut ()) else { return f64::explain(view) };
                let is_known = $from(seconds).is_some();
                (!is_known).then(|| Mismatch::value_error(format!(concat!("{} seconds are no ", $what), seconds)))
            }
        }

        impl IntoAny for $type {
            fn into_any(self) -> Any {
                $into(self).into_any()
            }
        }
    )*};
}

seconds! {
    Duration, duration, seconds_of, "duration, expected a number of 0 or more";
    SystemTime, time, seconds_since, "time of this system";
}

owned_parameters!(Duration, SystemTime);

fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

fn seconds_of(duration: Duration) -> f64 {
    duration.as_secs_f64()
}

fn time(seconds: f64) -> Option<SystemTime> {
    match seconds >= 0.0 {
        true => UNIX_EPOCH.checked_add(duration(seconds)?),
        false => UNIX_EPOCH.checked_sub(duration(-seconds)?),
    }
}

fn seconds_since(time: SystemTime) -> f64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_secs_f64(),
        Err(before) => -before.duration().as_secs_f64(),
    }
}
