import type { ClientBase } from 'pg';

interface Failure {
  /** SQLSTATE. */
  code: string;
  message: string;
}

/** What PostgreSQL says of a statement before it runs: the columns of its rows, or why it cannot be. */
export function prepareStatement(client: ClientBase, text: string): Promise<{ columns: string[] } | Failure> {
  return new Promise((resolve) => {
    let columns: string[] = [];
    // A query of `pg` in its own words: it sends the statement and asks what it is, and never runs it.
    client.query({
      submit(connection: { parse(query: object): void; describe(query: object): void; sync(): void }) {
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string }[] }) {
        columns = fields.map(({ name }) => name);
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
