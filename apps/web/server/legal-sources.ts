export type LegalTextName = 'tos' | 'privacy-policy';

export const legalTextNames: readonly LegalTextName[] = ['tos', 'privacy-policy'];

export interface LegalSource {
  /** Markdown with a whole header. */
  text: string;
  /** As it stands in the header. */
  version: string;
  /** Whether it is the operator's. */
  isOwn: boolean;
}

const needed = ['title', 'version', 'effective'];

/** A legal text: the operator's own, else the one that comes with Readout. */
export const legalSource = (own: string | undefined, builtIn: string): LegalSource => ({
  text: own ?? builtIn,
  version: headerOf(own ?? builtIn).get('version') ?? '',
  isOwn: own !== undefined,
});

/**
 * The same text in another language: the operator's, else the one that comes with Readout, which translates nobody's text but
 * ours. One of another version says something else than what people accept.
 */
export function translationOf(
  original: LegalSource,
  { own, builtIn }: { own: string | undefined; builtIn: string | undefined },
): string | undefined {
  const fits = (text: string | undefined): text is string =>
    text !== undefined && missingOf(text).length === 0 && headerOf(text).get('version') === original.version;
  if (fits(own)) return own;
  return !original.isOwn && fits(builtIn) ? builtIn : undefined;
}

/** What a header needs and this one lacks: people accept a text by its version. */
export const missingOf = (text: string): string[] => {
  const header = headerOf(text);
  return needed.filter((name) => !header.get(name));
};

function headerOf(text: string): Map<string, string> {
  const header = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(text)?.[1] ?? '';
  return new Map(
    header.split(/\r?\n/).map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    }),
  );
}
