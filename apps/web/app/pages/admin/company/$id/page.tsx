import { Button } from '@mantine/core';
import { changeCompany } from '@readout/domain/platform/change-company';
import type { CompanyChange } from '@readout/domain/platform/company-change';
import { getCompanyForPlatform } from '@readout/domain/platform/get-company-for-platform';
import { fileSize, wholeNumber } from '@readout/texts/numbers';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { currentLocale } from '../../../../../server/request/locale.ts';
import { actionOf, form, text, wholeNumber as wholeNumberOfForm } from '../../../../forms/form.server.ts';
import { useAnswer } from '../../../../forms/use-answer.ts';
import { orProblemPage } from '../../../../problems/page-problem.ts';
import { requirePlatform } from '../../../../session.ts';
import { pageTitle } from '../../../../texts/page-title.ts';
import { Figures } from '../../../../ui/figures.tsx';
import { IconDownload } from '../../../../ui/icons.ts';
import { Columns } from '../../../../ui/layout.tsx';
import table from '../../../../ui/list/list.module.css';
import page from '../../../../ui/page.module.css';
import { FormattedText, useLocale, useText } from '../../../../ui/texts.tsx';
import { When } from '../../../../ui/when.tsx';
import classes from '../../admin.module.css';
import { DeliveryFacts } from '../../delivery-facts.tsx';
import { useMay } from '../../use-may.ts';
import { limitFields } from '../actions.server.ts';
import { limitsOf } from '../limits.ts';
import type { Route } from './+types/page';
import { EventLists } from './event-lists.tsx';
import { LimitsForm } from './limits-form.tsx';
import { InvitationTable, MemberTable, PluginTable } from './people-and-plugins.tsx';
import { StatusForms } from './status-forms.tsx';
import { UsePlots } from './use-plots.tsx';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  return orProblemPage(
    getCompanyForPlatform({ platform: services.db.platform }, { actor, companyId: params.id }),
  );
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  const revision = { revision: wholeNumberOfForm };
  const changing = async (
    { revision: on, confirmation = '' }: { revision: number; confirmation?: string },
    change: CompanyChange,
  ): Promise<void> => {
    await changeCompany(
      { platform: services.db.platform },
      { actor, companyId: params.id, revision: on, change, confirmation },
    );
  };
  return actionOf(request, {
    limits: form({ ...revision, ...limitFields }, (typed) => {
      const limits = Object.entries(limitsOf(typed, currentLocale()));
      return changing(typed, {
        kind: 'limits',
        limits: Object.fromEntries(limits.map(([name, value]) => [name, value ?? Number.NaN])),
      });
    }),
    suspend: form({ ...revision, reason: text }, ({ reason, ...of }) =>
      changing(of, { kind: 'suspend', reason }),
    ),
    resume: form(revision, (of) => changing(of, { kind: 'resume' })),
    close: form({ ...revision, reason: text, confirmation: text }, ({ reason, ...of }) =>
      changing(of, { kind: 'close', reason }),
    ),
    reopen: form(revision, (of) => changing(of, { kind: 'reopen' })),
  });
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { name } = (loaderData ?? {}) as { name?: string };
  return name ? [{ title: `${name} · Readout` }] : pageTitle(matches, 'admin.companies.company');
};

export default function Company({ loaderData: company, actionData }: Route.ComponentProps) {
  const { limits } = company;
  const answer = useAnswer(actionData);
  const text = useText();
  const locale = useLocale();
  const may = useMay();
  return (
    <>
      <p className={classes.back}>
        <Link to="/admin/company">{text('admin.company.back')}</Link>
      </p>
      <div className={page.head}>
        <div className={classes.named}>
          <h1 className={page.title} dir="auto">
            {company.name}
          </h1>
          <p className={page.lead}>
            <FormattedText
              id="admin.company.id_since"
              values={{
                id: (
                  <span className={page.mono} data-as-typed>
                    {company.id}
                  </span>
                ),
                when: <When iso={company.createdAt} exact />,
              }}
            />
          </p>
          <p className={table.state} data-tone={company.status === 'active' ? 'signal' : 'notice'}>
            {company.statusReason ? (
              <FormattedText
                id="admin.list.state_why"
                values={{
                  state: text('admin.companies.status', { status: company.status }),
                  reason: <bdi>{company.statusReason}</bdi>,
                }}
              />
            ) : (
              text('admin.companies.status', { status: company.status })
            )}
          </p>
        </div>
        {may('lists.export') ? (
          <Button
            component="a"
            href={`/admin/company.json?id=${company.id}`}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {text('admin.company.data')}
          </Button>
        ) : null}
      </div>
      <Figures
        label={text('admin.company.figures')}
        figures={[
          {
            label: text('admin.companies.members'),
            value: wholeNumber(company.memberCount, locale),
            note: text('admin.company.of_members', { max: limits.maxMembers }),
          },
          {
            label: text('admin.companies.captures_30d'),
            value: wholeNumber(company.captures30d, locale),
            note: text('admin.company.of_captures', { max: limits.maxCapturesPerMonth }),
          },
          {
            label: text('admin.company.failed_30d'),
            value: wholeNumber(company.failed30d, locale),
            tone: company.failed30d > 0 ? 'notice' : undefined,
          },
          {
            label: text('admin.companies.storage'),
            value: fileSize(company.bytes, locale),
            note: text('admin.company.of_storage', { max: fileSize(limits.maxBytes, locale) }),
          },
          {
            label: text('admin.companies.last_capture'),
            value: company.lastActiveAt ? (
              <When iso={company.lastActiveAt} />
            ) : (
              text('admin.companies.no_capture')
            ),
          },
        ]}
      />
      <UsePlots days={company.days} countedAt={company.countedAt} />
      <Columns gap="0 40px">
        <LimitsForm key={`limits ${company.revision}`} company={company} answer={answer} />
        {may('companies.change') ? <StatusForms company={company} answer={answer} /> : null}
      </Columns>
      <Columns gap="0 40px">
        <MemberTable members={company.members} total={company.memberCount} />
        <div>
          <PluginTable plugins={company.plugins} />
          <DeliveryFacts health={company.deliveries} />
          <InvitationTable invitations={company.invitations} />
        </div>
      </Columns>
      <EventLists audit={company.audit} platformEvents={company.platformEvents} />
    </>
  );
}
