"""Charts of cost against size as SVG, with logarithmic axes, for light and dark pages."""

import math
from pathlib import Path

from .sweep import Swept

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
LABELS = {"rust": "this project", "cpp": "C++ headers", "c": "C, by hand", "goal": "goal"}
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .background { fill: #ffffff } .grid { stroke: #d0d7de }
  .line { fill: none; stroke-width: 2 } .goal { stroke-dasharray: 5 4 }
  .rust { stroke: #c2410c } .cpp { stroke: #0969da } .c { stroke: #6e7781 } .goal { stroke: #1a7f37 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .background { fill: #0d1117 } .grid { stroke: #30363d }
    .rust { stroke: #ff8a4c } .cpp { stroke: #58a6ff } .c { stroke: #9ea7b3 } .goal { stroke: #3fb950 }
  }"""


class Axis:
    """A logarithmic axis, which has 0 one step before 1."""

    def __init__(self, values: list[float], first: float, last: float) -> None:
        positive = [v for v in values if v > 0]
        self.low = -0.5 if min(values) <= 0 else math.floor(math.log10(min(positive)))
        self.high = max(math.ceil(math.log10(max(positive))), self.low + 1)
        self.first, self.last = first, last

    def at(self, value: float) -> float:
        exponent = math.log10(value) if value > 0 else self.low
        return self.first + (self.last - self.first) * (exponent - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        powers = [10.0**e for e in range(math.ceil(self.low), math.floor(self.high) + 1)]
        return ([0.0] if self.low == -0.5 else []) + powers


def _lines(of: Swept) -> dict[str, list[tuple[float, float]]]:
    lines = {name: [(p.size, p.counts[name]) for p in of.points if name in p.counts] for name in ("c", "cpp", "rust")}
    lines["goal"] = [(point.size, limit) for point, _, limit in of.goals()]
    return {name: line for name, line in lines.items() if line}


def svg(of: Swept) -> str:
    """The chart of one series."""
    lines = _lines(of)
    x = Axis([size for line in lines.values() for size, _ in line], LEFT, WIDTH - RIGHT)
    y = Axis([max(count, 1) for line in lines.values() for _, count in line], HEIGHT - BOTTOM, TOP)
    title = of.series.title.replace("`", "").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
             f"<title>{title}</title>\n<style>{STYLE}\n</style>",
             f'<rect class="background" width="{WIDTH}" height="{HEIGHT}"/>',
             f'<text x="{LEFT}" y="22">{title}: instructions of a call</text>']
    for tick in x.ticks():
        at = f"{x.at(tick):.1f}"
        parts.append(f'<path class="grid" d="M{at} {TOP}V{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{at}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tick:,.0f}</text>')
    for tick in y.ticks():
        at = y.at(tick)
        parts.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{tick:,.0f}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{of.series.unit}</text>')
    for name, line in lines.items():
        path = "L".join(f"{x.at(size):.1f} {y.at(max(count, 1)):.1f}" for size, count in line)
        parts.append(f'<path class="line {name}" d="M{path}"/>')
    for i, name in enumerate(n for n in LABELS if n in lines):
        parts.append(f'<path class="line {name}" d="M{LEFT + 15} {TOP + 18 + 20 * i}h28"/>')
        parts.append(f'<text x="{LEFT + 50}" y="{TOP + 22 + 20 * i}">{LABELS[name]}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def write(swept: list[Swept], folder: Path) -> None:
    """One file for each series of more than one size."""
    folder.mkdir(parents=True, exist_ok=True)
    for of in swept:
        if sum("rust" in point.counts for point in of.points) > 1:
            (folder / f"{of.series.name}.svg").write_text(svg(of))
