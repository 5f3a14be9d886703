import { Button } from '@mantine/core';
import { deleteMails, sendMailsAgain } from '@readout/domain/mails/change-outbox';
import { listOutbox, type OutboxMail } from '@readout/domain/mails/list-outbox';
import { openMail } from '@readout/domain/mails/open-mail';
import { mailStates } from '@readout/domain/mails/rules';
import { Form, Link } from 'react-router';
import { doneOf } from '../../../forms/answer.ts';
import { actionOf, form, text, texts } from '../../../forms/form.server.ts';
import { Outcome } from '../../../forms/outcome.tsx';
import { useAnswer } from '../../../forms/use-answer.ts';
import { useSending } from '../../../forms/use-sending.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { Choice, SearchForm } from '../../../ui/list/filter.tsx';
import table from '../../../ui/list/list.module.css';
import { Paging } from '../../../ui/list/paging.tsx';
import { listQuery } from '../../../ui/list/query.ts';
import { Selectable, SelectCell, SelectHead } from '../../../ui/list/selection.tsx';
import { NoRows, Table } from '../../../ui/list/table.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/page';
import { ChosenMails } from './chosen-mails.tsx';
import { OpenedMailDialog } from './opened-mail.tsx';
import classes from './outbox.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  const params = new URL(request.url).searchParams;
  const state = mailStates.find((name) => name === params.get('state'));
  const list = await orProblemPage(
    listOutbox(
      { platform: services.db.platform },
      { actor, ...listQuery(request, []), ...(state ? { state } : {}) },
    ),
  );
  return { ...list, sendsMail: services.mailer.isConfigured };
}

/** Opening is an act, not a view: it is written down each time. */
export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor, session } = requirePlatform(context, request);
  const deps = { platform: services.db.platform, mailer: services.mailer };
  return actionOf(request, {
    open: form({ id: text }, ({ id: mailId }) =>
      openMail(deps, {
        actor,
        sessionId: session.sessionId,
        mailId,
        // Where the administrator is: a link to the server's configured address may not lead here yet.
        origin: request.headers.get('origin') ?? new URL(request.url).origin,
        userAgent: request.headers.get('user-agent'),
      }),
    ),
    send: form({ id: texts }, ({ id: mailIds }) => sendMailsAgain(deps, { actor, mailIds })),
    delete: form({ id: texts }, ({ id: mailIds }) => deleteMails(deps, { actor, mailIds })),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'operation.outbox.title');

export default function Outbox({ loaderData, actionData }: Route.ComponentProps) {
  const text = useText();
  const { items, total, sendsMail } = loaderData;
  const answer = useAnswer(actionData);
  const sent = doneOf(answer, 'send');
  const deleted = doneOf(answer, 'delete');
  const mayChange = useMay()('outbox.change');
  const changeable = items.filter((mail) => mail.state !== 'sent');
  return (
    <>
      <div className={page.head}>
        <div>
          <h1 className={page.title}>{text('operation.outbox.title')}</h1>
          <p className={page.lead}>
            {text('operation.outbox.lead', {
              sends: sendsMail ? 'yes' : mayChange ? 'no_admin' : 'no_reader',
            })}
          </p>
        </div>
      </div>
      <Outcome
        problem={answer?.problem}
        done={
          sent
            ? text('operation.outbox.will_be_sent', { count: sent.changed })
            : deleted && text('operation.outbox.deleted', { count: deleted.changed })
        }
      />
      <SearchForm label={text('operation.outbox.search')}>
        <Choice
          name="state"
          label={text('operation.outbox.state_label')}
          options={mailStates.map((state) => [state, text('operation.outbox.state', { state })])}
        />
      </SearchForm>
      <Selectable shown={changeable.map((mail) => mail.id)} isOn={mayChange}>
        <ChosenMails mails={changeable} sendsMail={sendsMail} />
        <Table
          label={text('operation.outbox.mails')}
          head={
            <>
              <SelectHead label={text('operation.outbox.choose_all')} />
              <th scope="col">{text('operation.column', { column: 'recipient' })}</th>
              <th scope="col">{text('operation.column', { column: 'subject' })}</th>
              <th scope="col">{text('operation.column', { column: 'state' })}</th>
              <th scope="col">{text('operation.column', { column: 'made' })}</th>
              <th scope="col" className={table.number}>
                {text('operation.column', { column: 'text' })}
              </th>
            </>
          }
        >
          {items.map((mail) => (
            <Row key={mail.id} mail={mail} mayChange={mayChange} />
          ))}
          {items.length === 0 ? (
            <NoRows columns={6}>
              <FormattedText
                id="operation.outbox.none"
                values={{ link: (inside) => <Link to="/admin/outbox">{inside}</Link> }}
              />
            </NoRows>
          ) : null}
        </Table>
      </Selectable>
      <Paging total={total} what={text('operation.outbox.count', { count: total })} />
      <OpenedMailDialog opened={doneOf(answer, 'open')} />
    </>
  );
}

function Row({ mail, mayChange }: { mail: OutboxMail; mayChange: boolean }) {
  const text = useText();
  const isSending = useSending();
  const isOpening = isSending('open', { id: mail.id });
  return (
    <tr>
      <SelectCell
        id={mail.id}
        label={text('operation.outbox.choose', { recipient: mail.to })}
        isOff={mail.state === 'sent'}
      />
      <td className={`${table.wide} ${classes.text}`} dir="ltr">
        {mail.to}
      </td>
      <td className={`${table.wide} ${classes.text}`} dir="auto">
        {mail.subject}
      </td>
      <td className={table.wide}>
        <State mail={mail} />
      </td>
      <td>
        <When iso={mail.createdAt} />
      </td>
      <td className={table.number}>
        {mail.secrecy === null && !mayChange ? (
          <span className={table.sub}>{text('operation.outbox.for_administrators')}</span>
        ) : mail.secrecy === null ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="open" />
            <input type="hidden" name="id" value={mail.id} />
            <Button type="submit" variant="default" size="compact-sm" loading={isOpening}>
              {text('operation.outbox.open')}
            </Button>
          </Form>
        ) : mail.state === 'sent' ? null : (
          <span
            className={table.sub}
            title={text('operation.outbox.secrecy_hint', { secrecy: mail.secrecy })}
          >
            {text('operation.outbox.secrecy', { secrecy: mail.secrecy })}
          </span>
        )}
      </td>
    </tr>
  );
}

function State({ mail }: { mail: OutboxMail }) {
  const text = useText();
  switch (mail.state) {
    case 'sent':
      return (
        <span className={table.state} data-tone="signal">
          {mail.sentAt ? (
            <FormattedText id="operation.outbox.sent" values={{ when: <When iso={mail.sentAt} /> }} />
          ) : (
            text('operation.outbox.state', { state: 'sent' })
          )}
        </span>
      );
    case 'failed':
      return (
        <>
          <span className={table.state} data-tone="alarm">
            {text('operation.outbox.state', { state: 'failed' })}
          </span>
          <br />
          <span className={table.sub}>{mail.lastError}</span>
        </>
      );
    case 'waiting':
      return (
        <>
          <span
            className={table.state}
            data-tone={mail.withoutSmtp || mail.attempts > 0 ? 'notice' : 'plain'}
          >
            {text('operation.outbox.state', { state: mail.withoutSmtp ? 'passed_on' : 'waiting' })}
          </span>
          {mail.nextAttemptAt ? (
            <>
              <br />
              <span className={table.sub}>
                <FormattedText
                  id="operation.outbox.tried"
                  values={{
                    attempts: mail.attempts,
                    when: <When iso={mail.nextAttemptAt} exact />,
                    reason: mail.lastError ?? '',
                  }}
                />
              </span>
            </>
          ) : null}
        </>
      );
  }
}
