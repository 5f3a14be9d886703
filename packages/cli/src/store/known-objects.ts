import { type ObjectStore, parseKey } from '@readout/store';
import type { OwnerClient } from './with-installation.ts';

const keysAtOnce = 500;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface ListedObject {
  key: string;
  byteSize: number;
  modifiedAt: Date;
  isKnown: boolean;
}

/** Everything in the store, with whether a row of the database knows it. */
export async function* listWithRows(
  store: Pick<ObjectStore, 'list'>,
  client: OwnerClient,
): AsyncGenerator<ListedObject> {
  let batch: Omit<ListedObject, 'isKnown'>[] = [];
  for await (const object of store.list('')) {
    batch.push(object);
    if (batch.length < keysAtOnce) continue;
    yield* look(client, batch);
    batch = [];
  }
  yield* look(client, batch);
}

async function* look(
  client: OwnerClient,
  batch: readonly Omit<ListedObject, 'isKnown'>[],
): AsyncGenerator<ListedObject> {
  const named = batch.map((object) => ({ object, row: rowOf(object.key) }));
  const of = (kind: string) => named.flatMap(({ row }) => (row?.kind === kind ? [row] : []));
  const { rows } = await client.query<{ id: string }>(
    `select o.company_id || ' ' || o.sha256 as id from app.objects o
       join unnest($1::uuid[], $2::text[]) as n (company_id, name) on n.company_id = o.company_id and n.name = o.sha256
     union all
     select c.company_id || ' ' || c.id from app.captures c
       join unnest($3::uuid[], $4::uuid[]) as n (company_id, name) on n.company_id = c.company_id and n.name = c.id
     union all
     select e.company_id || ' ' || e.id from app.exports e
       join unnest($5::uuid[], $6::uuid[]) as n (company_id, name) on n.company_id = e.company_id and n.name = e.id`,
    [
      of('originals').map(({ companyId }) => companyId),
      of('originals').map(({ name }) => name),
      of('derived').map(({ companyId }) => companyId),
      of('derived').map(({ name }) => name),
      of('exports').map(({ companyId }) => companyId),
      of('exports').map(({ name }) => name),
    ],
  );
  const known = new Set(rows.map(({ id }) => id));
  for (const { object, row } of named)
    yield { ...object, isKnown: row !== undefined && known.has(`${row.companyId} ${row.name}`) };
}

/** What of the database an object's key names; undefined for what is none of our keys. */
function rowOf(key: string): { companyId: string; kind: string; name: string } | undefined {
  const parsed = parseKey(key);
  if (!parsed || !uuid.test(parsed.companyId)) return undefined;
  const name = parsed.kind === 'originals' ? parsed.name : parsed.name.slice(0, 36);
  return parsed.kind !== 'originals' && !uuid.test(name) ? undefined : { ...parsed, name };
}
