import { randomBytes, scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@readout/database/testing';
import { Pool } from 'pg';
import type { AccountsDeps } from '../accounts/account-steps.ts';
import { type Accounts, accountsFor, type SignUpInput } from '../accounts/accounts.ts';
import { type Auth, createAuth, derivedSecret, recoveryCodeKey } from '../accounts/auth.ts';
import { createSessionResolver, type SessionResolver } from '../accounts/session.ts';
import { type Config, loadConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { renderMail } from '../mail/render-mail.ts';
import { clientOf } from '../request/client.ts';
import type { Session } from '../request/session.ts';

export interface WaitingMail {
  kind: string;
  to_email: string;
  subject: string;
  body_text: string;
}

/** One person's browser: its cookies go with every request and are kept from every answer. */
export interface TestBrowser {
  accounts: Accounts;
  headers(): Headers;
  session(): Promise<Session | null>;
  /** Keeps the cookies of an answer and gives it on. */
  keep(headers: Headers): Headers;
  /** The user agent it names. */
  agent: string;
}

/** Everything about accounts on a database of its own, without HTTP. */
export interface AccountWorld {
  database: TestDatabase;
  auth: Auth;
  config: Config;
  deps: AccountsDeps;
  sessions: SessionResolver;
  browser(from?: { peer?: string; agent?: string; deps?: Partial<AccountsDeps> }): TestBrowser;
  /** Mails since the last call, oldest first. */
  mails(): Promise<WaitingMail[]>;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Takes every person and company away: the next test is on a fresh installation. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function createAccountWorld({
  hasMail = false,
  environment = {},
}: {
  hasMail?: boolean;
  environment?: Record<string, string>;
} = {}): Promise<AccountWorld> {
  const database = await createTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'readout-accounts-'));
  const config = loadConfig({ READOUT_DATA: folder, READOUT_LOG_LEVEL: 'silent', ...environment });
  const pool = new Pool({ ...database.address, max: 2 });
  // A connection that is just closing may still hear that its database goes.
  pool.on('error', () => {});
  const mailer = {
    isConfigured: hasMail,
    origin: config.baseUrl ?? 'http://localhost:3000',
    render: renderMail,
  };
  const auth = createAuth({ config, db: database.auth, log: createLog(config), mailer });
  await hashCheaply(auth);
  const sessions = createSessionResolver(pool, {
    name: 'readout.session_token',
    secret: derivedSecret(config.secret, 'sign-in'),
    isSecure: false,
  });
  const deps = {
    auth,
    db: { auth: database.auth, app: database.app },
    mailer,
    providers: config.signInProviders,
    isSecure: false,
    recoveryCodeKey: recoveryCodeKey(config.secret),
    answerMs: 0,
    signUp: {
      mode: config.signUp,
      setupCode: 'ABCD-EFGH-JKLM',
      firstPlugins: [{ pluginId: 'text', version: '1.0.0' }],
    },
  };
  const seen = new Set<string>();
  return {
    database,
    auth,
    config,
    deps,
    sessions,
    browser({
      peer = '127.0.0.1',
      agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
      deps: more = {},
    } = {}) {
      const cookies = new Map<string, string>();
      const headers = () =>
        new Headers({
          host: 'localhost:3000',
          'user-agent': agent,
          ...(cookies.size > 0
            ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
            : {}),
        });
      return {
        agent,
        headers,
        get accounts() {
          const all = headers();
          return accountsFor(
            { ...deps, ...more },
            { headers: all, client: clientOf({ peer, isEncrypted: false, headers: all }, config) },
          );
        },
        session: async () => (await sessions.resolve(headers().get('cookie')))?.session ?? null,
        keep(answer) {
          for (const cookie of answer.getSetCookie()) {
            const [pair = '', ...attributes] = cookie.split(';');
            const name = pair.slice(0, pair.indexOf('='));
            const isOver = attributes.some((each) => /^\s*max-age=0$/i.test(each));
            if (isOver) cookies.delete(name);
            else cookies.set(name, pair.slice(name.length + 1));
          }
          return answer;
        },
      };
    },
    async mails() {
      const { rows } = await pool.query<WaitingMail & { id: string }>(
        'select id, kind, to_email, subject, body_text from auth.mails order by created_at, id',
      );
      const fresh = rows.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      return fresh;
    },
    query: async <Row>(text: string, values: unknown[] = []) =>
      (await pool.query(text, values)).rows as Row[],
    async empty() {
      // By name: what refers to a company or a person comes before them, or goes with them.
      await pool.query(`do $$ declare each regclass; begin
        for each in select oid::regclass from pg_class
          where relkind in ('r', 'p') and not relispartition and relnamespace in ('app'::regnamespace, 'auth'::regnamespace)
          order by relnamespace::regnamespace::text, relname
        loop execute format('delete from %s', each); end loop;
      end $$`);
    },
    async close() {
      await pool.end();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const password = 'correct horse battery';

/** What makes guessing dear makes tests that sign in slow; `accounts.int.test.ts` holds the product to its own cost. */
export async function hashCheaply(auth: Auth): Promise<void> {
  const { password: hashing } = await auth.$context;
  const keyOf = (of: string, salt: string) => scryptSync(of, salt, 64, { N: 2, r: 1, p: 1 }).toString('hex');
  hashing.hash = async (of) => {
    const salt = randomBytes(16).toString('hex');
    return `${salt}:${keyOf(of, salt)}`;
  };
  hashing.verify = async ({ hash, password: given }) => {
    const [salt = '', key] = hash.split(':');
    return keyOf(given, salt) === key;
  };
}

export const person = (name: string, more: Partial<SignUpInput> = {}): SignUpInput => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  password,
  companyName: `${name} & Co`,
  languages: ['en'],
  locale: 'en-GB',
  termsVersion: '1',
  privacyVersion: '1',
  ...more,
});

/** The token of the link in a mail. */
export function tokenOf(mail: WaitingMail | undefined): string {
  const url = /https?:\/\/\S+/.exec(mail?.body_text ?? '')?.[0];
  return url ? (new URL(url).searchParams.get('token') ?? '') : '';
}

/** Code of the AppError a call ends with; what it resolves to where it does not. */
export const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: { code?: string }) => error.code ?? error);
