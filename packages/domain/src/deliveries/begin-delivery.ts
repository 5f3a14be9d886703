import { type DB, inCompany } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Trx } from '../in-scope.ts';
import { bodiesOf, type OutgoingDeps } from './outgoing-events.ts';
import type {
  FolderSettings,
  HttpSettings,
  MailSettings,
  OutgoingType,
  PaperlessSettings,
  PapraSettings,
  SettingsOf,
  TargetKind,
} from './rules.ts';
import { ownerOf, type SecretVault } from './secret-vault.ts';
import type { TakenDelivery } from './take-deliveries.ts';

/** A target with what it signs or sends with; that is undefined where it cannot be opened any more. */
export type OpenedTarget =
  | { kind: 'webhook'; address: string; secrets: string[] | undefined }
  | {
      kind: 'http';
      address: string;
      method: HttpSettings['method'];
      headers: Record<string, string>;
      secretHeaders: Record<string, string> | undefined;
    }
  | { kind: 'folder'; address: string; settings: FolderSettings }
  | { kind: 'mail'; address: string; settings: MailSettings }
  | { kind: 'paperless'; address: string; settings: PaperlessSettings; token: string | undefined }
  | { kind: 'papra'; address: string; settings: PapraSettings; token: string | undefined };

/** A file of a document, as it was captured. */
export interface OriginalFile {
  sha256: string;
  fileName: string;
  mediaType: string;
  byteSize: number;
}

/** One event on its way to one target. */
export interface Message {
  companyId: string;
  /** The `webhook-id`. */
  id: string;
  type: OutgoingType;
  sequence: number;
  body: string;
  /** Of the document, in the order of its pages; none where the target takes none. */
  files: OriginalFile[];
  /** What the try before left for this one. */
  handle: string | undefined;
}

export interface DeliveryTask {
  target: OpenedTarget;
  message: Message;
  /** Tries before this one, since it was made or replayed. */
  tries: number;
}

interface SealedTarget {
  id: string;
  kind: TargetKind;
  address: string;
  settings: SettingsOf[TargetKind];
  secret_sealed: string;
  former: string | null;
}

export function openTarget(vault: SecretVault, companyId: string, row: SealedTarget): OpenedTarget {
  const owner = ownerOf(companyId, row.id);
  const secret = vault.open(row.secret_sealed, owner);
  if (row.kind === 'webhook') {
    const former = row.former === null ? undefined : vault.open(row.former, owner);
    const secrets = [secret, former].filter((each) => each !== undefined);
    return { kind: 'webhook', address: row.address, secrets: secret === undefined ? undefined : secrets };
  }
  const { kind, address, settings } = row;
  if (kind === 'http') {
    const { method, headers } = settings as HttpSettings;
    return {
      kind,
      address,
      method,
      headers: Object.fromEntries(
        headers.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
      ),
      secretHeaders: secret === undefined ? undefined : (JSON.parse(secret) as Record<string, string>),
    };
  }
  if (kind === 'folder') return { kind, address, settings: settings as FolderSettings };
  if (kind === 'mail') return { kind, address, settings: settings as MailSettings };
  if (kind === 'papra') return { kind, address, settings: settings as PapraSettings, token: secret };
  return { kind, address, settings: settings as PaperlessSettings, token: secret };
}

/** Whether the files of the document go there, too. */
export const takesFiles = (target: OpenedTarget): boolean =>
  target.kind === 'paperless' ||
  target.kind === 'papra' ||
  ((target.kind === 'folder' || target.kind === 'mail') && target.settings.withOriginal);

export const sealedColumns = sql`t.id, t.kind, t.address, t.settings, t.secret_sealed,
  case when t.former_secret_until > now() then t.former_secret_sealed end as former`;

/**
 * What a worker needs to carry out what it has taken; undefined where it was skipped, or its target paused or deleted,
 * meanwhile.
 */
export async function beginDelivery(
  { db, vault, ...deps }: { db: Kysely<DB>; vault: SecretVault } & OutgoingDeps,
  { companyId, id, lease }: TakenDelivery,
): Promise<DeliveryTask | undefined> {
  return inCompany(db, { companyId, userId: null }, async (trx) => {
    const { rows } = await sql<
      SealedTarget & {
        event_id: string;
        type: OutgoingType;
        sequence: number;
        tries: number;
        handle: string | null;
        document_id: string | null;
      }
    >`
      select ${sealedColumns}, o.id as event_id, o.type, o.sequence, d.tries, d.handle,
        (o.payload #>> '{capture,id}')::uuid as document_id
      from app.deliveries d
      join app.delivery_targets t on t.company_id = d.company_id and t.id = d.target_id
      join app.outbox o on o.company_id = d.company_id and o.sequence = d.sequence
      where d.company_id = ${companyId}::uuid and d.id = ${id}::uuid and d.lease = ${lease}::uuid
        and d.state in ('pending', 'retrying') and t.state = 'active' and t.trashed_at is null`.execute(trx);
    const row = rows[0];
    if (!row) return undefined;
    const { sequence, type, tries } = row;
    const body = (await bodiesOf(trx, deps, { companyId, sequences: [sequence] })).get(sequence)!;
    const target = openTarget(vault, companyId, row);
    const files = takesFiles(target) ? await filesOf(trx, companyId, row.document_id) : [];
    const handle = row.handle ?? undefined;
    return { target, message: { companyId, id: row.event_id, type, sequence, body, files, handle }, tries };
  });
}

/** Every file once: a PDF is one for all its pages. */
async function filesOf(trx: Trx, companyId: string, documentId: string | null): Promise<OriginalFile[]> {
  const { rows } = await sql<OriginalFile>`
    select f."sha256", f."fileName", f."mediaType", f."byteSize" from (
      select distinct on (c.sha256) c.sha256 as "sha256", c.file_name as "fileName", c.media_type as "mediaType",
        c.byte_size as "byteSize", c.page_number
      from app.captures c where c.company_id = ${companyId}::uuid and c.document_id = ${documentId}::uuid
      order by c.sha256, c.page_number
    ) f order by f.page_number`.execute(trx);
  return rows;
}
