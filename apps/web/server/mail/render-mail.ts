import type { MailContent } from '@readout/domain/mails/queue-mail';
import { languageOf, type SayText, textsIn } from '@readout/texts';

/**
 * One mail as plain text and as HTML that needs nothing from elsewhere: tables and inline styles, which is what mail
 * programs agree on; colours for dark ones as a style sheet that the others leave out. Everything given is text.
 */
export function renderMail(
  { paragraphs, facts = [], button, footnote, subject }: MailContent,
  locale: string,
): {
  text: string;
  html: string;
} {
  return {
    text: [
      ...paragraphs.map(toLine),
      ...(facts.length > 0
        ? [facts.map(({ label, value }) => `${toLine(label)}: ${toLine(value)}`).join('\n')]
        : []),
      ...(button ? [`${toLine(button.label)}:\n${button.url}`] : []),
      ...(footnote ? [`-- \n${toLine(footnote)}`] : []),
    ].join('\n\n'),
    html: page(
      languageOf(locale),
      escapeHtml(toLine(subject)),
      [
        ...paragraphs.map((paragraph) =>
          row(`<p dir="auto" style="${text}">${escapeHtml(toLine(paragraph))}</p>`),
        ),
        ...(facts.length > 0 ? [row(factsOf(facts))] : []),
        ...(button ? [row(buttonOf(button, textsIn(locale)))] : []),
      ].join('\n'),
      footnote ? `<p dir="auto" style="${small}">${linked(footnote, originOf(button?.url))}</p>` : '',
      escapeHtml(paragraphs.map(toLine).join(' ').slice(0, 140)),
    ),
  };
}

const font = `font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const breaks = 'overflow-wrap:anywhere;word-break:break-word';
const text = `margin:0;${font};font-size:16px;line-height:1.55;color:#161a18;${breaks}`;
const small = `margin:0;${font};font-size:13px;line-height:1.5;color:#525a55;${breaks}`;

const row = (content: string) => `<tr><td style="padding:0 32px 20px">${content}</td></tr>`;

const cell = 'padding:6px 12px 6px 0;vertical-align:top;border-top:1px solid #d5d9d4';

function factsOf(facts: NonNullable<MailContent['facts']>): string {
  const lines = facts.map(
    ({
      label,
      value,
    }) => `<tr><th class="dim" scope="row" align="left" style="${small};${cell};font-weight:400;text-align:start">${escapeHtml(toLine(label))}</th>
<td class="text" dir="auto" style="${text};${cell}">${escapeHtml(toLine(value))}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">${lines.join('\n')}</table>`;
}

function buttonOf({ label, url }: NonNullable<MailContent['button']>, say: SayText): string {
  const address = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="ink" style="background:#161a18">
<a class="ink" href="${address}" dir="auto" style="display:inline-block;padding:12px 20px;${font};font-size:15px;font-weight:600;color:#ffffff;background:#161a18;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p style="${small};margin-top:16px">${escapeHtml(say('mail.any.no_button'))}<br><a class="dim" href="${address}" style="color:#525a55;word-break:break-all">${address}</a></p>`;
}

/** The corner marks around what is being read. */
const corner = (sides: string) =>
  `<td class="mark" width="10" height="10" style="width:10px;height:10px;line-height:10px;font-size:0;${sides}">&nbsp;</td>`;
const mark = '2px solid #161a18';
const wordmark = `<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr>${corner(`border-top:${mark};border-left:${mark}`)}<td rowspan="2" style="padding:0 6px;${font};font-size:17px;font-weight:650;letter-spacing:-0.02em;color:#161a18" class="text">Readout</td>${corner(`border-top:${mark};border-right:${mark}`)}</tr>
<tr>${corner(`border-bottom:${mark};border-left:${mark}`)}${corner(`border-bottom:${mark};border-right:${mark}`)}</tr>
</table>`;

const page = (
  language: string,
  subject: string,
  rows: string,
  foot: string,
  preview: string,
) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
@media (prefers-color-scheme: dark) {
.page { background: #0e1110 !important }
.card { background: #161a18 !important; border-color: #2b322e !important }
.card p, .text { color: #e9eeea !important }
.card a { color: #e9eeea !important }
.foot p, .foot a, .dim { color: #9ba69f !important }
.mark { border-color: #e9eeea !important }
.card .ink { background: #e9eeea !important; color: #0e1110 !important }
}
</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f5f3">
<div style="display:none;max-height:0;overflow:hidden" dir="auto">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f5f3"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #d5d9d4;text-align:start">
<tr><td style="padding:28px 32px 24px">${wordmark}</td></tr>
${rows}
<tr><td style="font-size:0;line-height:12px;height:12px">&nbsp;</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr><td class="foot" style="padding:16px 32px;text-align:start">${foot}</td></tr></table>
</td></tr></table>
</body></html>`;

/** Addresses of this server become links; one in somebody's name stays text. */
function linked(given: string, ownOrigin: string | undefined): string {
  return toLine(given)
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 && ownOrigin !== undefined && originOf(part) === ownOrigin
        ? `<a class="dim" href="${escapeHtml(part)}" style="color:inherit">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** A name with line breaks cannot look like a line of the mail's own; nor can marks that turn the direction of what follows. */
function toLine(given: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const flat = given.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');
  // Isolates and overrides (UAX #9) are closed, so that they end with the paragraph.
  return /[\u202a-\u202e\u2066-\u2069]/.test(flat)
    ? flat.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    : flat;
}

function escapeHtml(given: string): string {
  return given.replaceAll(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? '',
  );
}
