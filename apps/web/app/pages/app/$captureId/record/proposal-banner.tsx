import { Button } from '@mantine/core';
import type { CaptureDetail } from '@readout/domain/captures/rules';
import type { RecordDetail, RecordProposal } from '@readout/domain/records/rules';
import type { JsonValue } from '@readout/plugin-kit';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { api } from '../../../../api/client.ts';
import { useWorkspace } from '../../../../captures/workspace-context.ts';
import type { RecordType } from '../../../../record/doubt.ts';
import { useReadable } from '../../../../record/use-readable.ts';
import { Row } from '../../../../ui/layout.tsx';
import { useText } from '../../../../ui/texts.tsx';
import { showProblem } from '../../../../ui/undo.tsx';
import classes from './record.module.css';
import type { CardHandle } from './record-card.tsx';

interface ProposalBannerProps {
  proposal: RecordProposal;
  records: readonly RecordDetail[];
  types: Record<string, RecordType>;
  may: CaptureDetail['may'];
  cards: ReadonlyMap<string, CardHandle>;
}

/** What a new reading would change where somebody has already worked: taken over one by one, all at once or not. */
export function ProposalBanner({ proposal, records, types, may, cards }: ProposalBannerProps) {
  const text = useText();
  const { captures } = useWorkspace();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<'apply' | 'dismiss'>();
  const readable = useReadable();
  const decide = async (decision: 'apply' | 'dismiss'): Promise<void> => {
    setBusy(decision);
    const answer = await api.post(`/proposals/{proposalId}/${decision}`, {
      path: { proposalId: proposal.id },
    });
    setBusy(undefined);
    if (!answer.ok) showProblem(answer.problem);
    await revalidate();
    void captures.resync();
  };
  return (
    <section className={classes.proposal} aria-label={text('workspace.record.new_reading')}>
      <h3>
        {proposal.changes.length === 0
          ? text('workspace.record.reading_agrees')
          : text('workspace.record.reading_would_change', { count: proposal.changes.length })}
      </h3>
      {proposal.changes.length > 0 ? (
        <ul>
          {proposal.changes.map(({ recordId, type, field, from, to }) => {
            const record = records.find(({ id }) => id === recordId);
            const declared = Object.values(types)
              .find((each) => each.type === type)
              ?.fields.find(({ name }) => name === field);
            const label = declared?.label ?? field;
            const shown = (value: unknown): string =>
              readable(value as JsonValue, declared?.type) || text('workspace.record.empty');
            return (
              <li key={`${recordId} ${type} ${field}`}>
                <span>
                  <strong>{label}</strong>
                  {recordId === null ? (
                    <span className={classes.dim}> {text('workspace.record.new_of_type', { type })}</span>
                  ) : null}
                  <br />
                  <del>{shown(from)}</del> <span aria-hidden>→</span> <ins>{shown(to)}</ins>
                </span>
                {record && record.state === 'needs_review' && may.edit ? (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() =>
                      void cards
                        .get(record.id)
                        ?.editor.save(field, to as JsonValue, from as JsonValue, label)
                        .then(() => revalidate())
                    }
                  >
                    {text('workspace.record.take_this')}
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
      ) : null}
      <Row isOneLine gap={8}>
        {proposal.changes.length > 0 ? (
          <Button
            size="compact-sm"
            loading={busy === 'apply'}
            disabled={!may.edit}
            onClick={() => void decide('apply')}
          >
            {text('workspace.record.take_all')}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="default"
          loading={busy === 'dismiss'}
          disabled={!may.edit}
          onClick={() => void decide('dismiss')}
        >
          {proposal.changes.length > 0 ? text('workspace.record.keep_what_here') : text('common.close')}
        </Button>
      </Row>
    </section>
  );
}
