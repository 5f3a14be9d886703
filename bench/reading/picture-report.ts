import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Change, diffChars } from 'diff';
import sharp from 'sharp';
import type { MeasuredPicture, Section } from './section.ts';
import { type PlacedText, readAtLines } from './text-scores.ts';

/** Pages that show each picture of a measuring: what is printed, what was read, and where they differ. */
export interface PictureReport {
  add(picture: MeasuredPicture): Promise<void>;
  /** Writes the page that lists all others. Returns its path. */
  finish(sections: readonly Section[]): Promise<string>;
}

/** Pixels of the longer side of a picture as it is shown. */
const shownSide = 1600;

/** Pictures are copied into the folder, so it is as confidential as they are. */
export function pictureReport(folder: string): PictureReport {
  const rows = new Map<string, { page: string; name: string; score: number }[]>();
  return {
    async add(picture) {
      const name = basename(picture.file);
      const stem = `${picture.section}-${name.replace(/[^\w.-]/g, '_')}`;
      await mkdir(folder, { recursive: true });
      const upright = sharp(picture.file).rotate();
      const { info } = await upright.clone().toBuffer({ resolveWithObject: true });
      await upright
        .resize(shownSide, shownSide, { fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 85 })
        .toFile(join(folder, `${stem}.jpg`));
      await writeFile(join(folder, `${stem}.html`), picturePage(picture, `${stem}.jpg`, info));
      const score = Object.values(picture.values)[0] ?? 0;
      const section = rows.get(picture.section) ?? [];
      section.push({ page: `${stem}.html`, name, score });
      rows.set(picture.section, section);
    },
    async finish(sections) {
      const path = join(folder, 'index.html');
      const list = ({ name, title, rows: [own] }: Section): string => {
        const [measure] = Object.keys(own?.values ?? {});
        const worstFirst = (rows.get(name) ?? []).sort((a, b) => a.score - b.score);
        return `<h2>${escapeHtml(title)}</h2><table><tr><th>Picture</th><th>${escapeHtml(measure ?? '')}</th></tr>${worstFirst
          .map(
            ({ page, name: file, score }) =>
              `<tr><td><a href="${encodeURI(page)}">${escapeHtml(file)}</a></td><td>${percent(score)}</td></tr>`,
          )
          .join('')}</table>`;
      };
      await mkdir(folder, { recursive: true });
      await writeFile(path, htmlPage('Pictures, the worst first', sections.map(list).join('')));
      return path;
    },
  };
}

function picturePage(
  picture: MeasuredPicture,
  image: string,
  size: { width: number; height: number },
): string {
  const { printed, lines, normalise, values, section } = picture;
  const placed = printed.filter((line): line is PlacedText => line.box !== undefined);
  const { at, elsewhere } = readAtLines(
    lines.flatMap((line) => line.words),
    placed,
  );
  const compared =
    placed.length > 0
      ? placed.map((line, n) => ({ printed: normalise(line.text), read: normalise((at[n] ?? []).join(' ')) }))
      : closest(
          printed.map(({ text }) => normalise(text)),
          lines.map(({ text }) => normalise(text)),
        );
  const isRight = compared.map((each) => each.printed.replaceAll(' ', '') === each.read.replaceAll(' ', ''));
  const outline = (box: PlacedText['box'], kind: string, id: string, title: string): string =>
    `<polygon id="${id}" class="${kind}" points="${box.map((point) => point.join(',')).join(' ')}"><title>${escapeHtml(title)}</title></polygon>`;
  const overlay = [
    ...lines.map(({ box, text, confidence }, n) =>
      outline(box, 'read', `r${n}`, `${text} (${confidence.toFixed(2)})`),
    ),
    ...placed.map(({ box, text }, n) => outline(box, isRight[n] ? 'right' : 'wrong', `p${n}`, text)),
  ].join('');
  const rows = compared
    .map(({ printed: truth, read }, n) => {
      const place = placed[n] ? `<a href="#p${n}">${n + 1}</a>` : n + 1;
      return `<tr class="${isRight[n] ? 'right' : 'wrong'}"><td>${place}</td><td>${escapeHtml(truth)}</td><td>${difference(truth, read)}</td></tr>`;
    })
    .join('');
  const rest = placed.length > 0 ? elsewhere.map(({ text }) => escapeHtml(text)).join(' · ') : '';
  const figures = Object.entries(values)
    .map(([name, value]) => `${name} ${/ms$/i.test(name) ? `${Math.round(value)} ms` : percent(value)}`)
    .join(', ');
  return htmlPage(
    `${section}: ${basename(picture.file)}`,
    `<p><a href="index.html">All pictures</a> · ${escapeHtml(figures)}</p>
<p class="key"><label><input type="checkbox" id="showPrinted" checked> <b class="right">printed, read right</b>, <b class="wrong">read otherwise</b></label>
<label><input type="checkbox" id="showRead" checked> <b class="read">read</b></label></p>
<div class="sides"><div class="picture"><img src="${encodeURI(image)}" alt=""><svg viewBox="0 0 ${size.width} ${size.height}">${overlay}</svg></div>
<div><table><tr><th></th><th>Printed</th><th>Read: <del>missing</del> <ins>added</ins></th></tr>${rows}</table>
${rest ? `<h2>Read where nothing is known to be printed</h2><p>${rest}</p>` : ''}</div></div>`,
  );
}

/** Each printed text with the line that is most like it, where no places are known. */
function closest(printed: readonly string[], read: readonly string[]): { printed: string; read: string }[] {
  const kept = (changes: readonly Change[]): number =>
    changes.reduce((sum, { added, removed, value }) => sum + (added || removed ? 0 : value.length), 0);
  return printed.map((truth) => {
    const likeness = (text: string): number =>
      (2 * kept(diffChars(truth, text))) / Math.max(1, truth.length + text.length);
    const best = read.reduce((one, other) => (likeness(other) > likeness(one) ? other : one), '');
    return { printed: truth, read: likeness(best) >= 0.4 ? best : '' };
  });
}

const difference = (truth: string, read: string): string =>
  diffChars(truth, read)
    .map(({ added, removed, value }) =>
      added
        ? `<ins>${escapeHtml(value)}</ins>`
        : removed
          ? `<del>${escapeHtml(value)}</del>`
          : escapeHtml(value),
    )
    .join('');

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --right: light-dark(#1a7f4b, #4cc38a); --wrong: light-dark(#c4291c, #ff7b6b); --read: light-dark(#2a62c9, #7aa8ff); }
body { margin: 1.5rem; }
h1 { font-size: 1.25rem; } h2 { font-size: 1rem; }
a { color: inherit; }
table { border-collapse: collapse; } th, td { text-align: start; vertical-align: top; padding: .15rem .75rem .15rem 0; }
td { font-family: ui-monospace, monospace; font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; border-top: 1px solid light-dark(#ddd, #333); }
td:first-child { white-space: nowrap; overflow-wrap: normal; }
tr.right { opacity: .65; }
b.right { color: var(--right); } b.wrong { color: var(--wrong); } b.read { color: var(--read); }
del { color: var(--wrong); } ins { color: var(--read); text-decoration: none; outline: 1px solid; }
.key label { margin-inline-end: 1.5rem; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; align-items: start; }
.picture { position: sticky; top: 0; line-height: 0; }
.picture img { width: 100%; } .picture svg { position: absolute; inset: 0; width: 100%; height: 100%; }
polygon { fill: transparent; stroke-width: 1.5px; vector-effect: non-scaling-stroke; }
polygon.right { stroke: var(--right); } polygon.wrong { stroke: var(--wrong); stroke-width: 2.5px; } polygon.read { stroke: var(--read); stroke-dasharray: 4 3; }
polygon:target { stroke-width: 6px; }
body:has(#showPrinted:not(:checked)) polygon:not(.read), body:has(#showRead:not(:checked)) polygon.read { display: none; }
@media (width < 60rem) { .sides { grid-template-columns: minmax(0, 1fr); } .picture { position: relative; } }
</style>
<h1>${escapeHtml(title)}</h1>
${body}
`;
