/** A schema of OpenAPI 3.1 (JSON Schema 2020-12), as far as our description uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  'x-preview'?: boolean;
  [keyword: string]: unknown;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

export interface Operation {
  operationId?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Content & { required?: boolean };
  responses?: Record<string, Content & { headers?: Record<string, { schema?: Schema }> }>;
  security?: Record<string, string[]>[];
  'x-preview'?: boolean;
}

export interface Description {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** Who writes what a schema describes: a client what it asks, the server what it answers. */
type Direction = 'request' | 'answer';

/**
 * What a client written for `before` would stumble over in `after`, one sentence each. What is marked `x-preview` in `before`
 * was promised to nobody. New operations, optional parameters, answer members and answer choices are no break.
 */
export function breakingChanges(before: Description, after: Description): string[] {
  const found: string[] = [];
  for (const [path, methods] of Object.entries(before.paths ?? {}))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-preview']) continue;
      const where = `${method.toUpperCase()} ${path}`;
      const now = after.paths?.[path]?.[method];
      if (now) found.push(...inOperation(operation, now, where, createComparer(before, after)));
      else found.push(`${where}: is gone`);
    }
  return found;
}

type Compare = (was: Schema, is: Schema, direction: Direction, where: string) => string[];

function inOperation(was: Operation, is: Operation, where: string, compare: Compare): string[] {
  const found: string[] = [];
  const say = (text: string) => found.push(`${where}: ${text}`);
  if (was.operationId !== is.operationId) say(`is called ${is.operationId}, was ${was.operationId}`);
  for (const way of was.security ?? [])
    if (!is.security?.some((other) => JSON.stringify(other) === JSON.stringify(way)))
      say(`is no longer open to ${JSON.stringify(way)}`);

  for (const parameter of was.parameters ?? []) {
    const now = is.parameters?.find(isSame(parameter));
    const at = `${where} ${parameter.in} ${parameter.name}`;
    if (!now) say(`${parameter.in} ${parameter.name} is gone`);
    else {
      if (now.required && !parameter.required) found.push(`${at}: is required`);
      found.push(...compare(parameter.schema ?? {}, now.schema ?? {}, 'request', at));
    }
  }
  for (const parameter of is.parameters ?? [])
    if (parameter.required && !was.parameters?.some(isSame(parameter)))
      say(`${parameter.in} ${parameter.name} is new and required`);

  if (is.requestBody?.required && !was.requestBody?.required) say('a body is required');
  found.push(...inContent(was.requestBody, is.requestBody, 'request', `${where} body`, compare));
  for (const [status, answer] of Object.entries(was.responses ?? {})) {
    const now = is.responses?.[status];
    const at = `${where} ${status}`;
    if (!now) {
      say(`no longer answers ${status}`);
      continue;
    }
    found.push(...inContent(answer, now, 'answer', at, compare));
    for (const name of Object.keys(answer.headers ?? {}))
      if (!now.headers?.[name]) found.push(`${at}: header ${name} is gone`);
  }
  return found;
}

const isSame = (one: { name: string; in: string }) => (other: { name: string; in: string }) =>
  one.name === other.name && one.in === other.in;

function inContent(
  was: Content | undefined,
  is: Content | undefined,
  direction: Direction,
  where: string,
  compare: Compare,
): string[] {
  return Object.entries(was?.content ?? {}).flatMap(([mediaType, { schema = {} }]) => {
    const now = is?.content?.[mediaType];
    return now
      ? compare(schema, now.schema ?? {}, direction, where)
      : [`${where}: media type ${mediaType} is gone`];
  });
}

/** Bounds of what a client may send: a greater least or a smaller most refuses what was taken before. */
const leasts = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const mosts = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

function createComparer(before: Description, after: Description): Compare {
  /** Schemas that contain themselves are compared once. */
  const compared = new Set<string>();

  const compare: Compare = (was, is, direction, where) => {
    if (was['x-preview']) return [];
    if (was.$ref && is.$ref) {
      const pair = `${direction} ${was.$ref} ${is.$ref}`;
      if (compared.has(pair)) return [];
      compared.add(pair);
    }
    const [old, now] = [resolved(was, before), resolved(is, after)];
    if (old['x-preview']) return [];
    const choices = [choicesOf(old), choicesOf(now)] as const;
    if (choices.some(({ length }) => length > 1)) return inChoices(...choices, direction, where);
    return inPlain(choices[0][0] ?? {}, choices[1][0] ?? {}, direction, where);
  };

  /** Each choice of who writes has to be one that who reads knows. */
  const inChoices = (was: Schema[], is: Schema[], direction: Direction, where: string): string[] => {
    const [written, known] = direction === 'answer' ? [is, was] : [was, is];
    const fits = (choice: Schema) =>
      known.some((other) => {
        const [old, now] = direction === 'answer' ? [other, choice] : [choice, other];
        // Of its own, so that a choice that does not fit does not count as compared.
        return createComparer(before, after)(old, now, direction, where).length === 0;
      });
    return written
      .filter((choice) => !fits(choice))
      .map(
        (choice) => `${where}: ${nameOf(choice)} is ${direction === 'answer' ? 'new' : 'no longer taken'}`,
      );
  };

  const inPlain = (was: Schema, is: Schema, direction: Direction, where: string): string[] => {
    const found: string[] = [];
    const say = (text: string) => found.push(`${where}: ${text}`);
    const [written, known] = direction === 'answer' ? [is, was] : [was, is];
    if (!areTypesKnown(written, known)) say(`has type ${nameOf(is)}, had ${nameOf(was)}`);
    // Of an answer: what a client waits for has to come some day. New choices are announced as possible.
    const gone = was.enum?.filter((value) => is.enum && !is.enum.includes(value)) ?? [];
    for (const value of gone) say(`${JSON.stringify(value)} is gone`);
    if (direction === 'answer' && was.enum && !is.enum) say('is any value now');
    if (direction === 'request' && is.enum && !was.enum) say('is one of few values now');
    if (was.format !== is.format && (direction === 'answer' ? was.format : is.format))
      say(`has format ${is.format ?? 'none'}, had ${was.format ?? 'none'}`);
    if (direction === 'request') {
      if (is.pattern !== undefined && was.pattern !== is.pattern) say('has another pattern');
      for (const [keywords, sign] of [
        [leasts, 1],
        [mosts, -1],
      ] as const)
        for (const keyword of keywords) {
          const [old, now] = [was[keyword] as number | undefined, is[keyword] as number | undefined];
          if (now !== undefined && (old === undefined || (now - old) * sign > 0))
            say(`${keyword} is ${now}, was ${old ?? 'none'}`);
        }
      if (is.additionalProperties === false && was.additionalProperties !== false)
        say('takes no other members');
    }
    for (const [name, schema] of Object.entries(was.properties ?? {})) {
      const now = is.properties?.[name];
      if (schema['x-preview']) continue;
      if (!now) say(`${name} is gone`);
      else {
        if (direction === 'answer' && was.required?.includes(name) && !is.required?.includes(name))
          say(`${name} may be absent`);
        found.push(...compare(schema, now, direction, `${where} ${name}`));
      }
    }
    if (direction === 'request')
      for (const name of is.required ?? []) if (!was.required?.includes(name)) say(`${name} is required`);
    if (was.items) found.push(...compare(was.items, is.items ?? {}, direction, `${where} []`));
    if (typeof was.additionalProperties === 'object' && typeof is.additionalProperties === 'object')
      found.push(...compare(was.additionalProperties, is.additionalProperties, direction, `${where} {}`));
    return found;
  };
  return compare;
}

/** Without its references and with what `allOf` adds. */
function resolved(schema: Schema, description: Description): Schema {
  const { $ref, allOf, ...own } = schema;
  const parts = [...(allOf ?? [])];
  if ($ref) parts.unshift(description.components?.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {});
  const whole: Schema = { ...own };
  for (const part of parts.map((each) => resolved(each, description))) {
    const { properties, required, ...rest } = part;
    for (const [keyword, value] of Object.entries(rest)) whole[keyword] ??= value;
    if (properties) whole.properties = { ...properties, ...whole.properties };
    if (required) whole.required = [...required, ...(whole.required ?? [])];
  }
  return whole;
}

const choicesOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];
const typesOf = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());

/** Whether everything of the types of `written` is of a type of `known`; without one it is any. */
function areTypesKnown(written: Schema, known: Schema): boolean {
  const types = typesOf(known);
  if (types.length === 0) return true;
  const wanted = typesOf(written);
  return (
    wanted.length > 0 &&
    wanted.every((type) => types.includes(type) || (type === 'integer' && types.includes('number')))
  );
}

const nameOf = (schema: Schema): string =>
  schema.$ref?.split('/').at(-1) ?? (typesOf(schema).join(' or ') || 'any');
