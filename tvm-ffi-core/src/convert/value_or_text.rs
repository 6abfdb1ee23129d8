//! Values that also have a text form: dtypes and devices.

/// Implements `FromAnyView` for a type from functions that read a value, that read text, and that explain an invalid
/// text; and, for a third form, a function that reads it.
macro_rules! value_or_text {
    ($type:ty, $value:path, $text:path, $refuse:path $(, $other:path)?) => {
        impl<'a> $crate::convert::FromAnyView<'a> for $type {
            type Holder = ();

            #[inline]
            fn decode(view: $crate::AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                $value(view).or_else(|| $text($crate::convert::text_of(view)?))$(.or_else(|| $other(view)))?
            }

            #[inline(always)]
            fn decode_hot(view: $crate::AnyView<'a>, _: &'a mut ()) -> Option<Self> {
                $value(view)
            }

            #[cold]
            fn canonical(view: $crate::AnyView<'_>) -> Option<$crate::convert::Canonical> {
                let text = $crate::convert::text_of(view).and_then($text);
                let value = text$(.or_else(|| $other(view)))??;
                Some($crate::convert::Canonical::Value($crate::IntoAny::into_any(value)))
            }

            #[cold]
            fn try_decode(
                view: $crate::AnyView<'a>,
                holder: &'a mut (),
            ) -> core::result::Result<Self, $crate::Mismatch> {
                Self::decode(view, holder).ok_or_else(|| match $crate::convert::text_of(view) {
                    Some(text) => $crate::Mismatch::value_error($refuse(text)),
                    None => $crate::Mismatch::expected::<Self>(view),
                })
            }
        }
    };
}
pub(crate) use value_or_text;
