import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** The rows of a query, times as ISO 8601 text: isoRows(trx)<Row>`select …`, where `Row` says what the columns are named. */
export const isoRows =
  (db: Kysely<DB>) =>
  async <Row extends object>(...query: Parameters<typeof sql>): Promise<Row[]> => {
    const { rows } = await sql<Row>(...query).execute(db);
    const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
    return rows.map(
      (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, iso(value)])) as Row,
    );
  };
