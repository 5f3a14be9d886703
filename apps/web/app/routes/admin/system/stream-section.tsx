import type { AuditStreamState } from '@readout/domain/audit/audit-stream';
import type { ReactNode } from 'react';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import classes from './system.module.css';

/** Whether the receiver of the audit lists has all of them. `advice`: what to do about the last failure. */
export function StreamSection({
  target,
  stream,
  advice,
}: {
  target: string | null;
  stream: AuditStreamState;
  advice: string;
}) {
  const { waiting, oldestAt, sent, sentAt, failure, isTaken } = stream;
  return (
    <section className={classes.section} id="audit-stream">
      <h2>Audit stream</h2>
      <p>
        Every event of all audit lists, sent to a receiver of yours. What has been sent cannot be erased any
        more.
      </p>
      {target === null ? (
        <p>Off: READOUT_AUDIT_STREAM names no receiver.</p>
      ) : (
        <>
          {failure && failure.attempts > 0 ? (
            <div className={classes.now} role="status">
              <p>
                The last {failure.attempts === 1 ? 'attempt' : plural(failure.attempts, 'attempt')} failed:{' '}
                {failure.message} ({failure.code}) {advice} It is tried again, at the latest every five
                minutes, and nothing is lost meanwhile.
              </p>
            </div>
          ) : null}
          <dl className={admin.facts}>
            <Fact name="Receiver (READOUT_AUDIT_STREAM)">{target}</Fact>
            <Fact name="Sent by">{isTaken ? 'one of the worker processes' : 'no process at the moment'}</Fact>
            <Fact name="Waiting">
              {waiting === 0 ? (
                'nothing'
              ) : (
                <>
                  {plural(waiting, 'event')}
                  {oldestAt ? (
                    <>
                      , the oldest of <When iso={oldestAt} />
                    </>
                  ) : null}
                </>
              )}
            </Fact>
            <Fact name="Taken by the receiver">
              {wholeNumber(sent)}
              {sentAt ? (
                <>
                  , the last <When iso={sentAt} />
                </>
              ) : null}
            </Fact>
            <Fact name="Last failure">
              {failure ? (
                <>
                  <When iso={failure.at} />: {failure.message} ({failure.code})
                </>
              ) : (
                'none'
              )}
            </Fact>
          </dl>
        </>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={admin.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
