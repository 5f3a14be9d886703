"""Trains the recogniser of displays on the crops that make-crops.ts drew, and writes it as an ONNX file.

    python3 train_recogniser.py FOLDER --minutes 60 --out ../../models/display-recogniser.onnx

Needs Debian's python3-torch, python3-numpy and python3-onnx. Crops whose seed is 9000 or more judge, all others teach. A run
that was stopped goes on from its checkpoint in FOLDER. With --epochs instead of --minutes the same crops give the same
network on the same machine.
"""

import argparse
import json
import pathlib
import time

import numpy
import torch
from torch import nn
from torch.nn import functional

from export_onnx import export

CHARACTERS = "0123456789.-:"
HEIGHT = 32
# Columns of a crop for each step of the output.
STRIDE = 4
# Empty columns at either end, so that the outer characters stand as free as the others.
MARGIN = 8


class Recogniser(nn.Module):
    """[n, 1, 32, width] grey, each crop brought to mean 0 and deviation 1, to [n, width / 4, 14] probabilities, blank first."""

    def __init__(self, scale=1.0):
        super().__init__()
        a, b, c, d, e = (max(8, int(n * scale)) for n in (24, 48, 80, 112, 128))

        def block(i, o, kernel=3, dilation=1, pad=None):
            if pad is None:
                pad = kernel // 2 * dilation
            return nn.Sequential(
                nn.Conv2d(i, o, kernel, padding=pad, dilation=dilation, bias=False),
                nn.BatchNorm2d(o),
                nn.ReLU(inplace=True),
            )

        self.look = nn.Sequential(
            block(1, a),
            nn.MaxPool2d(2),
            block(a, b),
            nn.MaxPool2d(2),
            block(b, c),
            block(c, c),
            nn.MaxPool2d((2, 1)),
            block(c, d),
            nn.MaxPool2d((2, 1)),
            block(d, e, (2, 1), pad=0),
        )
        self.along = nn.ModuleList(
            block(e, e, (1, 5), dilation=(1, n), pad=(0, 2 * n)) for n in (1, 2, 1)
        )
        self.name = nn.Conv2d(e, len(CHARACTERS) + 1, 1)

    def forward(self, crops):
        seen = self.look(crops)
        for layer in self.along:
            seen = seen + layer(seen)
        return self.name(seen).squeeze(2).permute(0, 2, 1)


class Named(nn.Module):
    """What is exported: with probabilities."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, crops):
        return torch.softmax(self.net(crops), 2)


def load(folder, judging):
    crops = []
    for index in sorted(folder.glob("crops-*.json")):
        seed = int(index.stem.split("-")[1])
        if (seed >= 9000) != judging:
            continue
        data = numpy.fromfile(index.with_suffix(".bin"), dtype=numpy.uint8)
        at = 0
        for width, text in json.loads(index.read_text()):
            crops.append((data[at : at + width * HEIGHT].reshape(HEIGHT, width), text))
            at += width * HEIGHT
    return crops


def batches(crops, size, random):
    """Crops of like width together, the batches in any order."""
    order = random.permutation(len(crops))
    chunks = []
    for start in range(0, len(order), size * 32):
        part = sorted(order[start : start + size * 32], key=lambda k: crops[k][0].shape[1])
        chunks += [part[k : k + size] for k in range(0, len(part), size)]
    random.shuffle(chunks)
    return chunks


def normal(crop):
    crop = crop.astype(numpy.float32)
    return (crop - crop.mean()) / max(2.0, crop.std())


def stack(crops, chosen, random=None):
    widths = [crops[k][0].shape[1] + 2 * MARGIN for k in chosen]
    stretch = 1.0 if random is None else float(random.uniform(0.85, 1.2))
    most = -(-max(widths) // 8) * 8
    batch = numpy.zeros((len(chosen), 1, HEIGHT, most), dtype=numpy.float32)
    for row, k in enumerate(chosen):
        batch[row, 0, :, MARGIN : widths[row] - MARGIN] = normal(crops[k][0])
    batch = torch.from_numpy(batch)
    if random is not None:
        wide = max(32, int(most * stretch) // 8 * 8)
        batch = functional.interpolate(batch, (HEIGHT, wide), mode="bilinear", align_corners=False)
        stretch = wide / most
        shift = int(random.integers(-2, 3))
        batch = torch.roll(batch, shift, 2)
        batch += torch.from_numpy(
            random.normal(0, random.uniform(0, 0.25), batch.shape).astype(numpy.float32)
        )
        for _ in range(int(random.integers(0, 3))):
            x, y = int(random.integers(0, wide)), int(random.integers(0, HEIGHT))
            batch[:, :, y : y + int(random.integers(2, 7)), x : x + int(random.integers(2, 7))] = float(
                random.uniform(-2, 2)
            )
    steps = [max(1, min(batch.shape[3] // STRIDE, -(-int(w * stretch) // STRIDE))) for w in widths]
    return batch, torch.tensor(steps)


def decode(best):
    text, last = "", 0
    for k in best:
        if k != last and k != 0:
            text += CHARACTERS[k - 1]
        last = k
    return text


def judge(net, crops):
    net.eval()
    right = digits = of = 0
    with torch.no_grad():
        for chosen in batches(crops, 64, numpy.random.default_rng(1)):
            batch, steps = stack(crops, chosen)
            best = net(batch).argmax(2).numpy()
            for row, k in enumerate(chosen):
                text = decode(best[row, : steps[row]])
                right += text == crops[k][1]
                digits += text.replace(".", "") == crops[k][1].replace(".", "")
                of += 1
    net.train()
    return right / of, digits / of


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    arguments.add_argument("--minutes", type=float)
    arguments.add_argument("--epochs", type=int, default=4)
    arguments.add_argument("--scale", type=float, default=1.0)
    arguments.add_argument("--rate", type=float, default=2e-3)
    given = arguments.parse_args()
    torch.manual_seed(7)
    random = numpy.random.default_rng(7)
    net = Recogniser(given.scale)
    optimiser = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=1e-2)
    checkpoint = given.folder / "recogniser.pt"
    epoch, spent = 0, 0.0
    if checkpoint.exists():
        kept = torch.load(checkpoint)
        net.load_state_dict(kept["net"])
        optimiser.load_state_dict(kept["optimiser"])
        epoch, spent = kept["epoch"], kept["spent"]
    held = load(given.folder, judging=True)
    print(f"{sum(p.numel() for p in net.parameters())} weights, {len(held)} crops to judge by")
    done = False
    while not done:
        started = time.time()
        crops = load(given.folder, judging=False)
        chunks = batches(crops, 48, random)
        total = 0.0
        for number, chosen in enumerate(chunks):
            part = number / len(chunks)
            gone = (
                (spent + time.time() - started) / (60 * given.minutes)
                if given.minutes
                else (epoch + part) / given.epochs
            )
            warm = min(1.0, (epoch * len(chunks) + number + 1) / 200)
            for group in optimiser.param_groups:
                group["lr"] = given.rate * warm * max(0.01, (1 + numpy.cos(numpy.pi * min(1, gone))) / 2)
            if gone >= 1:
                done = True
                break
            batch, steps = stack(crops, chosen, random)
            texts = [crops[k][1] for k in chosen]
            target = torch.tensor([CHARACTERS.index(c) + 1 for t in texts for c in t], dtype=torch.long)
            lengths = torch.tensor([len(t) for t in texts])
            scores = functional.log_softmax(net(batch), 2).permute(1, 0, 2)
            loss = functional.ctc_loss(scores, target, steps, lengths, zero_infinity=True)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            total += float(loss)
        epoch += 1
        spent += time.time() - started
        done = done or (given.minutes is None and epoch >= given.epochs)
        right, digits = judge(net, held) if held else (0, 0)
        print(
            f"epoch {epoch}: {len(crops)} crops, {spent / 60:.1f} min, loss {total / max(1, len(chunks)):.3f}, "
            f"held right {100 * right:.1f} %, digits {100 * digits:.1f} %",
            flush=True,
        )
        torch.save(
            {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "epoch": epoch, "spent": spent},
            checkpoint,
        )
        net.eval()
        export(Named(net), torch.zeros(1, 1, HEIGHT, 64), given.out, "crops", "probabilities", {3: "width"})
        net.train()


main()
