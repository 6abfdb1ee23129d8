//! [`FfiType`](crate::convert::FfiType) of containers.

/// Implements [`FfiType`](crate::convert::FfiType) for a container. `parts` are the types of what it contains, `tag` is what it is to other languages, `facts` are those
/// that do not follow from the parts, and `distance` is that of a value. Other methods may follow.
macro_rules! container_type {
    (
        {$($generic:tt)*} $type:ty where {$($bound:tt)*}, $tag:expr, [$($part:ty),+], {$($facts:tt)*}, $view:ident => $distance:expr, $($method:tt)*
    ) => {
        impl<$($generic)*> $crate::convert::FfiType for $type
        where
            $($bound)*
        {
            const FACTS: $crate::convert::TypeFacts<Self> = $crate::convert::TypeFacts {
                reach: $crate::convert::Reach::Nothing$(.or(<$part>::FACTS.reach))+.within(),
                $($facts)*
                ..$crate::convert::TypeFacts::of($crate::convert::Kind::Container)
            };

            const TAG: &'static $crate::convert::TypeTag = &$tag;

            fn distance($view: $crate::any::AnyView<'_>) -> Option<u32> {
                $distance
            }

            $($method)*
        }
    };
}
pub(crate) use container_type;
