import { Button } from '@mantine/core';
import type { SaidCheck, SaidChecks, SaidFinding } from '@readout/domain/platform/review/remark';
import { Form } from 'react-router';
import { useSending } from '../../../../forms/use-sending.ts';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconX } from '../../../../ui/icons.ts';
import { Lines, Row, Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from './review.module.css';
import { checkTones } from './words.ts';

interface ChecksProps {
  checks: SaidChecks | null;
  /** Whether they may be made once more. */
  isOpen: boolean;
}

/** What the server found by itself. */
export function ChecksSection({ checks, isOpen }: ChecksProps) {
  const text = useText();
  const isSending = useSending();
  const isRunning = checks === null || checks.status === 'running';
  return (
    <section className={page.section} id="checks" aria-labelledby="checks-heading">
      <Row gap={8} align="baseline" justify="space-between">
        <h2 id="checks-heading" className={page.sectionTitle}>
          {text('operation.checks.title')}
        </h2>
        {isOpen && !isRunning ? (
          <Form method="post" preventScrollReset>
            <Button
              type="submit"
              name="intent"
              value="recheck"
              variant="default"
              size="compact-sm"
              loading={isSending('recheck')}
            >
              {text('operation.checks.again')}
            </Button>
          </Form>
        ) : null}
      </Row>
      <div role="status">
        {isRunning && isOpen ? (
          <Text size={14} tone="dim" below={12}>
            <span className={classes.bar} aria-hidden />
            {text('operation.checks.running', { state: checks === null ? 'waiting' : 'running' })}
          </Text>
        ) : null}
      </div>
      {checks && checks.checks.length > 0 ? (
        <Lines className={classes.checks}>
          {checks.checks.map((check) => (
            <CheckItem key={check.name} check={check} />
          ))}
        </Lines>
      ) : null}
      {checks?.endedAt ? (
        <Text size={12} tone="dim" above={8}>
          <FormattedText id="operation.checks.checked" values={{ when: <When iso={checks.endedAt} /> }} />
        </Text>
      ) : null}
    </section>
  );
}

const icons = {
  passed: IconCircleCheckFilled,
  warning: IconAlertTriangleFilled,
  failed: IconX,
};

function CheckItem({ check }: { check: SaidCheck }) {
  const { name, status, detail, ms, findings = [] } = check;
  const text = useText();
  const Icon = icons[status];
  return (
    <li data-tone={checkTones[status]}>
      <Icon size={17} aria-hidden />
      <div>
        <h3>
          {text('operation.review.check', { check: name })}{' '}
          <span className={classes.word}>{text('operation.review.check_status', { status })}</span>
          {ms !== undefined ? (
            <span className={classes.ms}>{text('operation.checks.ms', { ms })}</span>
          ) : null}
        </h3>
        <p dir="auto">{detail}</p>
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

function FindingItem({
  finding: { text: what, where, line, excerpt, isBlocking },
}: {
  finding: SaidFinding;
}) {
  const text = useText();
  const place =
    line === null
      ? text('operation.checks.place', { where })
      : text('operation.checks.place_line', { where, line });
  return (
    <li>
      <strong data-tone={isBlocking ? 'alarm' : 'notice'}>
        {text('operation.checks.weight', { weight: isBlocking ? 'blocking' : undefined })}
      </strong>{' '}
      {line !== null && where === 'source' ? <a href={`#source-${line}`}>{place}</a> : place}:{' '}
      <span>{what}</span>
      {excerpt ? <code dir="ltr">{excerpt}</code> : null}
    </li>
  );
}
