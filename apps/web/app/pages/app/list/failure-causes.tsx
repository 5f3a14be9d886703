import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Problem } from '../../../api/answer.ts';
import { api } from '../../../api/client.ts';
import type { components } from '../../../api/schema.ts';
import { useText } from '../../../ui/texts.tsx';
import classes from './list.module.css';

type NamedCause = components['schemas']['FailureCause'];

/** Above a list of what failed: the reasons, each with a way to read all of them again. */
export function FailureCauses({ listed }: { listed: number }) {
  const text = useText();
  const [causes, setCauses] = useState<readonly NamedCause[]>([]);
  const [said, setSaid] = useState('');
  const [trying, setTrying] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is what makes the reasons old
  useEffect(() => {
    const leaving = new AbortController();
    api
      .get('/failures', { signal: leaving.signal })
      .then((answer) => answer.ok && setCauses(answer.value))
      .catch(() => {});
    return () => leaving.abort();
  }, [listed]);
  const tryAgain = async ({ code }: NamedCause) => {
    setTrying(code);
    const answer = await api.post('/failures/retry', { body: { code } });
    setTrying(undefined);
    setSaid(
      answer.ok
        ? text('workspace.list.wait_to_be_read_again', { count: answer.value.pages })
        : inWords(answer.problem),
    );
    if (answer.ok) setCauses((before) => before.filter((cause) => cause.code !== code));
  };
  return (
    <section className={classes.causes} aria-label={text('workspace.list.why_captures_failed')}>
      <p role="status">{said}</p>
      <ul>
        {causes.map((cause) => (
          <li key={cause.code}>
            <span title={cause.code}>
              {text('workspace.list.cause_pages', { title: cause.title, count: cause.pages })}
            </span>
            <Button
              size="compact-xs"
              variant="default"
              loading={trying === cause.code}
              onClick={() => void tryAgain(cause)}
            >
              {text('workspace.list.try_all_again')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const inWords = ({ title, detail, action }: Problem): string =>
  [`${title}.`, detail, action].filter(Boolean).join(' ');
