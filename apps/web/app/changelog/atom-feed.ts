import { type Release, releaseAnchor } from './parse-changelog.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/**
 * Atom feed (RFC 4287) of the released versions.
 * @param origin Scheme and host of this installation, without a slash at the end.
 * @param toHtml Turns the markdown of one entry into HTML.
 */
export function atomFeed(releases: Release[], origin: string, toHtml: (markdown: string) => string): string {
  const released = releases.filter((release) => release.date !== null);
  const entries = released.map((release) => {
    const address = `${origin}/changelog#${releaseAnchor(release.version)}`;
    const html = release.changes
      .map(
        ({ kind, entries: texts }) =>
          `<h3>${kind}</h3><ul>${texts.map((text) => `<li>${toHtml(text)}</li>`).join('')}</ul>`,
      )
      .join('');
    return `  <entry>
    <id>${escapeXml(address)}</id>
    <title>${escapeXml(`Readout ${release.version}`)}</title>
    <link href="${escapeXml(address)}"/>
    <updated>${release.date}T00:00:00Z</updated>
    <content type="html">${escapeXml(html)}</content>
  </entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${escapeXml(`${origin}/changelog`)}</id>
  <title>Readout changelog</title>
  <link href="${escapeXml(`${origin}/changelog`)}"/>
  <link rel="self" href="${escapeXml(`${origin}/changelog.atom`)}"/>
  <author><name>Readout</name></author>
  <updated>${released[0]?.date ?? '2026-01-01'}T00:00:00Z</updated>
${entries.join('\n')}
</feed>
`;
}
