import type { PlatformHealth } from '@readout/domain/platform/platform-health';
import type { PlatformProcess } from '@readout/domain/platform/processes';
import { fileSize, plural, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { Table } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import type { Surroundings } from './attention.ts';
import { duration } from './duration.ts';
import classes from './health.module.css';

/** Processes, database, storage and mails. */
export function Machinery({ health, disk }: { health: PlatformHealth; disk: Surroundings['disk'] }) {
  const { database, storage, mails, processes } = health;
  return (
    <>
      <section className={page.section} id="processes">
        <h2 className={page.sectionTitle}>Processes</h2>
        <Table
          label="Processes"
          head={
            <>
              <th scope="col">Host</th>
              <th scope="col">Role</th>
              <th scope="col">State</th>
              <th scope="col">Version</th>
              <th scope="col" className={table.number}>
                Up
              </th>
              <th scope="col" className={table.number}>
                Memory
              </th>
              <th scope="col">Last heard of</th>
            </>
          }
        >
          {processes.map((each) => (
            <ProcessRow key={each.id} process={each} />
          ))}
          {processes.length === 0 ? (
            <tr>
              <td colSpan={7}>No process has reported itself yet.</td>
            </tr>
          ) : null}
        </Table>
      </section>
      <div className={admin.columns}>
        <section className={page.section} id="database">
          <h2 className={page.sectionTitle}>Database</h2>
          <dl className={admin.facts}>
            <dt>PostgreSQL</dt>
            <dd>{database.version}</dd>
            <dt>Size</dt>
            <dd>{fileSize(database.bytes)}</dd>
            <dt>Connections</dt>
            <dd>
              {wholeNumber(database.connections)} of {wholeNumber(database.maxConnections)}
              <Meter share={database.connections / database.maxConnections} noticeFrom={0.8} />
            </dd>
            <dt>Started</dt>
            <dd>
              <When iso={database.startedAt} exact />
            </dd>
          </dl>
        </section>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>Storage and mails</h2>
          <dl className={admin.facts}>
            <dt>Originals</dt>
            <dd>
              {plural(storage.objects, 'file')}, {fileSize(storage.bytes)}
              {storage.countedAt ? (
                <span className={page.dim}>
                  {' '}
                  (counted <When iso={storage.countedAt} />)
                </span>
              ) : null}
            </dd>
            <dt>Free disk</dt>
            <dd>
              {disk ? (
                <>
                  {fileSize(disk.freeBytes)} of {fileSize(disk.totalBytes)}
                  <Meter share={1 - disk.freeBytes / disk.totalBytes} noticeFrom={0.9} />
                </>
              ) : (
                'not told by the file system'
              )}
            </dd>
            <dt>Mails waiting</dt>
            <dd>
              {wholeNumber(mails.waiting)}
              {mails.oldestWaitingAt ? (
                <>
                  , oldest <When iso={mails.oldestWaitingAt} />
                </>
              ) : null}
            </dd>
            <dt>Mails failed</dt>
            <dd>{wholeNumber(mails.failed)}</dd>
            <dt>In the outbox only</dt>
            <dd>{wholeNumber(mails.withoutSmtp)}</dd>
          </dl>
        </section>
      </div>
    </>
  );
}

function ProcessRow({ process: each }: { process: PlatformProcess }) {
  // Up to when it was last heard of, so that server and browser say the same.
  const upSeconds = (Date.parse(each.seenAt) - Date.parse(each.startedAt)) / 1000;
  return (
    <tr>
      <td>
        <span className={admin.name}>{each.host}</span>
        <div className={table.sub}>process {each.pid}</div>
      </td>
      <td>{each.role === 'all' ? 'pages and reading' : each.role === 'web' ? 'pages' : 'reading'}</td>
      <td className={table.state} data-tone={each.isMissing ? 'alarm' : 'signal'}>
        {each.isMissing ? 'missing' : 'running'}
      </td>
      <td>
        {each.version}
        <div className={table.sub}>Node {each.nodeVersion}</div>
      </td>
      <td className={table.number}>{duration(upSeconds)}</td>
      <td className={table.number}>{fileSize(each.memoryBytes)}</td>
      <td>
        <When iso={each.seenAt} />
      </td>
    </tr>
  );
}

function Meter({ share, noticeFrom }: { share: number; noticeFrom: number }) {
  return (
    <span className={classes.meter} data-tone={share >= noticeFrom ? 'notice' : undefined} aria-hidden>
      <i style={{ width: `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%` }} />
    </span>
  );
}
