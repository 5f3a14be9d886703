import { type ClientBase, types } from 'pg';

interface Failure {
  /** SQLSTATE. */
  code: string;
  message: string;
}

/** What a value of a row is in the code. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'array' | 'object';

/** A column of a statement's rows. */
export interface PreparedColumn {
  name: string;
  /** How its values arrive (`connect.ts`); undefined for JSON, which may be anything, and for rare types. */
  kind: ValueKind | undefined;
}

const kindsOfTypes: Record<number, ValueKind> = Object.fromEntries(
  (
    [
      ['boolean', ['BOOL']],
      ['number', ['INT2', 'INT4', 'INT8', 'FLOAT4', 'FLOAT8']],
      ['string', ['TEXT', 'VARCHAR', 'CHAR', 'BPCHAR', 'NUMERIC', 'UUID', 'CIDR', 'INET', 'TSVECTOR']],
      ['Buffer', ['BYTEA']],
      ['Date', ['DATE', 'TIMESTAMP', 'TIMESTAMPTZ']],
    ] as const
  ).flatMap(([kind, names]) => names.map((name) => [types.builtins[name], kind])),
);

/** What PostgreSQL says of a statement before it runs: the columns of its rows, or why it cannot be. */
export function prepareStatement(
  client: ClientBase,
  text: string,
): Promise<{ columns: PreparedColumn[] } | Failure> {
  return new Promise((resolve) => {
    let columns: PreparedColumn[] = [];
    // A query of `pg` in its own words: it sends the statement and asks what it is, and never runs it.
    client.query({
      submit(connection: { parse(query: object): void; describe(query: object): void; sync(): void }) {
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, kind: kindsOfTypes[dataTypeID] }));
      },
      handleError(error: Failure) {
        resolve(error);
      },
      handleReadyForQuery() {
        resolve({ columns });
      },
      handleParameterDescription() {},
      handleNoData() {},
    } as never);
  });
}
