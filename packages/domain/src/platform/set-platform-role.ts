import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors.ts';
import { fieldText } from '../field-text.ts';
import { demandOnPlatform, type PlatformActor } from '../platform-actor.ts';
import { type PlatformRole, platformRoles } from '../platform-policy.ts';
import { demandConfirmation, getUser } from './change-user.ts';
import { refusing } from './platform-refusals.ts';

/**
 * Gives a person a role of the installation, or takes it (`user`), with the person's address typed. It holds at once in
 * every session of theirs; sessions in which they act as somebody, or somebody as them, end.
 *
 * @returns whether anything changed
 * @throws AppError `user.not_found`, `user.deleted`, `user.is_yourself`, `user.is_last_admin`, `user.suspended`,
 *   `platform.admin_only`, `platform.role_not_allowed`, `platform.bad_input`
 */
export async function setPlatformRole(
  { platform }: { platform: Kysely<DB> },
  input: { actor: PlatformActor; userId: string; role: string; confirmation: string },
): Promise<{ isChanged: boolean; role: PlatformRole }> {
  const { actor, userId, confirmation } = input;
  demandOnPlatform(actor, 'roles.give');
  const role = platformRoles.find((name) => name === input.role);
  if (!role) throw new AppError('platform.bad_input', { fields: { role: fieldText('one_of_roles') } });
  const user = await getUser(platform, userId);
  demandConfirmation(user, confirmation);
  const { rows } = await refusing(
    sql<{ changed: boolean }>`
      select platform.set_role(${actor.userId}::uuid, ${actor.name}, ${actor.ipAddress ?? null}, ${user.id}::uuid,
        ${role}) as changed`.execute(platform),
  );
  return { isChanged: rows[0]?.changed === true, role };
}
