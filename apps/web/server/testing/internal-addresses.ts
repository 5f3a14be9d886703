import { createInternalApi, describeInternalApi } from '../api/internal/internal-api.ts';
import type { InternalDeps } from '../api/internal/kit.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  oneOf?: Schema[];
  anyOf?: Schema[];
  format?: string;
}

export interface InternalAddress {
  method: string;
  /** `/api/v1/records/{recordId}/field` */
  path: string;
  /** A body that fits; undefined where none is taken. */
  body: ((valueFor: ValueFor) => unknown) | undefined;
  /** What its query may name. */
  query: string[];
}

/** What a member or a parameter of this name is to hold; undefined: whatever fits. */
export type ValueFor = (name: string) => unknown;

/** Every address our own pages ask, as its description has it. */
export function internalAddresses(): InternalAddress[] {
  // It is asked nothing.
  const description = describeInternalApi(createInternalApi({} as InternalDeps));
  const schemas = (description.components?.schemas ?? {}) as Record<string, Schema>;
  return Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(
      methods as Record<
        string,
        {
          requestBody?: { content: Record<string, { schema: Schema }> };
          parameters?: { in: string; name: string }[];
        }
      >,
    ).map(([method, { requestBody, parameters = [] }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path: `/api/v1${path}`,
        query: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
        body: schema && ((valueFor) => fitting(schema, '', valueFor, schemas)),
      };
    }),
  );
}

function fitting(schema: Schema, name: string, valueFor: ValueFor, schemas: Record<string, Schema>): unknown {
  const named = schema.$ref && schemas[schema.$ref.split('/').at(-1)!];
  if (named) return fitting(named, name, valueFor, schemas);
  const [first] = schema.oneOf ?? schema.anyOf ?? [];
  if (first) return fitting(first, name, valueFor, schemas);
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (schema.enum) return schema.enum[0];
  if (type === 'array') return [fitting(schema.items ?? {}, name.replace(/s$/, ''), valueFor, schemas)];
  if (type === 'object' && schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, fitting(each, key, valueFor, schemas)]),
    );
  if (type === 'object') return valueFor(name) ?? {};
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  const value = valueFor(name);
  if (value !== undefined) return value;
  return formats[schema.format ?? ''] ?? 'x';
}

const formats: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00Z',
};
