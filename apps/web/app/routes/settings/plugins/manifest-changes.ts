import type { Manifest } from '@readout/plugin-kit/manifest';
import { permissionsInWords, readsInWords } from './words.ts';

/** What another version may do, makes or asks for that this one does not, in sentences; `permissions` weigh most. */
export interface ManifestChanges {
  permissions: string[];
  others: string[];
}

export function manifestChanges(from: Manifest, to: Manifest): ManifestChanges {
  const permissions: string[] = [];
  if (from.kind !== to.kind) permissions.push(`It is a ${to.kind} now and was a ${from.kind}.`);
  permissions.push(
    ...added(from.permissions.hosts, to.permissions.hosts).map((host) => `It may send to ${host}.`),
    ...added(to.permissions.hosts, from.permissions.hosts).map((host) => `It may no longer send to ${host}.`),
  );
  const before = permissionsInWords(from);
  if (permissions.length === 0 && permissionsInWords(to).some((each) => !before.includes(each)))
    permissions.push(`It is given ${readsInWords(to.reads)}; before it was ${readsInWords(from.reads)}.`);
  const others: string[] = [];
  if (from.name !== to.name) others.push(`Its name is ${to.name}; it was ${from.name}.`);
  if (from.fallback !== to.fallback)
    others.push(
      to.fallback ? 'It runs only where no other reader made a record.' : 'It runs beside other readers.',
    );
  if (JSON.stringify(from.when) !== JSON.stringify(to.when))
    others.push('It is tried on other pages than before.');
  others.push(
    ...pieces('The record', recordsOf(from), recordsOf(to)),
    ...pieces('The setting', settingsOf(from), settingsOf(to)),
  );
  for (const record of to.records) {
    const old = from.records.find(({ type }) => type === record.type);
    if (old) others.push(...pieces(`In ${record.label}, the field`, fieldsOf(old), fieldsOf(record)));
  }
  if (JSON.stringify(from.limits) !== JSON.stringify(to.limits))
    others.push('It asks for other limits of time or memory.');
  return { permissions, others };
}

interface Piece {
  label: string;
  /** Everything that matters of it. */
  content: string;
}

const recordsOf = (manifest: Manifest): Map<string, Piece> =>
  new Map(
    manifest.records.map((each) => [each.type, { label: each.label, content: each.label + each.title }]),
  );
const settingsOf = (manifest: Manifest): Map<string, Piece> =>
  new Map(manifest.settings.map((each) => [each.name, { label: each.label, content: JSON.stringify(each) }]));
const fieldsOf = (record: Manifest['records'][number]): Map<string, Piece> =>
  new Map(record.fields.map((each) => [each.name, { label: each.label, content: JSON.stringify(each) }]));

/** What is new, gone or other of things that have a name. */
function pieces(what: string, from: Map<string, Piece>, to: Map<string, Piece>): string[] {
  const sentences: string[] = [];
  for (const [name, { label, content }] of to) {
    const old = from.get(name);
    if (!old) sentences.push(`${what} “${label}” is new.`);
    else if (old.content !== content) sentences.push(`${what} “${label}” is declared otherwise.`);
  }
  for (const [name, { label }] of from) if (!to.has(name)) sentences.push(`${what} “${label}” is gone.`);
  return sentences;
}

const added = (from: readonly string[], to: readonly string[]): string[] =>
  to.filter((each) => !from.includes(each));
