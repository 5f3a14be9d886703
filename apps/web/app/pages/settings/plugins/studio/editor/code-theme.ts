import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0 40vh' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text-dim)',
    border: '0',
    borderInlineEnd: '1px solid var(--line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--text) 4%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--signal) 28%, transparent)',
  },
  '.cm-matchingBracket': { outline: '1px solid var(--line-strong)', backgroundColor: 'transparent' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    maxWidth: 'min(560px, 90vw)',
  },
  '.cm-tooltip-autocomplete ul li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--ink)',
    color: 'var(--surface-page)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'inherit', opacity: '0.7' },
  '.cm-panels': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text)' },
  '.cm-panels input, .cm-panels button': { fontFamily: 'inherit', fontSize: '0.8125rem' },
  '.cm-type': {
    padding: '6px 10px',
    fontFamily: 'var(--font-mono)',
    fontSize: '0.75rem',
    whiteSpace: 'pre-wrap',
  },
  '.cm-type p': {
    margin: '6px 0 0',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
    color: 'var(--text-dim)',
  },
  '.cm-diagnostic': { padding: '6px 10px', whiteSpace: 'pre-wrap', fontSize: '0.8125rem' },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--alarm)' },
  '.cm-diagnostic-warning': { borderInlineStart: '3px solid var(--notice)' },
});

/** Few colours: words of the language are strong, what is said in quotes is the signal's green. */
const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], fontWeight: '620' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--signal)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--notice)' },
  { tag: tags.comment, color: 'var(--text-dim)', fontStyle: 'italic' },
  {
    tag: [tags.typeName, tags.className],
    textDecoration: 'underline',
    textDecorationColor: 'var(--line-strong)',
  },
  { tag: tags.invalid, color: 'var(--alarm)' },
]);

export const codeTheme: Extension = [look, syntaxHighlighting(colours)];
