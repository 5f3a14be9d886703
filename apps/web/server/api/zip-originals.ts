import { type DocumentFiles, documentXml } from '@readout/domain/exports/datev';
import type { listExportOriginals } from '@readout/domain/exports/list-export-originals';
import { originalKey } from '@readout/store';
import { Zip, ZipPassThrough } from 'fflate';
import { bytesMissing } from '../originals.ts';
import type { ApiDeps } from './api-deps.ts';

/**
 * A ZIP file of originals as they were captured, made while it is sent: pictures and PDFs do not get smaller. With a booking
 * batch goes the list of its documents.
 */
export async function* zipOriginals(
  { store, originals }: Pick<ApiDeps, 'store' | 'originals'>,
  companyId: string,
  { files, format }: Awaited<ReturnType<typeof listExportOriginals>>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const drain = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  const documents: (DocumentFiles & { names: string[] })[] = [];
  for await (const { documentId, name, sha256, capturedAt } of files) {
    if (documents.at(-1)?.documentId === documentId) documents.at(-1)!.names.push(name);
    else if (format === 'datev') documents.push({ documentId, names: [name] });
    await originals.demandWhole({ companyId, sha256 });
    const stored = await store.get(originalKey(companyId, sha256));
    if (!stored) throw bytesMissing();
    const file = new ZipPassThrough(name);
    file.mtime = capturedAt;
    zip.add(file);
    for await (const chunk of stored.body) {
      file.push(chunk);
      yield* drain();
    }
    file.push(new Uint8Array(0), true);
    yield* drain();
  }
  if (format === 'datev') {
    const list = new ZipPassThrough('document.xml');
    zip.add(list);
    list.push(new TextEncoder().encode(documentXml(documents, new Date())), true);
  }
  zip.end();
  yield* drain();
}
