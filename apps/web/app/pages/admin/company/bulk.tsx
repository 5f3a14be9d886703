import { TextInput } from '@mantine/core';
import { useLocation } from 'react-router';
import { problemOf } from '../../../problems/outcome.tsx';
import { BulkDone, BulkPanel } from '../../../ui/list/bulk.tsx';
import { useText } from '../../../ui/texts.tsx';
import { type CompaniesAnswer, LIMIT_FIELDS } from './answer.ts';

/** Preview, outcome and undo of a bulk action. */
export function CompaniesBulk({ answer }: { answer: CompaniesAnswer | undefined }) {
  const text = useText();
  const location = useLocation();
  const backTo = `${location.pathname}${location.search}`;
  if (!answer) return null;
  if (answer.undone)
    return (
      <BulkDone sentence={text('admin.companies.bulk_undone', answer.undone)} bulkId={null} backTo={backTo} />
    );
  if (answer.ran)
    return (
      <BulkDone
        sentence={text('admin.companies.bulk_ran', answer.ran)}
        bulkId={answer.ran.bulkId}
        backTo={backTo}
      />
    );
  const problem = problemOf(answer, 'run') ?? problemOf(answer, 'preview') ?? problemOf(answer, 'undo');
  if (!answer.bulk)
    return problem ? <BulkDone sentence={problem.message} bulkId={null} backTo={backTo} /> : null;
  const { change, ids, typed, isEmpty, changes, unchanged } = answer.bulk;
  return (
    <BulkPanel
      key={change}
      title={text('admin.companies.bulk_title', { change })}
      change={change}
      ids={ids}
      changes={changes}
      unchanged={unchanged}
      problem={
        problem && Object.keys(problem.fields).length === 0
          ? problem.message
          : isEmpty
            ? text('admin.companies.bulk_enter', { count: ids.length })
            : undefined
      }
      fields={
        change === 'suspend' ? (
          <TextInput
            name="reason"
            label={text('admin.companies.bulk_reason')}
            defaultValue={typed.reason}
            error={problem?.fields.reason}
          />
        ) : change === 'limits' ? (
          LIMIT_FIELDS.map((limit) => (
            <TextInput
              key={limit}
              name={limit}
              label={text('admin.companies.bulk_limit', { limit })}
              placeholder={text('admin.companies.bulk_stays')}
              defaultValue={typed[limit]}
              error={problem?.fields[limit === 'maxGigabytes' ? 'maxBytes' : limit]}
            />
          ))
        ) : undefined
      }
      run={text('admin.companies.bulk_run', { change, count: changes.length })}
      backTo={backTo}
    />
  );
}
