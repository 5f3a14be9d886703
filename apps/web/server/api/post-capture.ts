import type { IncomingMessage } from 'node:http';
import type { Scope } from '@readout/domain/actor';
import { AppError } from '@readout/domain/errors';
import { extendReservation, type Reservation } from '@readout/domain/ledger/reserve';
import type { StagedObject } from '@readout/store';
import busboy from 'busboy';
import type { ApiDeps } from './api-deps.ts';
import { maxFileBytes, tooLarge } from './media-types.ts';
import { parseClientId, parseDocumentPage, parseSource, stageFile, takeIn } from './take-in.ts';
import { withRoom } from './take-room.ts';

interface Form {
  staged: StagedObject;
  fileName: string;
  fields: Map<string, string>;
}

/** Most that a form has besides its file. */
const maxFormBytes = 64 * 1024;
/** What a request that does not say how long it is is promised at once, and again each time it is used up. */
const stepBytes = 8 * 1024 * 1024;

/**
 * One file in a multipart request, streamed: memory holds a chunk, whatever the size. `announcedId`: the client-made id
 * where it is known before the form.
 */
export async function postCapture(
  deps: ApiDeps,
  scope: Scope,
  request: IncomingMessage,
  announcedId: string | undefined,
) {
  const parser = formParser(request);
  const said = request.headers['content-length'];
  const length = said === undefined ? undefined : Number(said);
  if (length !== undefined && length > maxFileBytes + maxFormBytes) throw tooLarge(true);
  const room = {
    scope,
    action: 'captures.add',
    bytes: Math.min(length ?? stepBytes, maxFileBytes),
    captures: 1,
    clientId: announcedId,
  } as const;
  return withRoom(deps, room, async (reservation) => {
    const stage = (stream: AsyncIterable<Uint8Array>) =>
      stageFile(
        deps,
        length === undefined && reservation ? promised(deps, { stream, reservation, room }) : stream,
      );
    const { staged, fileName, fields } = await readForm(request, parser, stage);
    try {
      const clientId = parseClientId(fields.get('clientId')) ?? announcedId;
      return await takeIn(deps, {
        scope,
        staged,
        fileName,
        source: parseSource(fields.get('source'), 'api'),
        clientId,
        document: parseDocumentPage(fields.get('document'), fields.get('page'), clientId),
        reservation,
      });
    } finally {
      await staged.discard();
    }
  });
}

/** Lets a stream of unknown length through as far as it is promised room for. */
async function* promised(
  deps: ApiDeps,
  {
    stream,
    reservation,
    room,
  }: { stream: AsyncIterable<Uint8Array>; reservation: Reservation; room: { bytes: number } },
): AsyncGenerator<Uint8Array> {
  let granted = room.bytes;
  let came = 0;
  for await (const chunk of stream) {
    came += chunk.byteLength;
    while (came > granted && granted < maxFileBytes) {
      (await deps.disk.hold(stepBytes)).release();
      await extendReservation(deps, { reservation, bytes: stepBytes });
      granted += stepBytes;
    }
    yield chunk;
  }
}

/** @throws AppError `upload.not_multipart`, `upload.bad_form`, before anything is read */
function formParser(request: IncomingMessage): busboy.Busboy {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) throw new AppError('upload.not_multipart');
  try {
    return busboy({
      headers: request.headers,
      limits: { files: 1, fields: 10, fieldSize: 1000, fieldNameSize: 100, parts: 12 },
      defParamCharset: 'utf8',
    });
  } catch (cause) {
    throw new AppError('upload.bad_form', { reason: 'no_boundary' }, { cause });
  }
}

async function readForm(
  request: IncomingMessage,
  parser: busboy.Busboy,
  stage: (stream: AsyncIterable<Uint8Array>) => Promise<StagedObject>,
): Promise<Form> {
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  let file: Promise<StagedObject> | undefined;
  let fileName = '';
  const fields = new Map<string, string>();
  /** Gives up at once: what still comes is not read. */
  const fail = (error: unknown) => {
    request.unpipe(parser);
    parser.destroy();
    request.resume();
    reject(error);
  };
  const cut = () => fail(new AppError('upload.bad_form', { reason: 'broken_off' }));
  parser.on('file', (name, stream, info) => {
    if (name !== 'file') return void stream.resume();
    // Browsers write a quotation mark and line ends in a name so (WHATWG HTML, multipart/form-data encoding).
    fileName = (info.filename ?? '').replaceAll('%22', '"').replaceAll(/%0[AD]/g, ' ');
    // It can break off before anybody reads it; the reader is told by its iteration.
    stream.on('error', () => {});
    file = stage(stream);
    file.catch(fail);
  });
  parser.on('field', (name, value) => fields.set(name, value));
  parser.on('filesLimit', () => fail(new AppError('upload.bad_form', { reason: 'several_files' })));
  parser.on('error', (cause) => fail(new AppError('upload.bad_form', {}, { cause: cause as Error })));
  parser.on('close', () => {
    if (!file) return fail(new AppError('upload.bad_form', { reason: 'no_file' }));
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
