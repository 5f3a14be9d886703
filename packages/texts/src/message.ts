/** A message: its words, or where it takes values the parsed ICU MessageFormat (the syntax tree of FormatJS). */
export type Message =
  | string
  | readonly { type: number; value?: string; options?: object | null; [more: string]: unknown }[];

/** The messages of one language by key. */
export type Messages = Readonly<Record<string, Message>>;
