import type { Surroundings } from '@readout/domain/platform/attention';
import type { PlatformHealth } from '@readout/domain/platform/platform-health';
import { duration, fileSize, wholeNumber } from '@readout/texts/numbers';
import { Columns } from '../../../ui/layout.tsx';
import table from '../../../ui/list/list.module.css';
import { ListTable } from '../../../ui/list/table.tsx';
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
        <ListTable
          label={text('operation.health.machinery.processes')}
          rows={processes}
          columns={{
            host: [
              text('operation.column', { column: 'host' }),
              ({ host, pid }) => (
                <>
                  <bdi className={admin.name}>{host}</bdi>
                  <div className={table.sub}>
                    {text('operation.health.machinery.process', { pid: String(pid) })}
                  </div>
                </>
              ),
            ],
            role: [
              text('operation.column', { column: 'role' }),
              ({ role }) => text('operation.health.machinery.role', { role }),
            ],
            state: [
              text('operation.column', { column: 'state' }),
              ({ isMissing }) =>
                text('operation.health.machinery.state', { state: isMissing ? 'missing' : 'running' }),
              { tone: ({ isMissing }) => (isMissing ? 'alarm' : 'signal') },
            ],
            version: [
              text('operation.column', { column: 'version' }),
              ({ version, nodeVersion }) => (
                <>
                  {version}
                  <div className={table.sub}>
                    {text('operation.health.machinery.program', { program: 'node', version: nodeVersion })}
                  </div>
                </>
              ),
            ],
            up: [
              text('operation.column', { column: 'up' }),
              // Up to when it was last heard of, so that server and browser say the same.
              (of) => duration((Date.parse(of.seenAt) - Date.parse(of.startedAt)) / 1000, text),
              { isNumber: true },
            ],
            memory: [
              text('operation.column', { column: 'memory' }),
              ({ memoryBytes }) => fileSize(memoryBytes, locale),
              { isNumber: true },
            ],
            heard_of: [text('operation.column', { column: 'heard_of' }), (of) => <When iso={of.seenAt} />],
          }}
          none={() => text('operation.health.machinery.no_process')}
        />
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

function Meter({ share, noticeFrom }: { share: number; noticeFrom: number }) {
  return (
    <span className={classes.meter} data-tone={share >= noticeFrom ? 'notice' : undefined} aria-hidden>
      <i style={{ width: `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%` }} />
    </span>
  );
}
