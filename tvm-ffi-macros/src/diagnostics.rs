//! Errors for the user, collected so that one compilation shows them all.

use core::fmt::Display;
use core::mem;
use std::thread;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::LitStr;

/// The errors of one expansion.
///
/// Dropping it without asking for them is a bug in this crate, and panics.
#[derive(Default)]
pub(crate) struct Diagnostics {
    errors: Vec<syn::Error>,
    is_finished: bool,
}

impl Diagnostics {
    /// Reports an error at `tokens`.
    pub(crate) fn error(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(error_at(&tokens, &message));
    }

    /// Reports the same error at each place.
    pub(crate) fn error_at_each(&mut self, places: impl IntoIterator<Item: ToTokens>, message: &str) {
        for place in places {
            self.error(place, message);
        }
    }

    /// Reports an error that syn found.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.errors.push(error);
    }

    /// Reports a text that a rule rejects.
    pub(crate) fn check(&mut self, text: &LitStr, rule: fn(&str) -> Result<(), String>) {
        if let Err(message) = rule(&text.value()) {
            self.error(text, message);
        }
    }

    /// The number of errors so far.
    pub(crate) fn count(&self) -> usize {
        self.errors.len()
    }

    /// The value, or `None` after an error.
    pub(crate) fn ok<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.push(error);
                None
            }
        }
    }

    /// Ends the collection.
    ///
    /// # Errors
    ///
    /// The `compile_error!`s for all errors.
    pub(crate) fn finish(mut self) -> Result<(), TokenStream> {
        self.is_finished = true;
        let errors = mem::take(&mut self.errors);
        if errors.is_empty() {
            Ok(())
        } else {
            let errors = errors.iter().map(syn::Error::to_compile_error);
            Err(quote!(#(#errors)*))
        }
    }
}

fn error_at(tokens: &dyn ToTokens, message: &dyn Display) -> syn::Error {
    syn::Error::new_spanned(tokens, message)
}

impl Drop for Diagnostics {
    fn drop(&mut self) {
        assert!(self.is_finished || thread::panicking(), "diagnostics were dropped unread");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_errors_are_kept() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.error(quote::quote!(a), "one");
        assert_eq!(diagnostics.ok::<()>(Err(syn::Error::new(proc_macro2::Span::call_site(), "two"))), None);
        let errors = diagnostics.finish().unwrap_err().to_string();
        assert!(errors.contains("one") && errors.contains("two"), "{errors}");
    }

    #[test]
    #[should_panic(expected = "dropped unread")]
    fn unread_errors_are_a_bug() {
        drop(Diagnostics::default());
    }
}
