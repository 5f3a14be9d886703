import { type ObjectStore, originalKey } from '@readout/store';
import { listWithRows } from './known-objects.ts';
import type { OwnerClient } from './with-installation.ts';

export interface Finding {
  /** `unknown`: a file without a row; `put_back`: it was missing and came back from the quarantine. */
  kind: 'altered' | 'truncated' | 'missing' | 'unknown' | 'put_back';
  /** Of the store. */
  key: string;
  /** As the row says; absent for what has none. */
  byteSize?: number;
  /** As it lies there; absent where nothing does. */
  foundBytes?: number;
  /** Id of the first capture of it, and how many there are; absent where there is none. */
  captureId?: string;
  captures?: number;
}

export interface VerifySummary {
  originals: number;
  bytes: number;
  altered: number;
  truncated: number;
  missing: number;
  unknown: number;
  put_back: number;
}

export interface VerifyProgress {
  checked: number;
  of: number;
  bytes: number;
}

const rowsAtOnce = 200;
/** A younger file may be of an upload that has not come to its row yet. */
const youngMs = 3_600_000;

/**
 * Compares every stored original with its SHA-256 and every file with the rows. What is damaged is noted, so that its
 * captures show it and the company's audit list says so; what is whole again is left to the scrub of the running server, which has its pages read again.
 */
export async function verifyStore(
  { client, store }: { client: OwnerClient; store: ObjectStore },
  {
    onFinding,
    onProgress,
  }: { onFinding: (finding: Finding) => Promise<void>; onProgress: (progress: VerifyProgress) => void },
): Promise<VerifySummary> {
  const summary: VerifySummary = {
    originals: 0,
    bytes: 0,
    altered: 0,
    truncated: 0,
    missing: 0,
    unknown: 0,
    put_back: 0,
  };
  const tell = async (finding: Finding) => {
    summary[finding.kind]++;
    await onFinding(finding);
  };
  const { rows: counted } = await client.query<{ count: string }>(
    'select count(*) as count from app.objects',
  );
  const of = Number(counted[0]?.count ?? 0);
  for await (const row of originals(client)) {
    const finding = await verifyOriginal({ client, store }, row);
    summary.originals++;
    summary.bytes += row.byteSize;
    if (finding) await tell(finding);
    onProgress({ checked: summary.originals, of, bytes: summary.bytes });
  }
  for await (const { key, byteSize, modifiedAt, isKnown } of listWithRows(store, client))
    if (!isKnown && Date.now() - modifiedAt.getTime() > youngMs)
      await tell({ kind: 'unknown', key, foundBytes: byteSize });
  return summary;
}

interface Original {
  companyId: string;
  sha256: string;
  byteSize: number;
  state: 'whole' | 'altered' | 'missing';
}

async function* originals(client: OwnerClient): AsyncGenerator<Original> {
  let last: Original | undefined;
  for (;;) {
    const { rows } = await client.query<{
      company_id: string;
      sha256: string;
      byte_size: number;
      state: Original['state'];
    }>(
      `select company_id, sha256, byte_size, state from app.objects
       where $1::uuid is null or (company_id, sha256) > ($1, $2) order by company_id, sha256 limit ${rowsAtOnce}`,
      [last?.companyId ?? null, last?.sha256 ?? ''],
    );
    for (const row of rows) {
      last = {
        companyId: row.company_id,
        sha256: row.sha256,
        byteSize: Number(row.byte_size),
        state: row.state,
      };
      yield last;
    }
    if (rows.length < rowsAtOnce) return;
  }
}

async function verifyOriginal(
  { client, store }: { client: OwnerClient; store: ObjectStore },
  { companyId, sha256, byteSize, state: before }: Original,
): Promise<Finding | undefined> {
  const key = originalKey(companyId, sha256);
  const found = await store.verify(key, sha256, { isFresh: true });
  const isBack = found.state !== 'whole' && (await store.putBack(key, sha256));
  const state = isBack ? 'whole' : found.state;
  const { rows } = await client.query<{ count: number; id: string | null }>(
    state === 'whole' && before !== 'whole'
      ? // Long ago: the scrub looks at it next.
        `with noted as (update app.objects set checked_at = now() - interval '1 day' where company_id = $1 and sha256 = $2)
         select 0 as count, null as id where $3::text is not null`
      : `with noted as (
           update app.objects o set state = $3, checked_at = now()
           from (select state from app.objects where company_id = $1 and sha256 = $2 for update) b
           where o.company_id = $1 and o.sha256 = $2 returning b.state as before
         ), told as (
           insert into app.audit_events (company_id, actor_name, action, subject_type, subject_id, detail)
           select $1, 'Readout', 'capture.original_' || $3::text, 'capture', c.id::text, jsonb_build_object('sha256', $2::text)
           from noted n, lateral (
             select id from app.captures where company_id = $1 and sha256 = $2 order by created_at, page_number limit 1) c
           where n.before <> $3 and $3 <> 'whole'
         )
         select (select count(*)::int from app.captures where company_id = $1 and sha256 = $2) as count,
           (select id from app.captures where company_id = $1 and sha256 = $2 order by created_at, page_number limit 1) as id
         from noted`,
    [companyId, sha256, state],
  );
  // Without a row by now: erased while it was looked for.
  const row = rows[0];
  if (!row || (state === 'whole' && !isBack)) return undefined;
  return {
    kind: isBack
      ? 'put_back'
      : state === 'altered' && found.byteSize !== undefined && found.byteSize < byteSize
        ? 'truncated'
        : (state as 'altered' | 'missing'),
    key,
    byteSize,
    ...(found.byteSize === undefined ? {} : { foundBytes: found.byteSize }),
    ...(row.id ? { captureId: row.id, captures: row.count } : {}),
  };
}
