import { Marked } from 'marked';
import { legalPhrases } from './legal-phrases.ts';

export interface LegalText {
  title: string;
  /** Stored with the account that accepted it. */
  version: string;
  /** ISO date. */
  effective: string;
  /** BCP 47 tag of the language it is written in. */
  language: string;
  /** Whether a translation holds beside the original, as the operator says in its header. */
  isBinding: boolean;
  html: string;
  contents: { id: string; title: string }[];
}

export interface ShownLegalText extends LegalText {
  /** Language of the text that holds, where this is a translation that does not; null: this one holds. */
  translatedFrom: string | null;
}

export interface Operator {
  name: string | undefined;
  email: string | undefined;
  address: string | undefined;
  /** Where its seat is, as it stands after "the law of": `Austria`, `the State of Oregon`. */
  country: string | undefined;
  /** Who processes data for it, in one line: `Example Hosting GmbH, Germany (machines); …`. */
  processors: string | undefined;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/**
 * Turns a legal text into a page. `{{operator}}` and `{{contact}}` stand for who runs the installation, `{{law}}` for a
 * paragraph on the law that applies, `{{processors}}` for a sentence on who else processes data for the operator.
 * @param source Markdown with a header of `title`, `version` and `effective` between two lines of `---`, and `language`
 * where it is not in English; in a translation also `binding: yes`.
 * @param assumed the language where the header names none
 * @throws Error where the header lacks one of the three: an accepted version must have a name.
 */
export function renderLegalText(source: string, operator: Operator, assumed = 'en'): LegalText {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source);
  if (!match) throw new Error('A legal text starts with a header between two lines of "---".');
  const header = new Map(
    (match[1] ?? '').split(/\r?\n/).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const required = (name: string): string => {
    const value = header.get(name);
    if (!value) throw new Error(`The header of a legal text lacks "${name}".`);
    return value;
  };

  const language = languageTag(header.get('language'), assumed);
  const phrases = legalPhrases(language);
  const name = escapeHtml(operator.name ?? phrases.operator);
  const reach = [
    operator.address && escapeHtml(operator.address),
    operator.email && `<a href="mailto:${encodeURI(operator.email)}">${escapeHtml(operator.email)}</a>`,
  ].filter(Boolean);
  const contact = reach.length > 0 ? phrases.contact(reach.join(', ')) : '';
  const law = phrases.law(operator.country && escapeHtml(operator.country));
  const processors = phrases.processors(operator.processors && escapeHtml(operator.processors));
  const markdown = (match[2] ?? '')
    .replaceAll('{{law}}', law)
    .replaceAll('{{processors}}', processors)
    // A sentence begins with a capital also where the name is only a description.
    .replace(
      /(^|[.!?]\s+|\n\n|\n- )\{\{operator\}\}/g,
      (_all, before: string) => before + name[0]?.toUpperCase() + name.slice(1),
    )
    .replaceAll('{{operator}}', name)
    .replaceAll('{{contact}}', contact);

  const contents: LegalText['contents'] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        if (depth === 2) contents.push({ id, title: text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token) {
        // A scrolling region must be reachable by keyboard.
        const rows = token.rows
          .map(
            (row) =>
              `<tr>${row.map((cell) => `<td>${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
          )
          .join('');
        const head = token.header
          .map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`)
          .join('');
        return `<div class="table" tabindex="0" role="region" aria-label="${phrases.table}"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return {
    title: required('title'),
    version: required('version'),
    effective: required('effective'),
    language,
    isBinding: header.get('binding') === 'yes',
    html,
    contents,
  };
}

/** What is not a tag could not be said of the page. */
function languageTag(stated: string | undefined, assumed: string): string {
  try {
    return Intl.getCanonicalLocales(stated || assumed)[0] ?? assumed;
  } catch {
    return assumed;
  }
}
