export interface Erasure {
  /** Why the account cannot be deleted now. */
  obstacle: string | null;
  closing: { id: string; name: string }[];
}
