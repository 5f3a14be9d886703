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

  test('folders of deliveries are absolute, and lead nowhere else', () => {
    const folders = (text: string) => load({ READOUT_DELIVERY_FOLDERS: text }).deliveryFolders;
    expect(folders('/srv/readout/{company}/, /mnt/erp')).toEqual(['/srv/readout/{company}', '/mnt/erp']);
    expect(load({}).deliveryFolders).toEqual([]);
    for (const wrong of ['in', './in', '/srv/../etc', '/srv,'])
      expect(() => folders(wrong)).toThrow(ConfigError);
  });

  test('the floor of free disk is a size, a share or none', () => {
    const floor = (text: string) => load({ READOUT_FREE_DISK_FLOOR: text }).freeDiskFloor;
    expect(floor('2GB')).toEqual({ bytes: 2e9 });
    expect(floor('1.5 TB')).toEqual({ bytes: 1.5e12 });
    expect(floor('5%')).toEqual({ share: 0.05 });
    expect(floor('0')).toEqual({ bytes: 0 });
    expect(load({}).freeDiskFloor).toEqual({ bytes: 2e9, share: 0.05 });
    expect(() => floor('a lot')).toThrow(/READOUT_FREE_DISK_FLOOR=a lot: must be a size like 2GB/);
  });

  test('whom to tell of a hole is an address of a kind security.txt knows', () => {
    const contact = (text: string) => load({ READOUT_SECURITY_CONTACT: text }).securityContact;
    expect(contact('security@example.com')).toBe('mailto:security@example.com');
    expect(contact('https://example.com/security')).toBe('https://example.com/security');
    for (const wrong of ['http://example.com', 'call us', 'a@example.com\nContact: b'])
      expect(() => contact(wrong)).toThrow(/READOUT_SECURITY_CONTACT/);
  });

  test('a metrics token is long, and is never repeated', () => {
    expect(() => load({ READOUT_METRICS_TOKEN: 'hunter2' })).toThrow(
      /^(?!.*hunter2).*READOUT_METRICS_TOKEN/s,
    );
  });

  test('does not repeat a secret in its messages', () => {
    expect(() => load({ READOUT_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' })).toThrow(
      /^(?!.*hunter2)/s,
    );
  });

  test('a direct address is beside that of a pooler, whose database may have another name', () => {
    const direct = 'postgres://owner:hunter2@postgres/readout?sslmode=verify-full';
    expect(() => load({ DATABASE_DIRECT_URL: direct })).toThrow(/^(?!.*hunter2).*for a DATABASE_URL/s);
    expect(() => load({ DATABASE_URL: direct, DATABASE_DIRECT_URL: 'mysql://u:hunter2@h/d' })).toThrow(
      /^(?!.*hunter2).*DATABASE_DIRECT_URL must start/s,
    );
    const url = 'postgres://owner:x@pgbouncer:6432/main';
    expect(load({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).database).toEqual({
      host: 'postgres',
      port: 5432,
      user: 'owner',
      password: 'hunter2',
      database: 'readout',
      ssl: { rejectUnauthorized: true },
      pooler: { host: 'pgbouncer', port: 6432, database: 'main' },
    });
  });

  test('mails take an address for their links and one they are from; the password is never repeated', () => {
    const smtp = 'smtp://readout:hunter2@mail.example.com';
    const baseUrl = 'https://readout.example.com';
    expect(() => load({ READOUT_SMTP_URL: smtp })).toThrow(/READOUT_BASE_URL.* and READOUT_MAIL_FROM/);
    expect(load({ READOUT_MAIL_FROM: 'a@example.com' }).mail).toBeUndefined();
    expect(
      load({
        READOUT_SMTP_URL: smtp,
        READOUT_BASE_URL: baseUrl,
        READOUT_MAIL_FROM: 'Acme reads <a@example.com>',
      }).mail,
    ).toEqual({
      smtp: {
        host: 'mail.example.com',
        port: 587,
        isImplicitTls: false,
        user: 'readout',
        password: 'hunter2',
        requireTls: true,
      },
      from: { name: 'Acme reads', address: 'a@example.com' },
    });
    for (const wrong of [
      'mail.example.com hunter2',
      'http://u:hunter2@mail.example.com',
      'smtp://u:hunter2@mail.example.com/path',
      'smtp://u:hunter2%@mail.example.com',
      'smtp://hunter2@mail.example.com',
    ])
      expect(() => load({ READOUT_SMTP_URL: wrong })).toThrow(
        /^(?!.*hunter2).*READOUT_SMTP_URL: must|has a %/s,
      );
    for (const wrong of ['Acme', 'a@b\r\nBcc: c@d', 'A <a@b>, B <c@d>', 'a@example.com, c@example.com'])
      expect(() => load({ READOUT_MAIL_FROM: wrong })).toThrow(/READOUT_MAIL_FROM.*must be like/s);
  });

  test('refuses a misspelt variable', () => {
    expect(() => load({ READOUT_SIGNUP: 'closed' })).toThrow(/READOUT_SIGNUP/);
  });

  test('makes a secret once, readable by its owner alone', () => {
    expect(load({}).secret).toBe(load({}).secret);
    expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  test('with a certificate of its own it listens for phones, sends cookies encrypted only, and keeps keys apart', () => {
    const config = loadConfig(
      { READOUT_DATA: folder, READOUT_HTTPS_HOSTS: 'readout.lan' },
      { isHttps: true },
    );
    expect(config).toMatchObject({ host: '0.0.0.0', isSecure: true });
    expect(config.https?.origin).toBe('https://readout.lan:3443');
    expect(path.relative(config.dataFolder, config.https?.folder ?? '')).toMatch(/^\.\./);
    expect(loadConfig({ READOUT_DATA: folder, HOST: '127.0.0.1' }, { isHttps: true }).host).toBe('127.0.0.1');
  });

  test('refuses an address of its own that is not encrypted', () => {
    expect(() =>
      loadConfig({ READOUT_DATA: folder, READOUT_BASE_URL: 'http://readout.lan' }, { isHttps: true }),
    ).toThrow(/READOUT_BASE_URL=http:\/\/readout.lan is not encrypted/);
    expect(() => load({ READOUT_HTTPS_HOSTS: 'readout.lan,two words' })).toThrow(
      /must be host names or addresses/,
    );
  });
});
