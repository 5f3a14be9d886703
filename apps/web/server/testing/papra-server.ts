import { createHash, randomBytes } from 'node:crypto';
import { type ApiRequest, type ApiServer, startApiServer } from './api-server.ts';

// What is asked and answered is as Papra describes it and has it in its source: apps/docs/src/content/docs/04-resources/
// 03-api-endpoints.mdx, and documents.routes.ts, documents.schemas.ts, documents.errors.ts, tags.routes.ts, tags.schemas.ts
// and tags.errors.ts of apps/papra-server/src/modules, https://github.com/papra-hq/papra at 2b110a4c.

export interface PapraDocument {
  id: string;
  name: string;
  originalName: string;
  originalSha256Hash: string;
  mimeType: string;
  documentDate: string | null;
  tags: string[];
}

export interface PapraServer extends ApiServer {
  organization: string;
  documents: PapraDocument[];
  tags: { id: string; name: string; color: string }[];
}

const json = (body: unknown, status = 200) => ({ status, body });
const error = (code: string, status: number) => json({ error: { code, message: code } }, status);
const idOf = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** A Papra that refuses whatever the real one would. @param key the API key that counts, with every permission */
export async function startPapra(key: string): Promise<PapraServer> {
  const server = await startApiServer(async (request) => {
    const { method, path, headers, query } = request;
    if (headers.authorization !== `Bearer ${key}`) return error('auth.unauthorized', 401);
    const [, organization, rest = ''] = /^\/api\/organizations\/([^/]+)\/(.*)$/.exec(path) ?? [];
    if (organization !== papra.organization) return error('user.not_in_organization', 403);
    if (method === 'POST' && rest === 'documents') return created(request);
    if (method === 'GET' && rest === 'documents') {
      const [page, size] = [Number(query.get('pageIndex')), Number(query.get('pageSize'))];
      if (size > 100) return error('server.invalid_request.query', 400);
      const newest = papra.documents.toReversed();
      return json({
        documents: newest.slice(page * size, (page + 1) * size),
        documentsCount: papra.documents.length,
      });
    }
    if (method === 'GET' && rest === 'tags') return json({ tags: papra.tags });
    if (method === 'POST' && rest === 'tags') return tag(request);
    const [, id, below] = /^documents\/([^/]+)(\/tags)?$/.exec(rest) ?? [];
    const document = papra.documents.find((each) => each.id === id);
    if (document && method === 'PATCH' && !below) return patched(document, request);
    if (document && method === 'POST' && below) {
      const { tagId } = request.json as { tagId: string };
      if (!papra.tags.some((each) => each.id === tagId)) return error('tags.not_found', 404);
      if (document.tags.includes(tagId)) return error('documents.already_has_tag', 409);
      document.tags.push(tagId);
      return { status: 204 };
    }
    return undefined;
  });

  async function created({ form }: ApiRequest) {
    const file = form?.get('file');
    if (!form || !(file instanceof File) || [...form.keys()].length !== 1)
      return error('server.invalid_request.body', 400);
    const sum = createHash('sha256')
      .update(Buffer.from(await file.arrayBuffer()))
      .digest('hex');
    if (papra.documents.some((each) => each.originalSha256Hash === sum))
      return error('document.already_exists', 409);
    const document = {
      id: idOf('doc'),
      name: file.name,
      originalName: file.name,
      originalSha256Hash: sum,
      mimeType: file.type,
      documentDate: null,
      tags: [],
    };
    papra.documents.push(document);
    return json({ document });
  }

  function patched(document: PapraDocument, { json: sent }: ApiRequest) {
    const body = sent as Record<string, string>;
    const isFit = Object.keys(body).every((name) =>
      ['name', 'content', 'documentDate', 'notes'].includes(name),
    );
    if (!isFit || Object.keys(body).length === 0) return error('server.invalid_request.body', 400);
    Object.assign(document, body);
    return json({ document });
  }

  function tag({ json: sent }: ApiRequest) {
    const { name = '', color = '' } = sent as { name?: string; color?: string };
    if (name.length < 1 || name.length > 64 || !/^#[0-9A-F]{6}$/.test(color))
      return error('server.invalid_request.body', 400);
    if (papra.tags.some((each) => each.name === name)) return error('tags.already_exists', 409);
    const made = { id: idOf('tag'), name, color };
    papra.tags.push(made);
    return json({ tag: made });
  }

  const papra: PapraServer = Object.assign(server, {
    organization: idOf('org'),
    documents: [],
    tags: [],
  });
  return papra;
}
