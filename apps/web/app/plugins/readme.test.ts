import { describe, expect, it } from 'vitest';
import { parseReadme, type ReadmeNode } from './readme.server.ts';

const textOf = (nodes: readonly ReadmeNode[]): string =>
  nodes.map((node) => ('text' in node ? node.text : 'of' in node ? textOf(node.of) : '')).join('');

describe('the README of a plugin', () => {
  it('is shown with headings, lists, code and tables, without its title', () => {
    expect(
      parseReadme('# Gauge\n\n## Fields\n\n- `value` as *shown*\n\n| a | b |\n|-|-|\n| 1 | **2** |\n'),
    ).toEqual([
      { is: 'heading', of: [{ is: 'text', text: 'Fields' }] },
      {
        is: 'list',
        isOrdered: false,
        of: [
          {
            is: 'item',
            of: [
              { is: 'code', text: 'value' },
              { is: 'text', text: ' as ' },
              { is: 'em', of: [{ is: 'text', text: 'shown' }] },
            ],
          },
        ],
      },
      {
        is: 'table',
        head: [[{ is: 'text', text: 'a' }], [{ is: 'text', text: 'b' }]],
        rows: [[[{ is: 'text', text: '1' }], [{ is: 'strong', of: [{ is: 'text', text: '2' }] }]]],
      },
    ]);
  });

  it('loads nothing from elsewhere and runs nothing: HTML stands as it was typed, pictures as their words', () => {
    const nodes = parseReadme(
      '<script>alert(1)</script>\n\n![chart](https://example.com/x.png) <img src=x onerror=alert(1)> &lt;b&gt;',
    );
    expect(textOf(nodes)).toBe('<script>alert(1)</script>chart <img src=x onerror=alert(1)> <b>');
  });

  it('leaves out comments, and nothing that only begins like one', () => {
    expect(textOf(parseReadme('a\n\n<!-- for who edits this -->\n\nb <!-- c --> d'))).toBe('ab  d');
    expect(textOf(parseReadme('<!-- a --><b>c</b>'))).toBe('<!-- a --><b>c</b>');
  });

  it('links to pages and mail addresses only', () => {
    const addressesOf = (markdown: string) =>
      JSON.stringify(parseReadme(markdown)).match(/"href":"([^"]*)"/g) ?? [];
    expect(addressesOf('[a](https://example.com/x) <ada@example.org>')).toEqual([
      '"href":"https://example.com/x"',
      '"href":"mailto:ada@example.org"',
    ]);
    for (const address of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'data:text/html,x',
      '/admin',
      '//evil.example',
      'vbscript:x',
    ])
      expect(addressesOf(`[a](${address}) [b](<${address}>)\n\n[c]\n\n[c]: ${address}`), address).toEqual([]);
  });

  it.each([
    '> ',
    '- ',
    '[',
    '*a ',
    '_a__',
    '`a',
    '![](',
    '<a ',
    '|a',
    '[a](<',
    '~~a',
    '\n\n_a__ **b',
    '<!--',
    '&lt;',
    '1. ',
    '[^a]: ',
    '    ',
  ])('is not kept busy by %j a hundred thousand times over', (piece) => {
    const before = process.cpuUsage();
    parseReadme(piece.repeat(100_000 / piece.length));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
  });
});
