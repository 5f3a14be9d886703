import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState, Extension } from '@codemirror/state';
import { parseManifest } from '../run/manifest-text.ts';
import { keysAt, valuesAt } from './manifest-schema.ts';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** JSON with what a manifest may say: keys, the values that are a choice, and what is wrong where it stands. */
export function manifestLanguage(pluginId: string): Extension {
  return [
    json(),
    autocompletion({ override: [complete], icons: false }),
    linter(({ state }) => problemsOf(state, pluginId), { delay: 250 }),
  ];
}

function problemsOf(state: EditorState, pluginId: string): Diagnostic[] {
  const text = state.doc.toString();
  const parsed = parseManifest(text, pluginId);
  if (parsed.ok) return [];
  return parsed.problems.map(({ message, path, at }): Diagnostic => {
    const node = at === undefined ? nodeAt(state, path) : undefined;
    const from = node?.from ?? Math.min(at ?? 0, text.length);
    return { from, to: node?.to ?? Math.min(from + 1, text.length), message, severity: 'error' };
  });
}

/** The value at the end of a path, or the last one on the way there. */
function nodeAt(state: EditorState, path: readonly (string | number)[]): SyntaxNode | undefined {
  let node = syntaxTree(state).topNode.firstChild ?? undefined;
  for (const key of path) {
    const next: SyntaxNode | undefined =
      node?.name === 'Array'
        ? valuesOf(node)[Number(key)]
        : (node?.getChildren('Property').find((property) => keyOf(state, property) === key)?.lastChild ??
          undefined);
    if (!next) return node;
    node = next;
  }
  return node;
}

const valuesOf = (array: SyntaxNode): SyntaxNode[] => {
  const values: SyntaxNode[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling)
    if (!/^[[\],]$|⚠/.test(child.name)) values.push(child);
  return values;
};

const keyOf = (state: EditorState, property: SyntaxNode): string => {
  const name = property.getChild('PropertyName');
  return name ? state.sliceDoc(name.from + 1, name.to - 1) : '';
};

/** Keys from the top down to a node; `*` stands for any place of a list. */
function pathTo(state: EditorState, node: SyntaxNode): string[] {
  const path: string[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === 'Property' && at !== node) path.unshift(keyOf(state, at));
    if (at.parent?.name === 'Array') path.unshift('*');
  }
  return path;
}

function complete(context: CompletionContext) {
  const { state, pos } = context;
  const quoted = context.matchBefore(/"[\w-]*$/);
  if (!quoted && !context.explicit) return null;
  const node = syntaxTree(state).resolveInner(pos, -1);
  const isKey =
    node.name === 'PropertyName' || node.name === 'Object' || (quoted && node.parent?.name === 'Object');
  const from = quoted ? quoted.from : pos;
  // What the editor closed by itself behind the cursor.
  const to = state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
  const owner = node.name === 'PropertyName' ? node.parent?.parent : node;
  const options = isKey
    ? keysAt(pathTo(state, owner ?? node)).map(({ name, detail }) => ({
        label: `"${name}"`,
        apply: to > pos || /^\s*:/.test(state.sliceDoc(to, to + 3)) ? `"${name}"` : `"${name}": `,
        detail,
        type: 'property',
      }))
    : valuesAt(pathTo(state, node)).map((value) => ({ label: JSON.stringify(value), type: 'constant' }));
  return options.length > 0 ? { from, to, options, filter: true } : null;
}
