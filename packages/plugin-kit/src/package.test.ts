import { generateKeyPairSync, sign as nodeSign } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, parseCanonicalJson } from './package/canonical-json.ts';
import { exampleContent } from './package/example-content.ts';
import { hostilePackages } from './package/hostile-packages.ts';
import {
  generateKey,
  keyIdOf,
  openPackage,
  type PackageContent,
  PackageError,
  packPlugin,
  type SigningKey,
  signPackage,
  verifyPackage,
} from './package.ts';

let key: SigningKey;
let other: SigningKey;
let file: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  [key, other] = await Promise.all([generateKey(), generateKey()]);
  file = await signPackage(packPlugin(exampleContent), key);
});

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'accepted',
    (error) => (error instanceof PackageError ? error.code : error),
  );
const accept = async (bytes: Uint8Array): Promise<{ keyId: string }> =>
  verifyPackage(await openPackage(bytes), [key]);

describe('a package', () => {
  it('gives back what was packed, fixtures by name, with the hash of what was signed', async () => {
    const { content, sha256, payload } = await openPackage(file);
    expect(content).toEqual({ ...exampleContent, fixtures: exampleContent.fixtures.toReversed() });
    expect(sha256).toBe(Buffer.from(await crypto.subtle.digest('SHA-256', payload)).toString('hex'));
    expect(await accept(file)).toEqual({ keyId: key.keyId });
  });

  it('of the same content has the same bytes, whatever the order of keys and fixtures', () => {
    const turned = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, item]) => [name, turned(item)]),
          )
        : value;
    const again = turned({ ...exampleContent, fixtures: exampleContent.fixtures.toReversed() });
    expect(packPlugin(again as PackageContent)).toEqual(packPlugin(exampleContent));
  });

  it('is refused with any bit of it flipped', async () => {
    const refused = new Set([
      'package.malformed',
      'package.tampered',
      'package.untrusted',
      'package.bad_manifest',
      'package.no_source',
    ]);
    const taken: number[] = [];
    for (let bit = 0; bit < file.length * 8; bit++) {
      const changed = file.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      if (!refused.has((await codeOf(accept(changed))) as string)) taken.push(bit);
    }
    expect(taken).toEqual([]);
  });

  it('is refused where nobody who is trusted signed it, and where no key is given', async () => {
    const opened = await openPackage(file);
    expect(await codeOf(verifyPackage(opened, [other]))).toBe('package.untrusted');
    expect(await codeOf(verifyPackage(opened, []))).toBe('package.untrusted');
    await expect(verifyPackage(opened, [other])).rejects.toThrow(key.keyId);
  });

  it('signed by a stranger in the name of a trusted key is tampered with', async () => {
    const forged = await signPackage(packPlugin(exampleContent), { ...other, keyId: key.keyId });
    expect(await codeOf(accept(forged))).toBe('package.tampered');
  });

  it('with two signatures counts for those who trust either, and one that is broken spoils it', async () => {
    const both = await openPackage(await signPackage(packPlugin(exampleContent), key, other));
    expect(await verifyPackage(both, [key])).toEqual({ keyId: key.keyId });
    expect(await verifyPackage(both, [other])).toEqual({ keyId: other.keyId });
    expect(await verifyPackage(both, [other, key])).toEqual({ keyId: key.keyId });
    both.signatures[1]!.signature[7]! ^= 1;
    expect(await verifyPackage(both, [key])).toEqual({ keyId: key.keyId });
    expect(await codeOf(verifyPackage(both, [key, other]))).toBe('package.tampered');
  });

  it('is signed as DSSE says: another program’s Ed25519 over the same bytes is the same signature', async () => {
    const { payload, signatures } = await openPackage(file);
    const type = 'application/vnd.readout.plugin+json';
    const message = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
    const privateKey = { key: Buffer.from(key.privateKey, 'base64'), format: 'der', type: 'pkcs8' } as const;
    expect(nodeSign(null, message, privateKey)).toEqual(Buffer.from(signatures[0]!.signature));
  });

  it.each<[string, Partial<PackageContent>, string]>([
    ['more than 512 KB of source', { source: 'x'.repeat(512 * 1024 + 1) }, 'package.too_large'],
    ['umlauts that are more than 512 KB', { source: 'ä'.repeat(256 * 1024 + 1) }, 'package.too_large'],
    ['no source', { source: '' }, 'package.no_source'],
    [
      'more than 200 fixtures',
      {
        fixtures: Array.from({ length: 201 }, (_, index) => ({
          ...exampleContent.fixtures[0]!,
          name: `${index}`,
        })),
      },
      'package.too_large',
    ],
    [
      'two fixtures of one name',
      { fixtures: [exampleContent.fixtures[0]!, exampleContent.fixtures[0]!] },
      'package.malformed',
    ],
    ['a template that JSON cannot hold', { template: { made: () => 1 } }, 'package.malformed'],
    ['a template of more than 512 KB', { template: 'x'.repeat(512 * 1024) }, 'package.too_large'],
    [
      'hosts a reader may not name',
      { manifest: { ...exampleContent.manifest, permissions: { hosts: ['a.example'] } } },
      'package.bad_manifest',
    ],
    [
      'pictures of more than the file holds',
      {
        fixtures: [
          {
            ...exampleContent.fixtures[0]!,
            picture: { mediaType: 'image/png', base64: `iVBORw0KGgo${'A'.repeat(16 * 1024 * 1024)}` },
          },
        ],
      },
      'package.too_large',
    ],
    ...(['image/png', 'image/jpeg', 'image/webp'] as const).map(
      (mediaType): [string, Partial<PackageContent>, string] => [
        `a text that says it is ${mediaType}`,
        {
          fixtures: [{ ...exampleContent.fixtures[0]!, picture: { mediaType, base64: btoa('no picture') } }],
        },
        'package.malformed',
      ],
    ),
  ])('with %s is not packed', (_, change, code) => {
    expect(() => packPlugin({ ...exampleContent, ...change })).toThrow(expect.objectContaining({ code }));
  });

  it('of everything that fits is still smaller than a file may be', async () => {
    const picture = { mediaType: 'image/png', base64: `iVBORw0KGgo${'A'.repeat(15_500_000)}` };
    const large = packPlugin({ ...exampleContent, fixtures: [{ ...exampleContent.fixtures[0]!, picture }] });
    const signed = await signPackage(large, key);
    expect(signed.length).toBeGreaterThan(19 * 1024 * 1024);
    expect(await accept(signed)).toEqual({ keyId: key.keyId });
  });
});

describe('a package of Readout 0.3', () => {
  const formerOf = (stated: Record<string, unknown>) =>
    signPackage(canonicalJson({ format: 1, ...exampleContent, code: 'while(1);', ...stated }), key);

  it('opens without the program it carries: what counts is its source', async () => {
    const { content } = await openPackage(await formerOf({}));
    expect(content).toEqual(exampleContent);
  });

  it('that came without its source says so by having none', async () => {
    const { content } = await openPackage(await formerOf({ source: undefined }));
    expect(content).toMatchObject({ manifest: { id: 'pallet-note' }, source: '' });
    expect(content).not.toHaveProperty('code');
  });
});

it('hostile files are refused with the code of what is wrong', async () => {
  for (const { name, file: hostile, code } of hostilePackages(file))
    expect([name, await codeOf(accept(hostile))]).toEqual([name, code]);
});

describe('canonical JSON', () => {
  it('reads back what it wrote, and what it wrote does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        const bytes = canonicalJson(value);
        expect(canonicalJson(parseCanonicalJson(bytes))).toEqual(bytes);
        expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 20261121, numRuns: 300 },
    );
  });
});

describe('a key', () => {
  it('is known by the start of its public part’s hash, the same wherever it was made', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64');
    expect(await keyIdOf(raw)).toMatch(/^[0-9a-f]{16}$/);
    expect(await keyIdOf(key.publicKey)).toBe(key.keyId);
  });

  it.each(['', 'AAAA', 'not base64 at all', `${'A'.repeat(43)}B`, ` ${'A'.repeat(43)}=`])(
    '%j is none',
    async (text) => {
      expect(await codeOf(keyIdOf(text))).toBe('package.malformed');
    },
  );
});
