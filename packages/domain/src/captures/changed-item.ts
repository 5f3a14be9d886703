/** A row an action changed: the revision it left it at and what was there before. */
export interface ChangedItem {
  kind: 'capture' | 'record';
  id: string;
  revision: number;
  before: Record<string, unknown>;
}
