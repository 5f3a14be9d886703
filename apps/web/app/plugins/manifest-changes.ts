import type { Manifest } from '@readout/plugin-kit/manifest';
import type { SayText } from '../ui/texts.tsx';
import { permissionsInWords, readsInWords } from './words.ts';

/** What another version may do, makes or asks for that this one does not, in sentences; `permissions` weigh most. */
export interface ManifestChanges {
  permissions: string[];
  others: string[];
}

export function manifestChanges(from: Manifest, to: Manifest, text: SayText): ManifestChanges {
  const permissions: string[] = [];
  if (from.kind !== to.kind)
    permissions.push(text('settings.plugins.kind_changed', { to: to.kind, from: from.kind }));
  permissions.push(
    ...added(from.permissions.hosts, to.permissions.hosts).map((host) =>
      text('settings.plugins.may_send', { host }),
    ),
    ...added(to.permissions.hosts, from.permissions.hosts).map((host) =>
      text('settings.plugins.may_not_send', { host }),
    ),
  );
  const before = permissionsInWords(from, text);
  if (permissions.length === 0 && permissionsInWords(to, text).some((each) => !before.includes(each)))
    permissions.push(
      text('settings.plugins.reads_changed', {
        to: readsInWords(to.reads, text),
        from: readsInWords(from.reads, text),
      }),
    );
  const others: string[] = [];
  if (from.name !== to.name)
    others.push(text('settings.plugins.name_changed', { to: to.name, from: from.name }));
  if (from.fallback !== to.fallback)
    others.push(text('settings.plugins.fallback_changed', { to: to.fallback ? 'fallback' : undefined }));
  if ((from.pages ?? 'each') !== (to.pages ?? 'each'))
    others.push(
      text('settings.plugins.together_changed', { to: to.pages === 'together' ? 'together' : undefined }),
    );
  if (JSON.stringify(from.when) !== JSON.stringify(to.when))
    others.push(text('settings.plugins.pages_changed'));
  others.push(
    ...pieces({ what: 'record' }, recordsOf(from), recordsOf(to), text),
    ...pieces({ what: 'setting' }, settingsOf(from), settingsOf(to), text),
  );
  for (const record of to.records) {
    const old = from.records.find(({ type }) => type === record.type);
    if (old)
      others.push(...pieces({ what: 'field', record: record.label }, fieldsOf(old), fieldsOf(record), text));
  }
  if (JSON.stringify(from.limits) !== JSON.stringify(to.limits))
    others.push(text('settings.plugins.limits_changed'));
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
function pieces(
  what: { what: 'record' | 'setting' } | { what: 'field'; record: string },
  from: Map<string, Piece>,
  to: Map<string, Piece>,
  text: SayText,
): string[] {
  const sentences: string[] = [];
  for (const [name, { label, content }] of to) {
    const old = from.get(name);
    if (!old) sentences.push(text('settings.plugins.is_new', { ...what, label }));
    else if (old.content !== content) sentences.push(text('settings.plugins.is_other', { ...what, label }));
  }
  for (const [name, { label }] of from)
    if (!to.has(name)) sentences.push(text('settings.plugins.is_gone', { ...what, label }));
  return sentences;
}

const added = (from: readonly string[], to: readonly string[]): string[] =>
  to.filter((each) => !from.includes(each));
