import type { MailContent } from '@readout/domain/mails/queue-mail';

/** One mail as plain text and as HTML that needs nothing from elsewhere. */
export function renderMail({ paragraphs, button, footnote, subject }: MailContent): {
  text: string;
  html: string;
} {
  const text = [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(footnote ? [`-- \n${footnote}`] : []),
  ].join('\n\n');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#f4f5f3;color:#161a18;font:15px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff">
<p style="margin:0 0 24px;font-weight:600">Readout</p>
${paragraphs.map((paragraph) => `<p style="margin:0 0 16px" dir="auto">${escape(paragraph)}</p>`).join('\n')}
${button ? `<p style="margin:24px 0"><a href="${escape(button.url)}" style="display:inline-block;padding:10px 16px;background:#161a18;color:#ffffff;text-decoration:none">${escape(button.label)}</a></p><p style="margin:0 0 16px;font-size:13px;word-break:break-all">${escape(button.url)}</p>` : ''}
${footnote ? `<p style="margin:24px 0 0;font-size:13px;color:#525a55" dir="auto">${escape(footnote)}</p>` : ''}
</div></body></html>`;
  return { text, html };
}

function escape(text: string): string {
  return text.replaceAll(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? '',
  );
}
