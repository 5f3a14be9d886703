import type { ClientBase } from 'pg';
import { explainRoleFailure, findOtherDatabases, roleName, roles } from './roles.ts';

/**
 * The id of the installation whose data this database holds: made once, before the first migration, so that roles can
 * carry it.
 *
 * @param wanted - the id a new installation shall have; otherwise one is made.
 * @throws Error where the database already has another one.
 */
export async function ensureInstallationId(client: ClientBase, wanted?: string): Promise<string> {
  await client.query(`
    create table if not exists public.readout_installation (
      id uuid not null default gen_random_uuid(), created_at timestamptz not null default now())`);
  await client.query(
    'create unique index if not exists readout_installation_only_row on public.readout_installation ((true))',
  );
  await client.query(
    'insert into public.readout_installation (id) values (coalesce($1::uuid, gen_random_uuid())) on conflict do nothing',
    [wanted ?? null],
  );
  const { rows } = await client.query<{ id: string }>('select id from public.readout_installation');
  const id = rows[0]?.id;
  if (!id || (wanted && id !== wanted)) {
    throw new Error(`The database belongs to the installation ${id}, not to ${wanted}.`);
  }
  return id;
}

/**
 * Gives an installation made before role names carried its id roles of its own: renamed, so that all their rights
 * follow, where no other database uses them; otherwise new ones get the rights in this database. In a transaction.
 *
 * @param user - who the client is connected as, for the message.
 * @returns the former names, where there was something to do.
 */
export async function adoptRoles(
  client: ClientBase,
  installationId: string,
  user: string,
): Promise<string[]> {
  const { rows: used } = await client.query<{ name: (typeof roles)[number]; has_successor: boolean }>(
    `select r.rolname::text as name, exists (select from pg_roles n where n.rolname = $2::jsonb ->> r.rolname::text) as has_successor
     from pg_roles r where r.rolname = any ($1) and exists (
       select from pg_shdepend s join pg_database d on d.oid = s.dbid
       where s.refclassid = 'pg_authid'::regclass and s.refobjid = r.oid and d.datname = current_database())`,
    [roles, JSON.stringify(Object.fromEntries(roles.map((role) => [role, roleName(role, installationId)])))],
  );
  for (const { name, has_successor } of used) {
    const successor = roleName(name, installationId);
    const others = await findOtherDatabases(client, [name]);
    if (others.length === 0 && !has_successor) {
      await client.query(`alter role ${name} rename to ${successor}`).catch((cause) => {
        throw explainRoleFailure(cause, user, [name]);
      });
      continue;
    }
    if (!has_successor)
      await client.query(
        `create role ${successor} login nosuperuser nocreatedb nocreaterole noinherit nobypassrls`,
      );
    await moveRights(client, name, successor);
  }
  return used.map(({ name }) => name);
}

/** Gives what `from` may do in this database to `to`, and takes it from `from`. */
async function moveRights(client: ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(moveQuery, [from, to]);
  for (const { statement } of rows) await client.query(statement);
  const { rows: left } = await client.query<{ what: string }>(
    `select pg_describe_object(s.classid, s.objid, s.objsubid) as what
     from pg_shdepend s join pg_database d on d.oid = s.dbid
     where s.refclassid = 'pg_authid'::regclass and s.refobjid = $1::regrole and d.datname = current_database() limit 1`,
    [from],
  );
  if (left[0])
    throw new Error(
      `The database role ${from} is used by another database too, and its rights on ${left[0].what} could not be given to ${to}. ` +
        `Take them from it ("drop owned by ${from}" in this database does so for all), then start again: only rights that Readout did not give are lost.`,
    );
}

/**
 * Statements for every kind of right that Readout gives: on schemas, tables, views, columns, sequences and functions,
 * and the policies of row-level security. Rights are those on the access control lists (aclexplode).
 */
const moveQuery = `
  with given as (
    select format('schema %I', nspname) as object, null as columns, a.* from pg_namespace, aclexplode(nspacl) a
    union all
    select format(case relkind when 'S' then 'sequence %s' else 'table %s' end, c.oid::regclass), null, a.*
      from pg_class c, aclexplode(relacl) a
    union all
    select format('table %s', attrelid::regclass), quote_ident(attname), a.* from pg_attribute, aclexplode(attacl) a
    union all
    select format('routine %s', p.oid::regprocedure), null, a.* from pg_proc p, aclexplode(proacl) a
  ), mine as (
    select object, privilege_type || coalesce(' (' || columns || ')', '') as privilege
    from given where grantee = $1::text::regrole
  )
  select format('grant %s on %s to %I', string_agg(privilege, ', '), object, $2::text) as statement from mine group by object
  union all
  select format('revoke %s on %s from %I', string_agg(privilege, ', '), object, $1::text) from mine group by object
  union all
  select format('alter policy %I on %I.%I to %s', policyname, schemaname, tablename,
    (select string_agg(quote_ident(case when r = $1::text then $2::text else r end), ', ') from unnest(roles) r))
  from pg_policies where $1::text::name = any (roles)`;

/**
 * Lets only the installation's own roles (and the owner) connect to the database: another installation's roles on the
 * same server have no business here.
 */
export async function keepStrangersOut(client: ClientBase, installationId: string): Promise<void> {
  const { rows } = await client.query<{ name: string; is_public: boolean }>(
    `select quote_ident(datname) as name, exists (
       select from aclexplode(coalesce(datacl, acldefault('d', datdba))) a where a.grantee = 0 and a.privilege_type = 'CONNECT') as is_public
     from pg_database where datname = current_database()`,
  );
  const database = rows[0];
  if (!database?.is_public) return;
  const names = roles.map((role) => roleName(role, installationId)).join(', ');
  await client.query(
    `grant connect on database ${database.name} to ${names}; revoke connect on database ${database.name} from public`,
  );
}
