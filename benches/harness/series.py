"""What is swept: the series, their sizes, and their goals."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Goal:
    """Instructions that a call may take: `fixed + each * size`, above the count of C++ where `above_cpp`."""

    fixed: float
    each: float = 0.0
    above_cpp: bool = False
    # The largest size that the goal is for.
    until: int | None = None
    # Why the goal is not met yet. A run fails if it is reached nevertheless, so that the flag goes.
    missed: bool = False
    why: str = ""

    def __str__(self) -> str:
        terms = ["C++"] if self.above_cpp else []
        terms += [f"{self.fixed:g}"] if self.fixed or not terms else []
        terms += [f"{self.each:g} n"] if self.each else []
        return " + ".join(terms) + ("" if self.until is None else f" to {self.until}")

    def at(self, size: int, cpp: float | None) -> float | None:
        """The limit for a size; None where the goal says nothing about it."""
        if (self.until is not None and size > self.until) or (self.above_cpp and cpp is None):
            return None
        return self.fixed + self.each * size + (cpp if self.above_cpp and cpp is not None else 0)


@dataclass(frozen=True)
class Series:
    """One function, called with arguments of one kind and many sizes."""

    name: str
    title: str
    # With `{n}` in place of the size where each size has a function of its own; `get:`, `set:`, or `method:` and what makes
    # an object, for a field or method of that object, by its number.
    function: str
    arguments: str
    sizes: tuple[int, ...]
    # What the size counts.
    unit: str
    # The first that says something about a size is the goal there.
    goals: tuple[Goal, ...] = ()
    note: str = ""

    @property
    def export(self) -> str:
        """The exported function that a library has to have: itself, or what makes the object of a field or method."""
        return self.function_at(self.sizes[0]).rpartition(":")[2]

    def function_at(self, size: int) -> str:
        return self.function.format(n=size)

    def goal_at(self, size: int, cpp: float | None) -> tuple[Goal, float] | None:
        for goal in self.goals:
            limit = goal.at(size, cpp)
            if limit is not None:
                return goal, limit
        return None


def sizes(dense: int, last: int, factor: float) -> tuple[int, ...]:
    """Every size up to `dense`, then sizes that grow by `factor`, and the last."""
    found, size = list(range(dense + 1)), dense * factor
    while size < last:
        found.append(int(size))
        size *= factor
    return (*found, last)


TEXT = sizes(72, 10**6, 1.31)
ELEMENTS = sizes(20, 10**5, 1.6)
ENTRIES = sizes(20, 10**4, 1.6)
EXTENTS = sizes(9, 10**6, 3.3)
LISTS = sizes(12, 1000, 1.8)
# Sizes for which there are functions.
COUNTS = (1, 2, 4, 8, 16, 32)
SCALARS = (1, 2, 3, 4, 6, 8, 12)
# Numbers that choose addresses.
PLACES = tuple(range(48))

CPP = Goal(0, above_cpp=True)


def missed(why: str) -> dict[str, object]:
    """The reason for a goal that is not met, with the instructions that are left."""
    return {"missed": True, "why": why}


SECOND_PASS = missed("one function for all exports decides about what is not usual, and compares its memory")
REACH = missed("strides are tested: none leads out of memory, and no two indices to one element that is written")
TABLES = missed("ASCII is tested first, and then 51 for each started block of 32 bytes, 35 for the other forms of text, 12 to copy the last block")
PAIRS = missed("8 tensors or more: every pair of those that are written is compared; below C++ up to 32")
REFUSED = missed("each further tensor takes 2600: the contract is parsed, and the shapes of all tensors are compared and written")
LISTED = missed("the addresses of a list reach from its lowest to its highest: an output between them needs the exact search")
EXTENTS_TESTED = missed("each extent is tested: none is negative, and their product fits memory. C++ reads them for the number of elements only")
OTHER_DEVICE = missed("two tests of the device 14; the rest is below C++")
OBJECTS = missed("the type of each value is compared twice, 7; the product of the extents and their bits are two loops")
SCALED = missed("16 elements: the checks 91, the loop 37; each of 1 to 7 elements beyond the vectors takes 6, in C++ too")
FIRST_COPY = "can change during the call, so it is copied first"
SNAPSHOT = missed(f"a Dict {FIRST_COPY}: malloc and free 130, the copy 100 an entry")
MALLOC_ROW = missed("malloc and free 340 a row, in C++ too; decoding 96, the sum 36")
SIP_STR = missed("an entry: malloc and free of the key 350, std's SipHash 196, its insertion 92, reading the map 72, the export 33, validation 20")
SIP_INT = missed("an entry: std's SipHash 142, its insertion 72, reading the map 38, the export 13")
VEC = missed("8 elements: malloc and free 142 (up to 600 for many), the export 97, decoding 75; an element is 4.5 to decode and 2 to sum")
UNWINDER = missed("1700 for each frame that the unwinder visits: 8 for the hook, which looks for the export, and 15 in the two phases of std's panic; "
                  "C++ throws through 5")
READ_FIELD = missed("a number takes 12, with the test of the object; another type is copied by code that all fields share: 56, with a test of the type 39, "
                    "and the borrow 15 to 70")


def _text() -> list[Series]:
    def text(name: str, title: str, arguments: str, *goals: Goal, function: str = "text_length", note: str = "") -> Series:
        return Series(name, title, function, arguments, TEXT, "byte", goals, note)

    return [
        text("text_ascii", "`&str`, ASCII", "ascii", Goal(62, 0.3), note="the peers do not validate UTF-8"),
        text("text_two_byte", "`&str`, two-byte characters", "two_byte", Goal(62, 1, **TABLES)),
        text("text_mixed", "`&str`, one to four bytes a character", "mixed", Goal(62, 1, **TABLES)),
        text("text_raw", "`&str`, a `char*`", "raw_text", Goal(62, 2.5, **missed("the forms of text are tested in turn, a `char*` last, and `strlen` is a call")),
             note="`strlen` too"),
        text("bytes", "`&[u8]`, Bytes", "bytes",
             Goal(0, above_cpp=True), function="bytes_length"),
        text("byte_array", "`&[u8]`, a byte array", "byte_array", Goal(0, above_cpp=True), function="bytes_length"),
        text("concat", "`Str::concat` of two halves", "ascii_halves", Goal(0, 0.3, above_cpp=True),
             function="concat", note="validation is 0.2 a byte; the peers do not validate"),
        text("concat_two_byte", "`Str::concat` of two halves, two-byte characters", "two_byte_halves",
             Goal(0, 1, above_cpp=True, **TABLES), function="concat"),
        text("concat_string", "`String` and `push_str` of two halves", "ascii_halves",
             Goal(180, until=7, **missed("malloc, realloc, and free 252, std's growth of the buffer 107, the export 93, validation 48, copies 34")),
             Goal(308, 0.3, **missed("std's buffer grows, and is copied into the result: malloc, realloc, free 450 and two copies of all bytes")),
             function="concat_string"),
    ]


def _sequences() -> list[Series]:
    def elements(name: str, title: str, function: str, arguments: str, *goals: Goal, unit: str = "element",
                 note: str = "") -> Series:
        return Series(name, title, function, arguments, ELEMENTS, unit, goals, note)

    return [
        elements("array_ref_int", "`ArrayRef<i64>`", "sum", "array_int", Goal(90, 8)),
        elements("vec_int", "`Vec<i64>`", "vec_int", "array_int", Goal(242, 6, **VEC), note="C reads it in place"),
        elements("vec_int_list", "`Vec<i64>` from a List", "vec_int", "list_int",
                 Goal(0, above_cpp=True, **missed(f"a List {FIRST_COPY}: 37 an element, and 10 to drop the copy"))),
        elements("vec_float", "`Vec<f64>`", "vec_float", "array_float", Goal(242, 6, **VEC), note="C reads it in place"),
        elements("vec_str", "`Vec<Str>` of 11 bytes", "vec_str", "array_str",
                 Goal(250, 45, **missed("an element: decoding and counting the reference 32, validation 20, the sum 13, dropping 14"))),
        elements("array_ref_str", "`ArrayRef<&str>` of 11 bytes", "array_ref_str", "array_str",
                 Goal(110, 65, **missed("an element: text is validated when the list is checked and when it is read, and one function decodes all forms of it"))),
        elements("vec_row", "`Vec<Vec<i64>>`, rows of 3", "vec_row", "array_row", Goal(250, 90, **MALLOC_ROW), unit="row",
                 note="C++ copies too"),
        elements("return_vec", "a returned `Vec<i64>`", "return_vec", "size", Goal(350, 15),
                 note="to 4 elements: malloc and free of the Vec, which C++ does not make, are 140"),
    ]


def _maps() -> list[Series]:
    found = []
    empty = missed("an empty map: decoding 50, what the entries are 41, the export 77")
    twice = "each entry is checked before the call, and read in it"
    for name, title, function, goal, note in (
        ("map_ref_str", "`MapRef<&str, i64>`", "map_ref_str", Goal(150, 110, **empty), twice),
        ("map_ref_int", "`MapRef<i64, i64>`", "map_ref_int", Goal(150, 50, **empty), twice),
        ("hash_map_str", "`HashMap<String, i64>`", "hash_map_str", Goal(500, 300, **SIP_STR), ""),
        ("hash_map_int", "`HashMap<i64, i64>`", "hash_map_int", Goal(500, 120, **SIP_INT), ""),
    ):
        keys = name.removeprefix("map_ref_").removeprefix("hash_map_")
        for state, words in (("", ""), ("_erased", ", after erasing")):
            found.append(Series(name + state, f"{title}{words}", function, f"map_{keys}{state}", ENTRIES, "entry",
                                (goal,), note))
            found.append(Series(f"{name}_dict{state}", f"{title} from a Dict{words}", function, f"dict_{keys}{state}",
                                ENTRIES, "entry", (Goal(0, above_cpp=True, **SNAPSHOT),)))
    return [
        *found,
        Series("return_hash_map", "a returned `HashMap<i64, i64>`", "return_hash_map", "size", ENTRIES, "entry",
               (Goal(600, 500, **missed("an entry: std's hash map, which C++ does not make, is 420 of 1098; then the runtime makes the map of an array")),),
               note="C++ returns a Map, without a hash map before"),
        Series("return_map", "a returned `Map<i64, i64>`", "return_map", "size", ENTRIES, "entry",
               (Goal(0, above_cpp=True, **missed("the runtime makes the map of an array of the entries: 430 for the call, 63 an entry")),)),
    ]


def _tensors() -> list[Series]:
    found = [
        Series("read", "tensors read", "read_{n}", "matrices", COUNTS, "argument", (CPP,)),
        Series("read_object", "tensors read, Tensor objects", "read_{n}", "matrices_object", COUNTS, "argument", (CPP,)),
        Series("write", "tensors written", "write_{n}", "matrices", COUNTS, "argument", (Goal(60, 90, **PAIRS),)),
        Series("read_refused", "tensors read, the last of another shape", "read_{n}", "matrices_wrong", COUNTS[1:], "argument",
               (Goal(12_000, **REFUSED),)),
        Series("views", "`Vec<CpuView>`", "views", "vectors", LISTS, "tensor", (Goal(240, 110, **missed("one view: malloc and free of the Vec 142, the export 97")),)),
        Series("views_out", "`Vec<CpuView>` and an output", "views_out", "vectors_out", LISTS, "tensor",
               (Goal(250, 110, **LISTED),)),
    ]
    forms = {"": "usual", "_object": "Tensor objects", "_null": "without strides", "_cut": "an extent of 1 with any stride",
             "_empty": "empty", "_unallocated": "empty, without memory", "_pinned": "pinned memory"}
    of_any_rank = {"": OBJECTS, "_object": OBJECTS, "_null": EXTENTS_TESTED, "_cut": SECOND_PASS, "_empty": EXTENTS_TESTED,
                   "_unallocated": EXTENTS_TESTED, "_pinned": OTHER_DEVICE}
    for form, words in forms.items():
        ranks = tuple(range(1 if form in ("_cut", "_empty", "_unallocated") else 0, 9))
        goal = CPP if form in ("", "_object", "_cut") else replace(CPP, **SECOND_PASS)
        found.append(Series(f"rank{form}", f"an input and an output by rank, {words}", "rank_{n}", f"rank{form}", ranks,
                            "dimension", (goal,)))
        found.append(Series(f"any_rank{form}", f"the same, for views of any rank, {words}", "any_rank", f"rank{form}", ranks,
                            "dimension", (replace(CPP, **of_any_rank[form]) if form in of_any_rank else CPP,)))
    for form in ("", "_object", "_null", "_cut", "_empty"):
        goals = (Goal(660, until=0), Goal(160)) if form in ("", "_object", "_cut") else (Goal(660),)
        found.append(Series(f"check3{form}", f"`check3` by extent, {forms[form]}", "check3", f"check3{form}", EXTENTS, "extent", goals))
    for form, words in {"": "usual", "_padded": "elements 2 apart", "_null": "without strides", "_empty": "empty",
                        "_pinned": "pinned memory"}.items():
        # C++ reads strides that are not there.
        goal = Goal(550, 60) if form == "_null" else replace(CPP, **SECOND_PASS)
        found.append(Series(f"strided{form}", f"the same with any strides, {words}", "strided_{n}", f"rank{form}",
                            tuple(range(1 if form == "_empty" else 0, 9)), "dimension", (goal,)))
    for form, words in {"_reversed": "negative strides", "_transposed": "the first dimension innermost"}.items():
        found.append(Series(f"strided{form}", f"the same with any strides, {words}", "strided_{n}", f"rank{form}",
                            tuple(range(9)), "dimension", (replace(CPP, **REACH),),
                            note="C++ does not test whether strides leave memory, or reach an element twice"))
    for form, goal in (("", Goal(105, 1.25, **SCALED)), ("_object", Goal(105, 1.25, **SCALED)), ("_null", Goal(430, 1.25))):
        found.append(Series(f"scale{form}", f"`scale`, {forms[form]}", "scale", f"scale{form}", ELEMENTS, "element", (goal,)))
    return found


def _addresses() -> list[Series]:
    return [
        Series("check3_at", "`check3` at addresses on a page", "check3", "check3_at", PLACES, "place", (Goal(155),)),
        Series("scale_at", "`scale` of 1000 at addresses on a page", "scale", "scale_at", PLACES, "place", (CPP,)),
        Series("text_at", "`&str` of 1000 bytes, a `char*` at addresses on a page", "text_length", "raw_text_at", PLACES, "place",
               (Goal(400, above_cpp=True),)),
    ]


def _calls() -> list[Series]:
    return [
        Series("integers", "integers", "integers_{n}", "integers", SCALARS, "argument", (CPP,)),
        Series("optional", "`Option<i64>`, all given", "optional_{n}", "integers", SCALARS, "argument", (CPP,)),
        Series("optional_none", "`Option<i64>`, all None", "optional_{n}", "nones", SCALARS, "argument", (CPP,)),
        Series("wrong_type", "text in place of an integer, of 12", "integers_12", "wrong_type", tuple(range(12)), "position", (CPP,)),
        Series("raised", "an error", "fail", "none", (0,), "", (Goal(3000),)),
        Series("panic", "a panic; in C++, an exception of another type", "panics", "none", (0,), "", (replace(CPP, **UNWINDER),)),
    ]


def _classes() -> list[Series]:
    def of(what: str, title: str, kind: str, numbers: int, goal: Goal) -> Series:
        return Series(f"{what}_{kind}", title, f"{what}:new_{kind}", "none", tuple(range(numbers)), "number", (goal,),
                      note="C++ tests neither the object nor other threads")

    return [
        of("get", "fields read of an object", "fields", 6, Goal(6.5, **READ_FIELD)),
        of("get", "fields read of a mutable object", "mutable_fields", 6, Goal(6.5, **READ_FIELD)),
        of("set", "fields set of a mutable object", "mutable_fields", 6,
           replace(CPP, **missed("the test of the object and its borrow 58, the drop of the old value after it 51, the elements of an array 111"))),
        of("method", "methods of an object", "fields", 3, CPP),
        of("method", "methods of a mutable object", "mutable_fields", 3,
           Goal(83, **missed("a method that returns text: the borrow 45, the reference to the text 18"))),
    ]


SERIES = (*_text(), *_sequences(), *_maps(), *_tensors(), *_addresses(), *_calls(), *_classes())


def select(names: list[str]) -> list[Series]:
    """The series of these names, or whose name begins so; all for an empty list."""
    unknown = [n for n in names if not any(s.name.startswith(n) for s in SERIES)]
    if unknown:
        raise SystemExit(f"unknown series {', '.join(unknown)}; there are {', '.join(s.name for s in SERIES)}")
    return [s for s in SERIES if not names or any(s.name.startswith(n) for n in names)]
