import type { TextValues } from '@readout/texts';

/** The description of the API (OpenAPI 3.1), as far as the reference shows it. */
export interface Description {
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface DescribedOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: {
    name: string;
    in: ParameterPlace;
    required?: boolean;
    description?: string;
    schema?: Schema;
  }[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
  'x-preview'?: boolean;
}

/** Where a parameter stands. */
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

type Content = Record<string, { schema?: Schema }>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  'x-preview'?: boolean;
}

/** What a value is. */
export type ValueType =
  | { kind: 'plain'; name: TextValues['public.api.type']['type'] }
  /** Named, and described elsewhere in the reference. */
  | { kind: 'schema'; name: string }
  | { kind: 'list' | 'map'; of: ValueType }
  | { kind: 'either'; of: [ValueType, ValueType] };

/** What else is to be known of a value, each a sentence. */
export type Bound =
  | { kind: 'one_of'; values: string[] }
  | { kind: 'always' | 'usual'; value: string }
  | { kind: 'range'; from: number; to: number }
  | { kind: 'length'; most: number };

export interface Field {
  name: string;
  type: ValueType;
  isRequired: boolean;
  isPreview: boolean;
  description: string;
  /** Choices, bounds and what it is where nothing is said. */
  bounds: Bound[];
  /** Of an object that has no name of its own. */
  fields: Field[];
}

export interface Answer {
  status: string;
  description: string;
  mediaTypes: string[];
  type: ValueType | null;
  fields: Field[];
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  isPreview: boolean;
  /** Of keys; null where keys are refused. */
  scope: string | null;
  /** Who needs to be nobody, somebody signed in, or a key. */
  who: 'anybody' | 'session' | 'key' | 'both';
  parameters: (Field & { place: ParameterPlace })[];
  body: { mediaType: string; type: ValueType; fields: Field[] } | null;
  answers: Answer[];
  /** A call with curl; null where no key may call. */
  example: string | null;
}

export interface NamedSchema {
  name: string;
  type: ValueType;
  description: string;
  bounds: Bound[];
  isPreview: boolean;
  fields: Field[];
}

export interface Reference {
  groups: { name: string; description: string; operations: Operation[] }[];
  schemas: NamedSchema[];
}

/** The description in the order and the words people read it in. */
export function toReference(description: Description): Reference {
  const { schemas } = description.components;
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? '',
      operation: toOperation(path, method, operation, schemas),
    })),
  );
  return {
    groups: (description.tags ?? []).map(({ name, description: about = '' }) => ({
      name,
      description: about,
      operations: operations.filter(({ tag }) => tag === name).map(({ operation }) => operation),
    })),
    schemas: Object.entries(schemas)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => ({
        name,
        type: typeOf(schema),
        description: schema.description ?? '',
        bounds: boundsOf(schema),
        isPreview: schema['x-preview'] === true,
        fields: fieldsOf(schema),
      })),
  };
}

function toOperation(
  path: string,
  method: string,
  operation: DescribedOperation,
  schemas: Record<string, Schema>,
): Operation {
  const ways = operation.security ?? [];
  const scope = ways.flatMap((way) => way.apiKey ?? [])[0] ?? null;
  const [media] = Object.entries(operation.requestBody?.content ?? {});
  const [mediaType, { schema: bodySchema = {} } = {}] = media ?? [];
  const isForPeople = ways.some((way) => way.session);
  return {
    id: operation.operationId ?? `${method}-${path}`,
    method: method.toUpperCase(),
    path: `/api/v1${path}`,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    isPreview: operation['x-preview'] === true,
    scope,
    who: ways.length === 0 ? 'anybody' : scope === null ? 'session' : isForPeople ? 'both' : 'key',
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...toField(parameter.name, parameter.schema ?? {}, parameter.required === true),
      description: parameter.description ?? parameter.schema?.description ?? '',
      place: parameter.in,
    })),
    body: mediaType
      ? { mediaType, type: typeOf(bodySchema), fields: fieldsOf(named(bodySchema, schemas)) }
      : null,
    // How it is refused is said once, for all of them.
    answers: Object.entries(operation.responses ?? {})
      .filter(([status]) => status !== 'default')
      .map(([status, { description = '', content = {} }]) => {
        const schema = content['application/json']?.schema;
        return {
          status,
          description,
          mediaTypes: Object.keys(content),
          type: schema && isTold(schema) ? typeOf(schema) : null,
          fields: schema ? fieldsOf(named(schema, schemas)) : [],
        };
      }),
    example: scope === null && ways.length > 0 ? null : exampleOf(path, method, operation, schemas),
  };
}

const isTold = (schema: Schema): boolean => schema.format !== 'binary';

const refName = (ref: string): string => ref.split('/').at(-1) ?? '';

const named = (schema: Schema, schemas: Record<string, Schema>): Schema =>
  schema.$ref ? (schemas[refName(schema.$ref)] ?? {}) : schema;

export function fieldsOf(schema: Schema): Field[] {
  if (schema.allOf) return schema.allOf.flatMap(fieldsOf);
  if (schema.items && !schema.items.$ref) return fieldsOf(schema.items);
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    toField(name, property, schema.required?.includes(name) === true),
  );
}

function toField(name: string, schema: Schema, isRequired: boolean): Field {
  const [inner] = choices(schema);
  return {
    name,
    type: typeOf(schema),
    isRequired,
    isPreview: schema['x-preview'] === true,
    description: schema.description ?? schema.allOf?.find((part) => part.description)?.description ?? '',
    bounds: boundsOf(schema),
    fields: inner ? fieldsOf(inner) : [],
  };
}

/** What it can be besides null. */
const choices = (schema: Schema): Schema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).filter(({ type }) => type !== 'null');

const plain = (name: (ValueType & { kind: 'plain' })['name']): ValueType => ({ kind: 'plain', name });

/** A list of captures, or a text or null. */
export function typeOf(schema: Schema): ValueType {
  const all = schema.anyOf ?? schema.oneOf;
  if (all) {
    const [first = {}, ...rest] = choices(schema);
    const type = rest.reduce((before, next) => either(before, typeOf(next)), typeOf(first));
    return all.some(isNull) ? either(type, plain('null')) : type;
  }
  if (schema.$ref) return { kind: 'schema', name: refName(schema.$ref) };
  const reference = schema.allOf?.find(({ $ref }) => $ref);
  if (reference) return typeOf(reference);
  const types = [schema.type ?? []].flat();
  const type = oneTypeOf(
    schema,
    types.find((each) => each !== 'null'),
  );
  return types.includes('null') && types.length > 1 ? either(type, plain('null')) : type;
}

function oneTypeOf(schema: Schema, type: string | undefined): ValueType {
  if (type === 'array') return { kind: 'list', of: typeOf(schema.items ?? {}) };
  if (schema.format === 'binary') return plain('bytes');
  if (type === 'object') {
    const values = schema.additionalProperties;
    return !schema.properties && typeof values === 'object'
      ? { kind: 'map', of: typeOf(values) }
      : plain('object');
  }
  if (type === 'string') return plain(formats[schema.format ?? ''] ?? 'string');
  return plain(type === 'integer' || type === 'number' || type === 'boolean' ? type : 'any');
}

const either = (first: ValueType, second: ValueType): ValueType => ({ kind: 'either', of: [first, second] });

const isNull = ({ type }: Schema): boolean => type === 'null';

const formats: Record<string, (ValueType & { kind: 'plain' })['name']> = {
  uuid: 'uuid',
  'date-time': 'moment',
  date: 'day',
};

function boundsOf(schema: Schema): Bound[] {
  const { enum: values, minimum, maximum, maxLength, default: usual } = schema;
  const isRange = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const bounds: (Bound | false)[] = [
    values !== undefined && { kind: 'one_of', values: values.map(String) },
    schema.const !== undefined && { kind: 'always', value: String(schema.const) },
    isRange && { kind: 'range', from: minimum, to: maximum },
    maxLength !== undefined && { kind: 'length', most: maxLength },
    usual !== undefined && { kind: 'usual', value: String(usual) },
  ];
  return bounds.filter((bound) => bound !== false);
}

/** A call as one types it, with what has to be there and nothing else. */
export function exampleOf(
  path: string,
  method: string,
  { security = [], parameters = [], requestBody, responses = {} }: DescribedOperation,
  schemas: Record<string, Schema>,
): string {
  const address = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `$${name.replace(/Id$/, '').toUpperCase()}`,
  );
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=…`)
    .join('&');
  const [media] = Object.entries(requestBody?.content ?? {});
  const body = bodyOf(media, schemas);
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};
  const isFile = Object.values(answer).some(({ schema }) => schema?.format === 'binary');
  const isPlain =
    method === 'get' || (method === 'post' && body.some((part) => /^(-F|-d|--data)/.test(part)));
  return [
    method === 'head' ? 'curl -I' : isPlain ? 'curl' : `curl -X ${method.toUpperCase()}`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...parameters
      .filter(({ in: place, required }) => place === 'header' && required)
      .map(({ name, schema }) => `-H '${name}: ${schema?.const ?? schema?.enum?.[0] ?? '…'}'`),
    ...body,
    ...(isFile && !('text/event-stream' in answer) ? ['-o FILE'] : []),
    `"$READOUT/api/v1${address}${query && `?${query}`}"`,
  ].join(' \\\n  ');
}

function bodyOf(media: [string, { schema?: Schema }] | undefined, schemas: Record<string, Schema>): string[] {
  if (!media) return [];
  const [mediaType, { schema = {} }] = media;
  if (mediaType === 'multipart/form-data') return ['-F file=@FILE'];
  if (mediaType !== 'application/json') return [`-H 'Content-Type: ${mediaType}'`, '--data-binary @FILE'];
  return [
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(sampleOf(schema, schemas)).replaceAll("'", "'\\''")}'`,
  ];
}

/** A value that fits, of what is required. */
function sampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  const real = named(schema, schemas);
  const [choice = {}] = choices(real);
  if (choice.const !== undefined) return choice.const;
  if (choice.default !== undefined) return choice.default;
  if (choice.enum) return choice.enum[0];
  const [type] = [choice.type ?? []].flat();
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(choice.properties ?? {})
        .filter(([name]) => choice.required?.includes(name))
        .map(([name, property]) => [name, sampleOf(property, schemas)]),
    );
  if (type === 'array') return [sampleOf(choice.items ?? {}, schemas)];
  if (type === 'integer' || type === 'number') return choice.minimum ?? 0;
  if (type === 'boolean') return true;
  return '…';
}
