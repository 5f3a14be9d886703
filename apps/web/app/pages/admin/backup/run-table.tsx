import type { BackupRun } from '@readout/domain/platform/backup-plan';
import { fileSize, wholeNumber } from '@readout/texts/numbers';
import table from '../../../ui/list/list.module.css';
import { Table } from '../../../ui/list/table.tsx';
import { useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';

const tones = { waiting: 'plain', running: 'notice', done: 'signal', failed: 'alarm' } as const;

/** The last backups, the newest first. */
export function RunTable({ runs }: { runs: BackupRun[] }) {
  const text = useText();
  const locale = useLocale();
  if (runs.length === 0) return <p>{text('operation.backup.no_runs')}</p>;
  return (
    <Table
      label={text('operation.backup.runs')}
      head={
        <>
          <th scope="col">{text('operation.column', { column: 'begun' })}</th>
          <th scope="col">{text('operation.column', { column: 'state' })}</th>
          <th scope="col">{text('operation.column', { column: 'by' })}</th>
          <th scope="col" className={table.number}>
            {text('operation.column', { column: 'files' })}
          </th>
          <th scope="col" className={table.number}>
            {text('operation.column', { column: 'size' })}
          </th>
          <th scope="col" className={table.number}>
            {text('operation.column', { column: 'new' })}
          </th>
        </>
      }
    >
      {runs.map((run) => (
        <tr key={run.id}>
          <td>
            <When iso={run.startedAt ?? run.createdAt} exact />
          </td>
          <td className={table.wide}>
            <span className={table.state} data-tone={run.lost > 0 ? 'notice' : tones[run.state]}>
              {text('operation.backup.state', { state: run.state })}
            </span>
            {run.failure ? (
              <>
                <br />
                <span className={table.sub}>
                  {run.failure} ({run.failureCode})
                </span>
              </>
            ) : null}
            {run.lost > 0 ? (
              <>
                <br />
                <span className={table.sub}>{text('operation.backup.lost', { count: run.lost })}</span>
              </>
            ) : null}
          </td>
          <td dir="auto">{run.requestedByName ?? text('operation.backup.timetable')}</td>
          <td className={table.number}>{run.objects === null ? '' : wholeNumber(run.objects, locale)}</td>
          <td className={table.number}>{run.byteSize === null ? '' : fileSize(run.byteSize, locale)}</td>
          <td className={table.number}>{run.newBytes === null ? '' : fileSize(run.newBytes, locale)}</td>
        </tr>
      ))}
    </Table>
  );
}
