//! The table of types, and how a new type gets its index.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use tvm_ffi_abi::TypeIndex;

use super::entry::{Slots, TypeEntry};
use crate::append_only;
use crate::catch::{Result, fail};
use crate::names::{self, NameTable};

/// The types by index and by key.
pub(super) struct Table {
    entries: append_only::Table<TypeEntry>,
    indices: NameTable<i32>,
    names: RwLock<Names>,
}

struct Names {
    /// One past the greatest index that a type has or may give to a child.
    end: i32,
}

/// What `TVMFFITypeGetOrAllocIndex` asks for.
pub(super) struct Request<'a> {
    pub(super) key: &'a [u8],
    /// Negative for any index.
    pub(super) static_index: i32,
    pub(super) depth: i32,
    pub(super) child_slots: i32,
    pub(super) can_overflow: bool,
    /// Negative for none.
    pub(super) parent: i32,
}

/// In the place of a parent: asks for the index of a known type only. The answer for an unknown one is the same number.
const QUERY: i32 = -2;

impl Table {
    pub(super) fn new() -> Self {
        let names = Names { end: TypeIndex::DYN_OBJECT_BEGIN };
        Self { entries: append_only::Table::new(), indices: NameTable::new(), names: RwLock::new(names) }
    }

    #[inline(always)]
    pub(super) fn entry(&self, type_index: i32) -> Option<&'static TypeEntry> {
        self.entries.get(type_index)
    }

    /// All entries, in the order of their indices.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'static TypeEntry> {
        let end = self.names().end;
        (0..end).filter_map(|type_index| self.entry(type_index))
    }

    /// The index of a key.
    #[inline(always)]
    pub(super) fn find(&self, key: &[u8]) -> Option<i32> {
        self.indices.get(key).copied()
    }

    fn names(&self) -> RwLockReadGuard<'_, Names> {
        self.names.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The index of a key. A type that is not known gets one.
    ///
    /// # Errors
    ///
    /// An `InternalError` if the type cannot have the index, the depth, or the parent that the request names.
    pub(super) fn get_or_allocate(&self, request: &Request<'_>) -> Result<i32> {
        if let Some(type_index) = self.find(request.key) {
            return Ok(type_index);
        }
        if request.parent == QUERY {
            return Ok(QUERY);
        }
        let mut names = self.names.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have registered it meanwhile.
        if let Some(type_index) = self.indices.get(request.key) {
            return Ok(*type_index);
        }
        self.allocate(&mut names, request)
    }

    fn allocate(&self, names: &mut Names, request: &Request<'_>) -> Result<i32> {
        let parent = self.parent(names, request)?;
        let count = request.slot_count()?;
        let type_index = match request.static_index {
            ..0 => self.free_index(names, not_null(parent)?, count)?,
            given => self.check_free(names, request, given, count)?,
        };
        if let Some(parent) = parent
            && type_index <= parent.type_index
        {
            let (index, parent) = (type_index, parent.type_index);
            return Err(fail!(
                InternalError,
                "Check failed: allocated_tindex > parent->type_index ({index} vs. {parent}) : "
            ));
        }
        let can_overflow =
            request.can_overflow && parent.is_none_or(|parent| parent.registration().slots.can_overflow);
        let slots = Slots { count, allocated: 1, can_overflow };
        let parent = request.check_depth(parent)?;
        let key_hash = names::hash(request.key);
        self.entries.set(type_index, TypeEntry::new(type_index, request.key, key_hash, parent, slots));
        self.indices.get_or_insert_with(request.key, || type_index);
        Ok(type_index)
    }

    /// The parent, if the request has one.
    fn parent(&self, names: &Names, request: &Request<'_>) -> Result<Option<&'static TypeEntry>> {
        if request.parent >= names.end {
            let (parent, end, static_index) = (request.parent, names.end, request.static_index);
            let key = String::from_utf8_lossy(request.key);
            return Err(fail!(
                InternalError,
                "Check failed: parent_type_index < type_table_.size() ({parent} vs. {end}) :  type_key={key}, static_index={static_index}"
            ));
        }
        Ok(self.entry(request.parent))
    }

    /// An index that the caller gives, if it and those for the children are free.
    fn check_free(&self, names: &Names, request: &Request<'_>, given: i32, count: i32) -> Result<i32> {
        let end = names.end;
        if given >= end {
            return Err(fail!(
                InternalError,
                "Check failed: static_type_index < type_table_.size() ({given} vs. {end}) : "
            ));
        }
        let last = given.saturating_add(count - 1);
        match (given..=last.min(end - 1)).find_map(|index| self.entry(index)) {
            None if last < end => Ok(given),
            taken => {
                let taken = taken.map_or_else(|| "the end of the table".into(), TypeEntry::key_text);
                let key = String::from_utf8_lossy(request.key);
                Err(fail!(
                    InternalError,
                    "Check failed: (type_table_[static_type_index] == nullptr) is false: Conflicting static index {given} between {taken} and {key}"
                ))
            }
        }
    }

    /// The first of so many indices for a child and its own children: those of the parent, or else new ones.
    fn free_index(&self, names: &mut Names, parent: &'static TypeEntry, count: i32) -> Result<i32> {
        let slots = &mut parent.registration().slots;
        let first = parent.type_index + slots.allocated;
        let fits = slots.allocated.checked_add(count).is_some_and(|allocated| allocated <= slots.count);
        // A type with an index that its caller gave may be in the way.
        if fits && (first..first + count).all(|index| self.entry(index).is_none()) {
            slots.allocated += count;
            return Ok(first);
        }
        if !slots.can_overflow {
            let key = parent.key_text();
            return Err(fail!(
                InternalError,
                "Check failed: (parent->child_slots_can_overflow) is false: Reach maximum number of sub-classes for {key}"
            ));
        }
        let first = names.end;
        names.end = first
            .checked_add(count)
            .filter(|end| *end <= append_only::Table::<TypeEntry>::LIMIT)
            .ok_or_else(|| fail!(InternalError, "The table has no room for {count} types more"))?;
        Ok(first)
    }
}

impl Request<'_> {
    /// The parent of a type that is not a root. The type is one deeper.
    fn check_depth(&self, parent: Option<&'static TypeEntry>) -> Result<Option<&'static TypeEntry>> {
        if self.depth == 0 {
            return Ok(None);
        }
        let (depth, expected) = (self.depth, not_null(parent)?.ancestors().len() + 1);
        if usize::try_from(depth) != Ok(expected) {
            return Err(fail!(
                InternalError,
                "Check failed: type_depth == parent->type_depth + 1 ({depth} vs. {expected}) : "
            ));
        }
        Ok(parent)
    }

    /// The number of indices of the type and its children.
    fn slot_count(&self) -> Result<i32> {
        self.child_slots.checked_add(1).filter(|count| *count > 0).ok_or_else(|| {
            fail!(InternalError, "Check failed: num_child_slots >= 0 ({} vs. 0) : ", self.child_slots)
        })
    }
}

fn not_null(parent: Option<&'static TypeEntry>) -> Result<&'static TypeEntry> {
    parent.ok_or_else(|| fail!(InternalError, "Check not null: parent "))
}
