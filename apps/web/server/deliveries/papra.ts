import { type Archive, fileAll, itemsOf, memberOf } from './archive.ts';
import type { Sender } from './sender.ts';

// https://github.com/papra-hq/papra: apps/docs/src/content/docs/04-resources/03-api-endpoints.mdx, and the routes, schemas
// and errors of documents and tags in apps/papra-server/src/modules, at 2b110a4c.

const tagColour = '#2563EB';
/** Of the newest, among which one that is there already is looked for. */
const pageSize = 100;

/** The original with title, date and tags; tags that Papra does not know are made. One that is there already has arrived. */
export const papra: Sender<'papra'> = async (target, message, deps) => {
  const { address, settings, token } = target;
  if (token === undefined) return 'delivery.secret_unreadable';
  const { title, tags, organization } = settings;
  const base = `/api/organizations/${encodeURIComponent(organization)}`;
  return fileAll(
    { address, authorization: `Bearer ${token}`, title, tags },
    message,
    deps,
    async (archive, filed) => {
      const { status, value } = await archive.upload(`${base}/documents`, 'file', filed, [], {
        accepts: [409],
      });
      const isNew = status !== 409;
      const id = isNew
        ? memberOf(memberOf(value, 'document'), 'id')
        : await findDocument(archive, base, filed.file.sha256);
      if (typeof id !== 'string') {
        if (isNew)
          archive.fail('delivery.answer_unknown', 'The answer names no document.', { isPassing: false });
        // There, and no longer among the newest: nothing is left to do.
        return;
      }
      const document = `${base}/documents/${encodeURIComponent(id)}`;
      const isCorrection = message.type === 'record.corrected';
      if (filed.date || isCorrection)
        // Versions that keep no date of a document refuse it.
        await archive.json(
          document,
          {
            method: 'PATCH',
            body: {
              ...(filed.date ? { documentDate: filed.date } : {}),
              ...(isCorrection ? { name: filed.title } : {}),
            },
          },
          { accepts: [400] },
        );
      if (filed.tags.length === 0) return;
      const known = await tagsOf(archive, base);
      for (const name of filed.tags) {
        const tagId = known.get(name.toLowerCase()) ?? (await makeTag(archive, base, name));
        await archive.json(
          `${document}/tags`,
          { method: 'POST', body: { tagId } },
          // It has it.
          { accepts: [409] },
        );
      }
    },
  );
};

async function findDocument(archive: Archive, base: string, sha256: string): Promise<unknown> {
  const { value } = await archive.json(`${base}/documents?pageIndex=0&pageSize=${pageSize}`, undefined, {
    accepts: [401, 403],
  });
  const found = itemsOf(value, 'documents').find((item) => memberOf(item, 'originalSha256Hash') === sha256);
  return memberOf(found, 'id');
}

async function tagsOf(archive: Archive, base: string): Promise<Map<string, string>> {
  const { value } = await archive.json(`${base}/tags`);
  return new Map(
    itemsOf(value, 'tags').flatMap((tag): [string, string][] => {
      const [id, name] = [memberOf(tag, 'id'), memberOf(tag, 'name')];
      return typeof id === 'string' && typeof name === 'string' ? [[name.toLowerCase(), id]] : [];
    }),
  );
}

async function makeTag(archive: Archive, base: string, name: string): Promise<string> {
  const { status, value } = await archive.json(
    `${base}/tags`,
    { method: 'POST', body: { name, color: tagColour } },
    { accepts: [409] },
  );
  // Another worker may have made it a moment ago.
  const id =
    status === 409
      ? (await tagsOf(archive, base)).get(name.toLowerCase())
      : memberOf(memberOf(value, 'tag'), 'id');
  if (typeof id === 'string') return id;
  return archive.fail('delivery.answer_unknown', 'The answer names no tag.', { isPassing: false });
}
