"""Draws lines of text as a camera, a scanner or a screen shows them, with what they say.

    python3 draw_lines.py FOLDER COUNT SEED [--fonts FOLDER] [--marks]

Writes FOLDER/lines-SEED.bin (grey crops of 48 rows, one after another) and FOLDER/lines-SEED.json ([[width, text], ...]). Fonts are
those that fontconfig lists, and those of the folder; with --marks every line holds a character beyond ASCII. Needs Debian's python3-pil, python3-numpy, python3-scipy, python3-fonttools,
and its word lists.
"""

import argparse
import io
import json
import math
import pathlib
import random
import subprocess

import numpy
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage

from texts import ACCENTED, ASCII, Texts

HEIGHT = 48
UNWANTED = ("Emoji", "Symbol", "Math", "Arabic", "Hebrew", "Thai", "Devanagari", "Music", "Dingbats", "D050000L", "StandardSymbols", "Z003", "Chancery", "CJK", "lmmi", "lmsy", "lmex", "NotoSans-", "NotoSerif-")
KEPT = ("NotoSans-Regular", "NotoSans-Bold", "NotoSerif-Regular", "NotoSerif-Bold", "NotoSansMono")


class Fonts:
    def __init__(self, folder):
        listed = subprocess.run(["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True).stdout
        paths = [line.rstrip(": \n") for line in listed.split("\n") if line.strip()]
        if folder:
            paths += [str(path) for path in pathlib.Path(folder).glob("*.ttf")]
        self.fonts = []
        for path in sorted(set(paths)):
            name = pathlib.Path(path).stem
            if pathlib.Path(path).suffix.lower() not in (".ttf", ".otf", ".otb", ".ttc"):
                continue
            wanted = any(each in name for each in KEPT)
            if not wanted and (any(each in name for each in UNWANTED) or name.startswith("Noto")):
                continue
            try:
                with TTFont(path, fontNumber=0, lazy=True) as font:
                    codes = set(font.getBestCmap() or {})
                    post = font["post"].isFixedPitch if "post" in font else 0
                if len({ord(c) for c in ASCII} - codes) > 2:
                    continue
                ImageFont.truetype(path, 20).getmask("Ag0")
            except Exception:
                continue
            lowered = name.lower()
            printer = bool(post) or any(each in lowered for each in ("mono", "courier", "condensed", "narrow", "vt323", "ocr"))
            family = name.split("-")[0]
            self.fonts.append((path, codes, printer, family))
        families = {}
        for font in self.fonts:
            families.setdefault(font[3], []).append(font)
        self.families = list(families.values())
        self.printers = [[f for f in family if f[2]] for family in self.families]
        self.printers = [family for family in self.printers if family]

    def choose(self, r, text):
        for _ in range(40):
            family = r.choice(self.printers if r.random() < 0.4 else self.families)
            path, codes, _, _ = r.choice(family)
            if all(ord(c) in codes for c in text.replace(" ", "")):
                return path
        return None


def mask_of(r, text, path, size):
    """Ink of the text, 0 to 255, and the rows of the capitals' top and the base line."""
    try:
        font = ImageFont.truetype(path, size)
    except OSError:
        font = ImageFont.truetype(path, 16)
    tracking = r.choice((0, 0, 0, r.uniform(-0.04, 0.12), r.uniform(0, 0.3))) * size
    space = r.choice((1.0, 1.0, 1.0, r.uniform(0.6, 1.0), r.uniform(1.0, 2.6)))
    ascent, descent = font.getmetrics()
    spread = any(c == " " for c in text) and r.random() < 0.1
    x, places = 0.0, []
    for n, c in enumerate(text):
        if c == " ":
            x += font.getlength(" ") * space * (r.uniform(1, 3.5) if spread else 1) + tracking
            continue
        if n > 0 and text[n - 1] != " ":
            x += font.getlength(text[n - 1] + c) - font.getlength(text[n - 1]) - font.getlength(c)
        places.append((x, c))
        x += font.getlength(c) + tracking
    width = max(4, int(math.ceil(x)) + size // 2)
    image = Image.new("L", (width, ascent + descent + size // 2), 0)
    draw = ImageDraw.Draw(image)
    if r.random() < 0.15:
        draw.fontmode = "1"
    for px, c in places:
        draw.text((px + size // 4, size // 4), c, fill=255, font=font)
    return numpy.asarray(image, dtype=numpy.float32), size // 4, size // 4 + ascent


def smooth_noise(rng, shape, cell):
    rows, columns = max(2, int(shape[0] / cell) + 2), max(2, int(shape[1] / cell) + 2)
    small = rng.random((rows, columns), dtype=numpy.float32)
    return numpy.asarray(Image.fromarray(small).resize((shape[1], shape[0]), Image.BICUBIC))


def printed(r, rng, ink):
    """What a printer makes of it."""
    kind = r.random()
    if kind < 0.18:
        ink = ndimage.grey_dilation(ink, size=(r.choice((1, 2, 3)), r.choice((2, 3))))
    elif kind < 0.3:
        ink = ndimage.grey_erosion(ink, size=(r.choice((1, 2)), 2))
    kind = r.random()
    if kind < 0.12:
        # Dots of a matrix or of a thermal head.
        step = r.choice((3, 4, 5))
        rows, columns = numpy.ogrid[: ink.shape[0], : ink.shape[1]]
        dots = numpy.hypot(rows % step - step / 2 + 0.5, columns % step - step / 2 + 0.5) < step * r.uniform(0.42, 0.62)
        cells = ndimage.uniform_filter(ink, step)
        ink = numpy.where(dots & (cells > 100), 255, 0).astype(numpy.float32)
        ink = ndimage.gaussian_filter(ink, r.uniform(0.5, 1.4))
    elif kind < 0.3:
        ink = ink * numpy.clip(smooth_noise(rng, ink.shape, r.uniform(6, 60)) * r.uniform(0.6, 1.6) + r.uniform(0, 0.6), 0, 1)
    elif kind < 0.4:
        ink = ink * (rng.random(ink.shape) > r.uniform(0.05, 0.35))
    if r.random() < 0.06:
        for _ in range(r.randint(1, 3)):
            row = r.randrange(ink.shape[0])
            ink[row : row + r.choice((1, 1, 2))] *= r.uniform(0, 0.4)
    if r.random() < 0.03:
        column = r.randrange(ink.shape[1])
        ink[:, column : column + r.choice((1, 2))] *= r.uniform(0, 0.4)
    return ink


def scene(r, rng, text, texts, fonts, path):
    """The line with what is around it, as ink; and the box of the line in it: left, top, right, bottom."""
    size = r.randint(20, 40)
    ink, top, base = mask_of(r, text, path, size)
    columns = numpy.flatnonzero(ink.max(0) > 60)
    rows = numpy.flatnonzero(ink.max(1) > 60)
    if len(columns) == 0 or len(rows) == 0:
        return None
    left, right = int(columns[0]), int(columns[-1]) + 1
    # The detector marks lines by the height of their letters, mostly with those of the whole alphabet in mind.
    cap = base - int(size * 0.72)
    upper = min(int(rows[0]), cap) if r.random() < 0.8 else int(rows[0])
    # Marks over capitals often stick out of what the detector marks.
    if rows[0] < cap and r.random() < 0.5:
        upper = cap
    lower = max(int(rows[-1]) + 1, base + (int(size * 0.2) if r.random() < 0.5 else 0))
    pad = size
    field = numpy.zeros((ink.shape[0] + 2 * pad, ink.shape[1] + 2 * pad), dtype=numpy.float32)
    field[pad : pad + ink.shape[0], pad : pad + ink.shape[1]] = ink
    box = [left + pad, upper + pad, right + pad, lower + pad]
    if r.random() < 0.45:
        for below in (False, True):
            if r.random() < 0.6:
                other, _, _ = mask_of(r, texts.line(r), path, size)
                near = r.uniform(0.95, 1.6) * size
                y = int(pad + (near if below else -near))
                x = pad + r.randint(-size, size)
                paste(field, other, y, x)
    if r.random() < 0.2:
        side = mask_of(r, texts.line(r), path, size)[0]
        gap = int(r.uniform(0.7, 2.0) * size)
        paste(field, side, pad, box[2] + gap if r.random() < 0.5 else box[0] - gap - side.shape[1])
    if r.random() < 0.07:
        y = box[3] + r.randint(0, size // 4) if r.random() < 0.7 else box[1] - r.randint(1, size // 4)
        field[max(0, y) : y + r.randint(1, 3)] = 255
    if r.random() < 0.03:
        x = r.choice((box[0] - r.randint(3, size // 2), box[2] + r.randint(2, size // 2)))
        field[:, max(0, x) : x + r.randint(1, 3)] = 255
    return printed(r, rng, field), box, size


def paste(field, ink, y, x):
    y0, x0 = max(0, y), max(0, x)
    y1, x1 = min(field.shape[0], y + ink.shape[0]), min(field.shape[1], x + ink.shape[1])
    if y1 > y0 and x1 > x0:
        part = ink[y0 - y : y1 - y, x0 - x : x1 - x]
        field[y0:y1, x0:x1] = numpy.maximum(field[y0:y1, x0:x1], part)


def crop(r, rng, field, box, size):
    """What the camera and the detector leave: 48 rows."""
    left, top, right, bottom = box
    height = bottom - top
    margin = height * r.uniform(0.08, 0.42)
    side = height * r.uniform(0.05, 0.5)
    up, down = margin * r.choice((r.uniform(0.6, 1.4), r.uniform(0.3, 1))), margin * r.uniform(0.6, 1.4)
    # Rows of the picture the line takes: small print loses the most.
    seen = min(HEIGHT * 2.2, max(9.0, math.exp(r.gauss(3.35, 0.42))))
    stretch = r.choice((1, 1, r.uniform(0.75, 1.3), r.uniform(0.6, 1.6)))
    rows = max(8, int(round(seen)))
    w, h = right - left + 2 * side, height + up + down
    columns = max(8, int(round(w / h * rows * stretch)))
    slope = r.choice((0, 0, r.gauss(0, 0.012)))
    shear = r.choice((0, 0, r.gauss(0, 0.12)))
    bow = r.choice((0, 0, 0, r.gauss(0, 0.05))) * height
    phase = r.uniform(0, math.pi)
    fine = 2 if rows < 30 else 1
    ys, xs = numpy.mgrid[0 : rows * fine, 0 : columns * fine].astype(numpy.float32)
    u, v = (xs + 0.5) / (columns * fine), (ys + 0.5) / (rows * fine)
    py = top - up + v * h + slope * (u - 0.5) * w + bow * numpy.sin(u * math.pi * 1.2 + phase)
    px = left - side + u * w + shear * (v - 0.5) * h
    soft = max(0.0, h / (rows * fine) * 0.42)
    field = ndimage.gaussian_filter(field, soft) if soft > 0.5 else field
    ink = ndimage.map_coordinates(field, [py - 0.5, px - 0.5], order=1, mode="constant")
    if fine > 1:
        ink = ink.reshape(rows, fine, columns, fine).mean((1, 3))
    ink = numpy.clip(ink / 255, 0, 1)
    blur = abs(r.gauss(0, 0.45)) * (1 if r.random() < 0.7 else 2)
    if blur > 0.25:
        ink = ndimage.gaussian_filter(ink, (blur, blur * r.uniform(0.6, 1.6)))
    contrast = r.choice((r.uniform(0.5, 1), r.uniform(0.18, 0.6)))
    paper = r.uniform(0.55, 1.0)
    if r.random() < 0.13:
        dark = r.uniform(0, 0.35)
        picture = dark + ink * contrast * (1 - dark)
    else:
        picture = paper * (1 - ink * contrast)
    if r.random() < 0.5:
        picture = picture * (1 + r.uniform(-0.25, 0.25) * (u[::fine, ::fine] - 0.5)) + r.gauss(0, 0.02)
    if r.random() < 0.25:
        picture = picture + (smooth_noise(rng, picture.shape, r.uniform(8, 50)) - 0.5) * r.uniform(0.03, 0.25)
    picture = picture + rng.normal(0, abs(r.gauss(0, 0.025)), picture.shape)
    grey = numpy.clip(picture * 255, 0, 255).astype(numpy.uint8)
    image = Image.fromarray(grey)
    if r.random() < 0.55:
        data = io.BytesIO()
        image.save(data, "JPEG", quality=r.choice((r.randint(25, 60), r.randint(50, 95))))
        image = Image.open(io.BytesIO(data.getvalue()))
    if r.random() < 0.1:
        image = image.point(lambda value: 0 if value < 128 else 255) if r.random() < 0.25 else image
    width = max(16, min(960, int(round(columns / rows * HEIGHT))))
    return numpy.asarray(image.resize((width, HEIGHT), Image.BILINEAR if rows < HEIGHT else Image.BOX), dtype=numpy.uint8)


def draw(seed, texts, fonts, marks=False):
    """A crop `[48, width]` and its text."""
    r = random.Random(seed)
    rng = numpy.random.default_rng(seed)
    while True:
        text = texts.line(r)
        if marks and text.isascii():
            continue
        path = fonts.choose(r, text)
        found = path and scene(r, rng, text, texts, fonts, path)
        if not found:
            continue
        picture = crop(r, rng, *found)
        # Where characters are narrower than the network's steps nothing can be learnt.
        if picture.shape[1] / 8 >= 1.3 * len(text) and picture.shape[1] < 960:
            return picture, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("--fonts", type=pathlib.Path)
    parser.add_argument("--marks", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    texts, fonts = Texts(), Fonts(given.fonts)
    index = []
    with open(given.folder / f"lines-{given.seed}.bin", "wb") as file:
        for n in range(given.count):
            picture, text = draw(given.seed * 1_000_000 + n, texts, fonts, given.marks)
            index.append([picture.shape[1], text])
            file.write(picture.tobytes())
    (given.folder / f"lines-{given.seed}.json").write_text(json.dumps(index, ensure_ascii=False))


if __name__ == "__main__":
    main()
