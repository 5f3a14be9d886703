import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import type { ServerBuild } from 'react-router';
import { derivedSecret } from '../accounts/auth.ts';
import { loadConfig, rootFolder } from '../config.ts';
import { createLog } from '../log.ts';
import { createServices, type Services } from '../services.ts';
import { startWeb, type Web } from '../start-web.ts';

/** The web role as it is started by `npm start`, with the built pages, on a test database and a free port. */
export interface WholeServer {
  database: TestDatabase;
  services: Services;
  web: Web;
  origin: string;
  /** The built pages, to walk their routes. */
  build: ServerBuild;
  /** Cookie of a user who has accepted the terms, signed as sign-in does it. */
  cookieOf(userId: string, companyId: string | null): Promise<string>;
  /** The same of many at once, in their order. */
  cookiesOf(people: { userId: string; companyId: string | null }[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function startWholeServer(environment: Record<string, string> = {}): Promise<WholeServer> {
  const database = await createTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-whole-'));
  const config = loadConfig({
    READOUT_DATA: folder,
    READOUT_SECRET: database.secret,
    READOUT_ROLE: 'web',
    READOUT_LOG_LEVEL: 'silent',
    PORT: '0',
    ...environment,
  });
  const services = await createServices({ config, log: createLog(config), database: database.address });
  const web = await startWeb(services, { isDevelopment: false });
  const build = (await import(
    pathToFileURL(path.join(rootFolder, 'apps/web/build/server/index.js')).href
  )) as ServerBuild;
  const { terms, privacy } = services.legal.current();
  const { authCookies } = await services.auth.$context;
  const cookiesOf: WholeServer['cookiesOf'] = async (people) => {
    const tokens = people.map(() => randomBytes(24).toString('base64url'));
    const users = people.map(({ userId }) => userId);
    await database.asOwner(async (client) => {
      await client.query(
        'update auth."user" set terms_version = $1, privacy_version = $2 where id = any ($3)',
        [terms, privacy, users],
      );
      await client.query(
        `insert into auth.session (user_id, token, expires_at, active_company_id)
         select user_id, token, now() + interval '1 day', company_id
         from unnest($1::uuid[], $2::text[], $3::uuid[]) as made (user_id, token, company_id)`,
        [users, tokens, people.map(({ companyId }) => companyId)],
      );
    });
    const key = derivedSecret(config.secret, 'sign-in');
    return tokens.map((token) => {
      const signature = createHmac('sha256', key).update(token).digest('base64');
      return `${authCookies.sessionToken.name}=${encodeURIComponent(`${token}.${signature}`)}`;
    });
  };
  return {
    database,
    services,
    web,
    origin: `http://127.0.0.1:${web.port}`,
    build,
    cookieOf: async (userId, companyId) => (await cookiesOf([{ userId, companyId }]))[0]!,
    cookiesOf,
    async close() {
      await web.stop();
      await services.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface PageRoute {
  id: string;
  /** Address with its parameters, without the first slash. */
  pattern: string;
  hasLoader: boolean;
  hasAction: boolean;
  /** The module without its ending. */
  file: string;
}

/** Every page address, from the build itself. */
export function pageRoutes(build: ServerBuild): PageRoute[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route) return [];
    const parts: string[] = [];
    for (
      let at: typeof route | undefined = route;
      at;
      at = at.parentId ? build.routes[at.parentId] : undefined
    )
      if (at.path) parts.unshift(at.path);
    return [
      {
        id: route.id,
        pattern: parts.join('/'),
        hasLoader: 'loader' in route.module,
        hasAction: 'action' in route.module,
        file: path.join(rootFolder, 'apps/web/app', route.id),
      },
    ];
  });
}
