import { manifestSchema } from './manifest.ts';
import { z } from './zod.ts';

/** JSON Schema (draft 2020-12) of `plugin.json`, as editors use it: what has a default may be left out. */
export function manifestJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(manifestSchema, { io: 'input' });
  return {
    $schema,
    title: 'Readout plugin',
    description: 'plugin.json: what a plugin is, what it makes and what it asks for.',
    ...schema,
  };
}
