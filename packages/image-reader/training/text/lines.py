"""Lines that were drawn, and what the network's lower layers saw in them."""

import json

import numpy

ROWS = 480


def padded_width(width):
    """As recognise-lines.ts pads."""
    step = 32 if width <= 320 else 64 if width <= 960 else 128
    return -(-max(64, width) // step) * step


class Lines:
    """What see-lines.ts wrote for one seed, read as it is needed."""

    def __init__(self, folder, seed):
        index = json.loads((folder / f"lines-{seed}.json").read_text())
        self.texts = [text for _, text in index]
        self.widths = [width for width, _ in index]
        self.steps = [padded_width(width) // 8 for width, _ in index]
        self.starts = numpy.concatenate([[0], numpy.cumsum(self.steps)[:-1]]) * ROWS
        self.seen = numpy.memmap(folder / f"seen-{seed}.bin", dtype=numpy.float16, mode="r")

    def batch(self, chosen):
        """[n, 480, 1, steps] of lines with equally many steps."""
        steps = self.steps[chosen[0]]
        size = ROWS * steps
        return numpy.stack(
            [self.seen[self.starts[n] : self.starts[n] + size].reshape(ROWS, 1, steps) for n in chosen]
        ).astype(numpy.float32)


def batches(sets, most_steps, random):
    """(set, lines) with equally many steps, in any order; about most_steps in a batch."""
    chunks = []
    for index, lines in enumerate(sets):
        by_steps = {}
        for n, steps in enumerate(lines.steps):
            by_steps.setdefault(steps, []).append(n)
        for steps, members in by_steps.items():
            members = random.permutation(members)
            size = max(1, most_steps // steps)
            chunks += [(index, members[k : k + size]) for k in range(0, len(members), size)]
    random.shuffle(chunks)
    return chunks


def decode(best, characters):
    """Best path: repeats joined, blanks dropped. Classes are blank, the characters, space."""
    text, last = "", 0
    for k in best:
        if k != last and k != 0:
            text += " " if k > len(characters) else characters[k - 1]
        last = k
    return text.strip()


def distance(a, b):
    """Levenshtein (1966)."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]
