import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Scope } from '@readout/domain/actor';
import { getCapture } from '@readout/domain/captures/get-capture';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import { AppError } from '@readout/domain/errors';
import { reachOf } from '@readout/domain/policy';
import { listRecords } from '@readout/domain/records/list-records';
import { recordSchema, toApiRecord } from '../api/record-schemas.ts';
import { captureStateSchema } from '../api/schemas.ts';
import { stageFile, takeIn } from '../api/take-in.ts';
import { withRoom } from '../api/take-room.ts';
import { defineTool, type McpDeps, type ToolCall, untrusted } from './tool.ts';

/** In base64 it is in memory as a whole; larger files go through the API. */
const maxPictureBytes = 10 * 2 ** 20;
const maxWaitSeconds = 45;
const maxTextLength = 20_000;
const maxRecords = 50;

export const readPicture = defineTool({
  name: 'read_picture',
  scope: 'captures:write',
  title: 'Read a picture',
  description: `Takes in a picture (JPEG, PNG, WebP, AVIF, HEIC, GIF, TIFF, BMP), PDF or e-invoice as XML of at most ${maxPictureBytes / 2 ** 20} MB, waits until it was read, and returns its records. The same bytes sent again answer with the same capture. Where \`state\` is not \`read\` or \`failed\` yet, call it again with the same bytes. ${untrusted}`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: z.strictObject({
    picture: z.string().min(1).describe('The file in base64.'),
    fileName: z.string().max(255).optional(),
    clientId: z
      .uuid()
      .optional()
      .describe(
        'Makes a repeat harmless; made from the bytes unless given. Another one takes the same bytes in again.',
      ),
    waitSeconds: z.int().min(0).max(maxWaitSeconds).default(20),
  }),
  outputSchema: z.object({
    untrusted: z.string(),
    captureId: z.uuid(),
    isRepeat: z.boolean().describe('Sent before under this id.'),
    state: captureStateSchema,
    failureCode: z.string().nullable(),
    duplicateOf: z
      .object({ id: z.uuid(), fileName: z.string() })
      .nullable()
      .describe('First capture with the same bytes.'),
    pages: z.int(),
    text: z.string().describe('Lines of the first page.'),
    records: z.array(recordSchema),
  }),
  async run(deps, call, { picture, fileName, clientId: given, waitSeconds }) {
    const { scope } = call.apiKey;
    const bytes = decode(picture);
    const clientId = given?.toLowerCase() ?? idOf(bytes, scope);
    const room = { scope, action: 'captures.add', bytes: bytes.byteLength, captures: 1, clientId } as const;
    const { capture, created, duplicateOf } = await withRoom(deps, room, async (reservation) => {
      const staged = await stageFile(deps, once(bytes));
      return takeIn(deps, { scope, staged, fileName, source: 'api', clientId, reservation });
    });
    const detail = await untilRead(deps, call, capture.id, waitSeconds * 1000);
    const { items } = await listRecords(deps, {
      scope,
      filter: { captureId: capture.id },
      limit: maxRecords,
    });
    return {
      output: {
        untrusted,
        captureId: capture.id,
        isRepeat: !created,
        state: stateOf(detail),
        failureCode: detail.page.failureCode,
        duplicateOf,
        pages: detail.pages.length,
        text: (detail.reading?.lines ?? [])
          .map(({ text }) => text)
          .join('\n')
          .slice(0, maxTextLength),
        records: items.map(toApiRecord),
      },
    };
  },
});

export const tooLargeForTools = (): AppError =>
  new AppError('request.too_large', { reason: 'tool', max: maxPictureBytes / 2 ** 20 });

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** @throws AppError `request.invalid`, `request.too_large` */
function decode(picture: string): Uint8Array {
  const base64 = picture.replace(/^data:[^,]{0,200};base64,/, '');
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64))
    throw new AppError('request.invalid', { reason: 'parameter', path: 'picture', message: 'is not base64' });
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.byteLength > maxPictureBytes) throw tooLargeForTools();
  return bytes;
}

/** The same for the same person and bytes: RFC 9562, version 8. */
function idOf(bytes: Uint8Array, { companyId, actor }: Scope): string {
  const hash = createHash('sha256').update(`${companyId} ${actor.userId} `).update(bytes).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const isOver = (state: string): boolean => state === 'read' || state === 'failed';

/** Of the document: it is read once all its pages are, or failed. */
function stateOf({ pages, page }: CaptureDetail): CaptureDetail['page']['state'] {
  return pages.find(({ state }) => !isOver(state))?.state ?? page.state;
}

/** The capture once it was read, or as it is when the time is over. */
async function untilRead(
  { db, plugins, live }: McpDeps,
  { apiKey: { scope }, requestId, signal }: ToolCall,
  captureId: string,
  waitMs: number,
): Promise<CaptureDetail> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
  let changed = Promise.withResolvers<void>();
  const wake = () => changed.resolve();
  const { companyId, actor } = scope;
  const unsubscribe = live.subscribe(
    {
      companyId,
      userId: actor.userId,
      sessionId: requestId,
      ...(reachOf(actor, 'captures.see') === 'own' ? { onlyCreatedBy: actor.userId } : {}),
    },
    (event) => {
      if (event.type === 'gap' || (event.type === 'change' && event.documentId === captureId)) wake();
    },
  );
  end.addEventListener('abort', wake);
  try {
    for (;;) {
      changed = Promise.withResolvers<void>();
      const detail = await getCapture({ db, plugins }, { scope, captureId });
      if (isOver(stateOf(detail)) || end.aborted) return detail;
      await changed.promise;
    }
  } finally {
    end.removeEventListener('abort', wake);
    unsubscribe();
  }
}
