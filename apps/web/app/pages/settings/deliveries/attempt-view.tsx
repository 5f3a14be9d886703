import type { KeptAnswer, KeptRequest } from '@readout/domain/deliveries/rules';
import { Text } from '../../../ui/layout.tsx';
import { useText } from '../../../ui/texts.tsx';
import classes from './deliveries.module.css';

export interface ShownAttempt {
  durationMs: number;
  request: KeptRequest;
  answer: KeptAnswer | null;
  /** Why it did not arrive, and what to do, in the reader's language; null where it did. */
  failure: { title: string; action: string; detail: string } | null;
}

/** One request and what was answered, as they were kept. */
export function AttemptView({ attempt }: { attempt: ShownAttempt }) {
  const text = useText();
  const { request, answer, failure, durationMs } = attempt;
  // A file or a mail is answered by nothing that could be shown.
  const isAnswered = request.method !== 'WRITE' && request.method !== 'MAIL';
  return (
    <>
      {failure ? (
        <Text size={13} tone="alarm">
          {failure.title}. {failure.action}{' '}
          <Text as="span" size={13} tone="dim" isBroken>
            {failure.detail}
          </Text>
        </Text>
      ) : null}
      <div className={classes.exchange}>
        <h4>{text('deliveries.request')}</h4>
        <Exchanged
          label={text('deliveries.request')}
          start={`${request.method} ${request.address}`}
          of={request}
        />
      </div>
      <div className={classes.exchange}>
        <h4>
          {isAnswered ? `${text('deliveries.answer')} · ` : null}
          {text('deliveries.took', { ms: Math.round(durationMs) })}
        </h4>
        {!isAnswered ? null : answer ? (
          <Exchanged label={text('deliveries.answer')} start={String(answer.status)} of={answer} />
        ) : (
          <p>{text('deliveries.no_answer')}</p>
        )}
      </div>
    </>
  );
}

function Exchanged({
  label,
  start,
  of: { headers, body, isCut },
}: {
  label: string;
  start: string;
  of: Pick<KeptRequest, 'headers' | 'body' | 'isCut'>;
}) {
  const text = useText();
  const lines = [start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className={classes.text} tabIndex={0} aria-label={label}>
        <pre dir="ltr">
          {lines.join('\n')}
          {body ? `\n\n${body}` : ''}
        </pre>
      </section>
      {isCut ? (
        <Text size={12} tone="dim">
          {text('deliveries.body_cut')}
        </Text>
      ) : null}
    </>
  );
}
