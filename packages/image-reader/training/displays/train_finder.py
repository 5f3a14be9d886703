"""Trains the finder of displays on the photographs that make-photos.ts drew, and writes it as an ONNX file.

    python3 train_finder.py FOLDER --minutes 40 --out ../../models/display-finder.onnx

The network gives the probability that the middle of a row of digits is there, for each four by four pixels. Photographs whose
seed is 9000 or more judge, all others teach. A run that was stopped goes on from its checkpoint in FOLDER.
"""

import argparse
import json
import pathlib
import time

import numpy
import torch
from PIL import Image, ImageDraw
from torch import nn
from torch.nn import functional

from export_onnx import export

WIDTH, HEIGHT, STRIDE = 320, 256, 4
# What is left of a row's height, and of its length at either end in heights, in what is to be found.
KERNEL, ENDS = 0.5, 0.25


class Finder(nn.Module):
    """[n, 1, height, width] grey from -1 to 1, sides multiples of 32, to [n, 1, height / 4, width / 4] scores."""

    def __init__(self, scale=1.0):
        super().__init__()
        a, b, c, d, e = (max(8, int(n * scale)) for n in (12, 24, 40, 64, 96))
        mid = max(8, int(32 * scale))

        def block(i, o, stride=1, dilation=1):
            return nn.Sequential(
                nn.Conv2d(i, o, 3, stride=stride, padding=dilation, dilation=dilation, bias=False),
                nn.BatchNorm2d(o),
                nn.ReLU(inplace=True),
            )

        self.first = block(1, a, 2)
        self.quarter = nn.Sequential(block(a, b, 2), block(b, b))
        self.eighth = nn.Sequential(block(b, c, 2), block(c, c))
        self.sixteenth = nn.Sequential(block(c, d, 2), block(d, d))
        self.smallest = nn.Sequential(block(d, e, 2), block(e, e), block(e, e, dilation=2))
        self.sides = nn.ModuleList(nn.Conv2d(n, mid, 1) for n in (b, c, d, e))
        self.head = nn.Sequential(block(mid, 16), nn.Conv2d(16, 1, 1))

    def forward(self, photos):
        seen = self.quarter(self.first(photos))
        levels = [seen]
        for part in (self.eighth, self.sixteenth, self.smallest):
            seen = part(seen)
            levels.append(seen)
        sides = [side(level) for side, level in zip(self.sides, levels)]
        out = sides[3]
        for side in (sides[2], sides[1], sides[0]):
            out = functional.interpolate(out, scale_factor=2.0, mode="nearest") + side
        return self.head(out)


class Named(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, photos):
        return torch.sigmoid(self.net(photos))


def kernel(row):
    """The middle of a row of digits: corners as the photograph's, clockwise from the top left."""
    a, b, c, d = (numpy.array(p) for p in row)
    height = max(1.0, (numpy.linalg.norm(d - a) + numpy.linalg.norm(c - b)) / 2)
    length = max(1.0, (numpy.linalg.norm(b - a) + numpy.linalg.norm(c - d)) / 2)
    u = min(0.35, ENDS * height / length)
    v = (1 - KERNEL) / 2
    at = lambda u, v: (a * (1 - u) + b * u) * (1 - v) + (d * (1 - u) + c * u) * v
    return [at(u, v), at(1 - u, v), at(1 - u, 1 - v), at(u, 1 - v)], height


def load(folder, judging):
    photos, maps, weights = [], [], []
    for index in sorted(folder.glob("photos-*.json")):
        seed = int(index.stem.split("-")[1])
        if (seed >= 9000) != judging:
            continue
        listed = json.loads(index.read_text())
        photos.append(
            numpy.fromfile(index.with_suffix(".bin"), dtype=numpy.uint8).reshape(len(listed), HEIGHT, WIDTH)
        )
        for rows in listed:
            found = Image.new("L", (WIDTH, HEIGHT), 0)
            weight = Image.new("L", (WIDTH, HEIGHT), 255)
            for kind, row in rows:
                inner, height = kernel(row)
                outline = [tuple(p) for p in row]
                # Print that a display shows is print; and what is too small to see is neither right nor wrong.
                if kind == "printed" or height < 7:
                    ImageDraw.Draw(weight).polygon(outline, fill=0)
                    continue
                ImageDraw.Draw(weight).polygon(outline, fill=90)
                ImageDraw.Draw(weight).polygon([tuple(p) for p in inner], fill=255)
                ImageDraw.Draw(found).polygon([tuple(p) for p in inner], fill=255)
            shape = (HEIGHT // STRIDE, STRIDE, WIDTH // STRIDE, STRIDE)
            maps.append((numpy.array(found).reshape(shape).mean((1, 3)) >= 128).astype(numpy.uint8))
            weights.append(numpy.array(weight).reshape(shape).mean((1, 3)).astype(numpy.uint8))
    if not photos:
        return None
    return numpy.concatenate(photos), numpy.stack(maps), numpy.stack(weights)


def judge(net, held):
    photos, maps, weights = held
    net.eval()
    inside = union = 0
    found = of = invented = 0
    with torch.no_grad():
        for k in range(0, len(photos), 16):
            batch = torch.from_numpy(photos[k : k + 16].astype(numpy.float32) / 127.5 - 1)[:, None]
            seen = torch.sigmoid(net(batch))[:, 0].numpy() > 0.4
            truth, weight = maps[k : k + 16] > 0, weights[k : k + 16] > 0
            inside += (seen & truth).sum()
            union += ((seen | truth) & weight).sum()
            for s, t, w in zip(seen, truth, weight):
                if t.any():
                    of += 1
                    found += (s & t).sum() > 0.5 * t.sum()
                elif w.all():
                    invented += s.sum() > 6
    net.train()
    return inside / max(1, union), found / max(1, of), invented / max(1, len(photos) - of)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    arguments.add_argument("--minutes", type=float)
    arguments.add_argument("--epochs", type=int, default=4)
    arguments.add_argument("--scale", type=float, default=1.0)
    arguments.add_argument("--rate", type=float, default=3e-3)
    given = arguments.parse_args()
    torch.manual_seed(7)
    random = numpy.random.default_rng(7)
    net = Finder(given.scale)
    optimiser = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=1e-2)
    checkpoint = given.folder / "finder.pt"
    epoch, spent = 0, 0.0
    if checkpoint.exists():
        kept = torch.load(checkpoint)
        net.load_state_dict(kept["net"])
        optimiser.load_state_dict(kept["optimiser"])
        epoch, spent = kept["epoch"], kept["spent"]
    held = load(given.folder, judging=True)
    print(f"{sum(p.numel() for p in net.parameters())} weights")
    done = False
    while not done:
        started = time.time()
        photos, maps, weights = load(given.folder, judging=False)
        order = random.permutation(len(photos))
        chunks = [order[k : k + 16] for k in range(0, len(order), 16)]
        total = 0.0
        for number, chosen in enumerate(chunks):
            gone = (
                (spent + time.time() - started) / (60 * given.minutes)
                if given.minutes
                else (epoch + number / len(chunks)) / given.epochs
            )
            warm = min(1.0, (epoch * len(chunks) + number + 1) / 100)
            for group in optimiser.param_groups:
                group["lr"] = given.rate * warm * max(0.01, (1 + numpy.cos(numpy.pi * min(1, gone))) / 2)
            if gone >= 1:
                done = True
                break
            batch = torch.from_numpy(photos[chosen].astype(numpy.float32) / 127.5 - 1)[:, None]
            truth = torch.from_numpy(maps[chosen].astype(numpy.float32))[:, None]
            weight = torch.from_numpy(weights[chosen].astype(numpy.float32) / 255)[:, None]
            if random.uniform() < 0.5:
                batch, truth, weight = (t.flip(2).flip(3) for t in (batch, truth, weight))
            gain, shift = float(random.uniform(0.5, 1.2)), float(random.uniform(-0.3, 0.3))
            batch = batch * gain + shift
            batch += torch.from_numpy(
                random.normal(0, random.uniform(0, 0.06), batch.shape).astype(numpy.float32)
            )
            scores = net(batch)
            each = functional.binary_cross_entropy_with_logits(scores, truth, weight=weight * (1 + 2 * truth))
            seen = torch.sigmoid(scores) * (weight > 0)
            dice = 1 - (2 * (seen * truth).sum() + 1) / (seen.sum() + truth.sum() + 1)
            loss = each * 3 + dice
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            total += float(loss)
        epoch += 1
        spent += time.time() - started
        done = done or (given.minutes is None and epoch >= given.epochs)
        print(
            f"epoch {epoch}: {len(photos)} photographs, {spent / 60:.1f} min, loss {total / max(1, len(chunks)):.3f}, "
            + "held: overlap %.3f, found %.3f, invented %.3f" % (judge(net, held) if held else (0, 0, 0)),
            flush=True,
        )
        torch.save(
            {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "epoch": epoch, "spent": spent},
            checkpoint,
        )
        net.eval()
        export(
            Named(net),
            torch.zeros(1, 1, 64, 64),
            given.out,
            "photos",
            "probabilities",
            {2: "height", 3: "width"},
        )
        net.train()


main()
