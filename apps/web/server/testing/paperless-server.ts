import { createHash, randomUUID } from 'node:crypto';
import { type ApiRequest, type ApiServer, startApiServer } from './api-server.ts';

// cspell:ignore serialisers iexact
// What is asked and answered is as Paperless-ngx describes it and has it in its source: docs/api.md, PostDocumentView and
// TasksViewSet of src/documents/views.py, PostDocumentSerializer, TaskSerializerV9 and V10 of serialisers.py, and
// filters.py, https://github.com/paperless-ngx/paperless-ngx at b0e0e8a3.

interface Named {
  id: number;
  name: string;
}

export interface PaperlessDocument {
  id: number;
  checksum: string;
  fileName: string;
  mediaType: string;
  title: string | null;
  created: string | null;
  correspondent: number | null;
  tags: number[];
}

export interface PaperlessServer extends ApiServer {
  documents: PaperlessDocument[];
  /** In no list, and duplicates all the same. */
  trashed: PaperlessDocument[];
  tags: Named[];
  correspondents: Named[];
  /** How often a task is looked at before it is done. */
  looks: number;
  /** Ends every task. */
  finish: () => void;
  /** Why documents are not taken in. */
  refusal: string | undefined;
  /** As version 3 with interface 10; `9`: as before it. */
  version: 9 | 10;
}

const json = (body: unknown, status = 200) => ({ status, body });
const known = ['document', 'title', 'created', 'correspondent', 'tags'];

/** A Paperless-ngx that refuses whatever the real one would. @param token the one that counts */
export async function startPaperless(token: string): Promise<PaperlessServer> {
  const tasks = new Map<string, { looks: number; result: object; isFailed: boolean }>();
  const server = await startApiServer((request) => {
    const { method, path, headers, query } = request;
    if (headers.authorization !== `Token ${token}`) return json({ detail: 'Invalid token.' }, 401);
    if (headers.accept !== 'application/json') return json({ detail: 'Not acceptable.' }, 406);
    const [, kind] = /^\/api\/(tags|correspondents)\/$/.exec(path) ?? [];
    if (kind === 'tags' || kind === 'correspondents') return named(paperless[kind], request);
    if (method === 'GET' && path === '/api/documents/') {
      const sum = query.get('checksum__iexact')?.toLowerCase();
      const found = paperless.documents.filter(({ checksum }) => checksum === sum);
      return json({
        count: found.length,
        next: null,
        previous: null,
        results: found.slice(0, Number(query.get('page_size') ?? 25)),
      });
    }
    if (method === 'POST' && path === '/api/documents/post_document/') return posted(request);
    const [, id] = /^\/api\/documents\/(\d+)\/$/.exec(path) ?? [];
    const document = paperless.documents.find((each) => each.id === Number(id));
    if (method === 'PATCH' && document) {
      Object.assign(document, request.json);
      return json(document);
    }
    if (method === 'GET' && path === '/api/tasks/') return looked(query.get('task_id') ?? '');
    return undefined;
  });

  function named(of: Named[], { method, query, json: sent }: ApiRequest) {
    if (method === 'GET') {
      const name = query.get('name__iexact')?.toLowerCase();
      const found = of.filter((each) => each.name.toLowerCase() === name);
      return json({ count: found.length, next: null, previous: null, results: found });
    }
    const { name } = sent as { name?: string };
    if (!name || name.length > 128) return json({ name: ['This field is required.'] }, 400);
    if (of.some((each) => each.name === name))
      return json({ error: ['Object violates owner / name unique constraint'] }, 400);
    const made = { id: of.length + 1, name };
    of.push(made);
    return json(made, 201);
  }

  async function posted({ form }: ApiRequest) {
    const file = form?.get('document');
    if (!form || !(file instanceof File)) return json({ document: ['No file was submitted.'] }, 400);
    const unknown = [...form.keys()].filter((name) => !known.includes(name));
    if (unknown.length > 0) return json({ detail: `Unknown: ${unknown.join(', ')}` }, 400);
    const created = form.get('created') as string | null;
    if (created !== null && !/^\d{4}-\d{2}-\d{2}/.test(created))
      return json({ created: ['Datetime has wrong format.'] }, 400);
    const correspondent = form.get('correspondent');
    const tags = form.getAll('tags').map(Number);
    const isKnown = (of: Named[], id: number) => of.some((each) => each.id === id);
    if (correspondent !== null && !isKnown(paperless.correspondents, Number(correspondent)))
      return json({ correspondent: ['Invalid pk - object does not exist.'] }, 400);
    if (!tags.every((tag) => isKnown(paperless.tags, tag)))
      return json({ tags: ['Invalid pk - object does not exist.'] }, 400);
    const checksum = createHash(paperless.version === 10 ? 'sha256' : 'md5')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex');
    const task = randomUUID();
    const twin = [...paperless.documents, ...paperless.trashed].find((each) => each.checksum === checksum);
    const isFailed = twin !== undefined || paperless.refusal !== undefined;
    const id = paperless.documents.length + 1;
    const result = twin
      ? { duplicate_of: twin.id, duplicate_in_trash: false }
      : paperless.refusal
        ? { error_type: 'ParseError', error_message: paperless.refusal }
        : { document_id: id };
    tasks.set(task, { looks: paperless.looks, result, isFailed });
    if (!isFailed)
      paperless.documents.push({
        id,
        checksum,
        fileName: file.name,
        mediaType: file.type,
        title: form.get('title') as string | null,
        created,
        correspondent: correspondent === null ? null : Number(correspondent),
        tags,
      });
    return json(task);
  }

  function looked(id: string) {
    const task = tasks.get(id);
    const isDone = task && task.looks-- <= 0;
    const status = !isDone ? 'started' : task.isFailed ? 'failure' : 'success';
    if (paperless.version === 9)
      return json(
        task
          ? [
              {
                id: 1,
                task_id: id,
                status: status.toUpperCase(),
                result: isDone ? legacyResult(task.result) : null,
              },
            ]
          : [],
      );
    const results = task ? [{ id: 1, task_id: id, status, result_data: isDone ? task.result : null }] : [];
    return json({ count: results.length, next: null, previous: null, results });
  }

  const paperless: PaperlessServer = Object.assign(server, {
    documents: [],
    trashed: [],
    tags: [],
    correspondents: [],
    looks: 0,
    finish() {
      for (const task of tasks.values()) task.looks = 0;
    },
    refusal: undefined,
    version: 10 as const,
  });
  return paperless;
}

/** As TaskSerializerV9 writes it. */
function legacyResult(result: {
  document_id?: number;
  duplicate_of?: number;
  error_message?: string;
}): string {
  if (result.document_id) return `Success. New document id ${result.document_id} created`;
  if (result.duplicate_of) return `Not consuming: It is a duplicate of document #${result.duplicate_of}`;
  return result.error_message ?? '';
}
