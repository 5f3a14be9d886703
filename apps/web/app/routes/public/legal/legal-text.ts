import { Marked } from 'marked';

export interface LegalText {
  title: string;
  /** Stored with the account that accepted it. */
  version: string;
  /** ISO date. */
  effective: string;
  html: string;
  contents: { id: string; title: string }[];
}

export interface Operator {
  name: string | undefined;
  email: string | undefined;
  address: string | undefined;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/**
 * Turns a legal text into a page. `{{operator}}` and `{{contact}}` stand for who runs the installation.
 * @param source Markdown with a header of `title`, `version` and `effective` between two lines of `---`.
 * @throws Error where the header lacks one of the three: an accepted version must have a name.
 */
export function renderLegalText(source: string, operator: Operator): LegalText {
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

  const name = escapeHtml(operator.name ?? 'the operator of this installation');
  const reach = [
    operator.address && escapeHtml(operator.address),
    operator.email && `<a href="mailto:${encodeURI(operator.email)}">${escapeHtml(operator.email)}</a>`,
  ].filter(Boolean);
  const contact = reach.length > 0 ? `Contact: ${reach.join(', ')}.` : '';
  const markdown = (match[2] ?? '')
    // A sentence begins with a capital also where the name is only a description.
    .replace(
      /(^|[.!?]\s+|\n\n)\{\{operator\}\}/g,
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
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return {
    title: required('title'),
    version: required('version'),
    effective: required('effective'),
    html,
    contents,
  };
}
