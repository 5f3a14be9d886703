import { createHmac } from 'node:crypto';
import type { ClientBase } from 'pg';

/** The roles the server signs in as; made by the first migration. */
export const roles = ['readout_app', 'readout_auth', 'readout_platform'] as const;
export type Role = (typeof roles)[number];

/** Key of the advisory lock under which a role is changed: PostgreSQL refuses two changes at once. */
const roleLock = 7_233_003;

/** Password of a role: derived, so that every process with the same secret can sign in and none is stored. */
export function rolePassword(role: Role, secret: string): string {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('hex');
}

/** Sets the passwords of all roles. Call after migrating, connected as the role that made them. */
export async function setRolePasswords(client: ClientBase, secret: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [roleLock]);
    for (const role of roles)
      await client.query(`alter role ${role} password '${rolePassword(role, secret)}'`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
