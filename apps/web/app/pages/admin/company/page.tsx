import { Button } from '@mantine/core';
import { listCompanies } from '@readout/domain/platform/list-companies';
import { Link, useSearchParams } from 'react-router';
import { doneOf, problemOf } from '../../../forms/answer.ts';
import { useAnswer } from '../../../forms/use-answer.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requirePlatform } from '../../../session.ts';
import { pageTitle } from '../../../texts/page-title.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { Row, Text } from '../../../ui/layout.tsx';
import { CsvLink } from '../../../ui/list/csv-link.tsx';
import page from '../../../ui/page.module.css';
import { FormattedText, useText } from '../../../ui/texts.tsx';
import { When } from '../../../ui/when.tsx';
import { useMay } from '../use-may.ts';
import type { Route } from './+types/page';
import { companiesAction } from './actions.server.ts';
import { CompaniesBulk } from './bulk.tsx';
import { CreatedNote, CreateForm } from './create-form.tsx';
import { companyList } from './list.ts';
import { CompanyTable } from './table.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { services, actor } = requirePlatform(context, request);
  return orProblemPage(
    listCompanies({ platform: services.db.platform }, { actor, ...companyList.query(request) }),
  );
}

export async function action({ context, request }: Route.ActionArgs) {
  const { services, actor } = requirePlatform(context, request);
  return companiesAction(services, actor, request);
}

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'admin.companies.title');

export default function Companies({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, countedAt } = loaderData;
  const answer = useAnswer(actionData);
  const text = useText();
  const may = useMay();
  const [params] = useSearchParams();
  const create = problemOf(answer, 'create');
  const created = doneOf(answer, 'create');
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>{text('admin.companies.title')}</h1>
        <Row gap={8}>
          {may('companies.change') ? (
            <Button
              component={Link}
              to="?create=yes"
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {text('admin.companies.create')}
            </Button>
          ) : null}
          {may('lists.export') ? (
            <CsvLink to="/admin/company.csv" leaveOut={['page', 'create']}>
              {text('admin.list.csv')}
            </CsvLink>
          ) : null}
        </Row>
      </div>
      {created ? (
        <CreatedNote created={created} />
      ) : may('companies.change') ? (
        <CreateForm problem={create} isOpen={create !== undefined || params.has('create')} />
      ) : null}
      <CompaniesBulk answer={answer} />
      <CompanyTable companies={items} total={total} />
      <Text size={12} tone="dim" above={8}>
        {countedAt ? (
          <FormattedText id="admin.companies.counted" values={{ when: <When iso={countedAt} /> }} />
        ) : (
          text('admin.companies.not_counted')
        )}
      </Text>
    </>
  );
}
