"""The sweep as tables, and its verdicts."""

from collections.abc import Callable

from .cases import TITLES
from .series import Goal
from .sweep import Point, Swept

MISSED, KNOWN, MET, OK = "MISSED", "missed as known", "MET, drop the flag", "ok"
ROWS = 12


def each(of: Swept, name: str) -> float | None:
    """What one more element costs, over the whole range."""
    counted = [p for p in of.points if name in p.counts]
    if len(counted) < 2:
        return None
    first, last = counted[0], counted[-1]
    return (last.counts[name] - first.counts[name]) / (last.size - first.size)


def worst(of: Swept, cost: Callable[[Point], float]) -> Point | None:
    """The point where we are worst compared with C++."""
    both = [p for p in of.points if "rust" in p.counts and "cpp" in p.counts]
    return max(both, key=cost, default=None)


def furthest(point: Point) -> float:
    return point.counts["rust"] - point.counts["cpp"]


def ratio(point: Point) -> float:
    return point.counts["rust"] / max(point.counts["cpp"], 1)


def verdicts(of: Swept) -> list[tuple[Goal, str, str]]:
    """The verdict on each goal, and the point that is furthest beyond it."""
    found = []
    for goal in of.series.goals:
        points = [(p, limit) for p, at, limit in of.goals() if at is goal]
        beyond = [(p, limit) for p, limit in points if p.counts["rust"] > limit]
        detail = ""
        if beyond:
            p, limit = max(beyond, key=lambda found: found[0].counts["rust"] / max(found[1], 1))
            detail = f"{p.counts['rust']:.0f} at {p.size}, {limit:.0f} allowed; {len(beyond)} of {len(points)} sizes"
            detail += f"; {goal.why}" if goal.why else ""
        if points:
            word = (KNOWN if beyond else MET) if goal.missed else (MISSED if beyond else OK)
            found.append((goal, word, detail))
    return found


def failures(of: Swept) -> list[str]:
    """What `--check` fails for."""
    return [f"{of.series.name}, goal {goal}: {word} {detail}".rstrip()
            for goal, word, detail in verdicts(of) if word in (MISSED, MET)]


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.1f}"


def summary_rows(swept: list[Swept]) -> list[list[str]]:
    """One row for each series."""
    rows = []
    for of in swept:
        far, steep = worst(of, furthest), worst(of, ratio)
        judged = verdicts(of)
        zero = of.points[0].counts.get("rust")
        rows.append([
            of.series.title, of.series.unit, f"{_number(zero)}",
            *(_number(each(of, name)) for name in ("rust", "cpp", "c")),
            "-" if far is None else f"{furthest(far):+.0f} at {far.size}",
            "-" if steep is None else f"{ratio(steep):.2f} at {steep.size}",
            "; ".join(str(goal) for goal, _, _ in judged), "; ".join(f"{w} ({d})" if d else w for _, w, d in judged),
            of.series.note,
        ])
    return rows


SUMMARY = ["series", "unit (n)", "first", "Rust, each", "C++, each", "C, each", "furthest above C++", "worst ratio to C++", "goal",
           "", "note"]


def series_rows(of: Swept, libraries: list[str]) -> list[list[str]]:
    """Some of the sizes, the first and the last among them."""
    step = max(1, -(-(len(of.points) - 1) // (ROWS - 1)))
    shown = [*of.points[:-1:step], of.points[-1]]
    rows = []
    for point in shown:
        goal = of.series.goal_at(point.size, point.counts.get("cpp"))
        rows.append([str(point.size), *(_number(point.counts.get(name)) for name in libraries),
                     "" if goal is None else _number(goal[1])])
    return rows


def series_header(of: Swept, libraries: list[str]) -> list[str]:
    return [of.series.unit, *(TITLES[name] for name in libraries), "goal"]


def _runs(of: Swept, behind: list[Point]) -> str:
    """Sizes, with neighbours of the series as one range."""
    index = {point.size: i for i, point in enumerate(of.points)}
    runs: list[list[int]] = []
    for point in behind:
        if runs and index[point.size] == index[runs[-1][-1]] + 1:
            runs[-1].append(point.size)
        else:
            runs.append([point.size])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def ahead_rows(swept: list[Swept], peers: list[str]) -> list[list[str]]:
    """Each point where a peer takes fewer instructions."""
    rows = []
    for peer in peers:
        for of in swept:
            behind = of.behind(peer)
            if behind:
                most = max(behind, key=lambda p: p.counts["rust"] - p.counts[peer])
                rows.append([f"{TITLES[peer]}: {of.series.title}", f"{len(behind)} of {len(of.points)}", _runs(of, behind),
                             f"{most.counts['rust']:.0f} and {most.counts[peer]:.0f} at {most.size}"])
    return rows


def data(of: Swept) -> dict[str, object]:
    """Every point of a series, for a program."""
    return {
        "series": of.series.name, "function": of.series.function, "arguments": of.series.arguments, "unit": of.series.unit,
        "points": [{"size": p.size, **p.counts} for p in of.points],
        "goals": [{"goal": str(goal), "verdict": word, "detail": detail} for goal, word, detail in verdicts(of)],
    }
