import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createZstdCompress } from 'node:zlib';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { linesOf, type WrittenFile, writeDurably } from './files.ts';
import type { Contents, Manifest } from './format.ts';
import type { Sealer } from './protection.ts';
import { listSequences, listTables, rowsOf } from './tables.ts';

export interface CopiedRows {
  files: Manifest['files'];
  tables: Contents['tables'];
  sequences: Contents['sequences'];
  migrations: Contents['migrations'];
  rows: number;
  /** Objects that the rows name, in no order. */
  objects(): AsyncIterable<NamedObject>;
}

/** What rows name: an original by its hash, a capture whose pictures were derived by its id. */
export type NamedObject =
  | { kind: 'original'; companyId: string; sha256: string }
  | { kind: 'capture'; companyId: string; captureId: string };

/**
 * Writes the rows of all tables, as they were at one moment, into the folder; what is written after that moment is not
 * in it. Text as COPY writes it, which every version of PostgreSQL reads.
 *
 * @param client - as the owner; the transaction is begun and ended here.
 */
export async function copyRows(
  client: ClientBase,
  { folder, sealer, onTable }: { folder: string; sealer: Sealer; onTable: (name: string) => void },
): Promise<CopiedRows> {
  await client.query(
    `begin isolation level repeatable read read only;
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC';
     set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 3`,
  );
  try {
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from public.readout_migrations order by name',
    );
    const files: Manifest['files'] = {};
    const tables: Contents['tables'] = [];
    for (const table of await listTables(client)) {
      const file = `${table.schema}.${table.name}.copy.zst`;
      onTable(`${table.schema}.${table.name}`);
      const { written, rows } = await copyQuery(client, rowsOf(table), (source) =>
        writeDurably(join(folder, file), sealer.seal(source)),
      );
      files[file] = written;
      tables.push({ ...table, rows, file });
    }
    const sequences = await listSequences(client);
    // The list is read again when the transaction is over: copying pictures takes long, and a transaction that stays
    // open keeps PostgreSQL from tidying up. It may lie where strangers look, so it is unreadable without this process.
    const list = join(folder, 'list');
    const [key, iv] = [randomBytes(32), randomBytes(16)];
    await copyQuery(
      client,
      `select 'o', company_id, sha256 from app.objects union all select 'c', company_id, id::text from app.captures`,
      (source) => writeDurably(list, throughCipher(source, createCipheriv('aes-256-ctr', key, iv))),
      { isCompressed: false },
    );
    await client.query('commit');
    return {
      files,
      tables,
      sequences,
      migrations,
      rows: tables.reduce((sum, table) => sum + table.rows, 0),
      async *objects() {
        const source = throughCipher(createReadStream(list), createDecipheriv('aes-256-ctr', key, iv));
        for await (const line of linesOf(source)) {
          const [kind, companyId = '', name = ''] = line.split('\t');
          yield kind === 'o'
            ? { kind: 'original', companyId, sha256: name }
            : { kind: 'capture', companyId, captureId: name };
        }
      },
    };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function copyQuery(
  client: ClientBase,
  query: string,
  write: (source: AsyncIterable<Uint8Array>) => Promise<WrittenFile>,
  { isCompressed = true } = {},
): Promise<{ written: WrittenFile; rows: number }> {
  const rows = client.query(copyTo(`copy (${query}) to stdout`));
  // `pipeline` hands an error of either side on to the end that is read.
  const source = isCompressed ? pipeline(rows, createZstdCompress(), () => {}) : rows;
  const written = await write(source);
  return { written, rows: rows.rowCount };
}

async function* throughCipher(
  source: AsyncIterable<Uint8Array>,
  cipher: { update(chunk: Uint8Array): Buffer },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) yield cipher.update(chunk);
}
