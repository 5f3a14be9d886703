import { describe, expect, it, test } from 'vitest';
import { limits } from './limits.ts';
import { Refusal } from './refusal.ts';
import { parseXml, type XmlElement } from './xml.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, order: 'le' | 'be', mark = true) => {
  const units = [...(mark ? '\ufeff' : ''), ...text].join('');
  const bytes = new Uint8Array(units.length * 2);
  for (let at = 0; at < units.length; at++)
    new DataView(bytes.buffer).setUint16(at * 2, units.charCodeAt(at), order === 'le');
  return bytes;
};
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const leaf = (element: XmlElement): XmlElement => (element.children[0] ? leaf(element.children[0]) : element);

/** What stands at the range of the innermost element, as bytes of UTF-8. */
function cited(bytes: Uint8Array, text: string, attribute?: string): string {
  const file = parseXml(bytes);
  const { from, to } = file.rangeOf(leaf(file.root), attribute);
  return new TextDecoder().decode(utf8(text.replace('\ufeff', '')).subarray(from, to));
}
const refused = (bytes: Uint8Array): string => {
  try {
    parseXml(bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'read';
};

describe('where a value stands in its file', () => {
  const letters = 'Müller & Söhne'.replace('&', '&amp;');
  it.each([
    ['one byte a letter', '<a><b>abc</b></a>', 'abc'],
    ['two bytes a letter', `<a x="ä"><b>${letters}</b></a>`, letters],
    ['three', '<a>€€<b>漢字</b></a>', '漢字'],
    ['four', '<a>😀😀<b>😀!</b></a>', '😀!'],
    ['white space around it', '<a><b>\r\n  12.00\r\n</b></a>', '12.00'],
    ['a section of characters', '<a><b><![CDATA[1 < 2]]></b></a>', '<![CDATA[1 < 2]]>'],
    ['a space in the tag that closes it', '<a><b >x</b  ></a>', 'x'],
    ['comments before it', '<!-- ü --><a><!-- ü --><b>x</b></a>', 'x'],
    ['more than the stride of the counting', `<a>${'ä€😀'.repeat(3000)}<b>here</b></a>`, 'here'],
  ])('is told in bytes: %s', (_, text, expected) => {
    expect(cited(utf8(text), text)).toBe(expected);
    expect(cited(utf8(`\ufeff${text}`), text)).toBe(expected);
    const declared = `<?xml version="1.0" encoding="UTF-16"?>${text}`;
    for (const order of ['le', 'be'] as const) {
      expect(cited(utf16(declared, order), declared)).toBe(expected);
      expect(cited(utf16(declared, order, false), declared)).toBe(expected);
    }
  });

  it('is told of attributes, too', () => {
    const text = `<a><b unit = 'C62' unitCode="ä&quot;H">5</b></a>`;
    expect(cited(utf8(text), text, 'unit')).toBe('C62');
    expect(cited(utf8(text), text, 'unitCode')).toBe('ä&quot;H');
    expect(leaf(parseXml(utf8(text)).root).attributes.get('unitCode')).toBe('ä"H');
  });

  it('is the same in an encoding of one byte a letter', () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><a><c>ü</c></a>'
      .replace('<c>', '<b>')
      .replace('</c>', '</b>');
    expect(cited(latin1(text), text)).toBe('ü');
  });
});

test('a text is what is in it, with the entities of XML and without markup', () => {
  const { root } = parseXml(utf8('<a><b>1 &lt; 2 &#x20AC;<!-- no --><![CDATA[ & 3]]></b><c/></a>'));
  expect(root.children.map(({ text }) => text)).toEqual(['1 < 2 € & 3', '']);
});

describe('a file that is not read is refused by name', () => {
  it.each([
    ['doctype', '<!DOCTYPE a><a/>'],
    ['doctype', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['doctype', `<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>`],
    ['not_xml', '<a>&b;</a>'],
    ['not_xml', '<a>'],
    ['not_xml', '<a></b>'],
    ['not_xml', '<a/><b/>'],
    ['not_xml', '<a x="1" x="2"/>'],
    ['not_xml', '<x:a/>'],
    ['not_xml', 'no XML at all'],
    ['not_xml', ''],
    ['not_xml', '{"number": 1}'],
    ['not_xml', '<a>\u0001</a>'],
    ['too_deep', '<a>'.repeat(1000) + '</a>'.repeat(1000)],
    ['too_deep', '<a>'.repeat(1_000_000)],
    ['read', '<a>'.repeat(limits.maxDepth) + '</a>'.repeat(limits.maxDepth)],
    ['too_many_elements', `<a>${'<b/>'.repeat(limits.maxElements)}</a>`],
    ['too_large', `<a>${' '.repeat(limits.maxBytes)}</a>`],
  ])('%s', (code, text) => expect(refused(utf8(text))).toBe(code));

  it.each([
    ['UTF-8 that is not', latin1('<a>ü</a>')],
    ['a mark of another encoding', utf8('\ufeff<?xml version="1.0" encoding="ISO-8859-1"?><a/>')],
    ['UTF-16 that is UTF-8', utf8('<?xml version="1.0" encoding="UTF-16"?><a/>')],
    ['UTF-8 that is UTF-16', utf16('<?xml version="1.0" encoding="UTF-8"?><a/>', 'le')],
    ['a byte a letter that is UTF-8', utf8('<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>')],
    ['ASCII that is not', latin1('<?xml version="1.0" encoding="US-ASCII"?><a>ü</a>')],
    ['UTF-16 cut in a letter', utf16('<a/>', 'le').subarray(0, 9)],
    ['UTF-32', Uint8Array.of(0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0)],
    ['an encoding nobody knows', utf8('<?xml version="1.0" encoding="x-own"?><a/>')],
    ['EBCDIC', utf8('<?xml version="1.0" encoding="IBM037"?><a/>')],
  ])('encoding: %s', (_, bytes) => expect(refused(bytes)).toBe('encoding'));
});
