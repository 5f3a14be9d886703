import { type Manifest, manifestSchema } from '@readout/plugin-kit/manifest';

export type ParsedManifest =
  | { ok: true; manifest: Manifest }
  | {
      ok: false;
      problems: {
        message: string;
        /** Keys down to what is wrong; empty: all of it. */
        path: (string | number)[];
        /** Character of the text, where it is not JSON. */
        at?: number;
      }[];
    };

/** What has a form of its own, in words, by its key. */
const forms: Record<string, string> = {
  version: 'Three numbers with dots between them, for instance 1.0.0.',
  id: 'Small letters and digits, words joined by hyphens.',
  type: 'Small letters and digits, words joined by hyphens.',
  name: 'A small letter first, then letters and digits: dueDate.',
};

/** What stands in the editor as a manifest. `pluginId`: the id the draft was begun under. */
export function parseManifest(text: string, pluginId: string): ParsedManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'This is not JSON';
    // V8 names the place, Firefox line and column; without either it is the end.
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    return {
      ok: false,
      problems: [
        { message: `Not JSON yet: ${message.replace(/ in JSON at position.*$/, '')}`, path: [], at },
      ],
    };
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success)
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => {
        const path = issue.path.filter((key) => typeof key !== 'symbol');
        const form = issue.code === 'invalid_format' ? forms[String(path.at(-1))] : undefined;
        return { message: form ?? issue.message, path };
      }),
    };
  if (parsed.data.id !== pluginId)
    return {
      ok: false,
      problems: [
        { message: `The id is "${pluginId}", as it was chosen when the draft was begun.`, path: ['id'] },
      ],
    };
  return { ok: true, manifest: parsed.data };
}
