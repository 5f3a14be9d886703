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
  /** In front of it, for whatever does not need a connection that lasts. */
  pooler?: Pooler;
}

/** A pooler that hands connections on between transactions, PgBouncer for instance. */
export interface Pooler {
  host: string;
  port: number;
  /** As the pooler calls it. */
  database: string;
  ssl?: PoolConfig['ssl'];
}

/** A database after `prepareDatabase`: its installation is known, and with it the names of its roles. */
export interface PreparedDatabase extends DatabaseAddress {
  /** UUID, made with the database; no two installations share it. */
  installationId: string;
}
