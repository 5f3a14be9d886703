import { Button, TextInput } from '@mantine/core';
import { listCompanies } from '@readout/domain/platform/list-companies';
import { Link, useLocation, useSearchParams } from 'react-router';
import { requirePlatform } from '../../../session.ts';
import { IconDownload, IconPlus } from '../../../ui/icons.ts';
import { plural, wholeNumber } from '../../../ui/numbers.ts';
import page from '../../../ui/page.module.css';
import { Choice, Paging, SearchForm } from '../../../ui/table.tsx';
import { When } from '../../../ui/when.tsx';
import { orProblemPage } from '../../app/page-problem.ts';
import { problemOf } from '../../settings/outcome.tsx';
import classes from '../admin.module.css';
import { BulkDone, BulkPanel } from '../bulk-panel.tsx';
import { Selectable, SelectionBar } from '../selection.tsx';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/page';
import { companiesAction } from './actions.server.ts';
import type { CompaniesAnswer, LimitField } from './answer.ts';
import { CreatedNote, CreateForm } from './create-form.tsx';
import { companyQuery, STATUSES } from './filter.ts';
import { CompanyTable } from './table.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  return orProblemPage(
    listCompanies({ platform: services.db.platform }, { actor, ...companyQuery(request) }),
  );
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  return companiesAction(services, actor, request);
}

export const meta: Route.MetaFunction = () => [{ title: 'Companies · Readout' }];

export default function Companies({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, countedAt } = loaderData;
  const answer: CompaniesAnswer | undefined = actionData;
  const may = useMay();
  const [params] = useSearchParams();
  const shown = items.map((company) => company.id);
  const create = problemOf(answer, 'create');
  const created = answer?.created;
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>Companies</h1>
        <div className={classes.tools}>
          {may('companies.change') ? (
            <Button
              component={Link}
              to="?create=yes"
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Create a company
            </Button>
          ) : null}
          {may('lists.export') ? (
            <Button
              component="a"
              href={`/admin/company.csv?${withoutPage(params)}`}
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              CSV
            </Button>
          ) : null}
        </div>
      </div>
      {created ? (
        <CreatedNote created={created} />
      ) : may('companies.change') ? (
        <CreateForm problem={create} isOpen={create !== undefined || params.has('create')} />
      ) : null}
      <Bulk answer={answer} />
      <SearchForm label="Name or id">
        <Choice name="status" label="Status" options={STATUSES} />
      </SearchForm>
      <Selectable shown={shown} isOn={may('companies.change')} key={shown.join()}>
        <SelectionBar
          total={total}
          what="companies"
          actions={[
            ['suspend', 'Suspend…'],
            ['resume', 'Resume…'],
            ['limits', 'Change limits…'],
          ]}
        />
        <CompanyTable companies={items} />
      </Selectable>
      <Paging total={total} what={total === 1 ? 'company' : 'companies'} />
      <p className={classes.counted}>
        {countedAt ? (
          <>
            Captures and storage as counted <When iso={countedAt} />; members as they are now.
          </>
        ) : (
          'Captures and storage are counted within a minute.'
        )}
      </p>
    </>
  );
}

function withoutPage(params: URLSearchParams): string {
  const rest = new URLSearchParams(params);
  for (const name of ['page', 'create']) rest.delete(name);
  return rest.toString();
}

const TITLES = {
  suspend: 'Suspend companies',
  resume: 'Resume companies',
  limits: 'Change limits of companies',
} as const;
const DONE = { suspend: 'suspended', resume: 'resumed', limits: 'given other limits' } as const;

function Bulk({ answer }: { answer: CompaniesAnswer | undefined }) {
  const location = useLocation();
  const backTo = `${location.pathname}${location.search}`;
  if (!answer) return null;
  if (answer.undone) {
    const { undone, kept } = answer.undone;
    return (
      <BulkDone
        text={`Undone for ${plural(undone, 'company', 'companies')}${kept > 0 ? `; ${plural(kept, 'was', 'were')} changed meanwhile and left alone` : ''}.`}
        bulkId={null}
        backTo={backTo}
      />
    );
  }
  if (answer.ran) {
    const { change, changed, unchanged, bulkId } = answer.ran;
    return (
      <BulkDone
        text={`${plural(changed, 'company', 'companies')} ${DONE[change]}${unchanged > 0 ? `, ${wholeNumber(unchanged)} not changed` : ''}.`}
        bulkId={bulkId}
        backTo={backTo}
      />
    );
  }
  const problem = problemOf(answer, 'run') ?? problemOf(answer, 'preview') ?? problemOf(answer, 'undo');
  if (!answer.bulk) return problem ? <BulkDone text={problem.message} bulkId={null} backTo={backTo} /> : null;
  const { bulk } = answer;
  const text = (name: 'reason' | LimitField, label: string, hint: string) => (
    <TextInput
      key={name}
      name={name}
      label={label}
      placeholder={hint}
      defaultValue={bulk.typed[name]}
      error={problem?.fields[name === 'maxGigabytes' ? 'maxBytes' : name]}
    />
  );
  return (
    <BulkPanel
      key={bulk.change}
      title={TITLES[bulk.change]}
      change={bulk.change}
      ids={bulk.ids}
      changes={bulk.changes}
      unchanged={bulk.unchanged}
      problem={
        problem && Object.keys(problem.fields).length === 0
          ? problem.message
          : bulk.isEmpty
            ? `Enter what changes for ${plural(bulk.ids.length, 'company', 'companies')}; what is left empty stays.`
            : undefined
      }
      fields={
        bulk.change === 'suspend'
          ? text('reason', 'Reason, shown to their members', '')
          : bulk.change === 'limits'
            ? [
                text('maxMembers', 'Most members', 'unchanged'),
                text('maxCapturesPerMonth', 'Most captures a month', 'unchanged'),
                text('maxGigabytes', 'Storage in GB', 'unchanged'),
                text('maxReadingSecondsPerDay', 'Most seconds of reading a day', 'unchanged'),
                text('maxReadingSecondsPerPage', 'Most seconds of reading a page', 'unchanged'),
                text('maxRereadsPerDay', 'Most pages read again a day', 'unchanged'),
              ]
            : undefined
      }
      run={`${bulk.change === 'suspend' ? 'Suspend' : bulk.change === 'resume' ? 'Resume' : 'Change'} ${plural(bulk.changes.length, 'company', 'companies')}`}
      backTo={backTo}
    />
  );
}
