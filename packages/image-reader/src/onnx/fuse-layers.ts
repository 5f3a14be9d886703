// cspell:ignore Conv
import { attributeOf, floatAttribute, type GraphNode, type ModelGraph, type Weight } from './model-graph.ts';

/**
 * Joins operations of a network that need not be carried out one by one, with the same result but for rounding: what is
 * multiplied or added after a convolution goes into its weights, what is done before one that pads nothing likewise, and
 * an activation in four steps (`x · min(max(x + 3, 0), 6) / 6`, "hard swish") becomes one in two that the runtime knows.
 *
 * PP-OCR's networks were trained with a factor and a summand before and after each activation (PP-LCNetV3) and exported with
 * all of them: two thirds of their time went into that.
 */
export function fuseLayers(graph: ModelGraph): void {
  while (
    foldAfterConvolution(graph) ||
    joinHardSwish(graph) ||
    joinOwnShare(graph) ||
    foldBeforeConvolution(graph) ||
    joinFactorAndSummand(graph)
  );
}

/** Who uses a tensor; the model itself counts where it comes out. */
function usersOf(graph: ModelGraph, name: string): GraphNode[] {
  const users = graph.nodes.filter(({ inputs }) => inputs.includes(name));
  return graph.outputs.includes(name) ? [...users, outside] : users;
}
const outside: GraphNode = { operator: 'Output', inputs: [], outputs: [], attributes: [] };

const outputOf = (node: GraphNode): string => node.outputs[0] as string;

/** The only user of what a node gives. */
function onlyUser(graph: ModelGraph, node: GraphNode): GraphNode | undefined {
  const users = usersOf(graph, outputOf(node));
  return users.length === 1 ? users[0] : undefined;
}

/** The number a node of an operator applies to another tensor. */
function scalarOf(graph: ModelGraph, node: GraphNode | undefined, operator: string): number | undefined {
  if (node?.operator !== operator) return undefined;
  const weight = node.inputs.map((name) => graph.weights.get(name)).find((each) => each !== undefined);
  return weight?.values.length === 1 ? weight.values[0] : undefined;
}

/** The tensor a node with one constant is applied to. */
const givenTo = (graph: ModelGraph, node: GraphNode): string | undefined =>
  node.inputs.find((name) => !graph.weights.has(name));

function remove(graph: ModelGraph, ...gone: readonly GraphNode[]): void {
  graph.nodes = graph.nodes.filter((node) => !gone.includes(node));
}

interface Convolution {
  weight: Weight;
  /** Channels that come out, and that go in. */
  channels: { out: number; in: number };
  isPadded: boolean;
}

function convolutionOf(graph: ModelGraph, node: GraphNode | undefined): Convolution | undefined {
  if (node?.operator !== 'Conv') return undefined;
  const weight = graph.weights.get(node.inputs[1] ?? '');
  const hasKnownBias = node.inputs[2] === undefined || graph.weights.has(node.inputs[2]);
  if (!weight || !hasKnownBias || attributeOf(node, 'auto_pad')) return undefined;
  const group = attributeOf(node, 'group')?.[0] ?? 1;
  const [out = 0, perGroup = 0] = weight.dims;
  const isPadded = (attributeOf(node, 'pads') ?? []).some((each) => each !== 0);
  return { weight, channels: { out, in: perGroup * group }, isPadded };
}

/** Gives a convolution weights and a bias of its own. */
function setWeights(
  graph: ModelGraph,
  node: GraphNode,
  { dims }: Weight,
  values: Float32Array,
  bias: Float32Array,
) {
  const name = `${outputOf(node)}.weight`;
  graph.weights.set(name, { dims, values });
  graph.weights.set(`${name}.bias`, { dims: [bias.length], values: bias });
  node.inputs = [node.inputs[0] as string, name, `${name}.bias`];
}

const biasOf = (graph: ModelGraph, node: GraphNode, channels: number): Float32Array =>
  graph.weights.get(node.inputs[2] ?? '')?.values ?? new Float32Array(channels);

/** A convolution, and then times a number, or plus one. */
function foldAfterConvolution(graph: ModelGraph): boolean {
  for (const node of graph.nodes) {
    const convolution = convolutionOf(graph, node);
    const user = convolution && onlyUser(graph, node);
    if (!convolution || !user) continue;
    const factor = scalarOf(graph, user, 'Mul');
    const summand = scalarOf(graph, user, 'Add');
    if (factor === undefined && summand === undefined) continue;
    const { weight, channels } = convolution;
    const bias = biasOf(graph, node, channels.out);
    setWeights(
      graph,
      node,
      weight,
      weight.values.map((value) => value * (factor ?? 1)),
      bias.map((value) => value * (factor ?? 1) + (summand ?? 0)),
    );
    node.outputs = [...user.outputs];
    remove(graph, user);
    return true;
  }
  return false;
}

/** x · min(max(x + 3, 0), 6) / 6 */
function joinHardSwish(graph: ModelGraph): boolean {
  for (const shifted of graph.nodes) {
    if (scalarOf(graph, shifted, 'Add') !== 3) continue;
    const clipped = onlyUser(graph, shifted);
    const product = clipped && isClippedToSix(graph, clipped) ? onlyUser(graph, clipped) : undefined;
    const given = givenTo(graph, shifted);
    if (!clipped || !given || product?.operator !== 'Mul' || !product.inputs.includes(given)) continue;
    const sixth = onlyUser(graph, product);
    if (!sixth || scalarOf(graph, sixth, 'Div') !== 6 || sixth.inputs[0] !== outputOf(product)) continue;
    const share: GraphNode = {
      operator: 'HardSigmoid',
      inputs: [given],
      outputs: [`${outputOf(sixth)}.share`],
      attributes: [floatAttribute('alpha', 1 / 6), floatAttribute('beta', 0.5)],
    };
    graph.nodes.splice(graph.nodes.indexOf(sixth), 1, share, {
      operator: 'Mul',
      inputs: [given, outputOf(share)],
      outputs: [...sixth.outputs],
      attributes: [],
    });
    remove(graph, shifted, clipped, product);
    return true;
  }
  return false;
}

function isClippedToSix(graph: ModelGraph, node: GraphNode): boolean {
  if (node.operator !== 'Clip') return false;
  const bound = (name: string, at: number): number | undefined =>
    attributeOf(node, name)?.[0] ?? graph.weights.get(node.inputs[at] ?? '')?.values[0];
  return bound('min', 1) === 0 && bound('max', 2) === 6;
}

/** x + x · share is x · (share + 1), and the share has but one value for each channel. */
function joinOwnShare(graph: ModelGraph): boolean {
  for (const sum of graph.nodes) {
    if (sum.operator !== 'Add') continue;
    const product = graph.nodes.find(
      (node) =>
        node.operator === 'Mul' &&
        sum.inputs.includes(outputOf(node)) &&
        node.inputs.some((name) => sum.inputs.includes(name)) &&
        onlyUser(graph, node) === sum,
    );
    const given = product?.inputs.find((name) => sum.inputs.includes(name));
    const share = graph.nodes.find(
      (node) => node.operator === 'HardSigmoid' && product?.inputs.includes(outputOf(node)),
    );
    if (!product || !given || !share || onlyUser(graph, share) !== product) continue;
    const one = `${outputOf(share)}.one`;
    graph.weights.set(one, { dims: [1], values: Float32Array.of(1) });
    graph.nodes.splice(graph.nodes.indexOf(product), 1, {
      operator: 'Add',
      inputs: [outputOf(share), one],
      outputs: [`${outputOf(share)}.more`],
      attributes: [],
    });
    graph.nodes.splice(graph.nodes.indexOf(sum), 1, {
      operator: 'Mul',
      inputs: [given, `${outputOf(share)}.more`],
      outputs: [...sum.outputs],
      attributes: [],
    });
    return true;
  }
  return false;
}

/** Times a number and plus one, and then a convolution that pads nothing. */
function foldBeforeConvolution(graph: ModelGraph): boolean {
  for (const scaled of graph.nodes) {
    const factor = scalarOf(graph, scaled, 'Mul');
    const moved = factor === undefined ? undefined : onlyUser(graph, scaled);
    const summand = scalarOf(graph, moved, 'Add');
    const node = moved && summand !== undefined ? onlyUser(graph, moved) : undefined;
    const convolution = convolutionOf(graph, node);
    const given = givenTo(graph, scaled);
    if (factor === undefined || !moved || summand === undefined || !node || !given) continue;
    if (!convolution || convolution.isPadded || node.inputs[0] !== outputOf(moved)) continue;
    const { weight, channels } = convolution;
    const each = weight.values.length / channels.out;
    const bias = biasOf(graph, node, channels.out).map((value, channel) => {
      const own = weight.values.subarray(channel * each, (channel + 1) * each);
      return value + summand * own.reduce((sum, one) => sum + one, 0);
    });
    setWeights(
      graph,
      node,
      weight,
      weight.values.map((value) => value * factor),
      bias,
    );
    node.inputs[0] = given;
    remove(graph, scaled, moved);
    return true;
  }
  return false;
}

/** Times a number and plus one in one step, where a convolution that uses it tells how many channels there are. */
function joinFactorAndSummand(graph: ModelGraph): boolean {
  for (const scaled of graph.nodes) {
    const factor = scalarOf(graph, scaled, 'Mul');
    const moved = factor === undefined ? undefined : onlyUser(graph, scaled);
    const summand = scalarOf(graph, moved, 'Add');
    const given = givenTo(graph, scaled);
    if (factor === undefined || !moved || summand === undefined || !given) continue;
    const name = outputOf(moved);
    const channels = usersOf(graph, name)
      .filter((user) => user.inputs[0] === name)
      .map((user) => convolutionOf(graph, user)?.channels.in)
      .find((each) => each !== undefined);
    if (channels === undefined) continue;
    const perChannel = { scale: factor, shift: summand, mean: 0, variance: 1 };
    const inputs = Object.entries(perChannel).map(([what, value]) => {
      graph.weights.set(`${name}.${what}`, {
        dims: [channels],
        values: new Float32Array(channels).fill(value),
      });
      return `${name}.${what}`;
    });
    graph.nodes.splice(graph.nodes.indexOf(moved), 1, {
      operator: 'BatchNormalization',
      inputs: [given, ...inputs],
      outputs: [name],
      attributes: [floatAttribute('epsilon', 0)],
    });
    remove(graph, scaled);
    return true;
  }
  return false;
}
