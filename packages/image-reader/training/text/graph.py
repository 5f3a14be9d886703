"""Runs an ONNX graph in PyTorch, so that a network can be trained further that is only known as a file.

Covers the operators of PP-OCR's recognisers. Weights of convolutions and matrix products, summands and factors are parameters;
batch normalisation keeps its statistics.
"""

import numpy
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional


def attributes(node):
    return {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}


def key(name):
    return name.replace(".", "·")


class Graph(nn.Module):
    """The graph of an ONNX model up to (not including) its last Softmax: logits come out."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.constants = {}
        self.weights = nn.ParameterDict()
        for tensor in model.graph.initializer:
            self.keep(tensor.name, numpy_helper.to_array(tensor))
        self.nodes = []
        for node in model.graph.node:
            if node.op_type == "Constant":
                self.keep(node.output[0], numpy_helper.to_array(attributes(node)["value"]))
            else:
                self.nodes.append((node.op_type, list(node.input), list(node.output), attributes(node)))
        if self.nodes[-1][0] != "Softmax":
            raise ValueError("The last operator is not Softmax.")
        self.nodes.pop()

    def keep(self, name, values):
        if values.dtype == numpy.float32 and values.ndim > 0:
            self.weights[key(name)] = nn.Parameter(torch.from_numpy(values.copy()))
        else:
            self.constants[name] = torch.from_numpy(numpy.array(values))

    def forward(self, x):
        values = {self.model.graph.input[0].name: x}

        def get(name):
            if name in values:
                return values[name]
            return self.weights[key(name)] if key(name) in self.weights else self.constants[name]

        for kind, inputs, outputs, given in self.nodes:
            values[outputs[0]] = run(kind, [get(name) for name in inputs if name], given)
        return values[self.nodes[-1][2][0]]

    def write(self, path):
        """The file with the weights as they are now."""
        trained = {name: parameter.detach().numpy() for name, parameter in self.weights.items()}
        for tensor in self.model.graph.initializer:
            if key(tensor.name) in trained:
                tensor.CopyFrom(numpy_helper.from_array(trained[key(tensor.name)].astype(numpy.float32), tensor.name))
        for node in self.model.graph.node:
            if node.op_type == "Constant" and key(node.output[0]) in trained:
                values = numpy_helper.from_array(trained[key(node.output[0])].astype(numpy.float32))
                node.attribute[0].t.CopyFrom(values)
        onnx.save(self.model, str(path))


def run(kind, x, given):
    a = x[0]
    if kind == "Conv":
        pads = given["pads"]
        if pads[:2] != pads[2:]:
            raise ValueError("Uneven padding.")
        return functional.conv2d(
            a, x[1], x[2] if len(x) > 2 else None, given["strides"], pads[:2], given["dilations"], given["group"]
        )
    if kind == "BatchNormalization":
        scale = x[1] / torch.sqrt(x[4].detach() + given["epsilon"])
        shift = x[2] - x[3].detach() * scale
        return a * scale.reshape(1, -1, 1, 1) + shift.reshape(1, -1, 1, 1)
    if kind == "HardSigmoid":
        return torch.clamp(a * given["alpha"] + given["beta"], 0, 1)
    if kind in simple:
        return simple[kind](*x)
    if kind == "GlobalAveragePool":
        return a.mean((2, 3), keepdim=True)
    if kind == "AveragePool":
        return functional.avg_pool2d(a, given["kernel_shape"], given["strides"])
    if kind == "ReduceMean":
        return a.mean(tuple(given["axes"]), keepdim=bool(given.get("keepdims", 1)))
    if kind == "Softmax":
        return torch.softmax(a, given["axis"])
    if kind == "Transpose":
        return a.permute(given["perm"])
    if kind == "Squeeze":
        return a.squeeze(given["axes"][0])
    if kind == "Concat":
        return torch.cat([each.reshape(-1) if each.ndim == 0 else each for each in x], given["axis"])
    if kind == "Slice":
        for axis, start, end in zip(given["axes"], given["starts"], given["ends"]):
            a = a.narrow(axis, start, min(end, a.shape[axis]) - start)
        return a
    if kind == "Shape":
        return torch.tensor(a.shape)
    if kind == "Cast":
        return a.to(torch.int64)
    if kind == "Reshape":
        sizes = [a.shape[n] if size == 0 else size for n, size in enumerate(x[1].tolist())]
        return a.reshape(sizes)
    raise ValueError(f"No operator {kind}.")


simple = {
    "Add": torch.add,
    "Mul": torch.mul,
    "Sub": torch.sub,
    "Div": torch.div,
    "Pow": torch.pow,
    "Sqrt": torch.sqrt,
    "MatMul": torch.matmul,
    "Sigmoid": torch.sigmoid,
    "Relu": torch.relu,
}
