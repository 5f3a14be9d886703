import type { AuditStreamState } from '@readout/domain/audit/audit-stream';
import { wholeNumber } from '@readout/texts/numbers';
import type { ReactNode } from 'react';
import { FormattedText, useLocale, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import admin from '../admin.module.css';
import classes from '../system.module.css';

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
  const text = useText();
  const locale = useLocale();
  const { waiting, oldestAt, sent, sentAt, failure, isTaken } = stream;
  return (
    <section className={classes.section} id="audit-stream">
      <h2>{text('operation.stream.title')}</h2>
      <p>{text('operation.stream.lead')}</p>
      {target === null ? (
        <p>{text('operation.stream.off')}</p>
      ) : (
        <>
          {failure && failure.attempts > 0 ? (
            <div className={classes.now} role="status">
              <p>
                {text('operation.stream.failed', {
                  attempts: failure.attempts,
                  message: failure.message,
                  reason: failure.code,
                  advice,
                })}
              </p>
            </div>
          ) : null}
          <dl className={admin.facts}>
            <Fact name={text('operation.stream.fact', { fact: 'receiver' })}>{target}</Fact>
            <Fact name={text('operation.stream.fact', { fact: 'sender' })}>
              {text('operation.stream.sender', { sender: isTaken ? 'worker' : 'none' })}
            </Fact>
            <Fact name={text('operation.stream.fact', { fact: 'waiting' })}>
              {waiting > 0 && oldestAt ? (
                <FormattedText
                  id="operation.stream.waiting_since"
                  values={{ count: waiting, when: <When iso={oldestAt} /> }}
                />
              ) : (
                text('operation.stream.waiting', { count: waiting })
              )}
            </Fact>
            <Fact name={text('operation.stream.fact', { fact: 'taken' })}>
              {sentAt ? (
                <FormattedText
                  id="operation.stream.taken"
                  values={{ count: sent, when: <When iso={sentAt} /> }}
                />
              ) : (
                wholeNumber(sent, locale)
              )}
            </Fact>
            <Fact name={text('operation.stream.fact', { fact: 'failure' })}>
              {failure ? (
                <>
                  <When iso={failure.at} />: {failure.message} ({failure.code})
                </>
              ) : (
                text('operation.stream.no_failure')
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
