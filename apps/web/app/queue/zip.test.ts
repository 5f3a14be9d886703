import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeZip, type ZipEntry, zipNames } from './zip.ts';

async function* entries(files: Record<string, Uint8Array<ArrayBuffer>>): AsyncGenerator<ZipEntry> {
  for (const [name, bytes] of Object.entries(files))
    yield { name, modifiedAt: new Date(2026, 10, 21, 9, 30, 4), content: new Blob([bytes]) };
}

/** Reads a zip file by its directory, as every program does (APPNOTE.TXT 4.3.12, 4.3.16), with sums from zlib. */
function unzip(zip: Buffer): Record<string, { bytes: Buffer; isWhole: boolean; time: number }> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  let at = zip.readUInt32LE(end + 16);
  const files: ReturnType<typeof unzip> = {};
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const size = zip.readUInt32LE(at + 24);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + size);
    files[name] = {
      bytes,
      isWhole: crc32(bytes) === zip.readUInt32LE(at + 16),
      time: zip.readUInt16LE(at + 12),
    };
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

test('what is exported opens elsewhere: names, bytes, sums and times as they were', async () => {
  const files = {
    'Ärger 1.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]),
    'empty.bin': new Uint8Array(),
    'large.bin': new Uint8Array(200_000).map((_, index) => (index * 31) % 251),
  };
  const read = unzip(Buffer.from(await (await makeZip(entries(files))).arrayBuffer()));
  expect(Object.keys(read)).toEqual(Object.keys(files));
  for (const [name, bytes] of Object.entries(files)) {
    expect(read[name]?.bytes.equals(bytes)).toBe(true);
    expect(read[name]?.isWhole).toBe(true);
    expect(read[name]?.time).toBe((9 << 11) | (30 << 5) | 2);
  }
});

test('no file of an export takes the place of another, or leaves its folder', () => {
  const nameOf = zipNames();
  expect([nameOf('a.png'), nameOf('A.png'), nameOf('a.png')]).toEqual(['a.png', 'A (2).png', 'a (3).png']);
  expect(nameOf('manifest.json')).toBe('manifest (2).json');
  expect(nameOf('../../etc/passwd')).not.toMatch(/[/\\]|^\./);
  expect(nameOf('')).toBe('picture');
});
