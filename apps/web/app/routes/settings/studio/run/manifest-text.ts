import { type Manifest, manifestSchema } from '@readout/plugin-kit/manifest';
import { config } from 'zod';

// Its compiled validators come from `new Function`, which the policy of these pages refuses, aloud.
config({ jitless: true });

export type ParsedManifest =
  | { ok: true; manifest: Manifest }
  | {
      ok: false;
      problems: {
        message: string;
        /** Keys down to what is wrong; empty: all of it. */
        path: (string | number)[];
        /** Character of the text, where it is no JSON. */
        at?: number;
      }[];
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
      problems: parsed.error.issues.map(({ path, message }) => ({
        message,
        path: path.filter((key) => typeof key !== 'symbol'),
      })),
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
