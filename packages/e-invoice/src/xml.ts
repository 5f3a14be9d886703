// cspell:ignore opentagstart opentag closetag
import { SaxesParser } from 'saxes';
import { byteOffsetsOf } from './byte-offsets.ts';
import { decodeXml } from './decode.ts';
import { limits } from './limits.ts';
import { Refusal } from './refusal.ts';

/** A stretch of a file: bytes of its text as UTF-8, without a byte order mark. */
export interface FileRange {
  from: number;
  to: number;
}

export interface XmlElement {
  namespace: string;
  local: string;
  /** Those without a namespace, by their names. */
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** Its own characters and those of CDATA sections, without white space around them; empty where elements are in it. */
  text: string;
  parent: XmlElement | undefined;
  /** Characters of the file, in UTF-16 code units. */
  tag: FileRange;
  content: FileRange;
}

export interface XmlFile {
  root: XmlElement;
  /** Where the text of an element stands, or the value of its attribute. */
  rangeOf(element: XmlElement, attribute?: string): FileRange;
}

/**
 * An XML file with namespaces, as strict as XML 1.0 is. Nothing beyond the file is looked at: no document type, no entities but the
 * five of XML.
 * @throws Refusal
 */
export function parseXml(bytes: Uint8Array): XmlFile {
  const text = decodeXml(bytes);
  const root = treeOf(text);
  const byteAt = byteOffsetsOf(text);
  return {
    root,
    rangeOf(element, attribute) {
      const { from, to } =
        attribute === undefined ? trimmed(text, element.content) : attributeIn(text, element, attribute);
      return { from: byteAt(from), to: byteAt(to) };
    },
  };
}

function treeOf(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let root: XmlElement | undefined;
  let open: XmlElement | undefined;
  let depth = 0;
  let count = 0;
  let opened = 0;
  const characters: string[] = [];
  parser.on('error', (error) => {
    throw new Refusal('not_xml', error.message);
  });
  parser.on('doctype', () => {
    throw new Refusal(
      'doctype',
      'A file with a document type is not read: entities could make anything of it.',
    );
  });
  parser.on('opentagstart', () => {
    opened = text.lastIndexOf('<', parser.position - 1);
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    depth++;
    count++;
    if (depth > limits.maxDepth)
      throw new Refusal('too_deep', `The file has more than ${limits.maxDepth} levels.`);
    if (count > limits.maxElements)
      throw new Refusal('too_many_elements', `The file has more than ${limits.maxElements} elements.`);
    const own = Object.values(attributes).filter((attribute) => attribute.uri === '');
    const element: XmlElement = {
      namespace: uri,
      local,
      attributes: new Map(own.map((attribute) => [attribute.local, attribute.value])),
      children: [],
      text: '',
      parent: open,
      tag: { from: opened, to: parser.position },
      content: { from: parser.position, to: parser.position },
    };
    open?.children.push(element);
    root ??= element;
    open = element;
    characters.length = 0;
  });
  parser.on('text', (piece) => characters.push(piece));
  parser.on('cdata', (piece) => characters.push(piece));
  parser.on('closetag', ({ isSelfClosing }) => {
    depth--;
    if (!open) return;
    if (!isSelfClosing) open.content.to = text.lastIndexOf('</', parser.position - 1);
    if (open.children.length === 0) open.text = characters.join('').trim();
    characters.length = 0;
    open = open.parent;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('not_xml', error instanceof Error ? error.message : String(error));
  }
  if (!root) throw new Refusal('not_xml', 'The file has no element.');
  return root;
}

function trimmed(text: string, { from, to }: FileRange): FileRange {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return { from: start, to: end };
}

function attributeIn(text: string, { tag }: XmlElement, name: string): FileRange {
  const written = text.slice(tag.from, tag.to);
  // Names of XML have no signs that mean something here but points.
  const found = new RegExp(`\\s${name.replaceAll('.', '\\.')}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(written);
  if (!found) return { from: tag.from, to: tag.to };
  const from = tag.from + found.index + found[0].length - found[2]!.length - 1;
  return { from, to: from + found[2]!.length };
}
