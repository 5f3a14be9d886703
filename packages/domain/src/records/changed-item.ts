/** A row an action changed: the revision it left it at and what was there before. `tag`: of a document, which has its revision still. */
export interface ChangedItem {
  kind: 'capture' | 'record' | 'tag';
  id: string;
  revision: number;
  before: Record<string, unknown>;
}
