// cspell:ignore licen
// What Readout is made of besides its own code, with licences and their texts.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inside, ours, withoutText } from './works.js';

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version empty where only the package around it has one
 * @property {'package' | 'font' | 'model' | 'program'} kind
 * @property {string} licence SPDX expression
 * @property {boolean} inPages whether browsers are sent it, in whole or in part
 * @property {string} source where it comes from, or where its licence is stated
 * @property {string} inside the package it lies in; empty for packages
 * @property {string} text key in {@link Notices.texts}
 *
 * @typedef {{ notices: Notice[], texts: Record<string, string> }} Notices
 * @typedef {{ version?: string, link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked
 */

/** What may be combined with code under the AGPL, or, as fonts and separate programs, be next to it. */
const compatible = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['Unlicense', 'Zlib', 'ICU', 'PostgreSQL', 'LGPL-3.0', 'LGPL-3.0-only', 'LGPL-3.0-or-later', 'MPL-2.0'],
]);
/** Fonts are data beside the program; PostgreSQL, which loads OpenSSL, is a program of its own. */
const besides = { font: 'OFL-1.1', program: 'OpenSSL' };

/** Whether one may choose of the expression's licences so that all that is left is compatible. @param {string} expression */
export function isCompatible(expression, kind = 'package') {
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every((part) =>
      part
        .replace(/[()]/g, '')
        .split(' OR ')
        .some(
          (id) => compatible.has(id) || (kind in besides && besides[/** @type {'font'} */ (kind)] === id),
        ),
    );
}

/**
 * @param {string} root of the checkout
 * @param {string[]} bundled paths of packages, as in the lockfile, of which files are sent to browsers
 * @returns {Notices & { problems: string[] }}
 */
export function collectNotices(root, bundled) {
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  /** @type {Notice[]} */
  const notices = [];
  /** @type {Record<string, string>} */
  const texts = {};
  /** @type {string[]} */
  const problems = [];
  const kept = (/** @type {string} */ text) => {
    const key = createHash('sha256').update(text).digest('hex').slice(0, 12);
    texts[key] = text;
    return key;
  };

  const found = new Set([...runtimePackages(locked), ...bundled]);
  for (const place of [...found].sort()) {
    const folder = path.join(root, place);
    // Packages of other platforms are in the lockfile and not here.
    if (!existsSync(folder)) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const said = [withoutText[name] ?? withoutText[starred(name)]].find(Boolean);
    const licence = licenceOf(manifest) ?? said?.licence;
    const kind = name.startsWith('@fontsource') ? 'font' : 'package';
    const inPages = bundled.includes(place);
    const text = textIn(folder) ?? (said && statedText(root, said));
    if (!licence) problems.push(`${name} says nothing about its licence.`);
    else if (!isCompatible(licence, kind))
      problems.push(`${name} is under ${licence}, which is not on the list of compatible licences.`);
    if (!text)
      problems.push(`${name} comes without the text of its licence: add it to scripts/licences/works.js.`);
    if (!licence || !text) continue;
    const source = said?.source ?? `https://www.npmjs.com/package/${name}/v/${manifest.version}`;
    notices.push({
      name,
      version: manifest.version,
      kind,
      licence,
      inPages,
      source,
      inside: '',
      text: kept(text),
    });
    for (const work of inside.filter((each) => each.inside === name || each.inside === starred(name)))
      if (!notices.some((each) => each.name === work.name)) {
        if (!isCompatible(work.licence, work.kind))
          problems.push(`${work.name} in ${name} is under ${work.licence}.`);
        const { kind, licence, source } = work;
        notices.push({
          ...{ name: work.name, version: '', kind, licence, inPages, source, inside: name },
          text: kept(statedText(root, work)),
        });
      }
  }
  for (const { name, kind, licence, source, inside, text } of ours) {
    if (!isCompatible(licence, kind)) problems.push(`${name} in ${inside} is under ${licence}.`);
    const key = kept(readFileSync(path.join(root, text), 'utf8').trim());
    notices.push({ name, version: '', kind, licence, inPages: false, source, inside, text: key });
  }
  return { notices, texts, problems };
}

/** Places in the lockfile of what the server runs with: dependencies of workspaces and theirs. @param {Record<string, Locked>} locked */
function runtimePackages(locked) {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = Object.keys(locked).filter((place) => !place.includes('node_modules'));
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const entry = locked[place] ?? {};
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    );
    const wanted = [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }), ...peers];
    for (const name of wanted) {
      const at = resolve(locked, place, name);
      if (at === undefined || locked[at]?.link || found.has(at)) continue;
      found.add(at);
      waiting.push(at);
    }
  }
  return found;
}

/** As Node looks for packages. @param {Record<string, Locked>} locked @param {string} from @param {string} name */
function resolve(locked, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (locked[place]) return place;
    if (folder === '') return undefined;
  }
}

/** `@img/sharp-libvips-*` of `@img/sharp-libvips-linux-x64`, `@esbuild/*` of `@esbuild/linux-x64`. @param {string} name */
function starred(name) {
  const start = Object.keys(withoutText)
    .concat(inside.map((work) => work.inside))
    .find((key) => key.endsWith('*') && name.startsWith(key.slice(0, -1)));
  return start ?? name;
}

/** @param {{ license?: string | { type: string }, licenses?: { type: string }[] }} manifest */
function licenceOf({ license, licenses }) {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ');
}

/** The licence and what else has to be handed on, else what the readme says in full. @param {string} folder */
function textIn(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && /^(licen[cs]e|copying|copyright|notice|unlicense|third.?party)/i.test(entry.name),
    )
    .map((entry) => entry.name);
  const files = names.filter((name) => !/\.(js|ts|json)$/.test(name)).sort();
  if (files.length > 0)
    return files.map((name) => readFileSync(path.join(folder, name), 'utf8').trim()).join('\n\n\n');
  const readme = readdirSync(folder).find((name) => /^readme\.md$/i.test(name));
  const text = readme === undefined ? '' : readFileSync(path.join(folder, readme), 'utf8');
  const section = /^#+ licen[cs]e\s*$([\s\S]*)/im.exec(text)?.[1]?.trim() ?? '';
  return /Permission is hereby granted[\s\S]*WITHOUT WARRANTY/i.test(section) ? section : undefined;
}

/** @param {string} root @param {import('./works.js').Statement} stated */
function statedText(root, { copyright, licence, textOf }) {
  if (textOf !== undefined) {
    const text = textIn(path.join(root, 'node_modules', textOf));
    if (!text) throw new Error(`${textOf} has no text of its licence any more.`);
    return text;
  }
  const bodies = licence.split(' AND ').map(standardText);
  return [copyright, ...bodies].filter(Boolean).join('\n\n');
}

/** @param {string} id */
function standardText(id) {
  const read = (/** @type {string} */ name) =>
    readFileSync(path.join(import.meta.dirname, 'texts', `${name}.txt`), 'utf8').trimEnd();
  // The Lesser GPL is the GPL with permissions added, and asks for both.
  return id.startsWith('LGPL-3.0') ? `${read('LGPL-3.0')}\n\n\n${read('GPL-3.0')}` : read(id);
}
