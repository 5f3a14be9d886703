/** The parts of a manifest that hold what people are shown. */
interface Shown {
  name: string;
  description: string;
  records: readonly {
    label: string;
    fields: readonly { label: string; columns?: readonly { label: string }[] | undefined }[];
  }[];
  settings: readonly { label: string; help?: string | undefined; options?: readonly { label: string }[] }[];
  languages?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
}

/** Every text of a manifest that people are shown, in English; ids, names of fields and values are none. */
export function textsOfManifest(manifest: Shown): Set<string> {
  const found = new Set<string>();
  mapTexts(manifest, (text) => {
    found.add(text);
    return text;
  });
  return found;
}

const localized = new WeakMap<Shown, Map<string, Shown>>();

/**
 * The manifest as a reader of this language is shown it: each text it gives in the language, or in the language without
 * its region, and in English what it does not.
 * @param locale - BCP 47 tag
 */
export function inLanguageOf<M extends Shown>(manifest: M, locale: string): M {
  const { languages } = manifest;
  const language = languages && tagIn(languages, locale);
  if (language === undefined) return manifest;
  const made = localized.get(manifest) ?? new Map<string, Shown>();
  localized.set(manifest, made);
  let shown = made.get(language);
  if (!shown) {
    const texts = languages?.[language] ?? {};
    shown = mapTexts(manifest, (text) => (Object.hasOwn(texts, text) ? (texts[text] ?? text) : text));
    made.set(language, shown);
  }
  // Made of this manifest, text by text.
  return shown as M;
}

/** The language of the texts that a reader of this language is shown: a tag of the manifest's own, `en` where there is none. */
export const languageShown = ({ languages = {} }: Shown, locale: string): string =>
  tagIn(languages, locale) ?? 'en';

/** `de-AT`, then `de`; in whatever case the manifest writes them. */
function tagIn(languages: Readonly<Record<string, unknown>>, locale: string): string | undefined {
  const tags = Object.keys(languages);
  for (let tag = locale.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(tag.lastIndexOf('-'), 0))) {
    const found = tags.find((each) => each.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mapTexts(manifest: Shown, say: (text: string) => string): Shown {
  const labelled = <T extends { label: string }>(part: T): T => ({ ...part, label: say(part.label) });
  return {
    ...manifest,
    name: say(manifest.name),
    description: say(manifest.description),
    records: manifest.records.map((record) => ({
      ...labelled(record),
      fields: record.fields.map(({ columns, ...field }) => ({
        ...labelled(field),
        ...(columns ? { columns: columns.map(labelled) } : {}),
      })),
    })),
    settings: manifest.settings.map(({ help, options, ...setting }) => ({
      ...labelled(setting),
      ...(help === undefined ? {} : { help: say(help) }),
      ...(options ? { options: options.map(labelled) } : {}),
    })),
  };
}
