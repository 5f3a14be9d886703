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
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { required?: boolean; content?: Content };
  responses?: Record<string, { description?: string; content?: Content }>;
  'x-preview'?: boolean;
}

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

/** What a value is, in words, with the schema that says more. */
export interface TypeWords {
  before: string;
  /** Name of a schema of the reference. */
  schema: string | null;
  after: string;
}

export interface Field {
  name: string;
  type: TypeWords;
  isRequired: boolean;
  isPreview: boolean;
  description: string;
  /** Choices, bounds and what it is where nothing is said. */
  bounds: string;
  /** Of an object that has no name of its own. */
  fields: Field[];
}

export interface Answer {
  status: string;
  description: string;
  mediaTypes: string[];
  type: TypeWords | null;
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
  parameters: (Field & { place: string })[];
  body: { mediaType: string; type: TypeWords; fields: Field[] } | null;
  answers: Answer[];
  /** A call with curl; null where no key may call. */
  example: string | null;
}

export interface NamedSchema {
  name: string;
  type: TypeWords;
  description: string;
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
        description: [schema.description, boundsOf(schema)].filter(Boolean).join(' '),
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

const plain = (before: string, after = ''): TypeWords => ({ before, schema: null, after });

/** `list of Capture`, `text or null`. */
export function typeOf(schema: Schema): TypeWords {
  const all = schema.anyOf ?? schema.oneOf;
  if (all) {
    const [first = {}, ...rest] = choices(schema).map(typeOf);
    const { before = '', schema: name = null, after = '' } = first as Partial<TypeWords>;
    const others = rest.map((other) => ` or ${other.before}${other.schema ?? ''}${other.after}`).join('');
    return { before, schema: name, after: `${after}${others}${all.some(isNull) ? ' or null' : ''}` };
  }
  if (schema.$ref) return { before: '', schema: refName(schema.$ref), after: '' };
  const reference = schema.allOf?.find(({ $ref }) => $ref);
  if (reference) return typeOf(reference);
  const types = [schema.type ?? []].flat();
  const orNull = types.includes('null') ? ' or null' : '';
  const [type] = types.filter((each) => each !== 'null');
  if (type === 'array') {
    const item = typeOf(schema.items ?? {});
    return { before: `list of ${item.before}`, schema: item.schema, after: `${item.after}${orNull}` };
  }
  if (schema.format === 'binary') return plain('bytes');
  if (type === 'string') return plain(formats[schema.format ?? ''] ?? 'text', orNull);
  if (type === 'integer') return plain('whole number', orNull);
  if (type === 'boolean') return plain('yes or no', orNull);
  if (type === 'object') {
    const values = schema.additionalProperties;
    if (!schema.properties && typeof values === 'object') {
      const value = typeOf(values);
      return { before: `object of ${value.before}`, schema: value.schema, after: `${value.after}${orNull}` };
    }
    return plain('object', orNull);
  }
  return plain(type ?? 'any JSON', orNull);
}

const isNull = ({ type }: Schema): boolean => type === 'null';

const formats: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'moment (ISO 8601)',
  date: 'day (ISO 8601)',
};

function boundsOf(schema: Schema): string {
  const { enum: values, minimum, maximum, maxLength, default: usual } = schema;
  return [
    values ? `One of ${values.map((value) => `\`${value}\``).join(', ')}.` : '',
    schema.const === undefined ? '' : `Always \`${schema.const}\`.`,
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? `From ${minimum} to ${maximum}.`
      : '',
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    usual === undefined ? '' : `\`${usual}\` unless said otherwise.`,
  ]
    .filter(Boolean)
    .join(' ');
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
