import type { IncomingMessage } from 'node:http';
import type { Scope } from '@readout/domain/actor';
import { AppError } from '@readout/domain/errors';
import type { StagedObject } from '@readout/store';
import busboy from 'busboy';
import type { ApiDeps } from './api-deps.ts';
import { parseClientId, parseDocumentPage, parseSource, stageFile, takeIn } from './take-in.ts';

interface Form {
  staged: StagedObject;
  fileName: string;
  fields: Map<string, string>;
}

/** One file in a multipart request, streamed: memory holds a chunk, whatever the size. */
export async function postCapture(deps: ApiDeps, scope: Scope, request: IncomingMessage) {
  const { staged, fileName, fields } = await readForm(deps, request);
  try {
    const clientId = parseClientId(fields.get('clientId'));
    return await takeIn(deps, {
      scope,
      staged,
      fileName,
      source: parseSource(fields.get('source'), 'api'),
      clientId,
      document: parseDocumentPage(fields.get('document'), fields.get('page'), clientId),
    });
  } finally {
    await staged.discard();
  }
}

function badForm(message: string): AppError {
  return new AppError('invalid', 'upload.bad_form', message);
}

async function readForm(deps: ApiDeps, request: IncomingMessage): Promise<Form> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    throw new AppError(
      'unsupported',
      'upload.not_multipart',
      'Send the picture as multipart/form-data with a part named “file”.',
    );
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  let file: Promise<StagedObject> | undefined;
  let fileName = '';
  const fields = new Map<string, string>();
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: request.headers,
      limits: { files: 1, fields: 10, fieldSize: 1000, fieldNameSize: 100, parts: 12 },
      defParamCharset: 'utf8',
    });
  } catch (cause) {
    throw new AppError('invalid', 'upload.bad_form', 'The multipart request has no boundary.', {}, { cause });
  }
  /** Gives up at once: what still comes is not read. */
  const fail = (error: unknown) => {
    request.unpipe(parser);
    parser.destroy();
    request.resume();
    reject(error);
  };
  const cut = () => fail(badForm('The upload broke off before its end. Nothing was saved; send it again.'));
  parser.on('file', (name, stream, info) => {
    if (name !== 'file') return void stream.resume();
    // Browsers write a quotation mark and line ends in a name so (WHATWG HTML, multipart/form-data encoding).
    fileName = (info.filename ?? '').replaceAll('%22', '"').replaceAll(/%0[AD]/g, ' ');
    // It can break off before anybody reads it; the reader is told by its iteration.
    stream.on('error', () => {});
    file = stageFile(deps, stream);
    file.catch(fail);
  });
  parser.on('field', (name, value) => fields.set(name, value));
  parser.on('filesLimit', () => fail(badForm('Send one file in each request.')));
  parser.on('error', (cause) =>
    fail(
      new AppError(
        'invalid',
        'upload.bad_form',
        'The multipart request breaks off or is not well formed.',
        {},
        { cause: cause as Error },
      ),
    ),
  );
  parser.on('close', () => {
    if (!file) return fail(badForm('There is no part named “file”.'));
    file.then((staged) => resolve({ staged, fileName, fields }), reject);
  });
  request.on('aborted', cut);
  request.on('error', cut);
  request.pipe(parser);
  try {
    return await promise;
  } catch (error) {
    // Bytes that came before the form turned out to be wrong.
    await file?.then(
      (staged) => staged.discard(),
      () => {},
    );
    throw error;
  } finally {
    request.off('aborted', cut);
    request.off('error', cut);
    request.on('error', () => {});
  }
}
