import { Button, TextInput } from '@mantine/core';
import type { PlatformCompanyDetail } from '@readout/domain/platform/get-company-for-platform';
import { Form } from 'react-router';
import { doneOf, problemOf } from '../../../../forms/answer.ts';
import { Outcome } from '../../../../forms/outcome.tsx';
import { useSending } from '../../../../forms/use-sending.ts';
import { Text } from '../../../../ui/layout.tsx';
import page from '../../../../ui/page.module.css';
import { FormattedText, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from '../../admin.module.css';
import type { Route } from './+types/page';

const graceDays = 30;

const intents = ['suspend', 'resume', 'close', 'reopen'] as const;
type Intent = (typeof intents)[number];

/** Suspending and closing, each with the way back. */
export function StatusForms({
  company,
  answer,
}: {
  company: PlatformCompanyDetail;
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const { status, closingAt } = company;
  const done = intents.find((intent) => doneOf(answer, intent));
  const gone = closingAt ? new Date(Date.parse(closingAt) + graceDays * 86_400_000).toISOString() : undefined;
  return (
    <section className={page.section}>
      <h2 className={page.sectionTitle}>{text('admin.company.suspend_or_delete')}</h2>
      <p className={classes.done} role="status">
        {done ? text('admin.company.done', { intent: done }) : ''}
      </p>
      {status === 'closing' ? (
        <Change company={company} intent="reopen" answer={answer}>
          <Text size={14} tone="dim" isLong>
            {closingAt && gone ? (
              <FormattedText
                id="admin.company.closing"
                values={{ since: <When iso={closingAt} exact />, gone: <When iso={gone} exact /> }}
              />
            ) : null}
          </Text>
        </Change>
      ) : (
        <>
          {status === 'suspended' ? (
            <Change company={company} intent="resume" answer={answer}>
              <Text size={14} tone="dim" isLong>
                {text('admin.company.suspended')}
              </Text>
            </Change>
          ) : (
            <Change company={company} intent="suspend" answer={answer} takesReason>
              <Text size={14} tone="dim" isLong>
                {text('admin.company.suspend_hint')}
              </Text>
            </Change>
          )}
          <details className={classes.unfold} open={problemOf(answer, 'close') !== undefined}>
            <summary>{text('admin.company.close_unfold')}</summary>
            <Change company={company} intent="close" answer={answer} takesReason isConfirmed>
              <Text size={14} tone="dim" isLong>
                {text('admin.company.close_hint', { days: graceDays })}
              </Text>
            </Change>
          </details>
        </>
      )}
    </section>
  );
}

function Change({
  company,
  intent,
  answer,
  takesReason = false,
  isConfirmed = false,
  children,
}: {
  company: PlatformCompanyDetail;
  intent: Intent;
  answer: Route.ComponentProps['actionData'];
  takesReason?: boolean;
  isConfirmed?: boolean;
  children: React.ReactNode;
}) {
  const text = useText();
  const problem = problemOf(answer, intent);
  const typed: { revision: string; reason?: string; confirmation?: string } | undefined = problem?.typed;
  const isBusy = useSending()(intent);
  return (
    <Form method="post" className={classes.form} preventScrollReset>
      {children}
      <input type="hidden" name="revision" value={company.revision} />
      {takesReason ? (
        <TextInput
          name="reason"
          label={text('admin.company.reason')}
          maxLength={500}
          required
          defaultValue={typed?.reason ?? ''}
          error={problem?.fields.reason}
        />
      ) : null}
      {isConfirmed ? (
        <TextInput
          name="confirmation"
          label={<FormattedText id="admin.confirm.type" values={{ words: <bdi>{company.name}</bdi> }} />}
          autoComplete="off"
          required
          dir="auto"
          defaultValue={typed?.confirmation ?? ''}
          error={problem?.fields.confirmation}
        />
      ) : null}
      <Outcome problem={problem} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="default"
        loading={isBusy}
        {...(isConfirmed ? { color: 'red', variant: 'outline' } : {})}
      >
        {text('admin.company.button', { intent })}
      </Button>
    </Form>
  );
}
