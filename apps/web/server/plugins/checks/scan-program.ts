import { type Node, parse } from 'acorn';
import { foldText, hasNode, isNode, nodesOf, propertyNameOf } from './program-nodes.ts';
import { slowPattern } from './slow-pattern.ts';

/** Something in a program that a person should look at, by its place in the text. */
export interface ProgramFinding {
  /** Kind of finding: what was said of a source is not said once more of the script that was made of it. */
  rule: string;
  text: string;
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
  const tell = (rule: string, start: number | null, text: string, isBlocking = false) => {
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
        ? 'The program is nested so deeply that it cannot be looked at.'
        : `The program cannot be taken apart: ${(error as Error).message}.`,
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
        tell('import', node.start, 'Loads another program while it runs. A plugin is one program.', true);
        break;
      case 'WithStatement':
        tell('with', node.start, 'Uses `with`, which hides what a name stands for.');
        break;
      case 'DebuggerStatement':
        tell('debugger', node.start, 'Was left with a stop for a debugger.');
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
      tell('letters', node.start, `The name \`${node.name}\` has letters that can look like others.`);
    if (declared.has(node.name)) return;
    if (node.name === 'eval' || node.name === 'Function')
      tell(
        'text-as-program',
        node.start,
        `Uses \`${node.name}\`, which makes a program out of text: what would run cannot be reviewed. The sandbox refuses it.`,
        true,
      );
    else if (elsewhere.has(node.name))
      tell(
        'elsewhere',
        node.start,
        `Looks for \`${node.name}\`, which the sandbox does not have. A reader computes from what it is given.`,
      );
    else if (node.name === 'atob' || node.name === 'unescape')
      tell(
        'encoded',
        node.start,
        `Decodes text with \`${node.name}\`: what comes of it cannot be read here.`,
      );
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
      tell(
        'hidden-name',
        node.start,
        `Puts the name \`${name}\` together from pieces, so that nobody finds it when looking for it.`,
        true,
      );
      return;
    }
    if (name === 'constructor') {
      const isReached =
        (isNode(object, 'MemberExpression') && propertyNameOf(object) === 'constructor') ||
        ['FunctionExpression', 'ArrowFunctionExpression'].includes(object.type);
      tell(
        'constructor',
        node.start,
        isReached
          ? 'Reaches for what functions are made with: that makes a program out of text. The sandbox refuses it.'
          : 'Looks at what made a value (`constructor`), a way to things a program was not given.',
        isReached,
      );
    } else if (name === '__proto__')
      tell('prototype', node.start, 'Reaches for what a value inherits from (`__proto__`).');
    else if (name === 'random' && isFree(object, 'Math'))
      tell('chance', node.start, 'Asks for chance (`Math.random`): the same page would be read differently.');
    else if (name === 'now' && (isFree(object, 'Date') || isFree(object, 'performance')))
      tell(
        'clock',
        node.start,
        'Asks for the time: a plugin is given the day of the capture as `input.today`.',
      );
  }

  function call(node: Node): void {
    const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] };
    if (isNode(callee, 'MemberExpression') && propertyNameOf(callee) === 'constructor')
      tell(
        'constructor',
        node.start,
        'Calls what made a value (`constructor`): of a function that makes a program out of text.',
        true,
      );
    if (node.type === 'NewExpression' && isFree(callee, 'Date') && given.length === 0)
      tell(
        'clock',
        node.start,
        'Asks for the time: a plugin is given the day of the capture as `input.today`.',
      );
    if (isFree(callee, 'RegExp')) {
      const [pattern, flags] = given.map(foldText);
      const slow = pattern === undefined ? undefined : slowPattern(pattern, flags ?? '');
      if (slow) tell('slow-pattern', node.start, slow, true);
    }
    if (!isNode(callee, 'MemberExpression')) return;
    const method = propertyNameOf(callee);
    const { object } = callee as unknown as { object: Node };
    if (method === 'setPrototypeOf' && (isFree(object, 'Object') || isFree(object, 'Reflect')))
      tell('prototype', node.start, 'Changes what a value inherits from.');
    if (
      (method === 'defineProperty' || method === 'defineProperties' || method === 'assign') &&
      given[0] &&
      isBuiltIn(given[0])
    )
      tell(
        'built-in',
        node.start,
        'Changes what is built into the language for everything that runs after it.',
        true,
      );
    if ((method === 'fromCharCode' || method === 'fromCodePoint') && isFree(object, 'String')) {
      const isSpelled =
        given.filter((each) => isNode(each, 'Literal')).length >= 6 ||
        given.some(
          (each) =>
            isNode(each, 'SpreadElement') &&
            isNode((each as unknown as { argument: Node }).argument, 'ArrayExpression'),
        );
      if (isSpelled) tell('encoded', node.start, 'Spells a text in numbers, so that nobody reads it here.');
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
    if (isBuiltIn(object))
      tell(
        'built-in',
        node.start,
        'Changes what is built into the language for everything that runs after it.',
        true,
      );
  }

  function loop(node: Node): void {
    const { test, body } = node as unknown as { test: Node | null; body: Node };
    const isEndless =
      test === null ||
      test === undefined ||
      (isNode(test, 'Literal') && Boolean((test as unknown as { value: unknown }).value)) ||
      isNotFalse(test);
    if (isEndless && !hasNode(body, ['BreakStatement', 'ReturnStatement', 'ThrowStatement']))
      tell(
        'endless',
        node.start,
        'A loop without an end: only the limits of the sandbox would stop it.',
        true,
      );
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
    if (spelled >= 8)
      tell(
        'encoded',
        node.start,
        `${spelled} plain letters of a text are written as numbers, so that nobody reads it here.`,
      );
  }

  function text(node: Node, value: string): void {
    if (isEncoded(value))
      tell(
        'encoded',
        node.start,
        `A text of ${value.length} characters that nobody can read: encoded, packed or encrypted.`,
      );
    for (const [, host] of value.matchAll(/\b(?:https?|wss?|ftp):\/\/([a-z0-9.-]{1,253})/gi)) {
      const name = host!.toLowerCase();
      const isNamed = hosts.some((each) =>
        each.startsWith('*.') ? name.endsWith(each.slice(1)) : name === each,
      );
      if (!isNamed)
        tell(
          'host',
          node.start,
          `Names the host ${name}, which its permissions do not. Whatever it does with it, it cannot reach it.`,
        );
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
    if (isBytes)
      tell(
        'encoded',
        node.start,
        `${elements.length} numbers from 0 to 255 in a row: text or a program, packed.`,
      );
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
