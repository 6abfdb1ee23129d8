use crate::names::{Claimed, identifier, is_identifier};

#[test]
fn keywords_and_signs_are_no_names() {
    for name in ["a", "_", "a1", "größe", "match", "type", "print"] {
        assert!(is_identifier(name), "{name}");
        assert_eq!(identifier(name), name);
    }
    for (text, name) in
        [("", "_"), ("1a", "_1a"), ("a-b", "a_b"), ("in", "in_"), ("None", "None_"), ("a.b", "a_b")]
    {
        assert!(!is_identifier(text), "{text}");
        assert_eq!(identifier(text), name);
    }
}

#[test]
fn a_name_is_given_once() {
    let mut claimed = Claimed::default();
    assert_eq!(["in_", "in", "in", "x"].map(|wanted| claimed.claim(wanted)), ["in_", "in__", "in___", "x"]);
    assert!(claimed.is_free("in") && !claimed.is_free("in_"));
}
