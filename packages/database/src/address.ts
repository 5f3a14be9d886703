import type { PoolConfig } from 'pg';

/** How to reach a PostgreSQL: a socket folder or host, and the superuser (or role that may create roles). */
export interface Server {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** A PostgreSQL and the database in it, with the role that owns the schema. */
export interface DatabaseAddress extends Server {
  database: string;
  ssl?: PoolConfig['ssl'];
}

/** A database after `prepareDatabase`: its installation is known, and with it the names of its roles. */
export interface PreparedDatabase extends DatabaseAddress {
  /** UUID, made with the database; no two installations share it. */
  installationId: string;
}
