//! Text: UTF-8, checked. Up to seven bytes travel inside the value, more on the heap.

use std::borrow::Cow;
use std::path::PathBuf;

use super::plain::tagged;
use super::{FromAnyView, IntoAny, Lent, Mismatch, Moved, TypeTag};
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::object_ref::ObjectRef;
pub(crate) use crate::string::text_of;
use crate::string::{self, Str};

macro_rules! text_type {
    ($type:ty, $tag:ident, $lent:ident, $moved:ident) => {
        tagged!($type, Scalar { lent: Lent::$lent, moved: Moved::$moved }, TypeTag::$tag, {
            fn distance(view: AnyView<'_>) -> Option<u32> {
                crate::convert::exactly(text_of(view).is_some())
            }
        });
    };
}

text_type!(&str, Text, All, Shared);
text_type!(Str, Text, Nothing, Taken);
text_type!(String, Text, All, Shared);
text_type!(Box<str>, Text, All, Shared);
text_type!(Cow<'_, str>, Text, All, Shared);
text_type!(PathBuf, Path, All, Shared);

#[cold]
fn explain(view: AnyView<'_>) -> Option<Mismatch> {
    if text_of(view).is_some() {
        return None;
    }
    Some(match string::raw_text(view) {
        Some(bytes) => match core::str::from_utf8(bytes) {
            Err(error) => Mismatch::value_error(format!(
                "expected UTF-8, got a str whose byte {} is invalid",
                error.valid_up_to()
            )),
            Ok(_) => Mismatch::type_error("the str changed during the call"),
        },
        None => Mismatch::expected::<&str>(view),
    })
}

impl<'a> FromAnyView<'a> for &'a str {
    type Holder = ();

    #[inline(always)]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        text_of(view)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain(view)
    }
}

macro_rules! owned_text {
    ($($(#[$meta:meta])* $type:ty),*) => {$(
        impl<'a> FromAnyView<'a> for $type {
            type Holder = ();

            #[inline]
            fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                text_of(view).map(<$type>::from)
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                explain(view)
            }
        }
    )*};
}

owned_text!(String, Box<str>, PathBuf);

impl<'a> FromAnyView<'a> for Cow<'a, str> {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        <&str>::decode(view, holder).map(Cow::Borrowed)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain(view)
    }
}

impl IntoAny for &str {
    #[inline]
    fn into_any(self) -> Any {
        string::new_string(&[self])
    }
}

impl IntoAny for String {
    #[inline]
    fn into_any(self) -> Any {
        string::new_string(&[&self])
    }
}

impl<'a> FromAnyView<'a> for Str {
    type Holder = ();

    #[inline]
    fn decode(view: AnyView<'a>, _: &'a mut ()) -> Option<Self> {
        match view.type_index() {
            TypeIndex::STR => {
                let object = view.object()?;
                text_of(view)?;
                // SAFETY: AnyView validity.
                Some(Self::from_checked(unsafe { ObjectRef::from_borrowed(object) }.into_any()))
            }
            _ => text_of(view).map(Self::from),
        }
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain(view)
    }
}

impl IntoAny for Str {
    #[inline]
    fn into_any(self) -> Any {
        self.into_inner()
    }
}

impl IntoAny for Box<str> {
    #[inline]
    fn into_any(self) -> Any {
        self.into_string().into_any()
    }
}

impl IntoAny for Cow<'_, str> {
    #[inline]
    fn into_any(self) -> Any {
        match self {
            Cow::Borrowed(text) => text.into_any(),
            Cow::Owned(text) => text.into_any(),
        }
    }
}

impl IntoAny for PathBuf {
    /// A path that is not UTF-8 is written with replacement characters: text on this ABI is UTF-8.
    fn into_any(self) -> Any {
        self.to_string_lossy().into_any()
    }
}
