import { Button, TextInput } from '@mantine/core';
import type { CompanyProfile } from '@readout/domain/companies/get-company';
import type { Permission } from '@readout/domain/policy';
import { Form, Link } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useSending } from '../../../forms/use-sending.ts';
import classes from '../../../ui/settings.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import type { Route } from './+types/page';
import { Reserved } from './reserved.tsx';

/** Leaving, handing over, closing: what ends something. */
export function EndSection({
  company,
  isOwner,
  may,
  answer,
}: {
  company: CompanyProfile;
  isOwner: boolean;
  may: { close: Permission; leave: Permission };
  answer: Route.ComponentProps['actionData'];
}) {
  const text = useText();
  const isSending = useSending();
  const isLastOwner = isOwner && company.owners <= 1;
  return (
    <section className={classes.section} id="end">
      <h2>{text('settings.company.end')}</h2>
      <ul className={classes.rows}>
        <li>
          <div className={classes.what}>
            {text('settings.company.leave')}
            <small>
              {isLastOwner ? (
                <FormattedText
                  id="settings.company.leave_only_owner"
                  values={{ link: (inside) => <Link to="/settings/members">{inside}</Link> }}
                />
              ) : (
                text('settings.company.leave_hint')
              )}
            </small>
          </div>
          <Form method="post" className={classes.actions}>
            <details className={classes.unfold}>
              <summary>{text('settings.company.leave_unfold')}</summary>
              <Button
                type="submit"
                name="intent"
                value="leave"
                size="xs"
                color="red"
                disabled={isLastOwner || !may.leave.allowed}
                loading={isSending('leave')}
              >
                {text('settings.company.leave_yes')}
              </Button>
            </details>
          </Form>
          <Reserved sentence={may.leave.sentence} />
          <Outcome problem={problemOf(answer, 'leave')} />
        </li>
        {company.status === 'closing' ? (
          <Reopening company={company} may={may.close} answer={answer} isBusy={isSending('reopen')} />
        ) : (
          <Closing company={company} may={may.close} answer={answer} isBusy={isSending('close')} />
        )}
      </ul>
    </section>
  );
}

interface Part {
  company: CompanyProfile;
  may: Permission;
  answer: Route.ComponentProps['actionData'];
  isBusy: boolean;
}

function Closing({ company, may, answer, isBusy }: Part) {
  const text = useText();
  const problem = problemOf(answer, 'close');
  return (
    <li>
      <div className={classes.what}>
        {text('settings.company.close')}
        <small>{text('settings.company.close_hint')}</small>
      </div>
      {may.allowed ? (
        <details className={classes.unfold} open={problem !== undefined}>
          <summary>{text('settings.company.close_unfold')}</summary>
          <Form method="post" className={classes.form}>
            <TextInput
              label={text('settings.company.name_of')}
              description={
                <FormattedText
                  id="settings.company.type_to_confirm"
                  values={{ name: <strong dir="auto">{company.name}</strong> }}
                />
              }
              name="confirmation"
              dir="auto"
              autoComplete="off"
              defaultValue={problem?.typed.confirmation}
              error={problem?.fields.confirmation}
            />
            <Button type="submit" name="intent" value="close" color="red" loading={isBusy}>
              {text('settings.company.close_yes')}
            </Button>
            <Outcome problem={problem} />
          </Form>
        </details>
      ) : (
        <Reserved sentence={may.sentence} />
      )}
      <Outcome done={doneOf(answer, 'reopen') && text('settings.company.open_again')} />
    </li>
  );
}

function Reopening({ company, may, answer, isBusy }: Part) {
  const text = useText();
  return (
    <li>
      <div className={classes.what}>
        <strong>{text('settings.company.closing')}</strong>
        <small>
          {company.goneAt ? (
            <FormattedText
              id="settings.company.gone_on"
              values={{ when: <When iso={company.goneAt} exact /> }}
            />
          ) : null}{' '}
          {company.closedByPlatform
            ? [
                text('settings.company.closed_by_platform'),
                company.statusReason ? text('settings.company.reason', { reason: company.statusReason }) : '',
              ]
                .filter(Boolean)
                .join(' ')
            : text('settings.company.can_be_taken_back')}
        </small>
      </div>
      {company.closedByPlatform ? null : (
        <Form method="post" className={classes.actions}>
          <Button
            type="submit"
            name="intent"
            value="reopen"
            size="xs"
            disabled={!may.allowed}
            loading={isBusy}
          >
            {text('settings.company.keep')}
          </Button>
          <Reserved sentence={may.sentence} />
        </Form>
      )}
      <Outcome problem={problemOf(answer, 'reopen')} />
    </li>
  );
}
