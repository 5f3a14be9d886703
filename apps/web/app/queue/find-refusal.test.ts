import { imageLimits } from '@readout/image-reader';
import { expect, test } from 'vitest';
import { unopened } from '../intake/dropped-files.ts';
import { findRefusal } from './find-refusal.ts';
import { memoryStore } from './store/memory-store.ts';
import { storeItem } from './store/store-item.ts';
import { openVault } from './store/vault.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const pdf = [...Buffer.from('%PDF-1.7')];
const xml = [...Buffer.from('<?xml version="1.0"?><Invoice>')];
const file = (head: number[], size: number): File => {
  const bytes = new Uint8Array(size);
  bytes.set(head);
  return new File([bytes], 'a file');
};
/** As the browser hands it over when it was removed after it was chosen. */
function removed(): File {
  const gone = file(png, 64);
  gone.slice = () => gone;
  gone.arrayBuffer = () => Promise.reject(new DOMException('It is gone.', 'NotFoundError'));
  return gone;
}

test.each([
  ['an empty file', file([], 0), 'file.empty'],
  ['a text, whatever its name', new File(['these are words'], 'words.jpg'), 'file.no_picture'],
  ['a picture over its limit', file(png, imageLimits.maxImageBytes + 1), 'file.picture_too_large'],
  ['a PDF over its limit', file(pdf, imageLimits.maxPdfBytes + 1), 'file.pdf_too_large'],
  ['XML over its limit', file(xml, imageLimits.maxXmlBytes + 1), 'file.xml_too_large'],
  ['one that was removed after it was chosen', removed(), 'device.file_unreadable'],
  [
    'a folder that the browser does not open',
    unopened('scans', 'device.folder_unreadable'),
    'device.folder_unreadable',
  ],
  ['a picture', file(png, 64), undefined],
  ['XML', file(xml, imageLimits.maxXmlBytes), undefined],
  ['a PDF that is larger than a picture may be', file(pdf, imageLimits.maxImageBytes + 1), undefined],
])('%s is judged before anything of it is sent', async (_, given, code) => {
  expect((await findRefusal(given))?.code).toBe(code);
});

test('a file that changes while it is written down is refused without its bytes, and nothing of it is left', async () => {
  const store = memoryStore();
  const row = await storeItem({ store, vault: openVault }, removed(), {
    userId: 'robin',
    companyId: 'example',
    addedAt: 1,
    about: { source: 'upload' },
  });
  expect(row).toMatchObject({ state: 'failed', chunkCount: 0 });
  expect(await store.rows('robin')).toEqual([row]);
  expect(new TextDecoder().decode(row.sealed)).toContain('device.file_unreadable');
});
