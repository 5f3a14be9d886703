import { z } from '@hono/zod-openapi';
import { keySecurity } from './key-access.ts';
import { operation, problem } from './schemas.ts';

const version = z.object({ 'tus-resumable': z.literal('1.0.0') });
const ofUpload = z.object({ id: z.string().openapi({ description: 'Id of an upload.' }) });
const captured = {
  'readout-capture': z
    .string()
    .optional()
    .openapi({ description: 'Id of the capture, once the last byte is there.' }),
  'readout-healed': z
    .string()
    .optional()
    .openapi({ description: 'How the stored file with the same bytes was before: `altered`, `missing`.' }),
};
const offset = z.string().openapi({ description: 'Bytes that are there.' });
const chunk = {
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } as const } },
};
const security = keySecurity('captures:write');

/** Resumable uploads as tus describes them (https://tus.io/protocols/resumable-upload, 1.0.0); they are answered by its server. */
export const uploadsDescribed = [
  {
    method: 'post',
    path: '/uploads',
    ...operation('Uploads', 'beginUpload', 'Begin an upload'),
    security,
    description:
      'tus creation, and creation with upload. `Upload-Metadata` takes what `POST /captures` takes, each value in base64: `filename`, `clientId`, `source`, `document`, `page`.',
    request: {
      headers: version.extend({
        'upload-length': z.string().openapi({ description: 'Bytes of the whole file.' }),
        'upload-metadata': z.string().optional(),
      }),
      body: chunk,
    },
    responses: {
      201: {
        description: 'Begun; `Location` is its address.',
        headers: z.object({ location: z.string(), 'upload-offset': offset.optional(), ...captured }),
      },
      default: problem,
    },
  },
  {
    method: 'options',
    path: '/uploads',
    ...operation('Uploads', 'showUploadOptions', 'Show what uploads may be'),
    security,
    description: 'Version, extensions and the most a file may have.',
    responses: {
      204: {
        description: 'In the headers.',
        headers: z.object({
          'tus-version': z.string(),
          'tus-extension': z.string(),
          'tus-max-size': z.string(),
        }),
      },
      default: problem,
    },
  },
  {
    method: 'head',
    path: '/uploads/{id}',
    ...operation('Uploads', 'showUpload', 'Show how far an upload is'),
    security,
    description: 'Where to go on after a broken connection.',
    request: { params: ofUpload, headers: version },
    responses: {
      200: {
        description: 'In the headers.',
        headers: z.object({ 'upload-offset': offset, 'upload-length': z.string(), ...captured }),
      },
      default: problem,
    },
  },
  {
    method: 'patch',
    path: '/uploads/{id}',
    ...operation('Uploads', 'continueUpload', 'Go on with an upload'),
    security,
    description: 'Appends bytes. With the last one it becomes a capture, and the upload is gone.',
    request: { params: ofUpload, headers: version.extend({ 'upload-offset': offset }), body: chunk },
    responses: {
      204: {
        description: 'They are there.',
        headers: z.object({ 'upload-offset': offset, ...captured }),
      },
      default: problem,
    },
  },
  {
    method: 'delete',
    path: '/uploads/{id}',
    ...operation('Uploads', 'endUpload', 'End an upload'),
    security,
    description: 'Nothing of it stays.',
    request: { params: ofUpload, headers: version },
    responses: { 204: { description: 'Gone.' }, default: problem },
  },
] as const;
