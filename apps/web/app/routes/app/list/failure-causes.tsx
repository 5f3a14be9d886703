import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { plural } from '../../../ui/numbers.ts';
import { type Problem, send } from '../../../ui/send.ts';
import type { NamedCause } from '../resources/failures.ts';
import classes from './list.module.css';

/** Above a list of what failed: the reasons, each with a way to read all of them again. */
export function FailureCauses({ listed }: { listed: number }) {
  const [causes, setCauses] = useState<readonly NamedCause[]>([]);
  const [said, setSaid] = useState('');
  const [trying, setTrying] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is what makes the reasons old
  useEffect(() => {
    const leaving = new AbortController();
    send<NamedCause[]>('/app/failures', undefined, leaving.signal)
      .then((answer) => answer.ok && setCauses(answer.value))
      .catch(() => {});
    return () => leaving.abort();
  }, [listed]);
  const tryAgain = async ({ code }: NamedCause) => {
    setTrying(code);
    const answer = await send<{ pages: number }>('/app/failures', { code });
    setTrying(undefined);
    setSaid(
      answer.ok ? `${plural(answer.value.pages, 'page')} wait to be read again.` : inWords(answer.problem),
    );
    if (answer.ok) setCauses((before) => before.filter((cause) => cause.code !== code));
  };
  return (
    <section className={classes.causes} aria-label="Why captures failed">
      <p role="status">{said}</p>
      <ul>
        {causes.map((cause) => (
          <li key={cause.code}>
            <span title={cause.code}>
              {cause.title}: {plural(cause.pages, 'page')}
            </span>
            <Button
              size="compact-xs"
              variant="default"
              loading={trying === cause.code}
              onClick={() => void tryAgain(cause)}
            >
              Try all again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const inWords = ({ title, detail, action }: Problem): string =>
  [`${title}.`, detail, action].filter(Boolean).join(' ');
