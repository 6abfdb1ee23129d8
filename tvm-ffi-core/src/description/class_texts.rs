//! Parses the texts of a class.

use super::class::Class;
use super::class_description::{ClassDescription, FieldDescription};
use super::default_text::DefaultText;
use super::texts::Fields;

/// The texts of the class itself.
pub(crate) struct Head {
    pub(crate) key: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) file: &'static str,
    pub(crate) line: &'static str,
    pub(crate) krate: &'static str,
    pub(crate) version: &'static str,
}

/// One field.
pub(crate) struct FieldTexts<'d> {
    pub(crate) name: &'static str,
    pub(crate) default: Option<DefaultText>,
    pub(crate) doc: &'static str,
    pub(crate) about: &'d FieldDescription,
}

impl<'d> ClassDescription<'d> {
    /// The texts of the class itself.
    pub(crate) fn head(&self) -> Head {
        self.texts().0
    }

    fn texts(&self) -> (Head, Fields) {
        let mut texts = Fields(self.text);
        let head = Head {
            key: texts.take(),
            doc: texts.take_doc(),
            file: texts.take(),
            line: texts.take(),
            krate: texts.take(),
            version: texts.take(),
        };
        (head, texts)
    }

    /// The fields with their texts.
    pub(crate) fn field_texts(&self) -> Vec<FieldTexts<'d>> {
        let mut texts = self.texts().1;
        let fields: &'d [FieldDescription] = self.fields;
        let with_texts = |about| {
            let (name, default, doc) = (texts.take(), DefaultText::read(texts.take()), texts.take_doc());
            FieldTexts { name, default, doc, about }
        };
        fields.iter().map(with_texts).collect()
    }
}

/// The type key of a class.
pub(crate) fn key(class: &'static Class) -> &'static str {
    with_class_description(class, |about| Fields(about.text).take())
}

/// Reads the description of a class.
pub(crate) fn with_class_description<R>(
    class: &'static Class,
    read: impl FnOnce(&ClassDescription<'_>) -> R,
) -> R {
    let (mut read, mut result) = (Some(read), None);
    (class.describe)(&mut |description| result = read.take().map(|read| read(description)));
    // INVARIANT: the macro expands to one call.
    result.expect("a class shows its description once")
}
