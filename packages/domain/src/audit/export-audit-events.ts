import type { DB, LinkRow } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { csvCell } from '../csv.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { type AuditFilter, auditConditions } from './audit-conditions.ts';
import { type AuditEvent, readEvents } from './list-audit-events.ts';
import { recordAuditEvent } from './record-audit-event.ts';
import { type AuditFormat, auditFormats } from './rules.ts';
import { writeChain } from './write-chain.ts';

const eventsPerBatch = 1000;

/**
 * Every event the filter names, newest first, as a file that is made while it is sent: memory holds one batch. What
 * happens meanwhile is not part of it, and that it was taken is an event itself, the first of the file.
 * @throws AppError `export.unknown_format`, `role.not_allowed`, `list.bad_filter`
 */
export async function exportAuditEvents(
  { db }: { db: Kysely<DB> },
  { scope, filter, format }: { scope: Scope; filter: AuditFilter; format: AuditFormat },
): Promise<AsyncIterable<Uint8Array>> {
  demand(scope, 'audit.see');
  if (!Object.hasOwn(auditFormats, format)) throw new AppError('export.unknown_format', { of: 'audit' });
  // Before anything is written: a filter that cannot be used is an answer, not half a file.
  auditConditions(scope, filter);
  await inScope(db, scope, (trx) =>
    recordAuditEvent(trx, scope, {
      action: 'audit.exported',
      subjectType: 'company',
      subjectId: scope.companyId,
      detail: { format, filter },
    }),
  );
  if (format === 'chain')
    return writeChain((after, most) =>
      inScope(db, scope, async (trx) => {
        const { rows } = await sql<LinkRow>`
          select * from app.audit_links where company_id = ${scope.companyId}::uuid and seq > ${after}
          order by seq limit ${most}`.execute(trx);
        return rows;
      }),
    );
  return writers[format](readBatches(db, scope, filter));
}

async function* readBatches(db: Kysely<DB>, scope: Scope, filter: AuditFilter): AsyncGenerator<AuditEvent[]> {
  let cursor: string | undefined;
  do {
    const page = await inScope(db, scope, (trx) =>
      readEvents(trx, scope, { filter, cursor, size: eventsPerBatch }),
    );
    yield page.events;
    cursor = page.nextCursor;
  } while (cursor);
}

const encoder = new TextEncoder();
const actingWords = (name: string) => `${name || 'a platform administrator'} acting as this person`;

/** RFC 4180 with a byte order mark; what a spreadsheet would run as a formula is defused by {@link csvCell}. */
async function* writeCsv(batches: AsyncIterable<AuditEvent[]>): AsyncGenerator<Uint8Array> {
  yield encoder.encode(
    '\uFEFFTime (UTC),Who,Acting,Action,Subject type,Subject id,Detail,IP address,Erased on (UTC)\r\n',
  );
  for await (const events of batches)
    yield encoder.encode(
      events
        .map(
          (event) =>
            `${[
              event.createdAt,
              event.actorName,
              event.actingName === null ? '' : actingWords(event.actingName),
              event.action,
              event.subjectType,
              event.subjectId,
              Object.keys(event.detail).length > 0 ? JSON.stringify(event.detail) : '',
              event.ipAddress ?? '',
              event.erasedOn ?? '',
            ]
              .map(csvCell)
              .join(',')}\r\n`,
        )
        .join(''),
    );
}

async function* writeJson(batches: AsyncIterable<AuditEvent[]>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const events of batches) {
    const text = events.map((event) => JSON.stringify(event)).join(',\n');
    yield encoder.encode(isFirst ? `[\n${text}` : text ? `,\n${text}` : '');
    isFirst = false;
  }
  yield encoder.encode(isFirst ? '[]\n' : '\n]\n');
}

const writers = { csv: writeCsv, json: writeJson };
