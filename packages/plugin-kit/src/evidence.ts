/** What hosts need to compare what a file says with its page; no part of what plugins are given. */
import type { Evidence, FieldEvidence, FileEvidence } from './types.ts';

export { fileCheckNames } from './file-check-names.ts';
export { rowsWith } from './file-fields.ts';
export { withoutHidden } from './hidden-letters.ts';
export { codeForm, hasWords, plainWords } from './printed-forms.ts';

/** Of what a value rests on, what is on pages. */
export const onPages = (evidence: readonly FieldEvidence[]): Evidence[] =>
  evidence.filter((piece) => piece.file === undefined);

/** What files say of it. */
export const inFiles = (evidence: readonly FieldEvidence[]): FileEvidence[] =>
  evidence.filter((piece) => piece.file !== undefined);
