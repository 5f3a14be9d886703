import { describe, expect, test } from 'vitest';
import { renderMail } from './render-mail.ts';

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `'); DROP TABLE mails; --`,
  'שלום עולם',
  '\u202emoc.live\u202c',
  '👩‍🚒 Ada',
  'Ada\r\nBcc: everyone@example.com',
  '{{constructor}}',
  'https://evil.example/settings/x',
  'x'.repeat(200),
];

describe('renderMail', () => {
  test.each(hostile)('a name shows as text in both parts: %j', (name) => {
    const { text, html } = renderMail(
      {
        subject: `${name} invited you`,
        paragraphs: [`${name} invited you to ${name}.`],
        facts: [{ label: name, value: name }],
        button: { label: `Join ${name}`, url: 'https://readout.example.com/invite/abc' },
        footnote: `You get this because ${name} asked for it.`,
      },
      'en',
    );
    const flat = name.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\u202a-\u202e]/g, '');
    expect(text).toContain(`${flat} invited you to ${flat}.`);
    expect(text.split('\n')).toContain(`${flat}: ${flat}`);
    expect(text.split('\n')).not.toContain('Bcc: everyone@example.com');
    expect(html).not.toMatch(/<script|<img|<[^>]*onerror/);
    const shown = html
      .replaceAll(/<style>[\s\S]*?<\/style>|<[^>]+>/g, '')
      .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) =>
        String({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }[name]),
      );
    expect(shown).toContain(`${flat} invited you to ${flat}.`);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(links)).toEqual(new Set(['https://readout.example.com/invite/abc']));
  });

  test('says everything without pictures, scripts or anything from elsewhere, and stands alone on a line', () => {
    const url = 'https://readout.example.com/auth/reset-password?token=a&b=c';
    const { text, html } = renderMail(
      {
        subject: 'Set a new password',
        paragraphs: ['Somebody asked for it.'],
        button: { label: 'Set it', url },
        footnote: 'Change it in https://readout.example.com/settings/notifications',
      },
      'en',
    );
    expect(text.split('\n')).toContain(url);
    expect(html).toContain(`href="${url.replace('&', '&amp;')}"`);
    expect(html).toContain('href="https://readout.example.com/settings/notifications"');
    expect(html).not.toMatch(/<img|<link|src=|url\(/);
    expect(html).toContain('prefers-color-scheme: dark');
  });
});
