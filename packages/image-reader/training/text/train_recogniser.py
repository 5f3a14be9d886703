"""Teaches the upper layers of the recogniser Latin letters, signs and spaces on drawn lines.

    python3 train_recogniser.py START NECK.onnx LINES --minutes 60 --out trained.onnx

START holds what start_network.py wrote, NECK.onnx is the part of it above the layers that see-lines.ts ran, LINES what that
wrote. Lines whose seed is 9000 or more judge, all others teach. Goes on from the checkpoint in LINES where one is.
"""

import argparse
import copy
import pathlib
import random
import re
import time

import numpy
import onnx
import torch
from torch.nn import functional

from graph import Graph
from lines import Lines, batches, decode, distance

STEPS_AT_ONCE = 1600


def sets_of(folder, judging):
    seeds = sorted(int(re.sub(r"\D", "", path.stem)) for path in folder.glob("seen-*.bin"))
    return {seed: Lines(folder, seed) for seed in seeds if (seed >= 9000) == judging}


def targets(texts, characters):
    classes = {c: n + 1 for n, c in enumerate(characters)}
    classes[" "] = len(characters) + 1
    coded = [[classes[c] for c in text] for text in texts]
    return torch.tensor([k for line in coded for k in line]), torch.tensor([len(line) for line in coded])


def fold(text):
    for a, b in ("’'", "‘'", '“"', '”"'):
        text = text.replace(a, b)
    return text


def judge(net, sets, characters, loosely=False):
    """Of each set: share of characters wrong without spaces, of words missed."""
    net.eval()
    figures = []
    with torch.no_grad():
        for lines in sets:
            wrong = of = hits = printed = read = 0
            for _, chosen in batches([lines], STEPS_AT_ONCE, numpy.random.default_rng(1)):
                logits = net(torch.from_numpy(lines.batch(chosen)))
                for n, best in zip(chosen, logits.argmax(2).tolist()):
                    used = min(len(best), -(-lines.widths[n] // 8) + 1)
                    text, truth = decode(best[:used], characters), fold(lines.texts[n])
                    if loosely:
                        text, truth = text.upper(), truth.upper()
                    wrong += distance(text.replace(" ", ""), truth.replace(" ", ""))
                    of += len(truth.replace(" ", ""))
                    a, b = text.split(), truth.split()
                    printed, read = printed + len(b), read + len(a)
                    for word in a:
                        if word in b:
                            b.remove(word)
                            hits += 1
            figures.append((wrong / max(1, of), 2 * hits / max(1, printed + read)))
    return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("start", type=pathlib.Path)
    parser.add_argument("neck", type=pathlib.Path)
    parser.add_argument("lines", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--dropout", type=float, default=0.15)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    rng = numpy.random.default_rng(given.seed)
    shuffle = random.Random(given.seed)
    characters = (given.start / "characters.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
    net = Graph(onnx.load(str(given.neck)))
    slow = copy.deepcopy(net.weights.state_dict())
    optimiser = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=1e-4)
    checkpoint = given.lines / f"{given.out.stem}.pt"
    spent = 0.0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        net.load_state_dict(saved["net"])
        optimiser.load_state_dict(saved["optimiser"])
        slow, spent = saved["slow"], saved["spent"]
    begun = last = time.monotonic() - spent
    seconds = given.minutes * 60
    step, losses = 0, []
    while time.monotonic() - begun < seconds:
        sets = list(sets_of(given.lines, False).values())
        for which, chosen in batches(sets, STEPS_AT_ONCE, rng):
            now = time.monotonic() - begun
            if now >= seconds:
                break
            # One warm start, then a cosine to nothing.
            rate = given.rate * min(1, (step + 1) / 100) * 0.5 * (1 + numpy.cos(numpy.pi * min(1, now / seconds)))
            for group in optimiser.param_groups:
                group["lr"] = max(rate, given.rate * 0.01)
            lines = sets[which]
            texts = [lines.texts[n] for n in chosen]
            coded, lengths = targets(texts, characters)
            net.train()
            seen = functional.dropout(torch.from_numpy(lines.batch(chosen)), given.dropout)
            logits = net(seen)
            likely = functional.log_softmax(logits, 2).permute(1, 0, 2)
            used = torch.tensor([min(logits.shape[1], -(-lines.widths[n] // 8) + 1) for n in chosen])
            loss = functional.ctc_loss(likely, coded, used, lengths, zero_infinity=True)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
            optimiser.step()
            step += 1
            losses.append(loss.item())
            keep = min(0.999, step / (step + 10))
            for name, value in net.weights.state_dict().items():
                slow[name].mul_(keep).add_(value, alpha=1 - keep)
            if time.monotonic() - last > 300:
                last = time.monotonic()
                report(net, slow, given, characters, step, losses, now)
                losses = []
                state = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "slow": slow, "spent": now}
                torch.save(state, checkpoint.with_suffix(".partial"))
                checkpoint.with_suffix(".partial").replace(checkpoint)
    report(net, slow, given, characters, step, losses, seconds)
    net.weights.load_state_dict(slow)
    net.write(given.out)


def report(net, slow, given, characters, step, losses, now):
    judged = copy.deepcopy(net)
    judged.weights.load_state_dict(slow)
    figures = judge(judged, sets_of(given.lines, True).values(), characters)
    shown = ", ".join(f"{wrong:.4f} wrong {f1:.4f} words" for wrong, f1 in figures)
    print(f"{now / 60:.0f} min, step {step}, loss {numpy.mean(losses) if losses else 0:.3f}: {shown}", flush=True)


if __name__ == "__main__":
    main()
