import { Button } from '@mantine/core';
import type { Check, Checks, Finding } from '@readout/domain/platform/review/rules';
import { Form, useNavigation } from 'react-router';
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconX,
} from '../../../ui/icons.ts';
import page from '../../../ui/page.module.css';
import { When } from '../../../ui/when.tsx';
import classes from './review.module.css';
import type { BrowserRun } from './use-browser-fixtures.ts';
import { checkTitles, checkTones } from './words.ts';

interface ChecksProps {
  checks: Checks | null;
  /** Whether they may be made once more. */
  isOpen: boolean;
  browser: { progress: BrowserRun; again(): void };
}

/** What the server found by itself, and the reviewer's browser. */
export function ChecksSection({ checks, isOpen, browser }: ChecksProps) {
  const navigation = useNavigation();
  const isRunning = checks === null || checks.status === 'running';
  return (
    <section className={page.section} id="checks" aria-labelledby="checks-heading">
      <div className={classes.sectionHead}>
        <h2 id="checks-heading" className={page.sectionTitle}>
          Automatic checks
        </h2>
        {isOpen && !isRunning ? (
          <Form method="post" preventScrollReset>
            <Button
              type="submit"
              name="intent"
              value="recheck"
              variant="default"
              size="compact-sm"
              loading={navigation.formData?.get('intent') === 'recheck'}
            >
              Check again
            </Button>
          </Form>
        ) : null}
      </div>
      <div role="status">
        {isRunning && isOpen ? (
          <p className={classes.running}>
            <span className={classes.bar} aria-hidden />
            {checks === null
              ? 'Waiting for a process that checks. This page shows what it finds by itself.'
              : 'Being checked. This page shows what is found by itself.'}
          </p>
        ) : null}
      </div>
      {checks && checks.checks.length > 0 ? (
        <ul className={classes.checks}>
          {checks.checks.map((check) => (
            <CheckItem
              key={check.name}
              check={check}
              browser={check.name === 'fixtures_browser' && isOpen ? browser : undefined}
            />
          ))}
        </ul>
      ) : null}
      {checks?.endedAt ? (
        <p className={classes.aside}>
          Checked <When iso={checks.endedAt} />. The fixtures ran in the sandbox that runs plugins everywhere.
        </p>
      ) : null}
    </section>
  );
}

const icons = {
  passed: IconCircleCheckFilled,
  warning: IconAlertTriangleFilled,
  failed: IconX,
  waiting: IconCircleDashed,
};

function CheckItem({ check, browser }: { check: Check; browser: ChecksProps['browser'] | undefined }) {
  const { name, status, detail, ms, findings = [] } = check;
  const { tone, word } = checkTones[status];
  const Icon = icons[status];
  return (
    <li data-tone={tone}>
      <Icon size={17} aria-hidden />
      <div>
        <h3>
          {checkTitles[name]} <span className={classes.word}>{word}</span>
          {ms !== undefined && status !== 'waiting' ? (
            <span className={classes.ms}>{ms.toLocaleString('en')} ms</span>
          ) : null}
        </h3>
        <p dir="auto">{status === 'waiting' && browser ? <InBrowser {...browser} /> : detail}</p>
        {findings.length > 0 ? (
          <ul className={classes.findings}>
            {findings.map((finding, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes order
              <FindingItem key={index} finding={finding} />
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  );
}

function InBrowser({ progress, again }: ChecksProps['browser']) {
  switch (progress.state) {
    case 'failed':
      return (
        <>
          {progress.message}{' '}
          <Button variant="default" size="compact-xs" onClick={again}>
            Try again
          </Button>
        </>
      );
    case 'running':
      return progress.of === null
        ? 'Your browser fetches the fixtures.'
        : `Your browser runs fixture ${progress.done + 1} of ${progress.of}.`;
    default:
      return 'Your browser runs the fixtures as soon as this page is open.';
  }
}

const places = { source: 'Source', code: 'Script', manifest: 'Manifest', readme: 'README' } as const;

function FindingItem({ finding: { text, where, line, excerpt, isBlocking } }: { finding: Finding }) {
  const place = line === null ? places[where] : `${places[where]}, line ${line}`;
  return (
    <li>
      <strong data-tone={isBlocking ? 'alarm' : 'notice'}>
        {isBlocking ? 'Must not be published' : 'Look here'}
      </strong>{' '}
      {line !== null && where === 'source' ? <a href={`#source-${line}`}>{place}</a> : place}: {text}
      {excerpt ? <code dir="ltr">{excerpt}</code> : null}
    </li>
  );
}
