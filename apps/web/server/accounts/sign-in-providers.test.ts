import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'readout-providers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const load = (environment: Record<string, string>) => loadConfig({ READOUT_DATA: folder, ...environment });
const oidc = {
  READOUT_OIDC_ISSUER: 'https://login.example.com',
  READOUT_OIDC_CLIENT_ID: 'readout',
  READOUT_OIDC_CLIENT_SECRET: 'hunter2',
};
const more = [
  { id: 'acme', name: 'Acme', issuer: 'https://acme.example', clientId: 'a', clientSecret: 'hunter2' },
];

describe('services to sign in with', () => {
  test('are none unless configured', () => {
    expect(load({}).signInProviders).toEqual([]);
  });

  test('are any number, in the order of their buttons', () => {
    const { signInProviders } = load({
      ...oidc,
      READOUT_OIDC_PROVIDERS: JSON.stringify(more),
      READOUT_GITHUB_CLIENT_ID: 'g',
      READOUT_GITHUB_CLIENT_SECRET: 'hunter2',
      READOUT_MICROSOFT_CLIENT_ID: 'm',
      READOUT_MICROSOFT_CLIENT_SECRET: 'hunter2',
    });
    expect(signInProviders.map(({ id, name }) => [id, name])).toEqual([
      ['oidc', 'Single sign-on'],
      ['acme', 'Acme'],
      ['microsoft', 'Microsoft'],
      ['github', 'GitHub'],
    ]);
  });

  test.each([
    [{ READOUT_GOOGLE_CLIENT_ID: 'x' }, 'READOUT_GOOGLE_CLIENT_SECRET'],
    [{ READOUT_OIDC_ISSUER: 'https://login.example.com' }, 'READOUT_OIDC_CLIENT_ID'],
    [{ READOUT_OIDC_CLIENT_ID: 'x', READOUT_OIDC_CLIENT_SECRET: 'hunter2' }, 'READOUT_OIDC_ISSUER'],
  ])('configured by half are refused, naming what is missing: %o', (environment, missing) => {
    expect(() => load(environment as unknown as Record<string, string>)).toThrow(ConfigError);
    expect(() => load(environment as unknown as Record<string, string>)).toThrow(missing);
  });

  test.each([
    ['no JSON', '{'],
    ['an id of a large service', JSON.stringify([{ ...more[0], id: 'google' }])],
    ['the same id twice', JSON.stringify([...more, ...more])],
    ['an issuer that is no address', JSON.stringify([{ ...more[0], issuer: 'acme' }])],
    ['no secret', JSON.stringify([{ ...more[0], clientSecret: '' }])],
  ])('given with %s are refused, without repeating a secret', (_name, text) => {
    const wrong = () => load({ READOUT_OIDC_PROVIDERS: text });
    expect(wrong).toThrow(/READOUT_OIDC_PROVIDERS: must be a JSON list/);
    expect(wrong).toThrow(/^(?!.*hunter2)/s);
  });
});
