//! What types with parameters are called, and what is known of containers.

/// Appends `Array[int, str]`.
pub(crate) fn write_name(out: &mut String, container: &str, args: &[fn(&mut String)]) {
    out.push_str(container);
    out.push('[');
    write_separated(out, ", ", args);
    out.push(']');
}

/// Appends `{"type":"ffi.Array","args":[...]}`.
pub(crate) fn write_schema(out: &mut String, container: &str, args: &[fn(&mut String)]) {
    out.push_str(r#"{"type":""#);
    out.push_str(container);
    out.push_str(r#"","args":["#);
    write_separated(out, ",", args);
    out.push_str("]}");
}

pub(crate) fn write_separated(out: &mut String, separator: &str, parts: &[fn(&mut String)]) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        part(out);
    }
}

/// Implements [`FfiType`](crate::convert::FfiType) for a container. `parts` are the types of what it contains, `outline` is what Python makes of it, `facts` are those that do
/// not follow from the parts, and `distance` is that of a value. Other methods may follow.
macro_rules! container_type {
    (
        {$($generic:tt)*} $type:ty where {$($bound:tt)*}, $name:expr, $schema:literal, [$($part:ty),+],
        $outline:expr, {$($facts:tt)*}, $view:ident => $distance:expr, $($method:tt)*
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

            const OUTLINE: &'static $crate::convert::Outline = &$outline;

            fn distance($view: $crate::any::AnyView<'_>) -> Option<u32> {
                $distance
            }

            $($method)*

            fn type_name(out: &mut String) {
                $crate::convert::write_name(out, $name, &[$(<$part>::type_name),+]);
            }

            fn type_schema(out: &mut String) {
                $crate::convert::write_schema(out, $schema, &[$(<$part>::type_schema),+]);
                Self::OUTLINE.write_form(out);
            }
        }
    };
}
pub(crate) use container_type;
