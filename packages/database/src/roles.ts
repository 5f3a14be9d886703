import { createHmac } from 'node:crypto';
import { Client, type ClientBase } from 'pg';
import type { PreparedDatabase } from './address.ts';
import { idleTransactionTimeoutMs, statementTimeoutMs } from './session-limits.ts';

/**
 * The roles the server signs in as, as code and migrations name them. Roles belong to a whole PostgreSQL server, so in
 * the database each carries the installation's id, see `roleName`.
 */
export const roles = ['readout_app', 'readout_auth', 'readout_platform'] as const;
export type Role = (typeof roles)[number];

/** A role by its name on the server, for instance `readout_1f0c2ab83d4e_app`. */
export function roleName(role: Role, installationId: string): string {
  const shortId = installationId.replaceAll('-', '').slice(0, 12);
  return role.replace('readout_', `readout_${shortId}_`);
}

/** SQL of a migration with the installation's own roles. A channel of notifications of the same name stays. */
export function withRoleNames(sql: string, installationId: string): string {
  return sql.replace(/(?<!pg_notify\(')\breadout_(?:app|auth|platform)\b/g, (role) =>
    roleName(role as Role, installationId),
  );
}

/** Password of a role: derived, so that every process with the same secret can sign in and none is stored. */
export function rolePassword(role: Role, secret: string): string {
  return createHmac('sha256', secret).update(`database role ${role}`).digest('hex');
}

/**
 * Sets the passwords of the installation's roles. A copy of its database on the same server has the same roles: then
 * they are left as they are, so that a copy with another secret cannot lock the original out.
 *
 * @param client - connected as the role that made them, after migrating, under the lock of `migrate`.
 */
export async function setRolePasswords(
  client: ClientBase,
  database: PreparedDatabase,
  secret: string,
): Promise<void> {
  const names = roles.map((role) => roleName(role, database.installationId));
  const others = await findOtherDatabases(client, names);
  for (const [index, role] of roles.entries()) {
    const name = names[index] as string;
    const password = rolePassword(role, secret);
    if (others.length === 0) {
      await client.query(`alter role ${name} password '${password}'`).catch((cause) => {
        throw explainRoleFailure(cause, database.user, names);
      });
    } else if (!(await canSignIn(database, name, password))) {
      throw new Error(
        `The database ${others[0]} on the same PostgreSQL server belongs to the same installation (${database.installationId}), with another secret. ` +
          `If ${database.database} is a copy of it, make the copy with "readout backup" and "readout restore" instead, which gives it an id and roles of its own; ` +
          'if it is a leftover, drop it.',
      );
    }
  }
}

/**
 * Gives the installation's roles the limits that a process gives its own connections, in this database alone: those of a pooler
 * are made without them.
 */
export async function setRoleLimits(client: ClientBase, { installationId }: PreparedDatabase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  const settings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  };
  for (const role of roles)
    for (const [setting, value] of Object.entries(settings))
      await client.query(
        `alter role ${roleName(role, installationId)} in database ${rows[0]!.name} set ${setting} = ${value}`,
      );
}

/** Names of the other databases of the server in which one of the roles has rights. */
export async function findOtherDatabases(
  client: ClientBase,
  roleNames: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct d.datname::text as name
     from pg_shdepend s join pg_roles r on s.refclassid = 'pg_authid'::regclass and s.refobjid = r.oid
     join pg_database d on d.oid = case when s.classid = 'pg_database'::regclass then s.objid else s.dbid end
     where r.rolname = any ($1) and d.datname <> current_database() order by 1`,
    [roleNames],
  );
  return rows.map(({ name }) => name);
}

async function canSignIn(database: PreparedDatabase, user: string, password: string): Promise<boolean> {
  const client = new Client({ ...database, user, password, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Says what to do where PostgreSQL does not let the owner change roles; other errors are returned as they are. */
export function explainRoleFailure(cause: unknown, user: string, names: readonly string[]): unknown {
  const { code } = cause as { code?: string };
  if (code === '42501')
    return new Error(
      `The database role ${user} may not change Readout's own roles, which another role made. ` +
        `Run "grant ${names.join(', ')} to ${user} with admin option" as a superuser.`,
      { cause },
    );
  // undefined_object: a dump brought into a server that the roles were not made on.
  if (code === '42704')
    return new Error(
      `PostgreSQL does not have the roles of this installation (${names.join(', ')}), so the rights in this database are incomplete. ` +
        'Make the roles first ("create role … login noinherit"), then bring the dump in again; a backup made with "readout backup" needs none of this.',
      { cause },
    );
  return cause;
}
