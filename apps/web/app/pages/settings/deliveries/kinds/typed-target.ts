/** A target as it is typed; lists one to a line, or as many as there are. */
export interface TypedTarget {
  name: string;
  address: string;
  events: readonly string[];
  method: string;
  headers: readonly string[];
  root: string;
  folder: string;
  format: string;
  pattern: string;
  columns: readonly string[];
  withOriginal: boolean;
  recipients: readonly string[];
  language: string;
  title: string;
  correspondent: string;
  tags: readonly string[];
  organization: string;
}

export interface KindFieldsProps {
  typed: Partial<TypedTarget> | undefined;
  /** What is wrong, beside each. */
  fields: Record<string, string>;
  /** Names of secrets that are stored. */
  keptSecrets: readonly string[];
  /** What the operator allows. */
  folders: readonly string[];
}

/** Where hints stand. */
export const hintBelow: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];
