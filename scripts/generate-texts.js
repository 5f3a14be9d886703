// Writes the texts of packages/texts/languages as parsed messages (JSON, an area of a language a file), which values
// each takes as types, and the list of languages (a folder each) into packages/texts/build, and in the guide which texts nobody
// has reviewed. Run with: node_modules/.bin/node scripts/generate-texts.js [--check]
// --check leaves the guide as it is and says whether it is right.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPluralElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import PO from 'pofile';

const root = fileURLToPath(new URL('../packages/texts', import.meta.url));
const source = 'en';
const pseudo = 'en-XA';
const made = '// Made by scripts/generate-texts.js from languages/*/*.po.';

/**
 * @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element
 * @typedef {{ elements: Element[], values: Map<string, string> }} Message
 */

/**
 * TypeScript type of each value a message takes. A `select` whose `other` says something does without its value.
 * @param {Element[]} elements
 * @param {Map<string, string>} values
 */
function valuesOf(elements, values = new Map()) {
  /** @type {(name: string, type: string) => void} */
  const add = (name, type) => {
    const known = values.get(name);
    const isRefined = known === 'string | number' && type !== 'Tag';
    if (!known || isRefined) values.set(name, type);
    else if (type !== known && (type !== 'string | number' || known === 'Tag'))
      throw new Error(`the value ${name} is both ${known} and ${type}`);
  };
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, 'string | number');
    if (element.type === TYPE.tag) {
      add(element.value, 'Tag');
      valuesOf(element.children, values);
    }
    if (element.type === TYPE.number) add(element.value, 'number');
    if (element.type === TYPE.date || element.type === TYPE.time) add(element.value, 'Date');
    if (element.type === TYPE.select) {
      const cases = Object.keys(element.options).filter((name) => name !== 'other');
      const ordinary = (element.options.other?.value.length ?? 0) > 0 ? ' | undefined' : '';
      add(element.value, `${cases.map((name) => `'${name}'`).join(' | ')}${ordinary}`);
    }
    if (isPluralElement(element)) add(element.value, 'number');
    if (element.type === TYPE.select || isPluralElement(element))
      for (const option of Object.values(element.options)) valuesOf(option.value, values);
  }
  return values;
}

/**
 * @param {string} file
 * @returns {Map<string, Message>}
 */
function messagesOf(file) {
  const messages = new Map();
  for (const { msgid, msgstr } of PO.parse(readFileSync(path.join(root, 'languages', file), 'utf8')).items) {
    if (messages.has(msgid)) throw new Error(`${file} has ${msgid} twice.`);
    try {
      if (!msgid.startsWith(`${path.basename(file, '.po')}.`))
        throw new Error('a key begins with the name of its file');
      const elements = parse(msgstr.join(''), { requiresOtherClause: true });
      messages.set(msgid, { elements, values: valuesOf(elements) });
    } catch (cause) {
      throw new Error(`${file}: ${msgid}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
  return messages;
}

/** @param {Element[]} elements */
function compiled(elements) {
  /** @type {Element[]} */
  const merged = [];
  for (const element of elements) {
    const before = merged.at(-1);
    if (element.type === TYPE.literal && before?.type === TYPE.literal)
      merged[merged.length - 1] = { ...before, value: before.value + element.value };
    else merged.push(element);
  }
  return merged.length === 1 && merged[0]?.type === TYPE.literal ? merged[0].value : merged;
}

/** @param {Map<string, string>} values */
function objectOf(values) {
  const members = [...values].map(
    ([name, type]) => `${name}${type.endsWith('undefined') ? '?' : ''}: ${type}`,
  );
  return members.length === 0 ? 'NoValues' : `{ ${members.join('; ')} }`;
}

/**
 * TypeScript type of a message's values. One that is a choice as a whole takes those of what is chosen.
 * @param {Message} message
 */
function typeOf({ elements, values }) {
  const [only] = elements;
  if (elements.length !== 1 || only?.type !== TYPE.select) return objectOf(values);
  // Choices that take the same values are one type: TypeScript gives up on unions of many.
  /** @type {Map<string, { names: string[], values: Map<string, string> }>} */
  const alike = new Map();
  for (const [name, { value }] of Object.entries(only.options)) {
    if (name === 'other' && value.length === 0) continue;
    const taken = valuesOf(value);
    const key = objectOf(taken);
    const names = [...(alike.get(key)?.names ?? []), name === 'other' ? 'undefined' : `'${name}'`];
    alike.set(key, { names, values: taken });
  }
  return [...alike.values()]
    .map(({ names, values }) => objectOf(new Map([[only.value, names.join(' | ')], ...values])))
    .join(' | ');
}

/** @type {Record<string, string>} */
const accented = {};
// cspell:disable-next-line
for (const pair of 'aá cç eé iî nñ oô sš uú yý'.split(' '))
  for (const [letter, accent] of [pair, pair.toUpperCase()])
    accented[/** @type {string} */ (letter)] = accent ?? '';

/**
 * English as no translator would write it: accented, in brackets and 40 % longer.
 * @param {Element[]} elements
 * @returns {Element[]}
 */
const pseudoOf = (elements) => [
  { type: TYPE.literal, value: '[' },
  ...accentedOf(elements),
  {
    type: TYPE.literal,
    value: `${' ~~~~~~'.repeat(lengthOf(elements)).slice(0, Math.ceil(lengthOf(elements) * 0.4))}]`,
  },
];

/**
 * @param {Element[]} elements
 * @returns {Element[]}
 */
const accentedOf = (elements) =>
  elements.map((element) => {
    if (element.type === TYPE.literal)
      return { ...element, value: element.value.replace(/[a-z]/gi, (letter) => accented[letter] ?? letter) };
    if (element.type === TYPE.tag) return { ...element, children: accentedOf(element.children) };
    if (element.type === TYPE.select || isPluralElement(element))
      return /** @type {Element} */ ({
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([name, option]) => [
            name,
            { value: accentedOf(option.value) },
          ]),
        ),
      });
    return element;
  });

/**
 * Letters of the longest way to say it, without values.
 * @param {Element[]} elements
 * @returns {number}
 */
const lengthOf = (elements) =>
  elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length;
    if (element.type === TYPE.tag) return sum + lengthOf(element.children);
    if (element.type === TYPE.select || isPluralElement(element))
      return sum + Math.max(...Object.values(element.options).map(({ value }) => lengthOf(value)));
    return sum;
  }, 0);

/** @type {Map<string, string>} */
const output = new Map();
/** @type {string[]} */
const complaints = [];
/** Rows of the guide's table. @type {string[]} */
const unreviewed = [];
const areas = globSync('*.po', { cwd: path.join(root, 'languages', source) })
  .map((file) => path.basename(file, '.po'))
  .toSorted();
/** What a file says of itself, such as `X-Review`. @type {(file: string) => Partial<Record<string, string>>} */
const headersOf = (file) => PO.parse(readFileSync(path.join(root, 'languages', file), 'utf8')).headers;

const languages = globSync('*/common.po', { cwd: path.join(root, 'languages') })
  .map((file) => path.dirname(file))
  .toSorted((a, b) => Number(b === source) - Number(a === source) || (a < b ? -1 : 1));
const wholeLanguages = languages.filter((tag) => headersOf(`${tag}/common.po`)['X-Whole'] !== 'no');

/** As it calls itself, as a title. @param {string} tag */
function nameOf(tag) {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

output.set(
  'build/language-list.ts',
  `${made}

/**
 * Languages of the texts by BCP 47 tag, as they call themselves; each has a folder in \`languages\`. One that is not whole
 * yet says the rest in English, and only who asks for it by name gets it.
 */
export const LANGUAGES = [
${languages.map((tag) => `  { tag: '${tag}', name: '${nameOf(tag)}', isWhole: ${wholeLanguages.includes(tag)} },\n`).join('')}] as const;
`,
);

/**
 * What the source knows to say and a language, whose `other` is empty, does not.
 * @param {string | undefined} known
 * @param {string} type
 */
const choicesMissing = (known, type) =>
  known?.startsWith("'") && type.startsWith("'") && !type.endsWith('undefined')
    ? known.split(' | ').filter((choice) => choice !== 'undefined' && !type.split(' | ').includes(choice))
    : [];

/** @type {(area: string) => string} */
const interfaceOf = (area) =>
  `${area.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase())}Values`;

for (const area of areas) {
  const english = messagesOf(`${source}/${area}.po`);
  const types = [...english].map(([key, message]) => `  '${key}': ${typeOf(message)};`);
  const body = `export interface ${interfaceOf(area)} {\n${types.join('\n')}\n}\n`;
  const helpers = ['NoValues', 'Tag'].filter((name) => new RegExp(`\\b${name}\\b`).test(types.join()));
  const imported =
    helpers.length > 0 ? `import type { ${helpers.join(', ')} } from '../../src/message.ts';\n\n` : '';
  output.set(`build/values/${area}.ts`, `${made}\n${imported}${body}`);
  for (const language of languages.toSorted()) {
    const file = `${language}/${area}.po`;
    const isThere = existsSync(path.join(root, 'languages', file));
    // A language that is not whole yet says this in English.
    const messages = language === source || !isThere ? english : messagesOf(file);
    if (!isThere && wholeLanguages.includes(language)) complaints.push(`${language} lacks ${area}.po`);
    for (const key of english.keys()) if (!messages.has(key)) complaints.push(`${language} lacks ${key}`);
    for (const [key, { values }] of messages) {
      const known = english.get(key)?.values;
      if (!known) complaints.push(`${language} has ${key}, which English does not have`);
      for (const value of values.keys())
        if (known && !known.has(value))
          complaints.push(`${language} puts {${value}} into ${key}, English does not`);
      for (const [value, type] of known ?? [])
        if (type === 'Tag' && !values.has(value)) complaints.push(`${language} lacks <${value}> in ${key}`);
      for (const [value, type] of values)
        for (const choice of choicesMissing(known?.get(value), type))
          complaints.push(`${language} says nothing for {${value}} ${choice} in ${key}`);
    }
    write(language, area, messages);
    if (isThere && headersOf(file)['X-Review'] === 'none')
      unreviewed.push(`| ${nameOf(language)} | \`${area}\` | ${messages.size} |`);
  }
  write(
    pseudo,
    area,
    new Map(
      [...english].map(([key, message]) => [key, { ...message, elements: pseudoOf(message.elements) }]),
    ),
  );
}

/**
 * @param {string} language
 * @param {string} area
 * @param {Map<string, Message>} messages
 */
function write(language, area, messages) {
  const lines = [...messages].map(
    ([key, { elements }]) => `${JSON.stringify(key)}: ${JSON.stringify(compiled(elements))}`,
  );
  output.set(`build/messages/${language}/${area}.json`, `{\n${lines.join(',\n')}\n}\n`);
}

const imports = areas.map((area) => `import type { ${interfaceOf(area)} } from './values/${area}.ts';\n`);
output.set(
  'build/text-values.ts',
  `${made}\n${imports.join('')}\n/** Every message by its key, with the values it takes. */\nexport interface TextValues extends ${areas.map(interfaceOf).join(', ')} {}\n`,
);
const guide = path.relative(root, fileURLToPath(new URL('../docs/guides/languages.md', import.meta.url)));
const [head = '', tail = ''] = readFileSync(path.join(root, guide), 'utf8').split(
  /(?<=-->\n)[^<]*(?=<!-- end)/,
);
output.set(
  guide,
  `${head}\n| language | texts | how many |\n| --- | --- | --- |\n${unreviewed.toSorted().join('\n')}\n\n${tail}`,
);
if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  process.exit(1);
}

for (const file of globSync('build/{messages,values}/**/*.*', { cwd: root }))
  if (!output.has(file.split(path.sep).join('/'))) rmSync(path.join(root, file));
for (const [file, text] of output) {
  const target = path.join(root, file);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) continue;
  if (file === guide && process.argv.includes('--check')) {
    console.error(
      'docs/guides/languages.md is out of step with the languages: run scripts/generate-texts.js.',
    );
    process.exitCode = 1;
    continue;
  }
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
