"""Cuts a PP-OCR recogniser down to Latin letters and grey pictures: what training starts from.

    python3 start_network.py FOLDER

FOLDER is where join-layers.ts wrote the network. Writes FOLDER/start.onnx, its lower and upper part, lower.onnx and upper.onnx,
and FOLDER/characters.txt. Letters that the network does not know start as the letter they are made of.
"""

import pathlib
import sys
import unicodedata

import numpy
import onnx
from onnx import numpy_helper

from texts import CHARACTERS

MADE_OF = {
    "€": "E", "£": "E", "ß": "B", "Œ": "O", "œ": "o", "Æ": "A", "æ": "a", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d",
    "Ð": "D", "ð": "o", "Þ": "P", "þ": "p", "ı": "i", "ª": "a", "º": "o", "ĸ": "k", "²": "2", "³": "3", "½": "2", "¼": "4", "¾": "4",
    "µ": "u", "№": "N", "™": "T", "…": ".", "„": '"', "«": "<", "»": ">", "¿": "?", "¡": "!", "‰": "%", "–": "-", "—": "-", "§": "S",
    "®": "R", "©": "c", "Ω": "O", "√": "V", "∞": "o", "≤": "<", "≥": ">", "±": "+", "·": ".", "•": ".", "×": "x", "÷": "+",
}


# What the convolutions make of a line, [480, width / 8], before the layers that read it.
BORDER = "p2o.AveragePool.1"


def origin(character, known):
    if character in known:
        return character
    base = unicodedata.normalize("NFD", character)[0]
    return base if base in known and base != character else MADE_OF[character]


def main():
    folder = pathlib.Path(sys.argv[1])
    model = onnx.load(str(folder / "joined.onnx"))
    graph = model.graph
    known = (folder / "dictionary.txt").read_text(encoding="utf-8").replace("\r", "").rstrip("\n").split("\n")
    place = {character: n + 1 for n, character in reversed(list(enumerate(known)))}
    blank, space = 0, len(known) + 1
    classes = [blank] + [place[origin(c, place)] for c in CHARACTERS] + [space]
    new = numpy.array([False] + [c not in place for c in CHARACTERS] + [False])
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.shape[-1:] == (space + 1,):
            values = values[..., classes].copy()
            if values.ndim == 1:
                values[new] -= 2
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
        if values.shape[1:] == (3, 3, 3):
            tensor.CopyFrom(numpy_helper.from_array(values.sum(1, keepdims=True), tensor.name))
    graph.input[0].type.tensor_type.shape.dim[1].dim_value = 1
    del graph.output[0].type.tensor_type.shape.dim[:]
    del graph.value_info[:]
    start = str(folder / "start.onnx")
    onnx.save(model, start)
    given, wanted = graph.input[0].name, graph.output[0].name
    onnx.utils.extract_model(start, str(folder / "lower.onnx"), [given], [BORDER], check_model=False)
    onnx.utils.extract_model(start, str(folder / "upper.onnx"), [BORDER], [wanted], check_model=False)
    (folder / "characters.txt").write_text("\n".join(CHARACTERS) + "\n", encoding="utf-8")
    print(f"{len(CHARACTERS)} characters, {int(new.sum())} of them new")


main()
