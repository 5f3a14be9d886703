import type { DB } from '@readout/database';
import type { Kysely } from 'kysely';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { platformRoleNames } from '../platform-policy.ts';
import { findUserIds, type UserFilter, type UserOrder, usersById } from './list-users.ts';
import { recordListExport } from './record-list-export.ts';
import { streamCsv } from './stream-csv.ts';

/** The users of the list as CSV, piece by piece, however many there are. Each export is recorded as an event. */
export async function exportUsers(
  { platform }: { platform: Kysely<DB> },
  { actor, ...filter }: UserFilter & UserOrder & { actor: PlatformActor },
): Promise<AsyncGenerator<Uint8Array>> {
  demandOnPlatform(actor, 'lists.export');
  const ids = await findUserIds(platform, filter, 1_000_000);
  await recordListExport(platform, actor, { list: 'users', format: 'csv' });
  return streamCsv(ids, (some) => usersById(platform, some), [
    ['Id', (user) => user.id],
    ['Name', (user) => user.name],
    ['Email', (user) => user.email],
    ['Email verified', (user) => (user.emailVerified ? 'yes' : 'no')],
    ['Second factor', (user) => (user.twoFactor ? 'yes' : 'no')],
    ['Role', (user) => platformRoleNames[user.role]],
    ['State', (user) => user.state],
    ['Reason', (user) => user.suspendedReason ?? ''],
    ['Companies', (user) => user.companyCount],
    ['Last seen', (user) => user.lastSeenAt ?? ''],
    ['Since', (user) => user.createdAt],
  ]);
}
