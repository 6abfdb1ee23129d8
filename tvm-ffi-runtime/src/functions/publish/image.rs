//! An ELF image of a shared library without code, whose symbols have absolute addresses.

use core::ffi::CStr;

const HEADER: usize = 64;
const PROGRAM_HEADER: usize = 56;
const SYMBOL: usize = 24;
/// The greatest page size of the platforms.
const ALIGNMENT: u64 = 0x10000;

#[cfg(target_arch = "x86_64")]
const MACHINE: u16 = 62;
#[cfg(target_arch = "aarch64")]
const MACHINE: u16 = 183;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const MACHINE: u16 = 243;

const LOAD: u32 = 1;
const DYNAMIC: u32 = 2;
const STACK: u32 = 0x6474_e551;

/// A program header: what lies at an offset of the file, which is its address too.
struct Segment {
    kind: u32,
    offset: usize,
    size: usize,
    alignment: u64,
}

/// The image of a library with a name. Symbols are functions with their addresses.
pub(super) fn image(name: &CStr, symbols: &[(&CStr, u64)]) -> Vec<u8> {
    let mut strings = vec![0];
    let mut add = |text: &CStr| {
        let offset = strings.len();
        strings.extend_from_slice(text.to_bytes_with_nul());
        offset as u64
    };
    let name = add(name);
    // The first symbol is always undefined.
    let mut table = vec![0; SYMBOL];
    for (symbol, address) in symbols {
        put_symbol(&mut table, add(symbol), *address);
    }
    let dynamic_at = HEADER + 3 * PROGRAM_HEADER;
    let dynamic_size = 7 * 16;
    let table_at = dynamic_at + dynamic_size;
    let hash = hash_table(symbols.len());
    let hash_at = table_at + table.len();
    let strings_at = hash_at + hash.len();
    let size = strings_at + strings.len();

    let segments = [
        Segment { kind: LOAD, offset: 0, size, alignment: ALIGNMENT },
        Segment { kind: DYNAMIC, offset: dynamic_at, size: dynamic_size, alignment: 8 },
        Segment { kind: STACK, offset: 0, size: 0, alignment: 16 },
    ];
    let mut image = header(segments.len() as u16);
    for segment in &segments {
        put_segment(&mut image, segment);
    }
    let dynamic = [
        (14, name),
        (4, hash_at as u64),
        (6, table_at as u64),
        (5, strings_at as u64),
        (10, strings.len() as u64),
        (11, SYMBOL as u64),
        (0, 0),
    ];
    for (tag, value) in dynamic {
        put(&mut image, &[tag, value]);
    }
    image.extend(table);
    image.extend(hash);
    image.extend(strings);
    image
}

fn put(to: &mut Vec<u8>, words: &[u64]) {
    to.extend(words.iter().flat_map(|word| word.to_ne_bytes()));
}

fn header(segments: u16) -> Vec<u8> {
    // 64 bits, little-endian, version 1.
    let mut header = b"\x7fELF\x02\x01\x01".to_vec();
    header.resize(16, 0);
    // A shared library.
    header.extend([3u16.to_ne_bytes(), MACHINE.to_ne_bytes()].concat());
    header.extend(1u32.to_ne_bytes());
    // No entry point; program headers; no section headers.
    put(&mut header, &[0, HEADER as u64, 0]);
    header.extend(0u32.to_ne_bytes());
    for half in [HEADER as u16, PROGRAM_HEADER as u16, segments, 0, 0, 0] {
        header.extend(half.to_ne_bytes());
    }
    header
}

fn put_segment(to: &mut Vec<u8>, segment: &Segment) {
    // Readable and writable: the loader relocates the dynamic section.
    const FLAGS: u32 = 6;
    to.extend([segment.kind.to_ne_bytes(), FLAGS.to_ne_bytes()].concat());
    let [offset, size] = [segment.offset as u64, segment.size as u64];
    put(to, &[offset, offset, offset, size, size, segment.alignment]);
}

fn put_symbol(to: &mut Vec<u8>, name: u64, address: u64) {
    const GLOBAL_FUNCTION: u8 = 0x12;
    const ABSOLUTE: u16 = 0xfff1;
    to.extend((name as u32).to_ne_bytes());
    to.extend([GLOBAL_FUNCTION, 0]);
    to.extend(ABSOLUTE.to_ne_bytes());
    put(to, &[address, 0]);
}

/// A hash table with one bucket, which is the list of all symbols.
fn hash_table(symbols: usize) -> Vec<u8> {
    let count = symbols as u32 + 1;
    let first = u32::from(symbols > 0);
    let next = (0..count).map(|symbol| if symbol > 0 && symbol + 1 < count { symbol + 1 } else { 0 });
    let words = [1, count, first].into_iter().chain(next);
    words.flat_map(u32::to_ne_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_offsets() {
        let image = image(c"lib.so", &[(c"first", 1), (c"second", 2)]);
        let word = |at: usize| u64::from_ne_bytes(image[at..at + 8].try_into().expect("eight bytes"));
        assert_eq!(&image[..4], b"\x7fELF");
        let dynamic = HEADER + 3 * PROGRAM_HEADER;
        let value = |tag: u64| {
            let entry = (0..7).map(|entry| dynamic + 16 * entry).find(|entry| word(*entry) == tag);
            word(entry.expect("the entry exists") + 8) as usize
        };
        let (table, strings) = (value(6), value(5));
        assert_eq!(strings + value(10), image.len());
        for (symbol, (name, address)) in [(&b"first\0"[..], 1), (b"second\0", 2)].into_iter().enumerate() {
            let entry = table + SYMBOL * (symbol + 1);
            let at = strings
                + u32::from_ne_bytes(image[entry..entry + 4].try_into().expect("four bytes")) as usize;
            assert_eq!(&image[at..at + name.len()], name);
            assert_eq!(word(entry + 8), address);
        }
        assert!(image[strings + value(14)..].starts_with(b"lib.so\0"));
    }
}
