import type { ClientBase } from 'pg';
import {
  type Breach,
  type ChainHead,
  type ChainLink,
  type ChainReport,
  installationChain,
  verifyChain,
} from './audit-chain.ts';

export interface AuditReport extends ChainReport {
  /** Events from before there were chains that are still being brought in. */
  waiting: number;
  /** How many heads of a copy kept elsewhere were found again. */
  headsFound: number;
}

const linksPerBatch = 2000;

/** A link as the views `audit_links` have it. */
export interface LinkRow {
  company_id: string;
  seq: number;
  event_id: number;
  at: string;
  action: string;
  subject_type: string;
  who: string;
  who_salt: string | null;
  who_erased: number | null;
  who_text: string | null;
  what: string;
  what_salt: string | null;
  what_erased: number | null;
  what_text: string | null;
  previous: string;
  hash: string;
  agrees: boolean;
}

export function toLink(row: LinkRow): ChainLink {
  const idOf = (id: number | null) => (id === null ? null : String(id));
  return {
    company: row.company_id,
    seq: Number(row.seq),
    eventId: String(row.event_id),
    at: row.at,
    action: row.action,
    subjectType: row.subject_type,
    who: {
      commitment: row.who,
      text: row.who_text,
      salt: row.who_salt,
      erasedBy: idOf(row.who_erased),
    },
    what: {
      commitment: row.what,
      text: row.what_text,
      salt: row.what_salt,
      erasedBy: idOf(row.what_erased),
    },
    previous: row.previous,
    hash: row.hash,
    agrees: row.agrees,
  };
}

/** Ids of all chains, the installation's first. `client`: as the owner of the schema. */
export async function listChains(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select company_id as id from app.audit_heads union select company_id from app.audit_chain
     union select company_id from app.audit_backlog union select distinct company_id from app.audit_events
     union select $1::uuid order by id`,
    [installationChain],
  );
  return rows.map(({ id }) => id);
}

/**
 * Looks at one chain in the database, as it is at this moment.
 * @param kept - heads of this chain that somebody wrote down elsewhere
 */
export async function verifyAudit(
  client: ClientBase,
  company: string,
  kept: readonly ChainHead[] = [],
): Promise<AuditReport> {
  // What is written meanwhile is not part of it.
  await client.query('begin isolation level repeatable read read only');
  try {
    return await verify(client, company, kept);
  } finally {
    await client.query('rollback');
  }
}

/** A cursor takes no parameters. @throws TypeError */
function uuidOf(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new TypeError('A chain is named by a UUID.');
  return text;
}

async function verify(client: ClientBase, company: string, kept: readonly ChainHead[]): Promise<AuditReport> {
  const isInstallation = company === installationChain;
  const chain = verifyChain(company);
  const bySeq = new Map(kept.map((head) => [head.seq, head.hash]));
  let changedHead: Breach | undefined;
  let headsFound = 0;
  // In one pass: page by page each page would be joined again.
  await client.query('set local cursor_tuple_fraction = 1');
  await client.query(
    `declare links cursor for select * from ${isInstallation ? 'platform' : 'app'}.audit_links
     where company_id = '${uuidOf(company)}' order by seq`,
  );
  for (let isBroken = false; !isBroken; ) {
    const { rows } = await client.query<LinkRow>(`fetch ${linksPerBatch} from links`);
    for (const row of rows) {
      const link = toLink(row);
      isBroken ||= chain.add(link) !== undefined;
      const expected = bySeq.get(link.seq);
      if (expected === undefined) continue;
      bySeq.delete(link.seq);
      if (expected === link.hash) headsFound++;
      else
        changedHead ??= {
          company,
          seq: link.seq,
          eventId: link.eventId,
          why: { reason: 'other_than_kept' },
        };
    }
    if (rows.length < linksPerBatch) break;
  }
  const report = chain.finish();
  const [missing] = bySeq.keys();
  if (missing !== undefined)
    changedHead ??= { company, seq: missing, eventId: null, why: { reason: 'gone_since_kept' } };
  const { waiting, breach } = await findOutside(client, company, report.head);
  return { ...report, waiting, headsFound, breach: report.breach ?? changedHead ?? breach };
}

/** Events in no link, and a head that is not the last link. */
async function findOutside(client: ClientBase, company: string, { seq, hash }: ChainHead) {
  const isInstallation = company === installationChain;
  const { rows } = await client.query<{
    waiting: number;
    outside: number;
    first_outside: string | null;
    head_seq: number | null;
    head_hash: string | null;
  }>(
    `with open as (
       select e.id, exists (select from app.audit_backlog b
         where b.company_id = $1 and e.id between b.next_id and b.last_id) as waits
       from ${isInstallation ? 'platform.events' : 'app.audit_events'} e
       where ${isInstallation ? 'true' : 'e.company_id = $1'}
         and not exists (select from app.audit_chain c where c.company_id = $1 and c.event_id = e.id)
     )
     select (select count(*)::int from open where waits) as waiting,
       (select count(*)::int from open where not waits) as outside,
       (select min(id)::text from open where not waits) as first_outside,
       (select h.seq::int from app.audit_heads h where h.company_id = $1) as head_seq,
       (select encode(h.hash, 'hex') from app.audit_heads h where h.company_id = $1) as head_hash`,
    [company],
  );
  const found = rows[0]!;
  let breach: Breach | null = null;
  if (found.outside > 0)
    breach = {
      company,
      seq: seq + 1,
      eventId: found.first_outside,
      why: { reason: 'outside', count: found.outside },
    };
  else if ((found.head_seq ?? 0) !== seq || (found.head_hash ?? hash) !== hash)
    breach = {
      company,
      seq: seq + 1,
      eventId: null,
      why: { reason: 'cut', seq, written: found.head_seq ?? 0 },
    };
  return { waiting: found.waiting, breach };
}
