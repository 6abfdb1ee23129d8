//! The calls that the driver has recorded.

use std::fmt;

/// One call of a function of the driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The thread, in the order in which the threads of a test call first.
    pub thread: usize,
    /// The context that was current: `primary 0`, `other 0` for one that is not the primary one, or `none`.
    pub context: String,
    /// The capture mode of the thread: `global`, `thread-local`, or `relaxed`.
    pub mode: String,
    /// The function.
    pub name: String,
    /// Its arguments, in the format of the driver's log.
    pub arguments: String,
    /// What it returned.
    pub status: u32,
}

impl Call {
    /// Parses a line of the driver's log.
    pub(crate) fn parse(line: &str, status: u32) -> Self {
        let mut columns = line.splitn(5, '\t');
        let mut next = || columns.next().expect("a line has five columns").to_owned();
        Self {
            thread: next().parse().expect("the first is a number"),
            context: next(),
            mode: next(),
            name: next(),
            arguments: next(),
            status,
        }
    }

    /// The launch, if the call is one, of a kernel that the driver knows.
    pub fn launch(&self) -> Option<Launched> {
        if self.name != "cuLaunchKernelEx" {
            return None;
        }
        let columns = self.arguments.split('|').map(str::trim).collect::<Vec<_>>();
        let [kernel, grid, block, smem, stream, attributes, parameters] = columns[..] else { return None };
        Some(Launched {
            kernel: kernel.to_owned(),
            grid: dims(grid),
            block: dims(block),
            smem: smem.parse().expect("a number of bytes"),
            stream: stream.to_owned(),
            attributes: attributes.to_owned(),
            parameters: parameters.split(' ').filter(|text| !text.is_empty()).map(bytes).collect(),
        })
    }
}

/// `name(arguments)`, and the status if it is an error.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.arguments)?;
        if self.status == 0 { Ok(()) } else { write!(f, " -> {}", self.status) }
    }
}

/// A parsed launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launched {
    /// The name in the image.
    pub kernel: String,
    /// Blocks in the grid.
    pub grid: [u32; 3],
    /// Threads in a block.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub smem: u32,
    /// `NULL`, `legacy`, `per-thread`, `user 0` for a stream of the test, or `stream 0` for a stream of the code under test.
    pub stream: String,
    /// The attributes in order, each as `id = value`: `4 = 2 1 1 6 = 1`.
    pub attributes: String,
    /// The bytes of each parameter. Their number is in the image.
    pub parameters: Vec<Vec<u8>>,
}

fn dims(text: &str) -> [u32; 3] {
    let numbers = text.split(' ').map(|text| text.parse().expect("a number")).collect::<Vec<_>>();
    numbers.try_into().expect("three numbers")
}

fn bytes(text: &str) -> Vec<u8> {
    let digits = |i| u8::from_str_radix(&text[i..i + 2], 16).expect("two hexadecimal digits");
    (0..text.len()).step_by(2).map(digits).collect()
}

/// Renumbers streams of the code under test, events, and memory in the order of their appearance, since the driver counts those of all tests.
pub(crate) fn renumber(calls: &mut [Call]) {
    for what in ["stream ", "event ", "memory "] {
        let mut seen = Vec::new();
        for call in &mut *calls {
            call.arguments = renumbered(&call.arguments, what, &mut seen);
        }
    }
}

fn renumbered(text: &str, what: &str, seen: &mut Vec<String>) -> String {
    let Some(at) = text.find(what).map(|at| at + what.len()) else { return text.to_owned() };
    let end = text[at..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |length| at + length);
    if end == at {
        return format!("{}{}", &text[..at], renumbered(&text[at..], what, seen));
    }
    let id = &text[at..end];
    let number = seen.iter().position(|each| each == id).unwrap_or_else(|| {
        seen.push(id.to_owned());
        seen.len() - 1
    });
    format!("{}{number}{}", &text[..at], renumbered(&text[end..], what, seen))
}
