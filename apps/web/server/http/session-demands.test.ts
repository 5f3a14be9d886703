import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { RouterContextProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requireMember, requireSession } from '../../app/session.ts';
import { type CurrentLegalVersions, createLegalVersions } from '../legal-versions.ts';
import type { Session } from '../request/session.ts';
import type { Services } from '../services.ts';
import { clientAddressContext, servicesContext, sessionContext } from './context.ts';
import type { HttpEnv } from './env.ts';
import { foreseen, problemResponse } from './problem.ts';
import { sessionDemands } from './session-demands.ts';

let folder: string;
let legal: CurrentLegalVersions;
let session: Session;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'readout-legal-'));
  const texts = new Map<string, string>();
  legal = await createLegalVersions({
    dataFolder: folder,
    kept: {
      list: async () => new Map(texts),
      keep: async (file, text) => void texts.set(file, text),
      takeBack: async (file) => void texts.delete(file),
    },
    onError() {},
  });
  const { terms, privacy } = legal.current();
  session = {
    sessionId: 's',
    user: {
      id: 'u',
      name: 'Ada',
      email: 'ada@example.com',
      role: 'user',
      emailVerified: true,
      twoFactor: false,
      termsVersion: terms,
      privacyVersion: privacy,
      changelogSeen: null,
      language: null,
      singleKeys: true,
    },
    company: {
      id: 'c',
      name: 'Company',
      slug: 'c',
      status: 'active',
      closingAt: null,
      requiresTwoFactor: false,
    },
    role: 'operator',
    companies: [{ id: 'c', name: 'Company', role: 'operator', requiresTwoFactor: false }],
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const publishTerms = async (version: string) => {
  mkdirSync(path.join(folder, 'legal'), { recursive: true });
  const header = `---\ntitle: Terms\nversion: ${version}\neffective: 2026-12-01\n---\n`;
  writeFileSync(path.join(folder, 'legal', 'tos.md'), `${header}Text`);
  await legal.refresh();
};

/** Where a page sends the browser instead of answering; 200 where it answers. */
function pageAnswer(require: typeof requireMember | typeof requireSession, address: string): unknown {
  const context = new RouterContextProvider();
  context.set(sessionContext, session);
  context.set(servicesContext, { legal } as unknown as Services);
  context.set(clientAddressContext, '203.0.113.7');
  try {
    require(context, new Request(`http://localhost${address}`));
    return 200;
  } catch (answer) {
    return answer instanceof Response ? answer.headers.get('location') : answer;
  }
}

async function apiAnswer(): Promise<[number, string | undefined]> {
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set('session', session);
    await next();
  });
  app.use(sessionDemands(legal));
  app.get('/', (c) => c.json({}));
  app.onError((error) => problemResponse(foreseen(error) ?? raise(error)));
  const answer = await app.request('/');
  return [answer.status, ((await answer.json()) as { code?: string }).code];
}
const raise = (error: unknown): never => {
  throw error;
};

describe('a new version of the terms', () => {
  test('is to be accepted before anything else, on pages and for programs', async () => {
    expect(pageAnswer(requireMember, '/app?q=x')).toBe(200);
    expect(await apiAnswer()).toEqual([200, undefined]);
    await publishTerms('2099-01-01');
    expect(pageAnswer(requireMember, '/app?q=x')).toBe('/auth/terms?to=%2Fapp%3Fq%3Dx');
    expect(pageAnswer(requireSession, '/dashboard.data?_routes=a')).toBe('/auth/terms?to=%2Fdashboard');
    expect(await apiAnswer()).toEqual([403, 'terms.not_accepted']);
  });

  test('keeps nobody from taking their data and leaving', async () => {
    await publishTerms('2099-01-01');
    expect(pageAnswer(requireSession, '/settings/account')).toBe(200);
    expect(pageAnswer(requireSession, '/settings/account/export')).toBe(200);
    expect(pageAnswer(requireSession, '/settings/accounting')).toContain('/auth/terms');
  });

  test('is not asked of a platform admin who acts as the person', async () => {
    await publishTerms('2099-01-01');
    session = { ...session, impersonatedBy: 'admin' };
    expect(pageAnswer(requireMember, '/app')).toBe(200);
    expect(await apiAnswer()).toEqual([200, undefined]);
  });
});

describe('a company that demands a second factor', () => {
  beforeEach(() => {
    if (session.company) session.company.requiresTwoFactor = true;
  });

  test('shows nothing to who has none, and says where to set one up', async () => {
    expect(pageAnswer(requireMember, '/app')).toBe('/settings/security?needed=two-factor');
    expect(await apiAnswer()).toEqual([403, 'two_factor.needed']);
    expect(pageAnswer(requireMember, '/settings/security?needed=two-factor')).toBe(200);
    expect(pageAnswer(requireSession, '/settings/account')).toBe(200);
  });

  test('opens for who has one', async () => {
    session.user.twoFactor = true;
    expect(pageAnswer(requireMember, '/app')).toBe(200);
    expect(await apiAnswer()).toEqual([200, undefined]);
  });
});
