import { describe, expect, it } from 'vitest';
import { barsAsHtml } from './plot.tsx';

const series = [
  { name: 'Read', tone: 'signal' },
  { name: 'Failed', tone: 'alarm' },
] as const;

describe('bars of a plot', () => {
  it('say their numbers, lead to their list, and only the newest of them is a tab stop', () => {
    const html = barsAsHtml(
      [
        { name: 'Mon 2 Nov', text: '1 capture', values: [1, 0], to: '/app?from=2026-11-02' },
        {
          name: 'Tue 3 Nov',
          text: '4 captures, 2 failed',
          values: [2, 2],
          to: '/app?from=2026-11-03&to=2026-11-03',
        },
        { name: 'Wed 4 Nov', text: 'no captures', values: [0, 0], to: '/app?from=2026-11-04' },
      ],
      series,
      4,
    );
    expect(html).toContain('<a href="/app?from=2026-11-03&amp;to=2026-11-03"');
    expect(html).toContain('aria-label="Tue 3 Nov: 4 captures, 2 failed" tabindex="0"');
    expect(html).toContain('<i data-tone="alarm" style="height:50.0%"></i>');
    expect(html.match(/tabindex="0"/g)).toHaveLength(1);
    // Nothing there leads nowhere, and is heard all the same.
    expect(html).not.toContain('2026-11-04"');
    expect(html).toContain('Wed 4 Nov: no captures</span>');
  });

  it('show whatever they are given as text', () => {
    const html = barsAsHtml(
      [{ name: '<img src=x onerror=alert(1)>', text: '"\'&', values: [1, 0], to: '/app?q="><script>' }],
      series,
      1,
    );
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('data-bar="&lt;img src=x onerror=alert(1)&gt;: &quot;&#39;&amp;"');
  });
});
