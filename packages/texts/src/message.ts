/** A message: its words, or where it takes values the parsed ICU MessageFormat (the syntax tree of FormatJS). */
export type Message =
  | string
  | readonly { type: number; value?: string; options?: object | null; [more: string]: unknown }[];

/** The messages of one language by key. */
export type Messages = Readonly<Record<string, Message>>;

/** Of a message that takes none. @public for what is made of the texts */
export type NoValues = Record<never, never>;

/** What becomes of the words inside a tag of a message: `<code>…</code>`. @public for what is made of the texts */
// biome-ignore lint/suspicious/noExplicitAny: strings, or whatever the values' parts are: elements of React and others
export type Tag = (inside: any[]) => any;
