import { Button, Checkbox } from '@mantine/core';
import {
  type BulkAction,
  type BulkPreview,
  type BulkRecord,
  maxNamedMore,
} from '@readout/domain/captures/rules';
import { wholeNumber } from '@readout/texts/numbers';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCaptureName } from '../../../captures/capture-name.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { IconEyeExclamation } from '../../../ui/icons.ts';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { isDecision } from './bulk-actions.ts';
import classes from './list.module.css';

interface BulkPreviewProps {
  action: BulkAction;
  preview: BulkPreview;
  includeDoubtful: boolean;
  onIncludeDoubtful(include: boolean): void;
  /** One goes to look at a record. */
  onLeave(): void;
  /** Names more of a list. */
  onMore(which: 'changing' | 'doubtful'): Promise<void>;
}

/** What a bulk action would change, which records one should look at first, and what stays as it is and why. */
export function BulkPreviewText(props: BulkPreviewProps) {
  const { action, preview, onLeave, onMore } = props;
  const text = useText();
  const locale = useLocale();
  const { records } = preview;
  // What is left out for being doubtful is told below, record by record.
  const reasons = preview.reasons.filter(({ reason }) => reason !== 'only_doubtful');
  const unchanged = reasons.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={classes.preview}>
      <div role="status">
        {records && isDecision(action) ? (
          <p>
            <FormattedText
              id="workspace.list.records_will_change"
              values={{ action, count: records.changing, captures: preview.changing }}
            />
          </p>
        ) : (
          <p>
            <FormattedText id="workspace.list.will_change" values={{ count: preview.changing }} />
          </p>
        )}
        {reasons.length > 0 ? (
          <>
            <p>
              <FormattedText id="workspace.list.will_not_change" values={{ count: unchanged }} />
            </p>
            <ul>
              {reasons.map(({ reason, count }) => (
                <li key={reason}>
                  {text('workspace.list.skip_reason', { reason })}{' '}
                  <span className={classes.dim}>({wholeNumber(count, locale)})</span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      {records && records.first > 0 ? (
        <p>{text('workspace.list.first_of_two', { count: records.first })}</p>
      ) : null}
      {records && records.changing > 0 ? (
        <details>
          <summary>{text('workspace.list.show_records', { count: records.changing })}</summary>
          <Named
            records={records.named}
            of={records.changing}
            onLeave={onLeave}
            onMore={() => onMore('changing')}
          />
        </details>
      ) : null}
      <Doubtful {...props} />
      {action === 'trash' ? (
        <p className={classes.dim}>{text('workspace.list.trash_keeps_them_for_30')}</p>
      ) : null}
      {action === 'reread' ? (
        <p className={classes.dim}>{text('workspace.list.what_people_changed_stays_new')}</p>
      ) : null}
    </div>
  );
}

/** Records with something to look at: left out, unless one says otherwise. */
function Doubtful({ preview, includeDoubtful, onIncludeDoubtful, onLeave, onMore }: BulkPreviewProps) {
  const text = useText();
  const doubtful = preview.records?.doubtful;
  if (!doubtful || doubtful.records === 0) return null;
  const { fields, failedChecks, doubles } = doubtful;
  const why = [
    fields > 0 ? text('workspace.list.doubtful_fields', { count: fields }) : '',
    failedChecks > 0 ? text('workspace.list.failed_checks', { count: failedChecks }) : '',
    doubles > 0 ? text('workspace.list.duplicates', { count: doubles }) : '',
  ].filter(Boolean);
  return (
    <section className={classes.doubtful} aria-label={text('workspace.list.to_look_at_first')}>
      <p>
        <IconEyeExclamation size={16} aria-hidden />
        <span>
          {text(includeDoubtful ? 'workspace.list.doubtful_included' : 'workspace.list.doubtful_left_out', {
            count: doubtful.records,
          })}{' '}
          {why.join(', ')}
        </span>
      </p>
      <Named
        records={doubtful.named}
        of={doubtful.records}
        onLeave={onLeave}
        onMore={() => onMore('doubtful')}
        explains
      />
      <Checkbox
        size="xs"
        label={text('workspace.list.confirm_doubtful_too', { count: doubtful.records })}
        checked={includeDoubtful}
        onChange={(event) => onIncludeDoubtful(event.currentTarget.checked)}
      />
    </section>
  );
}

function Named({
  records,
  of,
  explains = false,
  onLeave,
  onMore,
}: {
  records: readonly BulkRecord[];
  of: number;
  explains?: boolean;
  onLeave(): void;
  onMore(): Promise<void>;
}) {
  const text = useText();
  const nameOf = useCaptureName();
  const { addressOf } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const left = of - records.length;
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <ul className={classes.named} tabIndex={0}>
        {records.map(({ captureId, fileName, record, fields, isDouble }) => (
          <li key={record.id}>
            <Link to={addressOf(captureId)} onClick={onLeave}>
              {nameOf({ title: null, fileName, records: [record] })}
            </Link>
            {explains ? (
              <span className={classes.dim}>
                {' '}
                {[
                  ...fields,
                  record.failedChecks > 0
                    ? text('workspace.list.failed_checks', { count: record.failedChecks })
                    : '',
                  isDouble ? text('workspace.list.duplicate') : '',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-busy={isAsking}
          onClick={() => {
            // Switched off it would lose the focus.
            if (isAsking) return;
            setIsAsking(true);
            void onMore().finally(() => setIsAsking(false));
          }}
        >
          {text('workspace.list.show_more_records', { count: Math.min(left, maxNamedMore) })}
        </Button>
      ) : null}
    </div>
  );
}
