// cspell:ignore structor quasis
import type { Node } from 'acorn';

/** Every node below and with `tree`, without names that are no values of their own (`a.name`, `{name: …}`); flat, so that deep programs do no harm. */
export function* nodesOf(tree: Node): Generator<Node> {
  const waiting: Node[] = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    yield node;
    const parts = node as unknown as Record<string, unknown>;
    const isNamed =
      parts.computed === false &&
      (node.type === 'MemberExpression' || 'key' in parts) &&
      node.type !== 'Program';
    for (const [name, part] of Object.entries(parts)) {
      if (isNamed && (name === 'property' || name === 'key')) continue;
      if (name === 'label' || name === 'imported' || name === 'exported') continue;
      for (const each of Array.isArray(part) ? part : [part]) if (isNode(each)) waiting.push(each);
    }
  }
}

interface Named extends Node {
  name: string;
}

export function isNode(value: unknown): value is Node;
export function isNode(value: unknown, type: 'Identifier'): value is Named;
export function isNode(value: unknown, type: string): value is Node;
export function isNode(value: unknown, type?: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    (type === undefined || value.type === type)
  );
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Whether there is one of these, leaving out functions that are declared within. */
export function hasNode(tree: Node, types: readonly string[]): boolean {
  const waiting: Node[] = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    if (types.includes(node.type)) return true;
    for (const part of Object.values(node as unknown as Record<string, unknown>))
      for (const each of Array.isArray(part) ? part : [part])
        if (isNode(each) && !functions.has(each.type)) waiting.push(each);
  }
  return false;
}

const maxPieces = 1000;

/** The text an expression always has: literals, and literals put together. Undefined: it depends. */
export function foldText(expression: unknown): string | undefined {
  const pieces: string[] = [];
  const waiting: unknown[] = [expression];
  for (let count = 0; waiting.length > 0; count++) {
    if (count > maxPieces) return undefined;
    const node = waiting.pop();
    if (typeof node === 'string') pieces.push(node);
    else if (isNode(node, 'Literal')) pieces.push(String((node as unknown as { value: unknown }).value));
    else if (isNode(node, 'BinaryExpression') && (node as unknown as { operator: string }).operator === '+') {
      const { left, right } = node as unknown as { left: Node; right: Node };
      waiting.push(right, left);
    } else if (isNode(node, 'TemplateLiteral')) {
      const { quasis, expressions } = node as unknown as {
        quasis: { value: { cooked: string | null } }[];
        expressions: Node[];
      };
      for (let index = quasis.length - 1; index >= 0; index--) {
        if (expressions[index]) waiting.push(expressions[index]);
        waiting.push(quasis[index]!.value.cooked ?? '');
      }
    } else if (isJoin(node)) {
      const { callee, arguments: given } = node as unknown as {
        callee: { object: { elements: unknown[] } };
        arguments: unknown[];
      };
      const between = given.length === 0 ? ',' : foldText(given[0]);
      const parts = callee.object.elements.map((each) => foldText(each));
      if (between === undefined || parts.some((each) => each === undefined)) return undefined;
      pieces.push(parts.join(between));
    } else return undefined;
  }
  return pieces.join('');
}

/** `['con', 'structor'].join('')` */
function isJoin(node: unknown): boolean {
  if (!isNode(node, 'CallExpression')) return false;
  const { callee } = node as unknown as { callee: Node };
  return (
    isNode(callee, 'MemberExpression') &&
    propertyNameOf(callee) === 'join' &&
    isNode((callee as unknown as { object: Node }).object, 'ArrayExpression')
  );
}

/** The name a member is asked for by; undefined where it depends. */
export function propertyNameOf(member: Node): string | undefined {
  const { property, computed } = member as unknown as { property: Node; computed: boolean };
  if (!computed) return isNode(property, 'Identifier') ? property.name : undefined;
  return foldText(property);
}
