import { type ChainLink, type DB, type LinkRow, toLink } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { isoRows } from '../iso-rows.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';

type Deps = { platform: Kysely<DB> };

/** An event on its way to the receiver of the installation's audit stream. */
export interface StreamedLink {
  companyName: string;
  link: ChainLink;
}

/** A text that is longer is not sent; what commits to it is. */
const longestText = 64 * 1024;

/**
 * Takes or keeps the sending, which one process at a time does; one that dies loses it after `forSeconds`.
 * @returns whether it is this process's
 */
export async function takeAuditStream(
  { platform }: Deps,
  { processId, target, forSeconds }: { processId: string; target: string; forSeconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    update platform.audit_stream set lease_by = ${processId}::uuid, lease_until = now() + make_interval(secs => ${forSeconds}),
      target = ${target}, caught_up_at = coalesce(caught_up_at, now())
    where lease_by is null or lease_by = ${processId}::uuid or lease_until < now() returning 1`.execute(
    platform,
  );
  return rows.length > 0;
}

/** Gives the sending back, for the next process. */
export async function leaveAuditStream(
  { platform }: Deps,
  { processId }: { processId: string },
): Promise<void> {
  await sql`
    update platform.audit_stream set lease_by = null, lease_until = null where lease_by = ${processId}::uuid`.execute(
    platform,
  );
}

/** What the receiver lacks next, in the order of each chain. Nothing is locked. */
export async function nextToStream(
  { platform }: Deps,
  { most, mostOfChain }: { most: number; mostOfChain: number },
): Promise<StreamedLink[]> {
  const { rows } = await sql<LinkRow & { company_name: string }>`
    select * from platform.audit_to_stream(${most}, ${mostOfChain}, ${longestText})`.execute(platform);
  return rows.map((row) => ({
    companyName: row.company_name,
    link: toLink(row),
  }));
}

/** The receiver took these: they are not sent again. */
export async function noteStreamed({ platform }: Deps, links: readonly StreamedLink[]): Promise<void> {
  const last = new Map(links.map(({ link }) => [link.company, link.seq]));
  const places = [...last].map(([company_id, seq]) => ({ company_id, seq }));
  await platform.transaction().execute(async (trx) => {
    await sql`
      insert into platform.audit_streamed (company_id, seq)
      select p.company_id, p.seq from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (company_id uuid, seq bigint)
      on conflict (company_id) do update set seq = excluded.seq, at = now() where audit_streamed.seq < excluded.seq`.execute(
      trx,
    );
    await sql`
      update platform.audit_stream set sent = sent + ${links.length}, sent_at = now(), failures = 0`.execute(
      trx,
    );
  });
}

/** Nothing is left to send at this moment. */
export async function noteCaughtUp({ platform }: Deps): Promise<void> {
  await sql`
    select platform.audit_stream_caught_up()`.execute(platform);
}

export async function noteStreamFailure(
  { platform }: Deps,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await sql`
    update platform.audit_stream set failures = failures + 1, failed_at = now(), failure_code = ${code},
      failure = ${message.slice(0, 500)}`.execute(platform);
}

/** How the stream is. Times are ISO 8601. */
export interface AuditStreamState {
  /** The receiver that was last sent to; null: never any. */
  target: string | null;
  /** Whether a process sends at this moment. */
  isTaken: boolean;
  /** Events that the receiver lacks, and when the oldest of them happened. */
  waiting: number;
  oldestAt: string | null;
  /** When it last had everything; null: nothing was ever sent. */
  caughtUpAt: string | null;
  sent: number;
  sentAt: string | null;
  /** The last one. `attempts`: how many failed since the last success; 0: it works again. */
  failure: { code: string; message: string; at: string; attempts: number } | null;
}

/** @throws AppError `platform.admin_only` */
export async function auditStreamState(
  { platform }: Deps,
  { actor }: { actor: PlatformActor },
): Promise<AuditStreamState> {
  demandOnPlatform(actor, 'system.see');
  const [row] = await isoRows(platform)<
    Omit<AuditStreamState, 'failure'> & {
      attempts: number;
      failedAt: string | null;
      code: string | null;
      message: string | null;
    }
  >`
    select s.target, coalesce(s.lease_until > now(), false) as "isTaken", l.events as waiting, l.oldest_at as "oldestAt",
      s.caught_up_at as "caughtUpAt", s.sent, s.sent_at as "sentAt", s.failures as attempts, s.failed_at as "failedAt",
      s.failure_code as code, s.failure as message
    from platform.audit_stream s, platform.audit_stream_lag() l`;
  const { attempts, failedAt: at, code, message, ...state } = row!;
  return { ...state, failure: code && at ? { code, message: message ?? '', at, attempts } : null };
}
