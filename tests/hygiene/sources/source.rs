//! What the modules of a crate use of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The path of a module from the root of its crate.
pub(crate) type Module = Vec<String>;

/// One name that a module uses.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Use {
    pub(crate) user: Module,
    /// The module that defines the name.
    pub(crate) module: Module,
    pub(crate) name: String,
}

/// The modules of a crate that are not test code.
pub(crate) struct Crate {
    modules: BTreeMap<Module, Scanned>,
}

/// What the file of a module says.
#[derive(Default)]
struct Scanned {
    /// Modules with files of their own.
    children: BTreeSet<String>,
    /// Paths, as they are written.
    paths: Vec<Vec<String>>,
    /// Re-exported names, with the path of each.
    reexports: BTreeMap<String, Vec<String>>,
    macros: BTreeSet<String>,
}

impl Crate {
    /// Reads the files below `src`.
    pub(crate) fn read(src: &Path) -> Self {
        let read = |module: &Module| {
            let file = if module.is_empty() { "lib".to_owned() } else { module.join("/") };
            let file = src.join(file).with_extension("rs");
            std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
        };
        Self::from(&read)
    }

    /// From the text of each module.
    pub(crate) fn new(texts: BTreeMap<Module, String>) -> Self {
        let root = vec![String::new()];
        Self::from(&|module| texts[if module.is_empty() { &root } else { module }].clone())
    }

    fn from(text: &dyn Fn(&Module) -> String) -> Self {
        let (mut modules, mut next) = (BTreeMap::new(), vec![Module::new()]);
        while let Some(module) = next.pop() {
            let tokens: TokenStream = text(&module).parse().expect("rustc compiles the file");
            let mut scanned = Scanned::default();
            scanned.scan(tokens);
            next.extend(scanned.children.iter().map(|child| joined(&module, child)));
            modules.insert(module, scanned);
        }
        Self { modules }
    }

    pub(crate) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.keys()
    }

    /// Every use of another module.
    pub(crate) fn uses(&self) -> Vec<Use> {
        let mut uses = BTreeSet::new();
        for (user, scanned) in self.modules.iter().filter(|(user, _)| !user.is_empty()) {
            for path in &scanned.paths {
                let Some((module, name)) = self.absolute(user, path).map(|path| self.definition(path)) else {
                    continue;
                };
                if module != *user && !module.is_empty() {
                    uses.insert(Use { user: user.clone(), module, name });
                }
            }
        }
        uses.into_iter().collect()
    }

    /// The path from the root. `None` if it does not lead into the crate.
    fn absolute(&self, user: &Module, path: &[String]) -> Option<Vec<String>> {
        let up = path.iter().take_while(|part| *part == "super").count();
        let (base, rest) = match path[0].as_str() {
            "crate" => (&[][..], &path[1..]),
            "self" => (&user[..], &path[1..]),
            "super" => (&user[..user.len().checked_sub(up)?], &path[up..]),
            child if self.modules[user].children.contains(child) => (&user[..], path),
            _ => return None,
        };
        Some(base.iter().chain(rest).cloned().collect())
    }

    /// The module that defines a name, and the name.
    fn definition(&self, mut path: Vec<String>) -> (Module, String) {
        for _ in 0..16 {
            let depth = (0..=path.len()).rev().find(|depth| self.modules.contains_key(&path[..*depth]));
            let module = path[..depth.unwrap_or_default()].to_vec();
            let name = path.get(module.len()).cloned().unwrap_or_default();
            let reexport = self.modules[&module].reexports.get(&name);
            let Some(next) = reexport.and_then(|to| self.absolute(&module, to)).filter(|next| *next != path)
            else {
                return (self.module_of_macro(module, &name), name);
            };
            path = next;
        }
        panic!("re-exports lead in a circle: {path:?}")
    }

    /// Exported macros are at the root of the crate, whatever module defines them.
    fn module_of_macro(&self, module: Module, name: &str) -> Module {
        let mut definitions = self.modules.iter().filter(|(_, scanned)| scanned.macros.contains(name));
        match definitions.next() {
            Some((definition, _)) if module.is_empty() => definition.clone(),
            _ => module,
        }
    }
}

fn joined(module: &Module, child: &str) -> Module {
    module.iter().cloned().chain([child.to_owned()]).collect()
}

impl Scanned {
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = &tokens[..];
        while let Some((token, behind)) = rest.split_first() {
            rest = match (token, behind) {
                (TokenTree::Punct(punct), [TokenTree::Group(attribute), behind @ ..])
                    if punct.as_char() == '#' && is_test(attribute.stream()) =>
                {
                    behind_item(behind)
                }
                (TokenTree::Ident(word), [TokenTree::Group(visibility), behind @ ..])
                    if word == "pub" && visibility.delimiter() == Delimiter::Parenthesis =>
                {
                    self.visible(behind)
                }
                (TokenTree::Ident(word), _) if word == "pub" => self.visible(behind),
                (TokenTree::Ident(word), _) if word == "use" => self.imports(behind, false),
                (TokenTree::Ident(word), [TokenTree::Ident(name), TokenTree::Punct(end), ..])
                    if word == "mod" && end.as_char() == ';' =>
                {
                    self.children.insert(name.to_string());
                    behind
                }
                (TokenTree::Ident(word), [TokenTree::Punct(_), TokenTree::Ident(name), ..])
                    if word == "macro_rules" =>
                {
                    self.macros.insert(name.to_string());
                    behind
                }
                (TokenTree::Ident(_), _) => self.path(rest),
                (TokenTree::Group(group), _) => {
                    self.scan(group.stream());
                    behind
                }
                // What follows is a part of a longer path.
                (TokenTree::Punct(punct), [TokenTree::Punct(second), TokenTree::Ident(_), behind @ ..])
                    if punct.as_char() == ':' && second.as_char() == ':' =>
                {
                    behind
                }
                _ => behind,
            };
        }
    }

    /// Goes on behind a visibility.
    fn visible<'t>(&mut self, tokens: &'t [TokenTree]) -> &'t [TokenTree] {
        match tokens.split_first() {
            Some((TokenTree::Ident(word), behind)) if word == "use" => self.imports(behind, true),
            _ => tokens,
        }
    }

    /// Adds what a `use` imports or re-exports.
    fn imports<'t>(&mut self, tokens: &'t [TokenTree], is_reexport: bool) -> &'t [TokenTree] {
        let end = tokens.iter().position(|token| is_punct(token, ';')).unwrap_or(tokens.len());
        let mut paths = Vec::new();
        leaves(&[], &tokens[..end], &mut paths);
        for (path, name) in paths {
            if is_reexport {
                self.reexports.insert(name, path);
            } else {
                self.paths.push(path);
            }
        }
        &tokens[end..]
    }

    /// Adds the path that begins here.
    fn path<'t>(&mut self, mut tokens: &'t [TokenTree]) -> &'t [TokenTree] {
        let mut path = Vec::new();
        while let Some((TokenTree::Ident(part), behind)) = tokens.split_first() {
            path.push(part.to_string());
            tokens = behind;
            match behind {
                [colon, second, behind @ ..] if is_punct(colon, ':') && is_punct(second, ':') => {
                    tokens = behind
                }
                _ => break,
            }
        }
        if path.len() > 1 {
            self.paths.push(path);
        }
        tokens
    }
}

/// The paths in the tree of a `use`, each with the name that it gets.
fn leaves(prefix: &[String], tokens: &[TokenTree], paths: &mut Vec<(Vec<String>, String)>) {
    for tree in tokens.split(|token| is_punct(token, ',')).filter(|tree| !tree.is_empty()) {
        let mut path = prefix.to_vec();
        let mut name = None;
        let mut is_renamed = false;
        for token in tree {
            match token {
                TokenTree::Group(group) => {
                    let tokens: Vec<_> = group.stream().into_iter().collect();
                    leaves(&path, &tokens, paths);
                    path.clear();
                }
                TokenTree::Ident(word) if word == "as" => is_renamed = true,
                TokenTree::Ident(word) if is_renamed => name = Some(word.to_string()),
                TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
                TokenTree::Ident(word) => path.push(word.to_string()),
                _ => {}
            }
        }
        if let Some(last) = path.last().cloned() {
            paths.push((path, name.unwrap_or(last)));
        }
    }
}

/// Whether an attribute keeps an item for tests: `cfg(test)`, `cfg(any(test, miri))`, or `cfg(all(test, not(miri)))`.
fn is_test(attribute: TokenStream) -> bool {
    let mut tokens = attribute.into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(word)), Some(TokenTree::Group(condition))) if word == "cfg" => {
            names_test(condition.stream())
        }
        _ => false,
    }
}

/// Whether a condition has `test` in it, other than in a `not`.
fn names_test(condition: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    tokens.iter().enumerate().any(|(index, token)| match token {
        TokenTree::Ident(word) => word == "test",
        TokenTree::Group(group) => {
            let is_negated =
                matches!(tokens.get(index.wrapping_sub(1)), Some(TokenTree::Ident(word)) if word == "not");
            !is_negated && names_test(group.stream())
        }
        _ => false,
    })
}

/// The tokens behind an item.
fn behind_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let is_use = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "use");
    let has_body = !tokens.iter().take_while(|token| !is_punct(token, ';')).any(is_use);
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => has_body && group.delimiter() == Delimiter::Brace,
        token => is_punct(token, ';'),
    };
    tokens.iter().position(is_end).map_or(&[], |end| &tokens[end + 1..])
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}
