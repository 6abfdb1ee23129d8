//! C++ assertions that compare the kernels of a source with their declarations in Rust.

use core::fmt::Write;

use crate::signature::{Parameter, Signature};

/// The name of the appended text in the compiler's messages.
pub(super) const FILE: &str = "signatures declared in Rust";
/// The message of the assertions, between the kernel's name and the declaration.
pub(super) const DIFFERS: &str = "its C++ signature differs from the one declared in Rust: ";
/// The text before and after the source's types in the compiler's message.
pub(super) const TYPES_IN_SOURCE: (&str, &str) = ("InSource=__tvm_ffi::__tvm_ffi_list<", ">]");
/// The text before and after the size of a parameter in the compiler's message.
pub(super) const SIZE_IN_SOURCE: (&str, &str) = ("InSource=", "ULL]");
/// The type of a parameter of which only the size is known.
const UNNAMED: &str = "$unnamed";

/// Normalises types that are equivalent despite their names: `long` and the type of the same size, `char` and the type of the same sign, and `void*` and any pointer.
///
/// Overloads of `parameters` could compare the types too, but then the compiler's message would not show what it found. The class with the assertion has both lists as
/// template parameters, so that the message contains them.
const COMPARISON: &str = r#"namespace $ {
template <class $A, class $B> struct $same { static const bool $value = false; };
template <class $A> struct $same<$A, $A> { static const bool $value = true; };
template <bool, class $A, class $B> struct $choose { typedef $A $type; };
template <class $A, class $B> struct $choose<false, $A, $B> { typedef $B $type; };
template <class $T> struct $plain { typedef $T $type; };
template <class $T> struct $plain<const $T> { typedef const typename $plain<$T>::$type $type; };
template <class $T> struct $plain<$T*> { typedef typename $plain<$T>::$type* $type; };
template <> struct $plain<char> { typedef $choose<(char(-1) < 0), signed char, unsigned char>::$type $type; };
template <> struct $plain<long> { typedef $choose<sizeof(long) == 8, long long, int>::$type $type; };
template <> struct $plain<unsigned long> {
  typedef $choose<sizeof(long) == 8, unsigned long long, unsigned int>::$type $type;
};
struct $unnamed {};
template <class $D, class $S> struct $matches : $same<typename $plain<$D>::$type, typename $plain<$S>::$type> {};
template <class $D> struct $matches<$D*, void*> { static const bool $value = true; };
template <class $D> struct $matches<const $D*, void*> { static const bool $value = false; };
template <class $D> struct $matches<$D*, const void*> { static const bool $value = false; };
template <class $D> struct $matches<const $D*, const void*> { static const bool $value = true; };
template <class $S> struct $matches<$unnamed, $S> { static const bool $value = true; };
template <class...> struct $list {};
template <class... $S> $list<$S...> $parameters(void (*)($S...));
template <class, class> struct $agree { static const bool $value = false; };
template <> struct $agree<$list<>, $list<>> { static const bool $value = true; };
template <class $D, class... $Ds, class $S, class... $Ss>
struct $agree<$list<$D, $Ds...>, $list<$S, $Ss...>> {
  static const bool $value = $matches<$D, $S>::$value && $agree<$list<$Ds...>, $list<$Ss...>>::$value;
};
template <unsigned long long, class> struct $size_at { static const unsigned long long $value = 0; };
template <class $S, class... $Ss> struct $size_at<0, $list<$S, $Ss...>> {
  static const unsigned long long $value = sizeof($S);
};
template <unsigned long long $I, class $S, class... $Ss>
struct $size_at<$I, $list<$S, $Ss...>> : $size_at<$I - 1, $list<$Ss...>> {};
"#;

/// The text that is appended to the source. It does not compile if the types of a kernel differ from the declaration.
pub(super) fn assertions(kernels: &[&Signature<'_>]) -> String {
    let mut text = format!("\n#line 1 \"{FILE}\"\n");
    for name in forward_declarations(kernels) {
        // Forward declarations, since the source may not include their headers. A mismatch is then reported as a difference, rather than as an unknown type.
        let _ = writeln!(text, "struct {name};");
    }
    text.push_str(&reserved(COMPARISON));
    for (index, kernel) in kernels.iter().enumerate() {
        assert_types(&mut text, index, kernel);
        for (position, parameter) in kernel.parameters.iter().enumerate() {
            // All pointers have the same size.
            if !parameter.c_type.is_some_and(|name| name.ends_with('*')) {
                assert_size(&mut text, (index, position), kernel, parameter);
            }
        }
    }
    text.push_str("}\n");
    text
}

/// The number of the parameters and their types.
fn assert_types(text: &mut String, index: usize, kernel: &Signature<'_>) {
    let types: Vec<_> = kernel.parameters.iter().map(|one| one.c_type.unwrap_or(UNNAMED)).collect();
    let types = types.join(", ");
    let message = literal(&format!("kernel {}: {DIFFERS}{}", kernel.name(), in_rust(kernel.parameters)));
    let address = address(kernel.name());
    // The message has its own line, since the compiler shows the first line of the failed assertion. It has no backticks, which the compiler would show as
    // question marks. The class gets the types without the names that the sizes need, since the compiler would show those.
    let _ = write!(
        text,
        "{}{message});\n}};\n{}",
        reserved(&format!(
            "template <class $InRust, class $InSource> struct $kernel_{index} {{\n\
             static_assert($agree<$InRust, $InSource>::$value,\n"
        )),
        reserved(&format!(
            "template struct $kernel_{index}<$list<{types}>, decltype($parameters({address}))>;\n\
             typedef $list<{types}> $declared_{index};\n\
             typedef decltype($parameters({address})) $found_{index};\n"
        ))
    );
}

/// The size of one parameter, if the types match the declaration.
fn assert_size(
    text: &mut String,
    (index, position): (usize, usize),
    kernel: &Signature<'_>,
    parameter: &Parameter,
) {
    let Parameter { name, size, .. } = parameter;
    let message = literal(&format!(
        "kernel {}: parameter #{position}, {name}, has {size} bytes in Rust",
        kernel.name()
    ));
    let _ = write!(
        text,
        "{}{message});\n}};\n{}",
        reserved(&format!(
            "template <unsigned long long $InSource> struct $size_{index}_{position} {{\n\
             static_assert($InSource == 0 || $InSource == {size},\n"
        )),
        reserved(&format!(
            "template struct $size_{index}_{position}<$agree<$declared_{index}, $found_{index}>::$value ?\n\
             $size_at<{position}, $found_{index}>::$value : 0>;\n"
        ))
    );
}

/// Replaces the dollar signs before names. The names in the appended text are reserved, so that they neither clash with macros of the source nor hide its names.
fn reserved(text: &str) -> String {
    text.replace("namespace $ ", "namespace __tvm_ffi ").replace('$', "__tvm_ffi_")
}

/// The parameters for messages.
fn in_rust(parameters: &[Parameter]) -> String {
    let names: Vec<_> = parameters.iter().map(|parameter| parameter.name).collect();
    format!("({})", names.join(", "))
}

/// A name expression may be the kernel's name or its address.
fn address(symbol: &str) -> String {
    format!("&{}", symbol.trim_start().trim_start_matches('&'))
}

fn literal(text: &str) -> String {
    let mut literal = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            character if character.is_control() => literal.push(' '),
            character => literal.push(character),
        }
    }
    literal.push('"');
    literal
}

/// The structs of CUDA's headers that are named in the declarations.
fn forward_declarations<'a>(kernels: &[&Signature<'a>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let types = kernels.iter().flat_map(|kernel| kernel.parameters).filter_map(|parameter| parameter.c_type);
    for name in types.flat_map(|name| name.split(|c: char| c != '_' && !c.is_ascii_alphanumeric())) {
        let is_struct = name == "__half" || name.starts_with("__nv_");
        if is_struct && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_valid_literals() {
        assert_eq!(literal("a \"b\" \\ \n é"), r#""a \"b\" \\   é""#);
    }

    #[test]
    fn structs_of_headers_are_declared_once() {
        let of = |c_type| Parameter { name: "", size: 8, align: 8, c_type };
        let parameters = [
            of(Some("const __half*")),
            of(Some("__half*")),
            of(Some("__nv_fp8_e4m3")),
            of(Some("float*")),
            of(None),
        ];
        let kernels = [&Signature { symbol: c"k", parameters: &parameters }];
        assert_eq!(forward_declarations(&kernels), ["__half", "__nv_fp8_e4m3"]);
    }

    #[test]
    fn the_address_of_a_kernel_is_taken_once() {
        assert_eq!(address("k"), "&k");
        assert_eq!(address(" &n::k<float>"), "&n::k<float>");
    }
}
