//! A class as the expansion sees it.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt;
use syn::{Attribute, Field, Fields, Index, ItemStruct, Member, Meta};

use super::field::FieldOptions;
use super::options::ObjectOptions;
use crate::diagnostics::Diagnostics;
use crate::docs::Doc;
use crate::inherited::inherited;
use crate::model::strip;
use crate::options::{Form, Table, Value};
use crate::package::Package;
use crate::tensor_search::{NO_TENSORS, read_promise};
use crate::tokens::{replace_self, split_at_commas};

/// One struct that is a class.
pub(super) struct Object<'a> {
    /// The struct.
    pub(super) ident: Ident,
    /// The options of the attribute.
    pub(super) options: &'a ObjectOptions,
    /// The type key; empty if it is missing, which is reported.
    pub(super) key: String,
    /// The documentation.
    pub(super) doc: Doc,
    /// The package it is part of.
    pub(super) package: &'a Package,
    /// Attributes of the struct that apply to the expansion too.
    pub(super) inherited: Vec<TokenStream>,
    /// Whether the struct has a `repr`: `repr(C)`, or another, which is reported.
    pub(super) has_repr: bool,
    /// All fields.
    pub(super) fields: Vec<ObjectField>,
}

/// One field of the struct.
pub(super) struct ObjectField {
    /// The name in Rust.
    pub(super) member: Member,
    /// The type, without `Self`.
    pub(super) ty: TokenStream,
    /// The `#[cfg]` attributes.
    pub(super) conditions: Vec<TokenStream>,
    /// Its role.
    pub(super) role: Role,
    /// The user's `unsafe` in `#[no_tensors(unsafe)]`.
    pub(super) promise: Option<Span>,
}

/// The role of a field.
pub(super) enum Role {
    /// The parent, by `#[base]`.
    Base(TokenStream),
    /// Visible to callers.
    Visible(Box<Visible>),
    /// Visible only in Rust.
    Hidden,
}

/// A field that callers see.
pub(super) struct Visible {
    /// The name.
    pub(super) name: String,
    /// The tokens of the name.
    pub(super) at: TokenStream,
    /// The documentation.
    pub(super) doc: Doc,
    /// The options of its attribute.
    pub(super) options: FieldOptions,
}

impl<'a> Object<'a> {
    /// The model of a struct; our attributes are removed from its fields.
    pub(super) fn new(
        item: &mut ItemStruct,
        options: &'a ObjectOptions,
        package: &'a Package,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        take_misplaced(&mut item.attrs, diagnostics);
        let ident = item.ident.clone();
        let fields = match &mut item.fields {
            Fields::Unit => Vec::new(),
            Fields::Named(fields) => read_fields(&mut fields.named, &ident, diagnostics),
            Fields::Unnamed(fields) => read_fields(&mut fields.unnamed, &ident, diagnostics),
        };
        Self {
            key: options.key.as_ref().map(|key| key.value()).unwrap_or_default(),
            doc: Doc::of(&item.attrs),
            package,
            options,
            inherited: inherited(&item.attrs),
            has_repr: item.attrs.iter().any(decides_layout),
            fields,
            ident,
        }
    }

    /// `#[repr(C)]`, if the struct lacks it.
    pub(super) fn repr(&self) -> Option<TokenStream> {
        (!self.has_repr).then(|| quote_spanned!(Span::mixed_site()=> #[repr(C)]))
    }

    /// The fields that callers see.
    pub(super) fn visible(&self) -> impl Iterator<Item = (&ObjectField, &Visible)> {
        self.fields.iter().filter_map(|field| match &field.role {
            Role::Visible(visible) => Some((field, &**visible)),
            _ => None,
        })
    }

    /// The field with the parent.
    pub(super) fn base(&self) -> Option<&ObjectField> {
        self.fields.iter().find(|field| matches!(field.role, Role::Base(_)))
    }
}

fn read_fields<'a>(
    fields: impl IntoIterator<Item = &'a mut Field>,
    ident: &Ident,
    diagnostics: &mut Diagnostics,
) -> Vec<ObjectField> {
    let read = |(index, field)| ObjectField::new(index, field, ident, diagnostics);
    fields.into_iter().enumerate().map(read).collect()
}

impl ObjectField {
    fn new(index: usize, field: &mut Field, object: &Ident, diagnostics: &mut Diagnostics) -> Self {
        let FieldAttributes { base, visible, promise } = FieldAttributes::take(&mut field.attrs, diagnostics);
        let member = match &field.ident {
            Some(ident) => Member::Named(ident.clone()),
            None => Member::Unnamed(Index::from(index)),
        };
        let role = match (base, visible) {
            (Some(base), _) => Role::Base(base),
            (None, Some(mut options)) => {
                options.fit_default(&field.ty);
                Role::Visible(Box::new(Visible::new(&member, &field.attrs, options)))
            }
            (None, None) => Role::Hidden,
        };
        let conditions = field.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        Self {
            ty: replace_self(strip(&field.ty).to_token_stream(), &object.to_token_stream()),
            conditions: conditions.map(ToTokens::to_token_stream).collect(),
            role,
            promise,
            member,
        }
    }
}

impl Visible {
    fn new(member: &Member, attributes: &[Attribute], options: FieldOptions) -> Self {
        let (name, at) = match (&options.rename, member) {
            (Some(name), _) => (name.value(), name.to_token_stream()),
            (None, Member::Named(ident)) => (ident.unraw().to_string(), ident.to_token_stream()),
            (None, Member::Unnamed(index)) => (index.index.to_string(), index.to_token_stream()),
        };
        let doc = options.doc.as_deref().map_or_else(|| Doc::of(attributes), Doc::text);
        Self { name, at, doc, options }
    }
}

/// The names of our attributes of a field.
const ATTRIBUTES: [&str; 3] = ["field", "base", NO_TENSORS];

/// Our attributes of a field.
#[derive(Default)]
struct FieldAttributes {
    base: Option<TokenStream>,
    visible: Option<FieldOptions>,
    promise: Option<Span>,
}

const TABLE: Table =
    Table::new(&[("field", Form::Attribute), ("base", Form::Attribute), (NO_TENSORS, Form::Attribute)])
        .of(" of a field");

impl FieldAttributes {
    /// Takes our attributes out of those of a field.
    fn take(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) -> Self {
        attributes.retain(|attribute| {
            let Meta::List(list) = &attribute.meta else { return true };
            let ours = ATTRIBUTES.into_iter().find(|name| is_among(&list.tokens, name));
            let Some(name) = ours.filter(|_| list.path.is_ident("cfg_attr")) else { return true };
            diagnostics.error(
                attribute,
                format!("`#[{name}]` cannot depend on a configuration: others see one class\nhelp: write one struct for each configuration, with `#[cfg]` on the struct"),
            );
            false
        });
        let mut taken = Self::default();
        TABLE.take(attributes, diagnostics, &mut |name, _, value, diagnostics| {
            let Value::Attribute(attribute) = value else { return };
            if name == "field" {
                taken.visible = Some(FieldOptions::parse(&attribute, diagnostics));
                return;
            }
            if name == NO_TENSORS {
                taken.promise = read_promise(&attribute, diagnostics);
                return;
            }
            if !matches!(attribute.meta, Meta::Path(_)) {
                diagnostics.error(&attribute, "`#[base]` takes no options");
            }
            taken.base = Some(attribute.to_token_stream());
        });
        if let (Some(base), Some(_)) = (&taken.base, &taken.visible) {
            diagnostics.error(base, "a field has one of `#[field]` and `#[base]`");
        }
        taken
    }
}

/// Whether an attribute of that name is among those of `cfg_attr`.
fn is_among(tokens: &TokenStream, name: &str) -> bool {
    let attributes = split_at_commas(tokens.clone()).into_iter().skip(1);
    attributes.filter_map(|part| part.into_iter().next()).any(|first| first.to_string() == name)
}

/// Reports attributes of fields on the struct, and removes them.
fn take_misplaced(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) {
    attributes.retain(|attribute| {
        let ours = ATTRIBUTES.into_iter().find(|name| attribute.path().is_ident(name));
        if let Some(name) = ours {
            diagnostics.error(attribute, format!("`#[{name}]` belongs on a field, not on the struct"));
        }
        ours.is_none()
    });
}

/// Whether an attribute is `#[repr(...)]` with more than an alignment.
fn decides_layout(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    attribute.path().is_ident("repr")
        && split_at_commas(list.tokens.clone()).iter().any(|part| !is_alignment(part))
}

/// Whether a part of `repr` is `align(N)`.
pub(super) fn is_alignment(part: &TokenStream) -> bool {
    matches!(part.clone().into_iter().next(), Some(TokenTree::Ident(name)) if name == "align")
}
