import type { DB } from '@readout/database';
import type { FieldData } from '@readout/plugin-kit';
import { type Kysely, sql } from 'kysely';
import type { Scope } from '../actor.ts';
import { inScope } from '../in-scope.ts';
import { demand } from '../policy.ts';
import { isBeyondDoubt } from './auto-confirm.ts';

/** What the rule would have done with one record, and what became of it. */
export interface AutoConfirmTrial {
  /** The capture it was made of: the first page of a document. */
  captureId: string;
  /** ISO 8601. */
  createdAt: string;
  /** 0 to 1. */
  confidence: number;
  /** Every check passed and nothing was ambiguous: the confidence alone decides. */
  isClean: boolean;
  outcome: 'unchanged' | 'corrected' | 'rejected' | 'waiting';
}

const maxTried = 1000;

/**
 * The records a reader made in the company in the last 30 days, as it made them, put to the rule by which records confirm themselves;
 * newest first, at most 1000. With a threshold t, those that are clean and at least t sure would have confirmed themselves.
 */
export async function previewAutoConfirm(
  { db }: { db: Kysely<DB> },
  { scope, pluginId }: { scope: Scope; pluginId: string },
): Promise<AutoConfirmTrial[]> {
  demand(scope, 'plugins.manage');
  return inScope(db, scope, async (trx) => {
    const { rows } = await sql<{
      state: 'needs_review' | 'confirmed' | 'rejected';
      confidence: number;
      original_fields: Record<string, FieldData>;
      is_edited: boolean;
      document_id: string;
      created_at: Date;
    }>`
      select r.state, r.confidence, r.original_fields, r.edited_fields <> '{}' as is_edited,
        coalesce(r.document_id, r.capture_id) as document_id, r.created_at
      from app.records r
      where r.company_id = ${scope.companyId}::uuid and r.plugin_id = ${pluginId.replaceAll('\0', '')}
        and r.created_at > now() - interval '30 days'
      order by r.created_at desc, r.id desc limit ${maxTried}`.execute(trx);
    return rows.map((row) => ({
      captureId: row.document_id,
      createdAt: row.created_at.toISOString(),
      confidence: row.confidence,
      isClean: isBeyondDoubt({ confidence: row.confidence, fields: row.original_fields }, 0),
      outcome:
        row.state === 'rejected'
          ? 'rejected'
          : row.is_edited
            ? 'corrected'
            : row.state === 'confirmed'
              ? 'unchanged'
              : 'waiting',
    }));
  });
}
