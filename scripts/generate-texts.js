// Writes the texts of packages/texts/languages as modules: what each message says, parsed, and which values it takes.
// Run with: node_modules/.bin/node scripts/generate-texts.js [--check]
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPluralElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import PO from 'pofile';

const root = fileURLToPath(new URL('../packages/texts', import.meta.url));
const source = 'en';
const made =
  '// Made by scripts/generate-texts.js from languages/*/*.po; `npm run check` holds the two in step.';

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
    if (!known || known === 'string | number') values.set(name, type);
    else if (type !== 'string | number' && type !== known)
      throw new Error(`the value ${name} is both ${known} and ${type}`);
  };
  for (const element of elements) {
    if (element.type === TYPE.argument) add(element.value, 'string | number');
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
      const elements = parse(msgstr.join(''), { ignoreTag: true, requiresOtherClause: true });
      messages.set(msgid, { elements, values: valuesOf(elements) });
    } catch (cause) {
      throw new Error(`${file}: ${msgid}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
  return messages;
}

/** @param {Element[]} elements */
const compiled = (elements) =>
  elements.length === 1 && elements[0]?.type === TYPE.literal ? elements[0].value : elements;

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
  return Object.entries(only.options)
    .filter(([name, { value }]) => name !== 'other' || value.length > 0)
    .map(([name, { value }]) =>
      objectOf(new Map([[only.value, name === 'other' ? 'undefined' : `'${name}'`], ...valuesOf(value)])),
    )
    .join(' | ');
}

/** @type {Map<string, string>} */
const output = new Map();
/** @type {string[]} */
const complaints = [];
const names = globSync('*.po', { cwd: path.join(root, 'languages', source) })
  .map((file) => path.basename(file, '.po'))
  .toSorted();
const languages = globSync('*/', { cwd: path.join(root, 'languages') }).map((name) => path.basename(name));

/** @type {string[]} */
const types = [];
for (const name of names) {
  const english = messagesOf(`${source}/${name}.po`);
  for (const [key, message] of english) types.push(`  '${key}': ${typeOf(message)};`);
  for (const language of languages.toSorted()) {
    const messages = language === source ? english : messagesOf(`${language}/${name}.po`);
    for (const key of english.keys()) if (!messages.has(key)) complaints.push(`${language} lacks ${key}`);
    for (const [key, { values }] of messages) {
      const known = english.get(key)?.values;
      if (!known) complaints.push(`${language} has ${key}, which English does not have`);
      for (const value of values.keys())
        if (known && !known.has(value))
          complaints.push(`${language} puts {${value}} into ${key}, English does not`);
    }
    const lines = [...messages].map(
      ([key, { elements }]) => `  ${JSON.stringify(key)}: ${JSON.stringify(compiled(elements))},`,
    );
    output.set(
      `src/${language}/${name}.ts`,
      `${made}\n// biome-ignore-all format: a message a line\nimport type { Messages } from '../message.ts';\n\nexport const ${name}: Messages = {\n${lines.join('\n')}\n};\n`,
    );
  }
}
output.set(
  'src/text-values.ts',
  `${made}\n// biome-ignore-all format: a message a line\n\ntype NoValues = Record<never, never>;\n\n/** Every message by its key, with the values it takes. */\nexport interface TextValues {\n${types.join('\n')}\n}\n`,
);
if (complaints.length > 0) {
  console.error(complaints.join('\n'));
  process.exit(1);
}

for (const [file, text] of output) {
  const target = path.join(root, file);
  if (!process.argv.includes('--check')) {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(`packages/texts/${file} is out of step with the languages: run scripts/generate-texts.js.`);
    process.exitCode = 1;
  }
}
