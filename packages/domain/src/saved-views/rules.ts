/** A kept address query of the list. */
export interface SavedView {
  id: string;
  name: string;
  /** For instance `state=failed&q=acme`. */
  query: string;
  isCompanyWide: boolean;
  /** The actor made it and may delete it. */
  isOwn: boolean;
  createdAt: string;
}
