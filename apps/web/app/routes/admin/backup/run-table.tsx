import type { BackupRun } from '@readout/domain/platform/backup-plan';
import { fileSize, plural, wholeNumber } from '../../../ui/numbers.ts';
import table from '../../../ui/table.module.css';
import { Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';

const tones = { waiting: 'plain', running: 'notice', done: 'signal', failed: 'alarm' } as const;

/** The last backups, the newest first. */
export function RunTable({ runs }: { runs: BackupRun[] }) {
  if (runs.length === 0) return <p>No backup was written from here yet.</p>;
  return (
    <Table
      label="Last backups"
      head={
        <>
          <th scope="col">Begun</th>
          <th scope="col">State</th>
          <th scope="col">By</th>
          <th scope="col" className={table.number}>
            Files
          </th>
          <th scope="col" className={table.number}>
            Size
          </th>
          <th scope="col" className={table.number}>
            New
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
              {run.state}
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
                <span className={table.sub}>
                  {plural(run.lost, 'original is', 'originals are')} missing or altered in the store and not
                  in it
                </span>
              </>
            ) : null}
          </td>
          <td dir="auto">{run.requestedByName ?? 'timetable'}</td>
          <td className={table.number}>{run.objects === null ? '' : wholeNumber(run.objects)}</td>
          <td className={table.number}>{run.byteSize === null ? '' : fileSize(run.byteSize)}</td>
          <td className={table.number}>{run.newBytes === null ? '' : fileSize(run.newBytes)}</td>
        </tr>
      ))}
    </Table>
  );
}
