import type { withOwner } from '@readout/database';

/** One connection as the owner of the schema. */
export type OwnerClient = Parameters<Parameters<typeof withOwner>[1]>[0];

/** Columns of a table with their PostgreSQL types. */
export type Columns = Record<string, string>;

const maxRows = 2000;
const maxCharacters = 2_000_000;

/**
 * Writes rows of several tables in large statements, in the order the tables were named: what others refer to first.
 * INSERT instead of COPY, which PostgreSQL refuses on tables whose row-level security holds for their owner too.
 */
export function createWriter<Table extends string>(client: OwnerClient, tables: Record<Table, Columns>) {
  const names = Object.keys(tables) as Table[];
  const waiting = new Map<Table, string[]>(names.map((name) => [name, []]));
  const written = Object.fromEntries(names.map((name) => [name, 0])) as Record<Table, number>;
  let characters = 0;
  const flush = async () => {
    for (const name of names) {
      const rows = waiting.get(name)!;
      if (rows.length === 0) continue;
      const columns = Object.entries<string>(tables[name]);
      const list = columns.map(([column]) => column).join(', ');
      const shape = columns.map(([column, type]) => `${column} ${type}`).join(', ');
      await client.query(
        `insert into ${name} (${list}) select ${list} from jsonb_to_recordset($1::jsonb) as r (${shape})`,
        [`[${rows.join(',')}]`],
      );
      written[name] += rows.length;
      rows.length = 0;
    }
    characters = 0;
  };
  return {
    written,
    /** Keeps the row for the next statement; a full batch is written at once. */
    async add(table: Table, row: Record<string, unknown>): Promise<void> {
      const text = JSON.stringify(row);
      const rows = waiting.get(table)!;
      rows.push(text);
      characters += text.length;
      if (rows.length >= maxRows || characters >= maxCharacters) await flush();
    },
    flush,
  };
}
