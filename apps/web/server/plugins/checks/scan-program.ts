import { remark } from '@readout/domain/platform/review/remark';
import type { Remark } from '@readout/domain/platform/review/rules';
import { type Node, parse } from 'acorn';
import { foldText, hasNode, isNode, nodesOf, propertyNameOf } from './program-nodes.ts';
import { slowPattern } from './slow-pattern.ts';

/** Something in a program that a person should look at, by its place in the text. */
export interface ProgramFinding {
  /** Kind of finding: what was said of a source is not said once more of the script that was made of it. */
  rule: string;
  text: Remark;
  /** UTF-16 code units from the start; null: of the whole. */
  start: number | null;
  isBlocking: boolean;
}

/** Rules come one by one to keep what a program of many thousand findings costs small. */
const maxFindings = 200;
const builtIns = new Set(
  'Object Array String Number Boolean Symbol BigInt RegExp Map Set WeakMap WeakSet Promise Error TypeError JSON Math Reflect Proxy Function Date Iterator'.split(
    ' ',
  ),
);
const elsewhere = new Set(
  'process require module exports Deno Bun WebAssembly Worker SharedArrayBuffer Atomics fetch XMLHttpRequest WebSocket EventSource navigator document window self top parent importScripts postMessage std os scriptArgs setTimeout setInterval queueMicrotask localStorage indexedDB caches crypto'.split(
    ' ',
  ),
);
const hiding = new Set(['constructor', '__proto__', 'prototype', 'eval', 'Function']);
const encodedLength = 256;

/**
 * Looks at a program without running any of it.
 * @param program - JavaScript: a classic script, or a module
 * @param hosts - that the manifest names
 */
export function scanProgram(
  program: string,
  { isModule, hosts }: { isModule: boolean; hosts: readonly string[] },
): ProgramFinding[] {
  const found: ProgramFinding[] = [];
  const tell = (rule: string, start: number | null, text: Remark, isBlocking = false) => {
    if (found.length < maxFindings) found.push({ rule, start, text, isBlocking });
  };
  let tree: Node;
  try {
    tree = parse(program, {
      ecmaVersion: 'latest',
      sourceType: isModule ? 'module' : 'script',
      allowReturnOutsideFunction: true,
    });
  } catch (error) {
    const isDeep = error instanceof RangeError;
    tell(
      'unreadable',
      isDeep ? null : ((error as { pos?: number }).pos ?? null),
      isDeep
        ? remark('check.found.too_deep')
        : remark('check.found.unreadable', { message: (error as Error).message }),
      true,
    );
    return found;
  }
  const declared = declaredNames(tree);
  const isFree = (node: unknown, name?: string) =>
    isNode(node, 'Identifier') && !declared.has(node.name) && (name === undefined || node.name === name);

  for (const node of nodesOf(tree)) {
    switch (node.type) {
      case 'Identifier':
        identifier(node as Node & { name: string });
        break;
      case 'MemberExpression':
        member(node);
        break;
      case 'CallExpression':
      case 'NewExpression':
        call(node);
        break;
      case 'AssignmentExpression':
        assignment(node);
        break;
      case 'ImportExpression':
        tell('import', node.start, remark('check.found.import'), true);
        break;
      case 'WithStatement':
        tell('with', node.start, remark('check.found.with'));
        break;
      case 'DebuggerStatement':
        tell('debugger', node.start, remark('check.found.debugger'));
        break;
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
        loop(node);
        break;
      case 'Literal':
        literal(node as Node & { value: unknown; raw: string; regex?: { pattern: string; flags: string } });
        break;
      case 'TemplateElement':
        text(node, (node as unknown as { value: { cooked: string | null } }).value.cooked ?? '');
        break;
      case 'ArrayExpression':
        numbers(node);
        break;
    }
  }
  return found;

  function identifier(node: Node & { name: string }): void {
    if (/[^\x20-\x7e]/.test(node.name))
      tell('letters', node.start, remark('check.found.letters', { name: node.name }));
    if (declared.has(node.name)) return;
    if (node.name === 'eval' || node.name === 'Function')
      tell('text-as-program', node.start, remark('check.found.text_as_program', { name: node.name }), true);
    else if (elsewhere.has(node.name))
      tell('elsewhere', node.start, remark('check.found.elsewhere', { name: node.name }));
    else if (node.name === 'atob' || node.name === 'unescape')
      tell('encoded', node.start, remark('check.found.decodes', { name: node.name }));
  }

  function member(node: Node): void {
    const { object, property, computed } = node as unknown as {
      object: Node;
      property: Node;
      computed: boolean;
    };
    const name = propertyNameOf(node);
    if (name === undefined) return;
    if (computed && !isNode(property, 'Literal') && hiding.has(name)) {
      tell('hidden-name', node.start, remark('check.found.hidden_name', { name }), true);
      return;
    }
    if (name === 'constructor') {
      const isReached =
        (isNode(object, 'MemberExpression') && propertyNameOf(object) === 'constructor') ||
        ['FunctionExpression', 'ArrowFunctionExpression'].includes(object.type);
      tell(
        'constructor',
        node.start,
        remark(isReached ? 'check.found.function_maker' : 'check.found.constructor'),
        isReached,
      );
    } else if (name === '__proto__') tell('prototype', node.start, remark('check.found.inherits'));
    else if (name === 'random' && isFree(object, 'Math'))
      tell('chance', node.start, remark('check.found.chance'));
    else if (name === 'now' && (isFree(object, 'Date') || isFree(object, 'performance')))
      tell('clock', node.start, remark('check.found.clock'));
  }

  function call(node: Node): void {
    const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] };
    if (isNode(callee, 'MemberExpression') && propertyNameOf(callee) === 'constructor')
      tell('constructor', node.start, remark('check.found.calls_constructor'), true);
    if (node.type === 'NewExpression' && isFree(callee, 'Date') && given.length === 0)
      tell('clock', node.start, remark('check.found.clock'));
    if (isFree(callee, 'RegExp')) {
      const [pattern, flags] = given.map(foldText);
      const slow = pattern === undefined ? undefined : slowPattern(pattern, flags ?? '');
      if (slow) tell('slow-pattern', node.start, slow, true);
    }
    if (!isNode(callee, 'MemberExpression')) return;
    const method = propertyNameOf(callee);
    const { object } = callee as unknown as { object: Node };
    if (method === 'setPrototypeOf' && (isFree(object, 'Object') || isFree(object, 'Reflect')))
      tell('prototype', node.start, remark('check.found.changes_inheritance'));
    if (
      (method === 'defineProperty' || method === 'defineProperties' || method === 'assign') &&
      given[0] &&
      isBuiltIn(given[0])
    )
      tell('built-in', node.start, remark('check.found.changes_built_in'), true);
    if ((method === 'fromCharCode' || method === 'fromCodePoint') && isFree(object, 'String')) {
      const isSpelled =
        given.filter((each) => isNode(each, 'Literal')).length >= 6 ||
        given.some(
          (each) =>
            isNode(each, 'SpreadElement') &&
            isNode((each as unknown as { argument: Node }).argument, 'ArrayExpression'),
        );
      if (isSpelled) tell('encoded', node.start, remark('check.found.spelled'));
    }
  }

  /** `Object.prototype`, `Array`, …: of the language, not of the program. */
  function isBuiltIn(node: unknown): boolean {
    if (isNode(node, 'MemberExpression'))
      return propertyNameOf(node) === 'prototype' && isBuiltIn((node as unknown as { object: Node }).object);
    return isNode(node, 'Identifier') && builtIns.has(node.name) && !declared.has(node.name);
  }

  function assignment(node: Node): void {
    const { left } = node as unknown as { left: Node };
    if (!isNode(left, 'MemberExpression')) return;
    const { object } = left as unknown as { object: Node };
    if (isBuiltIn(object)) tell('built-in', node.start, remark('check.found.changes_built_in'), true);
  }

  function loop(node: Node): void {
    const { test, body } = node as unknown as { test: Node | null; body: Node };
    const isEndless =
      test === null ||
      test === undefined ||
      (isNode(test, 'Literal') && Boolean((test as unknown as { value: unknown }).value)) ||
      isNotFalse(test);
    if (isEndless && !hasNode(body, ['BreakStatement', 'ReturnStatement', 'ThrowStatement']))
      tell('endless', node.start, remark('check.found.endless'), true);
  }

  function literal(
    node: Node & { value: unknown; raw: string; regex?: { pattern: string; flags: string } },
  ): void {
    if (node.regex) {
      const slow = slowPattern(node.regex.pattern, node.regex.flags);
      if (slow) tell('slow-pattern', node.start, slow, true);
      return;
    }
    if (typeof node.value !== 'string') return;
    text(node, node.value);
    const spelled = node.raw.match(/\\(?:x[2-7]|u00[2-7]|u\{0{0,4}[2-7])[0-9a-f]\}?/gi)?.length ?? 0;
    if (spelled >= 8) tell('encoded', node.start, remark('check.found.spelled_letters', { count: spelled }));
  }

  function text(node: Node, value: string): void {
    if (isEncoded(value)) tell('encoded', node.start, remark('check.found.encoded', { count: value.length }));
    for (const [, host] of value.matchAll(/\b(?:https?|wss?|ftp):\/\/([a-z0-9.-]{1,253})/gi)) {
      const name = host!.toLowerCase();
      const isNamed = hosts.some((each) =>
        each.startsWith('*.') ? name.endsWith(each.slice(1)) : name === each,
      );
      if (!isNamed) tell('host', node.start, remark('check.found.host', { name }));
    }
  }

  function numbers(node: Node): void {
    const { elements } = node as unknown as { elements: (Node | null)[] };
    if (elements.length < encodedLength) return;
    const isBytes = elements.every((each) => {
      const value = each && (each as unknown as { value: unknown }).value;
      return (
        isNode(each, 'Literal') &&
        Number.isInteger(value) &&
        (value as number) >= 0 &&
        (value as number) < 256
      );
    });
    if (isBytes) tell('encoded', node.start, remark('check.found.packed', { count: elements.length }));
  }
}

/** `!0`, which is what a bundler makes of `true`. */
function isNotFalse(node: Node): boolean {
  const { operator, argument } = node as unknown as { operator?: string; argument?: Node };
  return (
    isNode(node, 'UnaryExpression') &&
    operator === '!' &&
    isNode(argument, 'Literal') &&
    !(argument as unknown as { value: unknown }).value
  );
}

/** Long, without spaces, and of the letters that encodings use. */
function isEncoded(value: string): boolean {
  if (value.length < encodedLength || /\s/.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return true;
  const plain = value.match(/[A-Za-z0-9+/=_-]/g)?.length ?? 0;
  return plain >= value.length * 0.97 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value);
}

/** Every name the program declares anywhere: finer scopes would find no more than a person does at that line. */
function declaredNames(tree: Node): Set<string> {
  const names = new Set<string>();
  const bind = (pattern: unknown): void => {
    const waiting = [pattern];
    while (waiting.length > 0) {
      const node = waiting.pop() as Record<string, unknown> | null | undefined;
      if (!node) continue;
      if (isNode(node, 'Identifier')) names.add(node.name);
      else if (isNode(node, 'ObjectPattern'))
        waiting.push(...(node as unknown as { properties: unknown[] }).properties);
      else if (isNode(node, 'ArrayPattern'))
        waiting.push(...(node as unknown as { elements: unknown[] }).elements);
      else if (isNode(node, 'Property')) waiting.push((node as unknown as { value: unknown }).value);
      else if (isNode(node, 'RestElement')) waiting.push((node as unknown as { argument: unknown }).argument);
      else if (isNode(node, 'AssignmentPattern')) waiting.push((node as unknown as { left: unknown }).left);
    }
  };
  for (const node of nodesOf(tree)) {
    const parts = node as unknown as Record<string, unknown>;
    switch (node.type) {
      case 'VariableDeclarator':
      case 'ClassDeclaration':
      case 'ClassExpression':
        bind(parts.id);
        break;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        bind(parts.id);
        for (const each of parts.params as unknown[]) bind(each);
        break;
      case 'CatchClause':
        bind(parts.param);
        break;
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier':
        bind(parts.local);
        break;
    }
  }
  return names;
}
