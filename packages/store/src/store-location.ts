import path from 'node:path';

export interface BucketSettings {
  bucket: string;
  /** Without slashes at its ends; empty: the whole bucket. */
  prefix: string;
  /** Undefined: Amazon's, by region. */
  endpoint: string | undefined;
  region: string;
  /** Whether the bucket is in the path of an address, not in its host name. */
  isPathStyle: boolean;
  /** How the server encrypts what it keeps; undefined: as the bucket says. */
  encryption: { kind: 'AES256' } | { kind: 'aws:kms'; key: string | undefined } | undefined;
  /** Undefined: found as Amazon's tools find them (environment, files, role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

/** Where the objects of an installation are. */
export type StoreLocation =
  | { kind: 'folder'; folder: string }
  | ({
      kind: 'bucket';
      /** On this machine, for what is on its way to the bucket or from it. */
      transitFolder: string;
    } & BucketSettings);

/** As an operator would write it. */
export function nameOfStore(location: StoreLocation): string {
  if (location.kind === 'folder') return location.folder;
  return `s3://${location.bucket}${location.prefix && `/${location.prefix}`}`;
}

/** Where on this machine bytes are written that go to the store. */
export function localFolderOf(location: StoreLocation): string {
  return location.kind === 'folder' ? location.folder : location.transitFolder;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const prefixPattern = /^[\w.-]+(\/[\w.-]+)*$/;

/** Where the objects are, and where they are as well while they move. */
export interface StoreLocations {
  store: StoreLocation;
  /** Undefined: nowhere else. */
  also: StoreLocation | undefined;
}

/**
 * What the environment says of the store: `READOUT_STORE` and those that begin with it. Without it, a folder of the data
 * folder.
 *
 * @throws Error that names the setting and what is wrong about it, never what a secret holds
 */
export function storeLocationsOf(
  environment: Record<string, string | undefined>,
  dataFolder: string,
): StoreLocations {
  const setting = (name: string) => environment[`READOUT_STORE${name}`] || undefined;
  const [store, also] = [setting(''), setting('_ALSO')];
  const isBucket = (text: string | undefined) => text !== undefined && text !== 'folder';
  const hasBucket = isBucket(store) || isBucket(also);
  const ofBuckets = ['_ENDPOINT', '_REGION', '_PATH_STYLE', '_ENCRYPTION', '_ACCESS_KEY', '_ACCESS_SECRET'];
  for (const name of ofBuckets)
    if (!hasBucket && setting(name) !== undefined)
      throw new Error(`READOUT_STORE${name} is for a bucket, and READOUT_STORE is none.`);
  const endpoint = setting('_ENDPOINT');
  const isPathStyle = setting('_PATH_STYLE') ?? (endpoint === undefined ? 'no' : 'yes');
  if (isPathStyle !== 'yes' && isPathStyle !== 'no')
    throw new Error('READOUT_STORE_PATH_STYLE must be yes or no.');
  const [accessKeyId, secretAccessKey] = [setting('_ACCESS_KEY'), setting('_ACCESS_SECRET')];
  if (!accessKeyId !== !secretAccessKey)
    throw new Error(
      'READOUT_STORE_ACCESS_KEY and READOUT_STORE_ACCESS_SECRET are given together or not at all.',
    );
  const of = (name: string, text: string | undefined): StoreLocation =>
    text !== undefined && isBucket(text)
      ? {
          kind: 'bucket',
          ...bucketOf(name, text),
          transitFolder: path.join(dataFolder, 'transit'),
          endpoint: endpoint && endpointOf(endpoint),
          region: setting('_REGION') ?? 'us-east-1',
          isPathStyle: isPathStyle === 'yes',
          encryption: encryptionOf(setting('_ENCRYPTION')),
          credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
        }
      : { kind: 'folder', folder: path.join(dataFolder, 'store') };
  const locations = {
    store: of('READOUT_STORE', store),
    also: also === undefined ? undefined : of('READOUT_STORE_ALSO', also),
  };
  if (locations.also && nameOfStore(locations.also) === nameOfStore(locations.store))
    throw new Error('READOUT_STORE_ALSO names the same store as READOUT_STORE.');
  return locations;
}

function bucketOf(name: string, text: string): Pick<BucketSettings, 'bucket' | 'prefix'> {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/?$/.exec(text) ?? [];
  if (!bucketName.test(bucket) || (prefix !== '' && !prefixPattern.test(prefix)) || prefix.includes('..'))
    throw new Error(`${name}=${text} must be folder, or like s3://bucket or s3://bucket/prefix.`);
  return { bucket, prefix };
}

function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A person who is shown a setting must not be shown a password.
  if (url?.username || url?.password)
    throw new Error(
      'READOUT_STORE_ENDPOINT must hold no password: READOUT_STORE_ACCESS_KEY and READOUT_STORE_ACCESS_SECRET do.',
    );
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new Error(
      `READOUT_STORE_ENDPOINT=${text} must be an address like https://s3.example.com, without a path.`,
    );
  return url.origin;
}

function encryptionOf(text: string | undefined): BucketSettings['encryption'] {
  if (text === undefined) return undefined;
  if (text === 'AES256') return { kind: 'AES256' };
  const [, key] = /^aws:kms(?::(.+))?$/.exec(text) ?? [undefined, false as const];
  if (key === false)
    throw new Error(`READOUT_STORE_ENCRYPTION=${text} must be AES256, aws:kms or aws:kms:KEY.`);
  return { kind: 'aws:kms', key };
}
