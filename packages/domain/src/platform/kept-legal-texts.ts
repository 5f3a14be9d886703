import type { DB } from '@readout/database';
import { type Kysely, sql } from 'kysely';

/** The operator's own legal texts, the same for every process, by their path below the folder: `tos.md`, `de/tos.md`. */
export interface KeptLegalTexts {
  list(): Promise<ReadonlyMap<string, string>>;
  keep(path: string, text: string): Promise<void>;
  /** Unless another came in its place meanwhile. */
  takeBack(path: string, text: string): Promise<void>;
}

/** Bytes of one, at most. */
export const maxLegalTextBytes = 500_000;

export function keptLegalTexts({ platform }: { platform: Kysely<DB> }): KeptLegalTexts {
  return {
    async list() {
      const { rows } = await sql<{
        path: string;
        text: string;
      }>`select path, text from platform.legal_texts`.execute(platform);
      return new Map(rows.map(({ path, text }) => [path, text]));
    },
    async keep(path, text) {
      await sql`
        insert into platform.legal_texts (path, text) values (${path}, ${text})
        on conflict (path) do update set text = excluded.text, changed_at = now()
        where legal_texts.text <> excluded.text`.execute(platform);
    },
    async takeBack(path, text) {
      await sql`delete from platform.legal_texts where path = ${path} and text = ${text}`.execute(platform);
    },
  };
}
