"""Writes a trained network as an ONNX file whose weights are bytes: one scale for each channel of output."""

import io

import numpy
import onnx
import torch
from onnx import helper, numpy_helper

# Weights of fewer values stay as they are.
LEAST = 512


def export(net, example, path, given, wanted, sizes, batch=True):
    """sizes: names of the input's dimensions that are free, by their number."""
    net.eval()
    memory = io.BytesIO()
    free = dict(sizes)
    if batch:
        free[0] = "count"
    outputs = {0: "count"} if batch else {}
    torch.onnx.export(
        net,
        example,
        memory,
        input_names=[given],
        output_names=[wanted],
        opset_version=13,
        dynamic_axes={given: free, wanted: outputs},
    )
    model = onnx.load_from_string(memory.getvalue())
    graph = model.graph
    kept, nodes = [], []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != numpy.float32 or values.ndim < 2 or values.size < LEAST:
            kept.append(weight)
            continue
        scale = numpy.abs(values).reshape(values.shape[0], -1).max(1) / 127
        scale[scale == 0] = 1
        shape = (len(scale),) + (1,) * (values.ndim - 1)
        packed = numpy.clip(numpy.rint(values / scale.reshape(shape)), -127, 127).astype(numpy.int8)
        name = weight.name
        kept.append(numpy_helper.from_array(packed, f"{name}.bytes"))
        kept.append(
            numpy_helper.from_array(scale.astype(numpy.float32).reshape(shape), f"{name}.scales")
        )
        # Not DequantizeLinear, which the runtime would carry out every time.
        nodes.append(helper.make_node("Cast", [f"{name}.bytes"], [f"{name}.whole"], to=onnx.TensorProto.FLOAT))
        nodes.append(helper.make_node("Mul", [f"{name}.whole", f"{name}.scales"], [name]))
    nodes += list(graph.node)
    del graph.initializer[:]
    del graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    # What the exporter noted about where each node stood in the source is of no use to anybody.
    for node in graph.node:
        node.doc_string = ""
    onnx.checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    onnx.save(model, str(partial))
    partial.replace(path)
