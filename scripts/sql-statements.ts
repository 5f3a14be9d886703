import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import type { ValueKind } from '@readout/database/testing';

/** A statement as it stands in a template of the code, with `$1`, `$2`, … for its values. */
export interface Statement {
  file: string;
  line: number;
  text: string;
  /**
   * The columns its row type has, and of what kind their values are; undefined where it is not written out beside it.
   * A kind is undefined where the type says it in a way that is not followed here.
   */
  columns: Map<string, ValueKind | undefined> | undefined;
  /** Its rows go on as they are, times as text: they may have no other columns than their type. */
  isWhole: boolean;
}

// cspell:ignore quasis
// The syntax tree of Babel is read by the names of its nodes; typing each would say the same twice.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Node = any;

interface Module {
  file: string;
  /** Every `const` and function by name, in the order of the file. */
  bindings: Map<string, Node[]>;
  imports: Map<string, { file: string; name: string }>;
  types: Map<string, Node>;
  templates: { node: Node; row: Node }[];
}

/** A value of the code where it is used: what the parameters of the function around it stand for. */
interface Place {
  module: Module;
  at: number;
  given: Map<string, { node: Node; place: Place }>;
}

const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const made: Module = { file, bindings: new Map(), imports: new Map(), types: new Map(), templates: [] };
  modules.set(file, made);
  const bind = (name: string, node: Node) =>
    made.bindings.set(name, [...(made.bindings.get(name) ?? []), node]);
  const visit = (node: Node): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!node || typeof node.type !== 'string') return;
    if (node.type === 'ImportDeclaration' && node.source.value.startsWith('.'))
      for (const { local, imported } of node.specifiers)
        made.imports.set(local.name, {
          file: path.resolve(path.dirname(file), node.source.value),
          name: imported?.name ?? 'default',
        });
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      bind(node.id.name, node.init);
    if (node.type === 'FunctionDeclaration' && node.id) bind(node.id.name, node);
    if (node.type === 'AssignmentPattern' && node.left.type === 'Identifier')
      bind(node.left.name, node.right);
    if (node.type === 'TSInterfaceDeclaration') made.types.set(node.id.name, node);
    if (node.type === 'TSTypeAliasDeclaration') made.types.set(node.id.name, node.typeAnnotation);
    if (isTemplate(node)) made.templates.push({ node, row: node.typeParameters?.params[0] });
    for (const [key, value] of Object.entries(node))
      if (key !== 'loc' && key !== 'leadingComments' && typeof value === 'object') visit(value);
  };
  visit(parse(readFileSync(file, 'utf8'), { sourceType: 'module', plugins: ['typescript'] }).program);
  return made;
}

const isTemplate = (node: Node): boolean =>
  node?.type === 'TaggedTemplateExpression' && (node.tag.name === 'sql' || isWhole(node));

const isWhole = (node: Node): boolean => node.tag.callee?.name === 'isoRows';

/** What a name stands for at a place: a parameter's argument, the last declaration before, or an import. */
function lookUp(name: string, place: Place): { node: Node; place: Place } | undefined {
  const given = place.given.get(name);
  if (given) return given;
  const declared = place.module.bindings.get(name);
  if (declared) {
    const node = declared.findLast(({ start }) => start < place.at) ?? declared[0];
    return { node, place: { ...place, at: node.start } };
  }
  const imported = place.module.imports.get(name);
  if (!imported || !existsSync(imported.file)) return undefined;
  const module = moduleOf(imported.file);
  const node = module.bindings.get(imported.name)?.[0];
  return node && { node, place: { module, at: node.start, given: new Map() } };
}

/** The text of a template at a place. `branch`: which side of conditions is taken, 0 or 1. */
class Writer {
  private values = 0;
  private depth = 0;
  private readonly branch: 0 | 1;

  constructor(branch: 0 | 1) {
    this.branch = branch;
  }

  template(node: Node, place: Place): string {
    return node.quasi.quasis
      .map((piece: Node, index: number) => {
        const value = node.quasi.expressions[index];
        return piece.value.cooked + (value ? this.value(value, { ...place, at: value.start }) : '');
      })
      .join('');
  }

  private value(node: Node, place: Place): string {
    return this.fragment(node, place) ?? `$${++this.values}`;
  }

  /** SQL that a value of a template stands for; undefined where it is a parameter of the statement. */
  private fragment(node: Node, place: Place): string | undefined {
    if (!node || this.depth > 12) return undefined;
    this.depth++;
    try {
      return this.read(node, place);
    } finally {
      this.depth--;
    }
  }

  private read(node: Node, place: Place): string | undefined {
    if (isTemplate(node)) return this.template(node, place);
    switch (node.type) {
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
        return this.fragment(node.expression, place);
      case 'ConditionalExpression': {
        const sides = [node.consequent, node.alternate];
        return this.fragment(sides[this.branch], place) ?? this.fragment(sides[1 - this.branch], place);
      }
      case 'LogicalExpression':
        return this.fragment(node.right, place) ?? this.fragment(node.left, place);
      case 'Identifier': {
        const found = lookUp(node.name, place);
        return found && this.fragment(found.node, found.place);
      }
      case 'MemberExpression':
        return this.member(node, place);
      case 'CallExpression':
        return this.call(node, place);
      default:
        return undefined;
    }
  }

  private member(node: Node, place: Place): string | undefined {
    let object = node.object;
    let at = place;
    for (let step = 0; step < 4 && object?.type !== 'ObjectExpression'; step++) {
      if (object?.type === 'TSAsExpression' || object?.type === 'TSSatisfiesExpression')
        object = object.expression;
      else if (object?.type === 'Identifier') {
        const found = lookUp(object.name, at);
        if (!found) return undefined;
        object = found.node;
        at = found.place;
      } else return undefined;
    }
    if (object?.type !== 'ObjectExpression') return undefined;
    const named = object.properties.find(
      ({ key }: Node) => !node.computed && (key?.name ?? key?.value) === node.property.name,
    );
    const property =
      named ?? (node.computed ? (object.properties[this.branch] ?? object.properties[0]) : undefined);
    return property?.value && this.fragment(property.value, { ...at, at: property.value.start });
  }

  private call(node: Node, place: Place): string | undefined {
    const { callee, arguments: given } = node;
    if (callee.type === 'MemberExpression' && callee.object.name === 'sql') {
      const text = wordsOf(given[0], place);
      if (callee.property.name === 'raw') return text;
      if (['ref', 'table', 'id'].includes(callee.property.name)) return text;
      if (callee.property.name === 'lit') return text === undefined ? undefined : `'${text}'`;
      if (callee.property.name === 'join') return this.list(given, place);
      return undefined;
    }
    if (callee.type !== 'Identifier') return undefined;
    const found = lookUp(callee.name, place);
    const body = found && returned(found.node);
    if (!body) return undefined;
    const names = new Map<string, { node: Node; place: Place }>();
    for (const [index, parameter] of found.node.params.entries()) {
      const name = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
      const value = given[index] ?? parameter.right;
      if (name.type === 'Identifier' && value) names.set(name.name, { node: value, place });
    }
    return this.fragment(body, { module: found.place.module, at: body.start, given: names });
  }

  /** `sql.join` of a list that is written out, or of what a `map` makes of each of a list. */
  private list([items, separator]: Node[], place: Place): string {
    const between = separator ? this.value(separator, place) : ', ';
    const array = items?.type === 'Identifier' ? lookUp(items.name, place)?.node : items;
    if (array?.type === 'ArrayExpression' && array.elements.length > 0)
      return array.elements
        .filter(({ type }: Node) => type !== 'SpreadElement')
        .map((each: Node) => this.value(each, place))
        .join(between);
    if (array?.type === 'CallExpression' && array.callee.property?.name === 'map') {
      const body = returned(array.arguments[0]);
      if (body) return this.value(body, { ...place, at: body.start });
    }
    return `$${++this.values}`;
  }
}

/** What a function answers: its expression, or its last `return`. */
function returned(node: Node): Node {
  if (node?.type !== 'ArrowFunctionExpression' && node?.type !== 'FunctionDeclaration') return undefined;
  if (node.body.type !== 'BlockStatement') return node.body;
  return node.body.body.findLast(({ type }: Node) => type === 'ReturnStatement')?.argument;
}

/** The words of a string in the code; undefined where they are not known before it runs. */
function wordsOf(node: Node, place: Place): string | undefined {
  if (node?.type === 'StringLiteral') return node.value;
  if (node?.type === 'Identifier') {
    const found = lookUp(node.name, place);
    return found && wordsOf(found.node, found.place);
  }
  if (node?.type !== 'TemplateLiteral') return undefined;
  const parts = node.expressions.map((each: Node) => wordsOf(each, place));
  return parts.includes(undefined)
    ? undefined
    : node.quasis.map(({ value }: Node, index: number) => value.cooked + (parts[index] ?? '')).join('');
}

/** A type by its name in a file, declared there or imported from a file beside it. */
function typeOf(name: string, module: Module): { type: Node; module: Module } | undefined {
  const type = module.types.get(name);
  if (type) return { type, module };
  const imported = module.imports.get(name);
  return imported && existsSync(imported.file) ? typeOf(imported.name, moduleOf(imported.file)) : undefined;
}

/** The members of a row type that is written out, or made of such by their names, there or in one of our files. */
function columnsOf(row: Node, module: Module): Statement['columns'] {
  const all = (types: Node[]) => {
    const parts = types.map((type) => columnsOf(type, module));
    return parts.includes(undefined) ? undefined : new Map(parts.flatMap((part) => [...(part ?? [])]));
  };
  switch (row?.type) {
    case 'TSTypeReference': {
      const [of, keys] = row.typeParameters?.params ?? [];
      if (row.typeName.name === 'Omit' || row.typeName.name === 'Pick') {
        const names = new Set((keys.types ?? [keys]).map(({ literal }: Node) => literal?.value));
        const columns = names.has(undefined) ? undefined : columnsOf(of, module);
        return (
          columns &&
          new Map([...columns].filter(([name]) => names.has(name) === (row.typeName.name === 'Pick')))
        );
      }
      const declared = typeOf(row.typeName.name, module);
      return declared && columnsOf(declared.type, declared.module);
    }
    case 'TSIntersectionType':
      return all(row.types);
    case 'TSExpressionWithTypeArguments':
    case 'TSInterfaceHeritage':
      return columnsOf({ ...row, type: 'TSTypeReference', typeName: row.expression }, module);
    case 'TSInterfaceDeclaration':
      return all([...(row.extends ?? []), { type: 'TSTypeLiteral', members: row.body.body }]);
    case 'TSTypeLiteral':
      return new Map(
        row.members.map(({ key, typeAnnotation }: Node) => [
          key?.name ?? key?.value,
          kindOf(typeAnnotation?.typeAnnotation, module),
        ]),
      );
    default:
      return undefined;
  }
}

const kinds: Record<string, ValueKind> = {
  TSStringKeyword: 'string',
  TSTemplateLiteralType: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSArrayType: 'array',
  TSTupleType: 'array',
  TSTypeLiteral: 'object',
  TSInterfaceDeclaration: 'object',
  Date: 'Date',
  Buffer: 'Buffer',
  Uint8Array: 'Buffer',
  Record: 'object',
  StringLiteral: 'string',
  NumericLiteral: 'number',
  BooleanLiteral: 'boolean',
};

/** The kind of a type's values other than null; undefined where they are of several, or it is not known here. */
function kindOf(type: Node, module: Module): ValueKind | undefined {
  if (type?.type === 'TSUnionType') {
    const found = new Set(
      type.types
        .filter((each: Node) => each.type !== 'TSNullKeyword')
        .map((each: Node) => kindOf(each, module)),
    );
    return found.size === 1 ? ([...found][0] as ValueKind | undefined) : undefined;
  }
  if (type?.type === 'TSTypeOperator') return kindOf(type.typeAnnotation, module);
  if (type?.type === 'TSLiteralType') return kinds[type.literal.type];
  if (type?.type !== 'TSTypeReference') return kinds[type?.type];
  const declared = typeOf(type.typeName.name, module);
  return declared ? kindOf(declared.type, declared.module) : kinds[type.typeName.name];
}

/**
 * Every statement of a file that begins in a template of its own: once for each side of its conditions.
 * @param file below `root`
 */
export function statementsOf(root: string, file: string): Statement[] {
  const module = moduleOf(path.join(root, file));
  return module.templates.flatMap(({ node, row }) => {
    const place: Place = { module, at: node.start, given: new Map() };
    const texts = ([0, 1] as const).map((branch) => new Writer(branch).template(node, place));
    return [...new Set(texts)]
      .filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
      .map((text) => ({
        file,
        line: node.loc.start.line,
        text,
        columns: columnsOf(row, module),
        isWhole: isWhole(node),
      }));
  });
}
