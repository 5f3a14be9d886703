import { Button } from '@mantine/core';
import { changeCompany } from '@readout/domain/platform/change-company';
import { getCompanyForPlatform } from '@readout/domain/platform/get-company-for-platform';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { requirePlatform } from '../../../session.ts';
import { Figures } from '../../../ui/figures.tsx';
import { IconDownload } from '../../../ui/icons.ts';
import { fileSize, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import table from '../../../ui/table.module.css';
import { When } from '../../../ui/when.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import classes from '../admin.module.css';
import { texts } from '../forms.ts';
import { refusedForm } from '../refused.server.ts';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/page';
import { changeOf } from './changes.ts';
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
  const typed = texts(await request.formData(), [
    'intent',
    'revision',
    'reason',
    'confirmation',
    'maxMembers',
    'maxCapturesPerMonth',
    'maxReadingSecondsPerDay',
    'maxReadingSecondsPerPage',
    'maxRereadsPerDay',
    'maxGigabytes',
  ]);
  try {
    await changeCompany(
      { platform: services.db.platform },
      {
        actor,
        companyId: params.id,
        revision: Number(typed.revision),
        change: changeOf(typed),
        confirmation: typed.confirmation,
      },
    );
    return { done: typed.intent };
  } catch (error) {
    return refusedForm(error, typed.intent, typed);
  }
}

/** What was refused because something changed meanwhile shows what holds now. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${(loaderData as { name?: string } | undefined)?.name ?? 'Company'} · Readout` },
];

export default function Company({ loaderData: company, actionData }: Route.ComponentProps) {
  const { limits } = company;
  const may = useMay();
  return (
    <>
      <p className={classes.back}>
        <Link to="/admin/company">All companies</Link>
      </p>
      <div className={page.head}>
        <div className={classes.named}>
          <h1 className={page.title} dir="auto">
            {company.name}
          </h1>
          <p className={page.lead}>
            <span className={page.mono}>{company.id}</span>, since <When iso={company.createdAt} exact />
          </p>
          <p className={table.state} data-tone={company.status === 'active' ? 'signal' : 'notice'}>
            {company.status}
            {company.statusReason ? (
              <>
                : <bdi>{company.statusReason}</bdi>
              </>
            ) : null}
          </p>
        </div>
        {may('lists.export') ? (
          <Button
            component="a"
            href={`/admin/company.json?id=${company.id}`}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Administrative data
          </Button>
        ) : null}
      </div>
      <Figures
        label="Use and limits"
        figures={[
          {
            label: 'Members',
            value: wholeNumber(company.memberCount),
            note: `of at most ${wholeNumber(limits.maxMembers)}`,
          },
          {
            label: 'Captures, 30 days',
            value: wholeNumber(company.captures30d),
            note: `limit ${wholeNumber(limits.maxCapturesPerMonth)} a month`,
          },
          {
            label: 'Failed pages, 30 days',
            value: wholeNumber(company.failed30d),
            tone: company.failed30d > 0 ? 'notice' : undefined,
          },
          { label: 'Storage', value: fileSize(company.bytes), note: `of ${fileSize(limits.maxBytes)}` },
          {
            label: 'Last capture',
            value: company.lastActiveAt ? <When iso={company.lastActiveAt} /> : 'none',
          },
        ]}
      />
      <UsePlots days={company.days} countedAt={company.countedAt} />
      <div className={classes.columns}>
        <LimitsForm key={`limits ${company.revision}`} company={company} answer={actionData} />
        {may('companies.change') ? <StatusForms company={company} answer={actionData} /> : null}
      </div>
      <div className={classes.columns}>
        <MemberTable members={company.members} total={company.memberCount} />
        <div>
          <PluginTable plugins={company.plugins} />
          <InvitationTable invitations={company.invitations} />
        </div>
      </div>
      <EventLists audit={company.audit} platformEvents={company.platformEvents} />
    </>
  );
}
