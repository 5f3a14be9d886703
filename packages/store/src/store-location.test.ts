import { expect, test } from 'vitest';
import { nameOfStore, storeLocationsOf } from './store-location.ts';

const all = (settings: Record<string, string>) => storeLocationsOf(settings, '/data');
const of = (settings: Record<string, string>) => all(settings).store;

test('without settings the store is a folder of the data folder, with them a bucket', () => {
  expect(of({})).toEqual({ kind: 'folder', folder: '/data/store' });
  expect(of({ READOUT_STORE: 's3://pictures' })).toEqual({
    kind: 'bucket',
    bucket: 'pictures',
    prefix: '',
    transitFolder: '/data/transit',
    endpoint: undefined,
    region: 'us-east-1',
    isPathStyle: false,
    encryption: undefined,
    credentials: undefined,
  });
  const own = of({
    READOUT_STORE: 's3://pictures/of/readout/',
    READOUT_STORE_ENDPOINT: 'https://s3.example.com:9000/',
    READOUT_STORE_REGION: 'eu-central-1',
    READOUT_STORE_ENCRYPTION: 'aws:kms:arn:aws:kms:eu:1:key/2',
    READOUT_STORE_ACCESS_KEY: 'a key',
    READOUT_STORE_ACCESS_SECRET: 'a secret',
  });
  expect(own).toMatchObject({
    prefix: 'of/readout',
    endpoint: 'https://s3.example.com:9000',
    region: 'eu-central-1',
    isPathStyle: true,
    encryption: { kind: 'aws:kms', key: 'arn:aws:kms:eu:1:key/2' },
    credentials: { accessKeyId: 'a key', secretAccessKey: 'a secret' },
  });
  expect(nameOfStore(own)).toBe('s3://pictures/of/readout');
  const [there, back] = [
    all({ READOUT_STORE: 's3://pictures', READOUT_STORE_ALSO: 'folder' }),
    all({ READOUT_STORE: 'folder', READOUT_STORE_ALSO: 's3://pictures', READOUT_STORE_REGION: 'eu-west-1' }),
  ];
  expect([there.store.kind, there.also?.kind]).toEqual(['bucket', 'folder']);
  expect([back.store.kind, back.also]).toEqual(['folder', expect.objectContaining({ region: 'eu-west-1' })]);
});

test('a wrong setting is named with what it may be, and no secret is repeated', () => {
  const bucket = { READOUT_STORE: 's3://pictures' };
  const cases: [settings: Record<string, string>, says: RegExp][] = [
    [{ READOUT_STORE: '/mnt/pictures' }, /READOUT_STORE=\/mnt\/pictures must be folder, or like s3:/],
    [{ READOUT_STORE: 's3://Pictures' }, /READOUT_STORE=/],
    [{ READOUT_STORE: 's3://pictures/../x' }, /READOUT_STORE=/],
    [{ ...bucket, READOUT_STORE_ENDPOINT: 's3.example.com' }, /READOUT_STORE_ENDPOINT=s3.example.com/],
    [{ ...bucket, READOUT_STORE_ENDPOINT: 'https://s3.example.com/path' }, /without a path/],
    [{ ...bucket, READOUT_STORE_ENDPOINT: 'https://me:hidden@s3.example.com' }, /no password/],
    [{ ...bucket, READOUT_STORE_PATH_STYLE: 'maybe' }, /READOUT_STORE_PATH_STYLE must be yes or no/],
    [{ ...bucket, READOUT_STORE_ENCRYPTION: 'rot13' }, /READOUT_STORE_ENCRYPTION=rot13 must be AES256/],
    [{ ...bucket, READOUT_STORE_ALSO: 's3://pictures/' }, /the same store/],
    [{ READOUT_STORE_ALSO: 'folder' }, /the same store/],
    [{ READOUT_STORE_ALSO: '/data/store' }, /READOUT_STORE_ALSO=/],
    [{ ...bucket, READOUT_STORE_ACCESS_SECRET: 'hidden' }, /given together/],
    [{ READOUT_STORE_REGION: 'eu-central-1' }, /READOUT_STORE is none/],
  ];
  for (const [settings, says] of cases) {
    expect(() => of(settings)).toThrow(says);
    expect(() => of(settings)).not.toThrow(/hidden/);
  }
});
