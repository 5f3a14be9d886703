import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig, rootFolder, variables } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'readout-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const load = (environment: Record<string, string>) => loadConfig({ READOUT_DATA: folder, ...environment });

describe('configuration', () => {
  test('.env.example names exactly the variables the server knows', () => {
    const text = readFileSync(path.join(rootFolder, '.env.example'), 'utf8');
    const documented = [...text.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(documented.toSorted()).toEqual(Object.keys(variables.shape).toSorted());
  });

  test('the values shown in .env.example are the defaults', () => {
    const text = readFileSync(path.join(rootFolder, '.env.example'), 'utf8');
    const shown = Object.fromEntries(
      [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map((match) => [match[1], match[2]]),
    );
    expect(load({ ...shown, READOUT_DATA: folder })).toEqual(load({}));
  });

  test('says for every wrong variable which it is, what it was and what it may be', () => {
    const wrong = () => load({ PORT: 'eighty', READOUT_SIGN_UP: 'maybe', READOUT_BASE_URL: 'readout' });
    expect(wrong).toThrow(ConfigError);
    expect(wrong).toThrow(/PORT=eighty: must be a whole number/);
    expect(wrong).toThrow(/READOUT_SIGN_UP=maybe: must be open, invite or closed/);
    expect(wrong).toThrow(/READOUT_BASE_URL=readout: must be an address/);
  });

  test('does not repeat a secret in its messages', () => {
    expect(() => load({ READOUT_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' })).toThrow(
      /^(?!.*hunter2)/s,
    );
  });

  test('refuses a misspelt variable', () => {
    expect(() => load({ READOUT_SIGNUP: 'closed' })).toThrow(/READOUT_SIGNUP/);
  });

  test('makes a secret once, readable by its owner alone', () => {
    expect(load({}).secret).toBe(load({}).secret);
    expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });
});
