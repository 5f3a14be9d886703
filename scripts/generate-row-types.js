// Writes packages/database/build/row-types.ts from the schema that the migrations make.
// Run with: node_modules/.bin/node scripts/generate-row-types.js
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withOwner } from '../packages/database/src/connect.ts';
import { startTestCluster, templateDatabase } from '../packages/database/src/test-cluster.ts';

const target = fileURLToPath(new URL('../packages/database/build/row-types.ts', import.meta.url));

/** @type {Record<string, string>} */
const scalars = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  // Parsed as number by connect.ts.
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  cidr: 'string',
  tsvector: 'string',
  xid8: 'string',
  pg_snapshot: 'string',
  bytea: 'Buffer',
  date: 'Date',
};

/** Columns of views that can be null although PostgreSQL cannot tell. */
const nullableInViews = [
  'app.member_details.last_seen_at',
  'app.platform_users.last_seen_at',
  'app.platform_users.ban_reason',
  'app.platform_users.deleted_at',
];

/** Where the roles that views show come from. @type {Record<string, string>} */
const roleSources = {
  'app.member_details': 'auth.membership',
  'app.members': 'auth.membership',
  'app.my_companies': 'auth.membership',
  'app.platform_members': 'auth.membership',
  'app.platform_users': 'auth.user',
};

/**
 * The strings that a check constraint of the form `column = ANY (ARRAY['a'::text, …])` allows.
 * @param {string} definition
 */
function choices(definition) {
  return [...definition.matchAll(/'([^']*)'::text/g)].map((match) => `'${match[1]}'`).join(' | ');
}

/**
 * @param {{ type: string, choices: string | null, is_nullable: boolean, has_default: boolean, is_always: boolean }} column
 * @returns {string}
 */
function typeOf(column) {
  const isList = column.type.startsWith('_');
  const name = isList ? column.type.slice(1) : column.type;
  let type = column.choices ? choices(column.choices) : scalars[name];
  if (name === 'timestamptz') type = 'Timestamp';
  if (name === 'jsonb' || name === 'json') type = 'Json';
  if (!type)
    throw new Error(
      `No TypeScript type for PostgreSQL ${column.type}: add it to scripts/generate-row-types.js.`,
    );
  if (isList) type = `${type}[]`;
  if (column.is_nullable) type = `${type} | null`;
  if (column.is_always) return `GeneratedAlways<${type}>`;
  return column.has_default ? `Generated<${type}>` : type;
}

const cluster = await startTestCluster();
try {
  const { rows } = await withOwner({ ...cluster.server, database: templateDatabase }, (client) =>
    client.query(
      `select n.nspname || '.' || c.relname as table, a.attname as name, t.typname as type,
        case when c.relkind = 'v' then n.nspname || '.' || c.relname || '.' || a.attname = any ($1) else not a.attnotnull end as is_nullable,
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[''') as choices, a.atthasdef or a.attidentity <> '' as has_default,
        a.attidentity = 'a' or a.attgenerated <> '' as is_always
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_type t on t.oid = a.atttypid
      where n.nspname in ('app', 'auth', 'platform') and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
      order by 1, a.attnum`,
      [nullableInViews],
    ),
  );
  /** @type {Map<string, string[]>} */
  const tables = new Map();
  for (const row of rows) {
    const source = row.name === 'role' && roleSources[row.table];
    if (source) row.choices = rows.find((other) => other.table === source && other.name === 'role').choices;
    const lines = tables.get(row.table) ?? [];
    lines.push(`  ${row.name}: ${typeOf(row)};`);
    tables.set(row.table, lines);
  }
  /** @param {string} table */
  const interfaceName = (table) =>
    table.replace(/(^|[._])([a-z])/g, (_all, _dot, letter) => letter.toUpperCase());
  const text = `// Made by scripts/generate-row-types.js from the migrations.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** Arrives parsed; is written as JSON text, since the driver would turn an array into a PostgreSQL array. */
export type Json = ColumnType<unknown, string, string>;
/** Has a default. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

${[...tables].map(([table, lines]) => `export interface ${interfaceName(table)} {\n${lines.join('\n')}\n}`).join('\n\n')}

/** Every table and view, under its schema. */
export interface DB {
${[...tables.keys()].map((table) => `  '${table}': ${interfaceName(table)};`).join('\n')}
}
`;
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
} finally {
  await cluster.stop();
}
