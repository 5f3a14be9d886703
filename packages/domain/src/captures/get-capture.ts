import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { recordSeen } from '../audit/record-audit-event.ts';
import { AppError } from '../errors.ts';
import { inScope } from '../in-scope.ts';
import { isoRows } from '../iso-rows.ts';
import { isReadingUsedUp } from '../ledger/reading-of-today.ts';
import type { OriginalState } from '../originals/note-original.ts';
import type { PluginCatalogue } from '../plugins/plugin-catalogue.ts';
import { type Action, demand, isAllowed, reachOf } from '../policy.ts';
import { findOpenProposal } from '../records/proposal-rows.ts';
import { type RecordRow, recordColumns, toRecordDetails } from '../records/record-rows.ts';
import { listDeclaredTypes } from '../records/record-types.ts';
import { isUuid } from '../uuid.ts';
import { type LocatedRow, toLocation } from './capture-location.ts';
import { type CaptureRow, captureColumns, toListItems } from './capture-rows.ts';
import { findNotRun } from './find-not-run.ts';
import type { CaptureDetail, PageItem, PageReading } from './rules.ts';
import { sayFailure } from './say-failure.ts';

/**
 * A document at one of its pages: `captureId` names any page.
 * @param locale - BCP 47 tag: the language in which it is said why a page failed
 * @throws AppError `capture.not_found`, the same for what is not there and what the actor may not see
 */
export async function getCapture(
  { db, plugins }: { db: Kysely<DB>; plugins: PluginCatalogue },
  { scope, captureId, locale = 'en' }: { scope: Scope; captureId: string; locale?: string },
): Promise<CaptureDetail> {
  const reach = demand(scope, 'captures.see');
  if (!isUuid(captureId)) throw new AppError('capture.not_found');
  const { companyId, actor } = scope;
  return inScope(db, scope, async (trx) => {
    const { rows: pages } = await sql<CaptureRow & LocatedRow>`
      select ${captureColumns}, c.latitude, c.longitude from app.captures c
      where c.company_id = ${companyId}::uuid
        and c.document_id = (select document_id from app.captures where company_id = ${companyId}::uuid and id = ${captureId}::uuid)
        ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}
      order by c.page_number`.execute(trx);
    const first = pages[0];
    const page = pages.find((row) => row.id === captureId);
    if (!first || !page) throw new AppError('capture.not_found');
    await recordSeen(trx, scope, {
      action: 'capture.opened',
      subjectType: 'capture',
      subjectId: page.id,
      detail: { fileName: page.file_name },
    });
    const [capture] = await toListItems(trx, scope, plugins, [first]);
    const { rows: readings } = await sql<{ id: string; content: PageReading }>`
      select id, content from app.readings where company_id = ${companyId}::uuid and capture_id = ${captureId}::uuid
      order by created_at desc limit 1`.execute(trx);
    const { rows: records } = await sql<RecordRow>`
      select ${recordColumns} from app.records r
      join app.captures c on c.company_id = r.company_id and c.id = r.capture_id
      where r.company_id = ${companyId}::uuid and c.document_id = ${first.id}::uuid and (r.capture_id = ${captureId}::uuid
        or jsonb_path_exists(r.fields, '$.*.evidence[*] ? (@.page == $page)', jsonb_build_object('page', ${page.page_number}::int)))
      order by c.page_number, r.position`.execute(trx);
    const duplicates = await isoRows(trx)<CaptureDetail['duplicates'][number]>`
      select id, file_name as "fileName", created_at as "createdAt" from app.captures c
      where c.company_id = ${companyId}::uuid and c.sha256 = ${first.sha256} and c.page_number = 1 and c.id <> ${first.id}::uuid
        ${reach === 'own' ? sql`and c.created_by = ${actor.userId}::uuid` : sql``}
      order by created_at limit 20`;
    const { rows: originals } = await sql<{ state: OriginalState; checked_at: Date }>`
      select state, checked_at from app.objects where company_id = ${companyId}::uuid and sha256 = ${page.sha256}`.execute(
      trx,
    );
    const { rows: settings } = await sql<{
      operators_may_confirm: boolean;
      keep_location: boolean;
      any_confirmed: boolean;
      is_reading_used_up: boolean;
    }>`
      select s.operators_may_confirm, s.keep_location, exists (
        select 1 from app.records r join app.captures p on p.company_id = r.company_id and p.id = r.capture_id
        where p.company_id = ${companyId}::uuid and p.document_id = ${first.id}::uuid and r.state = 'confirmed') as any_confirmed,
        ${isReadingUsedUp} as is_reading_used_up
      from app.company_settings s where s.company_id = ${companyId}::uuid`.execute(trx);
    const isOperator = reachOf(actor, 'records.edit') === 'own';
    const may = (action: Action) => isAllowed(actor, action);
    const details = await toRecordDetails(trx, records, scope);
    const proposal = await findOpenProposal(
      trx,
      companyId,
      captureId,
      records.filter((record) => record.added_by === null && record.capture_id === captureId),
    );
    const made = [...details, ...(proposal?.records ?? [])];
    const notRun = await findNotRun(trx, companyId, first.id);
    const manifests = await plugins.manifests(trx, companyId, [
      ...made.map(({ plugin, pluginVersion: version }) => ({ plugin, version })),
      ...notRun.map(({ plugin, version }) => ({ plugin, version })),
    ]);
    const recordTypes: CaptureDetail['recordTypes'] = {};
    for (const { plugin, pluginVersion, type } of made) {
      const found = manifests.find(plugin, pluginVersion)?.records.find((record) => record.type === type);
      if (found) recordTypes[`${plugin}/${type}`] = found;
    }
    const offered = may('records.edit') ? await listDeclaredTypes(trx, plugins, companyId) : [];
    return {
      capture: capture!,
      pages: pages.map(toPage),
      page: {
        ...toPage(page),
        fileName: page.file_name,
        sha256: page.sha256,
        mediaType: page.media_type,
        byteSize: page.byte_size,
        failureDetail: sayFailure(page, locale),
        original: { state: originals[0]!.state, checkedAt: originals[0]!.checked_at.toISOString() },
        waitsForTomorrow: page.state === 'received' && settings[0]?.is_reading_used_up === true,
        ...(settings[0]?.keep_location ? { location: toLocation(page) } : {}),
      },
      reading: readings[0]?.content ?? null,
      readingId: readings[0]?.id ?? null,
      records: details,
      proposal,
      notRun: notRun.map((each) => ({
        ...each,
        name: manifests.find(each.plugin, each.version)?.name ?? each.plugin,
      })),
      recordTypes,
      offeredTypes: offered.map(({ plugin, recordType }) => ({ ...recordType, plugin })),
      duplicates,
      may: {
        edit: may('records.edit'),
        confirm: may('records.confirm') && (!isOperator || settings[0]?.operators_may_confirm === true),
        review: may('records.review'),
        change: may('captures.change') && (!isOperator || !settings[0]?.any_confirmed),
        assign: may('captures.assign'),
      },
    };
  });
}

function toPage(row: CaptureRow): PageItem {
  return {
    id: row.id,
    pageNumber: row.page_number,
    state: row.state,
    failureCode: row.failure_code,
    width: row.width,
    height: row.height,
  };
}
