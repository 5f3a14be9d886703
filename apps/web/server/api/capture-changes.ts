import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { addNote } from '@readout/domain/captures/add-note';
import { archiveCaptures } from '@readout/domain/captures/archive-captures';
import { assignCaptures } from '@readout/domain/captures/assign-captures';
import { deleteNote } from '@readout/domain/captures/delete-note';
import { getCapture } from '@readout/domain/captures/get-capture';
import { listNotes } from '@readout/domain/captures/list-notes';
import { listTags } from '@readout/domain/captures/list-tags';
import { restoreCaptures } from '@readout/domain/captures/restore-captures';
import { restoreNote } from '@readout/domain/captures/restore-note';
import { tagCaptures } from '@readout/domain/captures/tag-captures';
import { trashCaptures } from '@readout/domain/captures/trash-captures';
import { unarchiveCaptures } from '@readout/domain/captures/unarchive-captures';
import { untagCaptures } from '@readout/domain/captures/untag-captures';
import type { HttpEnv } from '../http/env.ts';
import { type ApiDeps, scopeOf } from './api-deps.ts';
import { pageSchema } from './capture-schemas.ts';
import { createRouter, fresh, itemsOf } from './create-router.ts';
import { forKeys } from './key-access.ts';
import { answer, body, changedSchema, operation, personSchema, problem } from './schemas.ts';

const ofCapture = z.object({
  id: z.string().max(64).openapi({ description: 'Id of a capture, any page of it.' }),
});
const changed = {
  200: answer(changedSchema, 'Done; empty where it was so already, or where its state does not allow it.'),
  default: problem,
};

const moves = {
  archive: {
    work: archiveCaptures,
    summary: 'Archive a capture',
    description: 'Out of the inbox, still found.',
  },
  unarchive: {
    work: unarchiveCaptures,
    summary: 'Move a capture back to the inbox',
    description: 'Out of the archive.',
  },
  trash: {
    work: trashCaptures,
    summary: 'Move a capture to the trash',
    description: 'It is deleted after 30 days.',
  },
  restore: { work: restoreCaptures, summary: 'Restore a capture', description: 'Out of the trash.' },
} as const;

const assign = createRoute({
  method: 'post',
  path: '/captures/{id}/assign',
  ...operation('Captures', 'assignCapture', 'Assign a capture'),
  ...forKeys('captures:write'),
  description: 'Gives a capture to a member who may review, or to nobody (`null`).',
  request: {
    params: ofCapture,
    body: body(z.strictObject({ userId: z.uuid().nullable() }).openapi('Assignment')),
  },
  responses: changed,
});

const tagging = {
  tag: {
    work: tagCaptures,
    summary: 'Tag a capture',
    description:
      'Puts a tag of at most 40 characters on a document, which has room for 20. One that is in use stays written as it is.',
  },
  untag: {
    work: untagCaptures,
    summary: 'Take a tag off a capture',
    description: 'In whatever case it is written.',
  },
} as const;

const tags = createRoute({
  method: 'get',
  path: '/tags',
  ...operation('Captures', 'listTags', 'List tags'),
  ...forKeys('captures:read'),
  description: 'The tags in use, the most frequent first, at most 200.',
  responses: {
    200: answer(
      z.object({ items: z.array(z.object({ tag: z.string(), count: z.number().int() })) }).openapi('Tags'),
      'All.',
    ),
    default: problem,
  },
});

const notesSchema = z
  .object({
    items: z.array(
      z
        .object({
          id: z.uuid(),
          text: z.string(),
          by: personSchema,
          at: z.iso.datetime(),
          mayDelete: z.boolean().openapi({ description: 'The person who wrote it, and admins.' }),
        })
        .openapi('Note'),
    ),
  })
  .openapi('Notes');

const ofNote = ofCapture.extend({ noteId: z.string().max(64).openapi({ description: 'Id of a note.' }) });

const notes = {
  list: createRoute({
    method: 'get',
    path: '/captures/{id}/notes',
    ...operation('Captures', 'listNotes', 'List the notes of a capture'),
    ...forKeys('captures:read'),
    description: 'Notes of a document, oldest first.',
    request: { params: ofCapture },
    responses: { 200: answer(notesSchema, 'All.'), default: problem },
  }),
  add: createRoute({
    method: 'post',
    path: '/captures/{id}/notes',
    ...operation('Captures', 'addNote', 'Add a note to a capture'),
    ...forKeys('captures:write'),
    description: 'Plain text of at most 2,000 characters; a document has room for 100.',
    request: {
      params: ofCapture,
      body: body(z.strictObject({ text: z.string() }).openapi('NewNote')),
    },
    responses: { 201: answer(notesSchema, 'All notes as they are now.'), default: problem },
  }),
  remove: createRoute({
    method: 'delete',
    path: '/captures/{id}/notes/{noteId}',
    ...operation('Captures', 'deleteNote', 'Delete a note'),
    ...forKeys('captures:write'),
    description: 'One’s own; admins and owners anybody’s. For 30 days it can be restored.',
    request: { params: ofNote },
    responses: { 200: answer(notesSchema, 'All notes as they are now.'), default: problem },
  }),
  restore: createRoute({
    method: 'post',
    path: '/captures/{id}/notes/{noteId}/restore',
    ...operation('Captures', 'restoreNote', 'Restore a deleted note'),
    ...forKeys('captures:write'),
    description: 'For those who may delete it.',
    request: { params: ofNote },
    responses: { 200: answer(notesSchema, 'All notes as they are now.'), default: problem },
  }),
};

const pages = createRoute({
  method: 'get',
  path: '/captures/{id}/pages',
  ...operation('Captures', 'listPages', 'List the pages of a document'),
  ...forKeys('captures:read'),
  description: 'The pages of a document. The id of each opens its picture and its reading.',
  request: { params: ofCapture },
  responses: {
    200: answer(z.object({ items: z.array(pageSchema) }).openapi('Pages'), 'All, in order.'),
    default: problem,
  },
});

/** Where captures are, who has them, and what was written on them; each by its id. */
export function captureChanges(deps: Pick<ApiDeps, 'db' | 'plugins'>): OpenAPIHono<HttpEnv> {
  const api = createRouter();
  for (const [name, { work, summary, description }] of Object.entries(moves)) {
    const route = createRoute({
      method: 'post',
      path: `/captures/{id}/${name}`,
      ...operation('Captures', `${name}Capture`, summary),
      ...forKeys('captures:write'),
      description,
      request: { params: ofCapture },
      responses: changed,
    });
    api.openapi(route, async (context) => {
      const scope = scopeOf(context);
      // Says 404 for what is not there, which the many-at-once use cases pass over.
      const { capture } = await getCapture(deps, { scope, captureId: context.req.param('id') ?? '' });
      return context.json(await work(deps, { scope, ids: [capture.id] }), 200);
    });
  }
  api.openapi(assign, async (context) => {
    const scope = scopeOf(context);
    const { capture } = await getCapture(deps, { scope, captureId: context.req.valid('param').id });
    const { userId } = context.req.valid('json');
    return context.json(await assignCaptures(deps, { scope, ids: [capture.id], userId }), 200);
  });
  for (const [name, { work, summary, description }] of Object.entries(tagging)) {
    const route = createRoute({
      method: 'post',
      path: `/captures/{id}/${name}`,
      ...operation('Captures', `${name}Capture`, summary),
      ...forKeys('captures:write'),
      description,
      request: {
        params: ofCapture,
        body: body(z.strictObject({ tag: z.string().max(200) }).openapi('Tagging')),
      },
      responses: changed,
    });
    api.openapi(route, async (context) => {
      const scope = scopeOf(context);
      const { capture } = await getCapture(deps, { scope, captureId: context.req.valid('param').id });
      return context.json(await work(deps, { scope, ids: [capture.id], ...context.req.valid('json') }), 200);
    });
  }
  api.openapi(tags, (context) => itemsOf(context, listTags(deps, { scope: scopeOf(context) })));
  api.openapi(notes.list, (context) => {
    const { id: captureId } = context.req.valid('param');
    return itemsOf(context, listNotes(deps, { scope: scopeOf(context), captureId }));
  });
  api.openapi(notes.add, async (context) => {
    const [{ id: captureId }, { text }] = [context.req.valid('param'), context.req.valid('json')];
    return context.json(
      { items: await addNote(deps, { scope: scopeOf(context), captureId, text }) },
      201,
      fresh,
    );
  });
  api.openapi(notes.remove, (context) => {
    const { id: captureId, noteId } = context.req.valid('param');
    return itemsOf(context, deleteNote(deps, { scope: scopeOf(context), captureId, noteId }));
  });
  api.openapi(notes.restore, (context) => {
    const { id: captureId, noteId } = context.req.valid('param');
    return itemsOf(context, restoreNote(deps, { scope: scopeOf(context), captureId, noteId }));
  });
  api.openapi(pages, async (context) => {
    const { id: captureId } = context.req.valid('param');
    const document = await getCapture(deps, { scope: scopeOf(context), captureId });
    return context.json({ items: document.pages }, 200, fresh);
  });
  return api;
}
