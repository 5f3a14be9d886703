import { manifestSchema } from '@readout/plugin-kit/manifest';
import { z } from 'zod';

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

let whole: Schema | undefined;

/** The kit's own schema, as it would also be handed to any editor. */
const schema = (): Schema => {
  whole ??= z.toJSONSchema(manifestSchema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return whole;
};

const branches = (one: Schema): Schema[] => [one, ...(one.anyOf ?? []), ...(one.oneOf ?? [])];

function down(path: readonly string[]): Schema[] {
  let found = branches(schema());
  for (const key of path)
    found = found.flatMap((one) => {
      const next = key === '*' ? one.items : one.properties?.[key];
      return next ? branches(next) : [];
    });
  return found;
}

/** Keys an object at `path` may have; `*` stands for any place of a list. */
export function keysAt(path: readonly string[]): { name: string; detail: string }[] {
  const keys = new Map<string, string>();
  for (const { properties = {} } of down(path))
    for (const [name, { type, enum: choices }] of Object.entries(properties))
      keys.set(name, choices ? 'one of a list' : (type ?? ''));
  return [...keys].map(([name, detail]) => ({ name, detail }));
}

/** Values that are a choice there. */
export function valuesAt(path: readonly string[]): unknown[] {
  const values = down(path).flatMap((one) =>
    one.type === 'boolean' ? [true, false] : one.const !== undefined ? [one.const] : (one.enum ?? []),
  );
  return [...new Set(values)];
}
