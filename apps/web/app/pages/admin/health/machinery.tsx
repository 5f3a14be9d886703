import type { Surroundings } from '@readout/domain/platform/attention';
import type { PlatformHealth } from '@readout/domain/platform/platform-health';
import type { PlatformProcess } from '@readout/domain/platform/processes';
import { duration, fileSize, wholeNumber } from '@readout/texts/numbers';
import { Columns } from '../../../ui/layout.tsx';
import table from '../../../ui/list/list.module.css';
import { Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import { DeliveryFacts } from '../delivery-facts.tsx';
import classes from './health.module.css';

/** Processes, database, storage, mails and deliveries. */
export function Machinery({ health, disk }: { health: PlatformHealth; disk: Surroundings['disk'] }) {
  const [text, locale] = [useText(), useLocale()];
  const { database, storage, mails, deliveries, processes } = health;
  return (
    <>
      <section className={page.section} id="processes">
        <h2 className={page.sectionTitle}>{text('operation.health.machinery.processes')}</h2>
        <Table
          label={text('operation.health.machinery.processes')}
          head={
            <>
              <th scope="col">{text('operation.column', { column: 'host' })}</th>
              <th scope="col">{text('operation.column', { column: 'role' })}</th>
              <th scope="col">{text('operation.column', { column: 'state' })}</th>
              <th scope="col">{text('operation.column', { column: 'version' })}</th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'up' })}
              </th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'memory' })}
              </th>
              <th scope="col">{text('operation.column', { column: 'heard_of' })}</th>
            </>
          }
        >
          {processes.map((each) => (
            <ProcessRow key={each.id} process={each} />
          ))}
          {processes.length === 0 ? (
            <tr>
              <td colSpan={7}>{text('operation.health.machinery.no_process')}</td>
            </tr>
          ) : null}
        </Table>
      </section>
      <Columns gap="0 40px">
        <section className={page.section} id="database">
          <h2 className={page.sectionTitle}>{text('operation.health.machinery.database')}</h2>
          <dl className={admin.facts}>
            <dt>{text('operation.health.machinery.program', { program: 'postgresql' })}</dt>
            <dd dir="auto">{database.version}</dd>
            <dt>{text('operation.health.machinery.database_size')}</dt>
            <dd>{fileSize(database.bytes, locale)}</dd>
            <dt>{text('operation.health.machinery.connections')}</dt>
            <dd>
              {text('operation.health.machinery.of', {
                used: database.connections,
                max: database.maxConnections,
              })}
              <Meter share={database.connections / database.maxConnections} noticeFrom={0.8} />
            </dd>
            <dt>{text('operation.health.machinery.started')}</dt>
            <dd>
              <When iso={database.startedAt} exact />
            </dd>
          </dl>
        </section>
        <section className={page.section}>
          <h2 className={page.sectionTitle}>{text('operation.health.machinery.storage')}</h2>
          <dl className={admin.facts}>
            <dt>{text('operation.health.machinery.originals')}</dt>
            <dd>
              {text('operation.health.machinery.originals_of', {
                count: storage.objects,
                size: fileSize(storage.bytes, locale),
              })}
              {storage.countedAt ? (
                <span className={page.dim}>
                  {' '}
                  <FormattedText
                    id="operation.health.machinery.counted"
                    values={{ when: <When iso={storage.countedAt} /> }}
                  />
                </span>
              ) : null}
            </dd>
            <dt>{text('operation.health.machinery.disk')}</dt>
            <dd>
              {disk ? (
                <>
                  {text('operation.health.machinery.size_of', {
                    free: fileSize(disk.freeBytes, locale),
                    total: fileSize(disk.totalBytes, locale),
                  })}
                  <Meter share={1 - disk.freeBytes / disk.totalBytes} noticeFrom={0.9} />
                </>
              ) : (
                text('operation.health.machinery.disk_unknown')
              )}
            </dd>
            <dt>{text('operation.health.machinery.mails_waiting')}</dt>
            <dd>
              {mails.oldestWaitingAt ? (
                <FormattedText
                  id="operation.health.machinery.mails_oldest"
                  values={{ count: mails.waiting, when: <When iso={mails.oldestWaitingAt} /> }}
                />
              ) : (
                wholeNumber(mails.waiting, locale)
              )}
            </dd>
            <dt>{text('operation.health.machinery.mails_failed')}</dt>
            <dd>{wholeNumber(mails.failed, locale)}</dd>
            <dt>{text('operation.health.machinery.outbox_only')}</dt>
            <dd>{wholeNumber(mails.withoutSmtp, locale)}</dd>
          </dl>
        </section>
        <DeliveryFacts health={deliveries} />
      </Columns>
    </>
  );
}

function ProcessRow({ process: each }: { process: PlatformProcess }) {
  const [text, locale] = [useText(), useLocale()];
  // Up to when it was last heard of, so that server and browser say the same.
  const upSeconds = (Date.parse(each.seenAt) - Date.parse(each.startedAt)) / 1000;
  return (
    <tr>
      <td>
        <bdi className={admin.name}>{each.host}</bdi>
        <div className={table.sub}>
          {text('operation.health.machinery.process', { pid: String(each.pid) })}
        </div>
      </td>
      <td>{text('operation.health.machinery.role', { role: each.role })}</td>
      <td className={table.state} data-tone={each.isMissing ? 'alarm' : 'signal'}>
        {text('operation.health.machinery.state', { state: each.isMissing ? 'missing' : 'running' })}
      </td>
      <td>
        {each.version}
        <div className={table.sub}>
          {text('operation.health.machinery.program', { program: 'node', version: each.nodeVersion })}
        </div>
      </td>
      <td className={table.number}>{duration(upSeconds, text)}</td>
      <td className={table.number}>{fileSize(each.memoryBytes, locale)}</td>
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
