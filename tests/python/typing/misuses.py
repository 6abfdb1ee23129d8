"""What type checkers refuse in users of stubs: every line that says so, and no other."""

from __future__ import annotations

import cpu_kernels
import e2e_kernels as e2e
import kernels
import numpy as np

x = np.ones(8, np.float32)

e2e.add("one", 2)  # wrong: a text for a number
e2e.add(1)  # wrong: one argument is missing
e2e.add(1, 2, 3)  # wrong: one is too many
e2e.add(a=1, c=2)  # wrong: no parameter has this name
cpu_kernels.rms_norm(x, x, y=x)  # wrong: outputs are passed by `out`
cpu_kernels.top_k(x)  # wrong: the library does not know the shapes of the outputs
e2e.no_such_function()  # wrong: there is none
e2e.math.no_such_function()  # wrong: not there either
e2e.rms_norm([1.0], x, x)  # wrong: a list is not a tensor
e2e.id_device(1)  # wrong: a number is not a device
e2e.join([1, 2])  # wrong: elements of another type
e2e.call_typed(len, 3)  # wrong: a function of other parameters
text: str = e2e.add(1, 2)  # wrong: the result is a number
e2e.id_array([3]).no_such_attribute  # wrong: the result is a list


def use(counter: kernels.Counter, mean: kernels.stats_Mean, summary: kernels.Summary) -> None:
    """Use classes."""
    counter.count = 3
    counter.names = ["a", "b"]
    total: float = mean.total + counter.add() + len(counter)
    if kernels.stats_Mean(total, scale=1.0) < sorted([mean, mean])[0]:
        counter = kernels.Counter.start(int(total))
    print(mean.merged(mean).describe(), summary.describe())
    mean.total = 1.0  # wrong: read-only
    counter.count = "three"  # wrong: a text for a number
    counter.no_such_field = 3  # wrong: there is none
    print(counter.no_such_field)  # wrong: there is none
    kernels.Counter()  # wrong: Python cannot construct it
    kernels.stats_Mean(1.0)  # wrong: `scale` is missing
    kernels.stats_Mean(1.0, 2.0)  # wrong: `scale` needs its name
    mean.merged(summary)  # wrong: of the parent's class


class Extended(kernels.stats_Mean):  # wrong: it is final
    """A class that cannot be."""


class Extending(kernels.Summary):
    """A class that can be."""

    def __init__(self) -> None:
        """Construct one."""
        super().__init__(1, 2, b=3)


e2e.kinds(first=1, third=3)  # wrong: it has no name
e2e.kinds(1, 2, 3)  # wrong: the third has no position
e2e.gathered(1, "2")  # wrong: further arguments are integers
e2e.Polygon.FEWEST_SIDES = "3"  # wrong: it is an integer
e2e.Polygon(4).sides = 5  # wrong: it cannot be set
