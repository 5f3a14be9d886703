import { Lexer, type Token, type Tokens } from 'marked';

/** A README as a page shows it. There is no HTML and no address in it that was not looked at. */
export type ReadmeNode =
  | { is: 'text' | 'code' | 'block'; text: string }
  | {
      is: 'heading' | 'subheading' | 'paragraph' | 'quote' | 'strong' | 'em' | 'del' | 'item';
      of: ReadmeNode[];
    }
  | { is: 'list'; isOrdered: boolean; of: ReadmeNode[] }
  | { is: 'link'; href: string; of: ReadmeNode[] }
  | { is: 'rule' | 'break' }
  | { is: 'table'; head: ReadmeNode[][]; rows: ReadmeNode[][][] };

/** Longer than any README somebody reads to the end. */
const maxCharacters = 30_000;
/** Emphasis and links are looked for in time that grows with the square of a paragraph's length. */
const maxParagraph = 2_000;
const maxDepth = 12;
/** A line that begins with so many marks of quotes and lists: each is another level, and takes the whole rest again. */
const tooDeep = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){12}/m;

/**
 * Reads Markdown a stranger wrote. HTML is shown as it was typed, comments are not, and pictures as what is said in their place: a page that
 * shows a README loads nothing from elsewhere. The title is left out where the text begins with one.
 */
export function parseReadme(markdown: string): ReadmeNode[] {
  const text = markdown.slice(0, maxCharacters).replaceAll(/\r\n?/g, '\n');
  if (tooDeep.test(text)) return [{ is: 'block', text }];
  let tokens: Token[];
  try {
    const lexer = new Lexer();
    tokens = lexer.blockTokens(text, []);
    for (const { src, tokens: inline } of lexer.inlineQueue)
      if (src.length <= maxParagraph) lexer.inlineTokens(src, inline);
      else inline.push({ type: 'text', raw: src, text: src });
  } catch {
    // Nested so deeply, over several lines, that nobody means it.
    return [{ is: 'block', text }];
  }
  const first = tokens.findIndex(({ type }) => type !== 'space');
  const isTitle = tokens[first]?.type === 'heading' && (tokens[first] as Tokens.Heading).depth === 1;
  return nodesOf(isTitle ? tokens.slice(first + 1) : tokens, 0);
}

function nodesOf(tokens: readonly Token[], depth: number): ReadmeNode[] {
  return tokens.flatMap((token) => nodeOf(token as Tokens.Generic, depth));
}

function nodeOf(token: Tokens.Generic, depth: number): ReadmeNode[] {
  if (depth > maxDepth) return [{ is: 'text', text: token.raw }];
  const inside = (): ReadmeNode[] =>
    token.tokens ? nodesOf(token.tokens, depth + 1) : [{ is: 'text', text: unescaped(token.text ?? '') }];
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'heading':
      return [{ is: token.depth < 3 ? 'heading' : 'subheading', of: inside() }];
    case 'paragraph':
      return [{ is: 'paragraph', of: inside() }];
    case 'blockquote':
      return [{ is: 'quote', of: inside() }];
    case 'strong':
    case 'em':
    case 'del':
      return [{ is: token.type, of: inside() }];
    case 'code':
      return [{ is: 'block', text: token.text }];
    case 'codespan':
      return [{ is: 'code', text: token.text }];
    case 'hr':
      return [{ is: 'rule' }];
    case 'br':
      return [{ is: 'break' }];
    case 'list':
      return [
        {
          is: 'list',
          isOrdered: token.ordered === true,
          of: (token.items as Tokens.ListItem[]).map((item) => ({
            is: 'item',
            of: nodesOf(item.tokens, depth + 1),
          })),
        },
      ];
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: Tokens.TableCell[]) => row.map((cell) => nodesOf(cell.tokens, depth + 1));
      return [{ is: 'table', head: cells(header), rows: rows.map(cells) }];
    }
    case 'link': {
      const href = safeAddress(token.href);
      return href ? [{ is: 'link', href, of: inside() }] : inside();
    }
    case 'image':
      return token.text ? [{ is: 'text', text: token.text }] : [];
    case 'text':
    case 'escape':
      return token.tokens ? inside() : [{ is: 'text', text: unescaped(token.text) }];
    case 'html':
      return isComment(token.raw) ? [] : [{ is: 'text', text: token.raw }];
    default:
      return [{ is: 'text', text: token.raw }];
  }
}

function isComment(html: string): boolean {
  const text = html.trim();
  return text.startsWith('<!--') && text.indexOf('-->') === text.length - 3;
}

/** Absolute, and of a kind that opens a page or a mail; undefined for everything else. */
function safeAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return ['https:', 'http:', 'mailto:'].includes(protocol) ? href : undefined;
}

const characters: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
/** The entities people type; others stand as they are. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (all, name: string) => characters[name] ?? all);
