import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { type CompanyFilter, type CompanyOrder, companiesById, findCompanyIds } from './list-companies.ts';
import { recordListExport } from './record-list-export.ts';
import { streamCsv } from './stream-csv.ts';

/** The companies of the list as CSV, piece by piece, however many there are. Each export is recorded as an event. */
export async function exportCompanies(
  { platform }: { platform: Kysely<DB> },
  { actor, ...filter }: CompanyFilter & CompanyOrder & { actor: PlatformActor },
): Promise<AsyncGenerator<Uint8Array>> {
  demandOnPlatform(actor, 'lists.export');
  const ids = await findCompanyIds(platform, filter, 1_000_000);
  await recordListExport(platform, actor, { list: 'companies', format: 'csv' });
  return streamCsv(ids, (some) => companiesById(platform, some), [
    ['Id', (company) => company.id],
    ['Company', (company) => company.name],
    ['Status', (company) => company.status],
    ['Reason', (company) => company.statusReason ?? ''],
    ['Closing since', (company) => company.closingAt ?? ''],
    ['Members', (company) => company.memberCount],
    ['Captures, 30 days', (company) => company.captures30d],
    ['Failed pages, 30 days', (company) => company.failed30d],
    ['Stored bytes', (company) => company.bytes],
    ['Last capture', (company) => company.lastActiveAt ?? ''],
    ['Since', (company) => company.createdAt],
    ['Most members', (company) => company.limits.maxMembers],
    ['Most captures a month', (company) => company.limits.maxCapturesPerMonth],
    ['Most bytes', (company) => company.limits.maxBytes],
    ['Most seconds of reading a day', (company) => company.limits.maxReadingSecondsPerDay],
    ['Most seconds of reading a page', (company) => company.limits.maxReadingSecondsPerPage],
    ['Most pages read again a day', (company) => company.limits.maxRereadsPerDay],
  ]);
}
