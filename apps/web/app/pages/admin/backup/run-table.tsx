import type { BackupRun } from '@readout/domain/platform/backup-plan';
import { fileSize } from '@readout/texts/numbers';
import table from '../../../ui/list/list.module.css';
import { ListTable } from '../../../ui/list/table.tsx';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';

const tones = { waiting: 'plain', running: 'notice', done: 'signal', failed: 'alarm' } as const;

/** The last backups, the newest first. */
export function RunTable({ runs }: { runs: BackupRun[] }) {
  const text = useText();
  const locale = useLocale();
  const size = (bytes: number | null) => bytes !== null && fileSize(bytes, locale);
  if (runs.length === 0) return <p>{text('operation.backup.no_runs')}</p>;
  return (
    <ListTable
      label={text('operation.backup.runs')}
      rows={runs}
      columns={{
        begun: [
          text('operation.column', { column: 'begun' }),
          ({ startedAt, createdAt }) => <When iso={startedAt ?? createdAt} exact />,
        ],
        state: [
          text('operation.column', { column: 'state' }),
          ({ state, lost, failure, failureCode }) => (
            <>
              <span className={table.state} data-tone={lost > 0 ? 'notice' : tones[state]}>
                {text('operation.backup.state', { state })}
              </span>
              {failure ? (
                <div className={table.sub}>
                  {failure} ({failureCode})
                </div>
              ) : null}
              {lost > 0 ? (
                <div className={table.sub}>{text('operation.backup.lost', { count: lost })}</div>
              ) : null}
            </>
          ),
          { className: table.wide },
        ],
        by: [
          text('operation.column', { column: 'by' }),
          (of) => of.requestedByName ?? text('operation.backup.timetable'),
          { dir: 'auto' },
        ],
        files: [text('operation.column', { column: 'files' }), ({ objects }) => objects, { isNumber: true }],
        size: [text('operation.column', { column: 'size' }), (of) => size(of.byteSize), { isNumber: true }],
        new: [text('operation.column', { column: 'new' }), (of) => size(of.newBytes), { isNumber: true }],
      }}
    />
  );
}
